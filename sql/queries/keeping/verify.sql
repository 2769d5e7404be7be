-- Comparison of rollups with the readings they cache: each statement recounts the buckets and returns those that
-- differ. @from..@to: bucket starts, end excluded, whole buckets of the level. All industries are compared at once,
-- because one chain of rollups serves them all. Index: reading_key, (unit_key, bucket).

-- part: differing
SELECT unit_key, bucket::text, json_build_object('readings', c.readings, 'sumMillionths', c.total) AS expected,
       json_build_object('readings', r.readings, 'sumMillionths', r.total) AS found
FROM counted c FULL JOIN rolled r USING (unit_key, bucket)
WHERE c.readings IS DISTINCT FROM r.readings OR c.total IS DISTINCT FROM r.total
ORDER BY unit_key, bucket

-- part: differing_parameters
SELECT unit_key, bucket::text,
       json_build_object('parameterKey', parameter_key, 'readings', c.readings, 'sumBillionths', c.total) AS expected,
       json_build_object('readings', r.readings, 'sumBillionths', r.total) AS found
FROM counted c FULL JOIN rolled r USING (unit_key, parameter_key, bucket)
WHERE c.readings IS DISTINCT FROM r.readings OR c.total IS DISTINCT FROM r.total
ORDER BY unit_key, bucket

-- part: counts
count(*) AS readings, sum((value * 1e6)::int8) AS total
  FROM telemetry.reading WHERE business_at >= @from::timestamp AND business_at < @to::timestamp GROUP BY 1, 2

-- part: parameter_counts
count(*) AS readings, sum((value * 1e9)::int8) AS total
  FROM telemetry.parameter_reading
  WHERE business_at >= @from::timestamp AND business_at < @to::timestamp GROUP BY 1, 2, 3

-- name: compare_hourly
-- Every figure of the hour, because documents are computed from hours. The levels above are sums of this one, so their
-- counts and sums are enough.
WITH counted AS (
  SELECT unit_key, time_bucket(INTERVAL '1 hour', business_at) AS bucket, jsonb_build_object(
    'readings', count(*), 'estimated', count(*) FILTER (WHERE estimated), 'values', count(value), 'positive',
    count(*) FILTER (WHERE value > 0),
    'sumMillionths', sum((value * 1e6)::int8), 'estimatedSumMillionths',
    sum((value * 1e6)::int8) FILTER (WHERE estimated),
    'min', min(value), 'max', max(value),
    'firstValue', first(value, created_on) FILTER (WHERE value IS NOT NULL), 'lastValue',
    last(value, created_on) FILTER (WHERE value IS NOT NULL),
    'firstRegister', first(summed_value, created_on) FILTER (WHERE summed_value IS NOT NULL AND NOT register_excluded),
    'firstRegisterValue', first(value, created_on) FILTER (WHERE summed_value IS NOT NULL AND NOT register_excluded),
    'lastRegister', last(summed_value, created_on) FILTER (WHERE summed_value IS NOT NULL AND NOT register_excluded),
    'firstEpoch', date_part('epoch', min(created_on)), 'lastEpoch', date_part('epoch', max(created_on)),
    'minutesLow', bit_or(1 << date_part('minute', business_at)::int) FILTER (WHERE NOT estimated
        AND date_part('minute', business_at) < 30),
    'minutesHigh', bit_or(1 << (date_part('minute', business_at)::int - 30)) FILTER (WHERE NOT estimated
        AND date_part('minute', business_at) >= 30)) AS figures
  FROM telemetry.reading WHERE business_at >= @from::timestamp AND business_at < @to::timestamp GROUP BY 1, 2),
rolled AS (
  SELECT unit_key, bucket, jsonb_build_object(
    'readings', reading_count, 'estimated', estimated_count, 'values', value_count, 'positive', positive_count,
    'sumMillionths', value_sum_micro, 'estimatedSumMillionths', estimated_sum_micro, 'min', value_min, 'max', value_max,
    'firstValue', first_value, 'lastValue', last_value,
    'firstRegister', first_register, 'firstRegisterValue', first_register_value, 'lastRegister', last_register,
    'firstEpoch', date_part('epoch', first_at), 'lastEpoch', date_part('epoch', last_at),
    'minutesLow', genuine_minutes_low, 'minutesHigh', genuine_minutes_high) AS figures
  FROM telemetry.rollup_hourly WHERE bucket >= @from::timestamp AND bucket < @to::timestamp)
SELECT unit_key, bucket::text, coalesce(c.figures, '{"readings": null}') AS expected,
       coalesce(r.figures, '{"readings": null}') AS found
FROM counted c FULL JOIN rolled r USING (unit_key, bucket)
WHERE c.figures IS DISTINCT FROM r.figures
ORDER BY unit_key, bucket;

