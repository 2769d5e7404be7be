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
WITH chunk AS (
  SELECT c.range_start::date AS first_date, c.range_end::date AS end_date
  FROM timescaledb_information.chunks c
  WHERE c.hypertable_schema = 'telemetry' AND c.hypertable_name IN ('reading', 'parameter_reading')
    AND c.range_end::date <= @cutoff::date),
unsettled AS (
  SELECT business_date FROM telemetry.stale_day
  WHERE business_date >= coalesce((SELECT sealed_before FROM telemetry.seal), '-infinity')
  UNION ALL
  SELECT d.business_date
  FROM (SELECT i.industry_key, day::date AS business_date
        FROM tenant.industry i, generate_series((SELECT min(first_date) FROM chunk),
                                                (SELECT max(end_date) FROM chunk) - 1, interval '1 day') AS day) AS d
  WHERE NOT EXISTS (SELECT FROM telemetry.processed_day p
                    WHERE p.industry_key = d.industry_key AND p.business_date = d.business_date)
    AND EXISTS (SELECT FROM tenant.unit u LEFT JOIN telemetry.unit_state s USING (unit_key)
                WHERE u.industry_key = d.industry_key
                  AND coalesce(s.first_business_date, '-infinity') <= d.business_date
                  AND EXISTS (SELECT FROM telemetry.reading r
                              WHERE r.unit_key = u.unit_key AND r.business_at >= d.business_date
                                AND r.business_at < d.business_date + 1 OFFSET 0))),
removable AS (
  SELECT min(first_date) AS first_date, max(end_date) AS end_date FROM chunk
  WHERE end_date <= coalesce((SELECT min(business_date) FROM unsettled), 'infinity'))
INSERT INTO telemetry.seal AS s (sealed_before, sealed_at)
SELECT end_date, @at FROM removable WHERE end_date IS NOT NULL
ON CONFLICT (only_row) DO UPDATE SET sealed_before = greatest(s.sealed_before, excluded.sealed_before),
sealed_at = excluded.sealed_at
RETURNING (SELECT first_date::text FROM removable) AS first_date, sealed_before::text;

-- name: held_up
-- The first unsettled day, as of move, that keeps a chunk which ended by @cutoff, and its industry. No row: none does.
WITH chunk AS (
  SELECT c.range_start::date AS first_date, c.range_end::date AS end_date
  FROM timescaledb_information.chunks c
  WHERE c.hypertable_schema = 'telemetry' AND c.hypertable_name IN ('reading', 'parameter_reading')
    AND c.range_end::date <= @cutoff::date
    AND c.range_end::date > coalesce((SELECT sealed_before FROM telemetry.seal), '-infinity')),
unsettled AS (
  SELECT industry_key, business_date FROM telemetry.stale_day
  WHERE business_date >= coalesce((SELECT sealed_before FROM telemetry.seal), '-infinity')
  UNION ALL
  SELECT i.industry_key, day::date
  FROM tenant.industry i, generate_series((SELECT min(first_date) FROM chunk), (SELECT max(end_date) FROM chunk) - 1,
                                          interval '1 day') AS day
  WHERE NOT EXISTS (SELECT FROM telemetry.processed_day p
                    WHERE p.industry_key = i.industry_key AND p.business_date = day::date)
    AND EXISTS (SELECT FROM tenant.unit u
                WHERE u.industry_key = i.industry_key
                  AND EXISTS (SELECT FROM telemetry.reading r
                              WHERE r.unit_key = u.unit_key AND r.business_at >= day::date::timestamp
                                AND r.business_at < day::date + 1 OFFSET 0)))
SELECT i.industry_id, u.business_date::text FROM unsettled u JOIN tenant.industry i USING (industry_key)
WHERE u.business_date < (SELECT max(end_date) FROM chunk)
ORDER BY u.business_date, i.industry_id LIMIT 1;
