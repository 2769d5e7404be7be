-- The seal: up to where retention has removed readings. One row (primary key), none while nothing was removed.

-- name: read
SELECT sealed_before::text FROM telemetry.seal;

-- name: move_lock
-- Whoever stores readings holds this lock shared, see placement.sql.
SELECT pg_advisory_xact_lock(7224004);

-- name: move
-- Chunks that ended by $1 and whose days are all settled: their days become sealed. A day that is stale, or has readings of a unit but
-- no documents, keeps its chunk and all later ones.
WITH chunk AS (
  SELECT c.range_start::date AS first_date, c.range_end::date AS end_date
  FROM timescaledb_information.chunks c
  WHERE c.hypertable_schema = 'telemetry' AND c.hypertable_name IN ('reading', 'parameter_reading') AND c.range_end::date <= $1::date),
unsettled AS (
  SELECT business_date FROM telemetry.stale_day WHERE business_date >= coalesce((SELECT sealed_before FROM telemetry.seal), '-infinity')
  UNION ALL
  SELECT r.business_at::date
  FROM tenant.unit u
  JOIN telemetry.reading r USING (unit_key)
  WHERE u.removed_at IS NULL AND r.business_at < (SELECT max(end_date) FROM chunk)
    AND NOT EXISTS (SELECT FROM telemetry.processed_day p WHERE p.industry_key = u.industry_key AND p.business_date = r.business_at::date)),
removable AS (
  SELECT min(first_date) AS first_date, max(end_date) AS end_date FROM chunk
  WHERE end_date <= coalesce((SELECT min(business_date) FROM unsettled), 'infinity'))
INSERT INTO telemetry.seal AS s (sealed_before, sealed_at)
SELECT end_date, $2 FROM removable WHERE end_date IS NOT NULL
ON CONFLICT (only_row) DO UPDATE SET sealed_before = greatest(s.sealed_before, excluded.sealed_before), sealed_at = excluded.sealed_at
RETURNING (SELECT first_date::text FROM removable) AS first_date, sealed_before::text;
