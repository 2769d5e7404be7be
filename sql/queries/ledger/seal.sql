-- The seal: the day up to which retention has removed readings. One row (primary key), none while nothing was removed.

-- name: read
SELECT sealed_before::text FROM telemetry.seal;

-- name: of_industry
-- Sealed business days of industry @industryKey: all before a date, and single months. Primary keys answer it.
SELECT (SELECT sealed_before::text FROM telemetry.seal) AS sealed_before,
       ARRAY(SELECT to_char(m.month, 'YYYY-MM') FROM telemetry.sealed_month m
             WHERE m.industry_key = @industryKey) AS sealed_months;

-- name: move_lock
-- Storing of readings holds this lock shared, see placement.sql. The wait is brief, because every later sender waits
-- behind this one.
SELECT set_config('lock_timeout', '1s', true), pg_advisory_xact_lock(7224004);

-- name: move
-- Seals the days of chunks that ended by @cutoff and whose days are all settled. A day that is stale, or has readings
-- of a unit but no documents, keeps its chunk and all later ones. Senders wait meanwhile (move_lock), so readings are
-- asked for only on days that were not processed, with one index probe per unit that may have begun to send.
WITH removable AS (
  SELECT min(range_start)::date AS first_date, max(range_end)::date AS end_date
  FROM timescaledb_information.chunks
  WHERE hypertable_schema = 'telemetry' AND hypertable_name IN ('reading', 'parameter_reading')
    AND range_end::date <= least(@cutoff::date,
                                 (SELECT min(business_date) FROM telemetry.unsettled_days(@cutoff::date))))
INSERT INTO telemetry.seal AS s (sealed_before, sealed_at)
SELECT end_date, @at FROM removable WHERE end_date IS NOT NULL
ON CONFLICT (only_row) DO UPDATE SET sealed_before = greatest(s.sealed_before, excluded.sealed_before),
sealed_at = excluded.sealed_at
RETURNING (SELECT first_date::text FROM removable) AS first_date, sealed_before::text;

-- name: held_up
-- The first unsettled day that keeps a chunk which ended by @cutoff, and its industry. No row: none does.
SELECT i.industry_id, u.business_date::text
FROM telemetry.unsettled_days(@cutoff::date) AS u JOIN tenant.industry i USING (industry_key)
ORDER BY u.business_date, i.industry_id LIMIT 1;