-- name: compare_parameters_hourly
WITH counted AS (
  SELECT unit_key, parameter_key, time_bucket(INTERVAL '1 hour', business_at) AS bucket, jsonb_build_object(
    'readings', count(*), 'estimated', count(*) FILTER (WHERE estimated), 'sumBillionths', sum((value * 1e9)::int8),
    'min', min(value), 'max', max(value),
    'lastValue', last(value, created_on), 'lastEpoch', date_part('epoch', max(created_on))) AS figures
  FROM telemetry.parameter_reading WHERE business_at >= @from::timestamp AND business_at < @to::timestamp GROUP BY 1, 2,
    3),
rolled AS (
  SELECT unit_key, parameter_key, bucket, jsonb_build_object(
    'readings', sample_count, 'estimated', estimated_count, 'sumBillionths', value_sum_nano, 'min', value_min, 'max',
    value_max, 'lastValue', last_value, 'lastEpoch', date_part('epoch', last_at)) AS figures
  FROM telemetry.parameter_rollup_hourly WHERE bucket >= @from::timestamp AND bucket < @to::timestamp)
SELECT unit_key, bucket::text, coalesce(c.figures, '{"readings": null}')
       || jsonb_build_object('parameterKey', parameter_key) AS expected,
       coalesce(r.figures, '{"readings": null}') || jsonb_build_object('parameterKey', parameter_key) AS found
FROM counted c FULL JOIN rolled r USING (unit_key, parameter_key, bucket)
WHERE c.figures IS DISTINCT FROM r.figures
ORDER BY unit_key, bucket;

-- name: compare_daily
WITH counted AS (SELECT unit_key, time_bucket(INTERVAL '1 day', business_at) AS bucket, @@counts),
rolled AS (
  SELECT unit_key, bucket, reading_count AS readings, value_sum_micro AS total
  FROM telemetry.rollup_daily WHERE bucket >= @from::timestamp AND bucket < @to::timestamp)
@@differing;

-- name: compare_parameters_daily
WITH counted AS (
  SELECT unit_key, parameter_key, time_bucket(INTERVAL '1 day', business_at) AS bucket, @@parameter_counts),
rolled AS (
  SELECT unit_key, parameter_key, bucket, sample_count AS readings, value_sum_nano AS total
  FROM telemetry.parameter_rollup_daily WHERE bucket >= @from::timestamp AND bucket < @to::timestamp)
@@differing_parameters;

-- name: compare_monthly
WITH counted AS (SELECT unit_key, time_bucket(INTERVAL '1 month', business_at) AS bucket, @@counts),
rolled AS (
  SELECT unit_key, bucket, reading_count AS readings, value_sum_micro AS total
  FROM telemetry.rollup_monthly WHERE bucket >= @from::timestamp AND bucket < @to::timestamp)
@@differing;

-- name: compare_parameters_monthly
WITH counted AS (
  SELECT unit_key, parameter_key, time_bucket(INTERVAL '1 month', business_at) AS bucket, @@parameter_counts),
rolled AS (
  SELECT unit_key, parameter_key, bucket, sample_count AS readings, value_sum_nano AS total
  FROM telemetry.parameter_rollup_monthly WHERE bucket >= @from::timestamp AND bucket < @to::timestamp)
@@differing_parameters;

-- name: compare_yearly
WITH counted AS (SELECT unit_key, time_bucket(INTERVAL '1 year', business_at) AS bucket, @@counts),
rolled AS (
  SELECT unit_key, bucket, reading_count AS readings, value_sum_micro AS total
  FROM telemetry.rollup_yearly WHERE bucket >= @from::timestamp AND bucket < @to::timestamp)
@@differing;

-- name: compare_parameters_yearly
WITH counted AS (
  SELECT unit_key, parameter_key, time_bucket(INTERVAL '1 year', business_at) AS bucket, @@parameter_counts),
rolled AS (
  SELECT unit_key, parameter_key, bucket, sample_count AS readings, value_sum_nano AS total
  FROM telemetry.parameter_rollup_yearly WHERE bucket >= @from::timestamp AND bucket < @to::timestamp)
@@differing_parameters;

-- name: rebuild
-- Rebuilds the buckets of a rollup even where nothing is marked as changed.
CALL refresh_continuous_aggregate(@rollup::regclass, @from::timestamp, @to::timestamp, force => true);

-- name: record
INSERT INTO telemetry.rollup_mismatch (level, unit_key, bucket, expected, found, found_at, repaired_at)
SELECT m.level, m.unit_key, m.bucket, m.expected, m.found, @foundAt, @repairedAt
FROM json_to_recordset(@mismatches::json) AS m (level text, unit_key int, bucket timestamp, expected jsonb,
                                                found jsonb);

-- name: days_of_buckets
-- Business days of the repaired units, with their industry: these days are marked stale.
SELECT DISTINCT i.industry_key, i.industry_id, u.unit_key, (b.bucket::date)::text AS business_date
FROM unnest(@unitKeys::int[], @buckets::timestamp[]) AS b (unit_key, bucket)
JOIN tenant.unit u USING (unit_key) JOIN tenant.industry i USING (industry_key);

-- name: total
SELECT count(*) AS mismatches FROM telemetry.rollup_mismatch;
