-- Readings of one unit in buckets of some minutes, for charts finer than an hour. Index: reading_key (unit_key, business_at, created_on).

-- name: values
-- Buckets of $4 minutes since each day's start: $2 dates and $3 their starts (epoch ms), side by side. By elapsed time, so that
-- long days are right. Sums are exact millionths, as in the rollups. Buckets without readings are absent.
SELECT d.date::text AS date, floor((date_part('epoch', r.created_on) - d.start_ms / 1000) / ($4::int * 60))::int AS bucket,
       count(*) AS reading_count, count(*) FILTER (WHERE r.estimated) AS estimated_count,
       sum((r.value * 1e6)::int8) AS value_sum_micro,
       last(r.value, r.created_on) FILTER (WHERE r.value IS NOT NULL) AS last_value,
       last(r.summed_value, r.created_on) FILTER (WHERE r.summed_value IS NOT NULL AND NOT r.register_excluded) AS last_register
FROM unnest($2::date[], $3::float8[]) AS d (date, start_ms)
JOIN telemetry.reading r ON r.unit_key = $1 AND r.business_at >= d.date AND r.business_at < d.date + 1
GROUP BY d.date, bucket
ORDER BY d.date, bucket;

-- name: genuine_slots
-- Slots of $4 seconds (one number per day) since each day's start that hold a genuine reading.
SELECT DISTINCT d.date::text AS date, floor((date_part('epoch', r.created_on) - d.start_ms / 1000) / d.slot_seconds)::int AS slot
FROM unnest($2::date[], $3::float8[], $4::int[]) AS d (date, start_ms, slot_seconds)
JOIN telemetry.reading r ON r.unit_key = $1 AND r.business_at >= d.date AND r.business_at < d.date + 1 AND NOT r.estimated;

-- name: parameters
-- The same for named parameters: one object of means per bucket. Index: parameter_reading_key (unit_key, parameter_key, business_at, created_on).
SELECT date, bucket, json_object_agg(name, mean ORDER BY name) AS means
FROM (
  SELECT d.date::text AS date, floor((date_part('epoch', r.created_on) - d.start_ms / 1000) / ($4::int * 60))::int AS bucket, p.name,
         sum((r.value * 1e9)::int8)::float8 / 1e9 / count(*) AS mean
  FROM unnest($2::date[], $3::float8[]) AS d (date, start_ms)
  JOIN telemetry.parameter_reading r ON r.unit_key = $1 AND r.business_at >= d.date AND r.business_at < d.date + 1
  JOIN telemetry.parameter p USING (parameter_key)
  GROUP BY d.date, bucket, p.name) AS means
GROUP BY date, bucket;
