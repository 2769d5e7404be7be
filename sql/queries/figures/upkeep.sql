-- Duties of the database itself, called by schedules on both engines. Refreshing cannot run inside a transaction.

-- name: refresh_hourly
-- Whole buckets of business days @from..@end (end excluded). A refresh is cheap when nothing in the window was
-- invalidated.
CALL refresh_continuous_aggregate('telemetry.rollup_hourly', @from::timestamp, @end::timestamp);

-- name: refresh_daily
CALL refresh_continuous_aggregate('telemetry.rollup_daily', @from::timestamp, @end::timestamp);

-- name: refresh_monthly
CALL refresh_continuous_aggregate('telemetry.rollup_monthly', @from::timestamp, @end::timestamp);

-- name: refresh_yearly
CALL refresh_continuous_aggregate('telemetry.rollup_yearly', @from::timestamp, @end::timestamp);

-- name: refresh_parameters_hourly
CALL refresh_continuous_aggregate('telemetry.parameter_rollup_hourly', @from::timestamp, @end::timestamp);

-- name: refresh_parameters_daily
CALL refresh_continuous_aggregate('telemetry.parameter_rollup_daily', @from::timestamp, @end::timestamp);

-- name: refresh_parameters_monthly
CALL refresh_continuous_aggregate('telemetry.parameter_rollup_monthly', @from::timestamp, @end::timestamp);

-- name: refresh_parameters_yearly
CALL refresh_continuous_aggregate('telemetry.parameter_rollup_yearly', @from::timestamp, @end::timestamp);

-- name: materialised_until
-- First business day that has no bucket in the rollups of hours and of days. Reads of later days add up readings. Null:
-- nothing is materialised. The last day of the hours may end before midnight, because nothing was sent later. Sealed
-- days count as materialised: a refresh would empty what a back-up has brought back of them.
SELECT greatest(max(until) FILTER (WHERE view_name = 'rollup_hourly'), sealed.before) AS hourly,
       greatest(max(until) FILTER (WHERE view_name = 'rollup_daily'), sealed.before) AS daily
FROM (
  SELECT c.user_view_name AS view_name,
         CASE WHEN w.watermark > 0 THEN ((_timescaledb_functions.to_timestamp_without_timezone(
           w.watermark) - interval '1 microsecond')::date + 1)::text END AS until
  FROM _timescaledb_catalog.continuous_agg c JOIN _timescaledb_catalog.continuous_aggs_watermark w
  USING (mat_hypertable_id)
  WHERE c.user_view_schema = 'telemetry') AS of_rollup
CROSS JOIN (SELECT max(sealed_before)::text AS before FROM telemetry.seal) AS sealed
GROUP BY sealed.before;

-- name: is_materialised_since
-- True when a rollup is materialised beyond the beginning of business day @date. Otherwise every rollup computes that
-- day from the level below.
SELECT EXISTS (
  SELECT FROM _timescaledb_catalog.continuous_agg c JOIN _timescaledb_catalog.continuous_aggs_watermark w
  USING (mat_hypertable_id)
  WHERE c.user_view_schema = 'telemetry' AND w.watermark > 0
    AND _timescaledb_functions.to_timestamp_without_timezone(w.watermark) > @date::date::timestamp) AS is_materialised;

-- name: outdated
-- Rollups of @levels that have something to refresh in @from..@end (end excluded): a reading or bucket below changed
-- since, or a part was never refreshed. A refresh that finds nothing costs a hundred times as much. Unknown parts are
-- refreshed. Parameters without samples have nothing.
SELECT a.user_view_name AS name
FROM _timescaledb_catalog.continuous_agg a
CROSS JOIN (SELECT (date_part('epoch', @from::timestamp) * 1000000)::int8 AS first,
            (date_part('epoch', @end::timestamp) * 1000000)::int8 AS excluded) AS span
WHERE a.user_view_schema = 'telemetry' AND a.user_view_name = ANY (@levels::text[])
  AND (a.user_view_name NOT LIKE 'parameter%' OR EXISTS (SELECT FROM telemetry.parameter_reading))
  AND (NOT EXISTS (SELECT FROM _timescaledb_catalog.continuous_aggs_invalidation_threshold t
                   WHERE t.hypertable_id = a.raw_hypertable_id AND t.watermark >= span.excluded)
       OR EXISTS (SELECT FROM _timescaledb_catalog.continuous_aggs_hypertable_invalidation_log l
                  WHERE l.hypertable_id = a.raw_hypertable_id AND l.lowest_modified_value < span.excluded
                    AND l.greatest_modified_value >= span.first)
       OR EXISTS (SELECT FROM _timescaledb_catalog.continuous_aggs_materialization_invalidation_log l
                  WHERE l.materialization_id = a.mat_hypertable_id AND l.lowest_modified_value < span.excluded
                    AND l.greatest_modified_value >= span.first));

-- name: add_due
INSERT INTO telemetry.rollup_due (from_date, to_date) VALUES (@from, @to);

-- name: due
SELECT due_key, from_date::text, to_date::text FROM telemetry.rollup_due ORDER BY due_key;

-- name: remove_due
-- Removes the entries that a refresh saw before it began. Later entries stay.
DELETE FROM telemetry.rollup_due WHERE due_key = ANY (@dueKeys::bigint[]);

-- name: drop_readings
-- Retention: chunks wholly before @before go. Rollups and documents stay.
SELECT count(*) AS dropped FROM (
  SELECT drop_chunks('telemetry.reading', @before::timestamp) UNION ALL
  SELECT drop_chunks('telemetry.parameter_reading', @before::timestamp)) AS gone;

-- name: vacuum
-- The embedded engine has no autovacuum. This duty removes dead rows of queues and corrections, and renews the
-- planner's statistics.
VACUUM (ANALYZE);
