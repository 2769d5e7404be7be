-- Readings in buckets of some minutes, for charts finer than an hour, of many units at once. @unitKeys, @dates and
-- @dayStarts (epoch ms) are parallel. @from is the first date and @until the one after the last; both bound the chunks
-- to read. Readings from @countedUntil on do not count yet. Index: reading_key (unit_key, business_at, created_on).

-- name: values
-- Buckets of @intervalMinutes minutes since each day's start. Elapsed time decides, because a day may be longer than 24
-- hours. Sums are exact millionths, as in the rollups. Buckets without readings are absent. A replica may answer.
SELECT d.unit_key, d.date::text AS date,
       floor((date_part('epoch', r.created_on) - d.start_ms / 1000) / (@intervalMinutes::int * 60))::int AS bucket,
       count(*) AS reading_count, count(*) FILTER (WHERE r.estimated) AS estimated_count,
       sum((r.value * 1e6)::int8) AS value_sum_micro,
       last(r.value, r.created_on) FILTER (WHERE r.value IS NOT NULL) AS last_value,
       last(r.summed_value, r.created_on)
         FILTER (WHERE r.summed_value IS NOT NULL AND NOT r.register_excluded) AS last_register,
       round(date_part('epoch', max(r.created_on)
         FILTER (WHERE r.summed_value IS NOT NULL AND NOT r.register_excluded)) * 1000) AS last_register_ms
FROM unnest(@unitKeys::int[], @dates::date[], @dayStarts::float8[]) AS d (unit_key, date, start_ms)
JOIN telemetry.reading r ON r.unit_key = d.unit_key AND r.business_at >= d.date AND r.business_at < d.date + 1
WHERE r.business_at >= @from::date::timestamp AND r.business_at < @until::date::timestamp
  AND r.created_on < @countedUntil::timestamptz
GROUP BY d.unit_key, d.date, bucket
ORDER BY d.unit_key, d.date, bucket;

-- name: genuine_slots
-- Slots of @slotSeconds seconds (one number per day) since each day's start that have a genuine reading.
-- A replica may answer.
SELECT d.unit_key, d.date::text AS date,
       array_agg(DISTINCT floor((date_part('epoch',
                                           r.created_on) - d.start_ms / 1000) / d.slot_seconds)::int)::text AS slots
FROM unnest(@unitKeys::int[], @dates::date[], @dayStarts::float8[], @slotSeconds::int[]) AS d (unit_key, date, start_ms,
  slot_seconds)
JOIN telemetry.reading r ON r.unit_key = d.unit_key AND r.business_at >= d.date AND r.business_at < d.date + 1
  AND NOT r.estimated
WHERE r.business_at >= @from::date::timestamp AND r.business_at < @until::date::timestamp
  AND r.created_on < @countedUntil::timestamptz
GROUP BY d.unit_key, d.date;

-- name: parameters
-- Means of named parameters, one object per bucket. Index: parameter_reading_key (unit_key, parameter_key, business_at,
-- created_on). A replica may answer.
SELECT unit_key, date, bucket, json_object_agg(name, mean ORDER BY name) AS means
FROM (
  SELECT d.unit_key, d.date::text AS date,
         floor((date_part('epoch', r.created_on) - d.start_ms / 1000) / (@intervalMinutes::int * 60))::int AS bucket,
         p.name, sum((r.value * 1e9)::int8)::float8 / 1e9 / count(*) AS mean
  FROM unnest(@unitKeys::int[], @dates::date[], @dayStarts::float8[]) AS d (unit_key, date, start_ms)
  JOIN telemetry.parameter_reading r ON r.unit_key = d.unit_key AND r.business_at >= d.date
    AND r.business_at < d.date + 1
  JOIN telemetry.parameter p USING (parameter_key)
  WHERE r.business_at >= @from::date::timestamp AND r.business_at < @until::date::timestamp
    AND r.created_on < @countedUntil::timestamptz
  GROUP BY d.unit_key, d.date, bucket, p.name) AS means
GROUP BY unit_key, date, bucket;
