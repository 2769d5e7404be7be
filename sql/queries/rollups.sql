-- What processors eat: hours of units, from the rollups for settled days, from the readings themselves where a rollup cannot
-- serve (the running day, a stale day, a day of more than 24 hours, a low-flow cutoff of its own).
-- Index: (unit_key, bucket) of the rollups, reading_key (unit_key, business_at, created_on) of the readings.

-- name: hours
-- Hours of days $2..$3 (both included) from the hourly rollup, one row per unit and day. The hours are one JSON array of arrays
-- [hour, readings, estimated, values, sum (millionths), estimated sum (millionths), non-zero, first value, last value,
--  first register, first register's value, last register, first instant, last instant (epoch ms), minutes 0-29, minutes 30-59]:
-- half the time of plain rows.
SELECT unit_key, (bucket::date)::text AS date,
       json_agg(ARRAY[
         date_part('hour', bucket)::int, reading_count, estimated_count, value_count, value_sum_micro, coalesce(estimated_sum_micro, 0),
         positive_count, first_value, last_value, first_register, first_register_value, last_register,
         round(date_part('epoch', first_at) * 1000), round(date_part('epoch', last_at) * 1000),
         coalesce(genuine_minutes_low, 0), coalesce(genuine_minutes_high, 0)]::float8[] ORDER BY bucket) AS hours
FROM telemetry.rollup_hourly
WHERE unit_key = ANY ($1::int[]) AND bucket >= $2::date AND bucket < $3::date + 1
GROUP BY unit_key, bucket::date;

-- name: readings
-- The readings of business day $2 themselves, for days that no rollup serves and rules that need neighbours: one row per unit of
-- parallel arrays as text, less than half the time of aggregating here and a third of plain rows. Instants are epoch seconds; those that are
-- estimated, came after an offline period, or whose register is excluded are few and named by their instants. The order is that of the scan.
SELECT unit_key,
       array_agg(date_part('epoch', created_on))::text AS instants,
       array_agg(value)::text                          AS readings,
       array_agg(summed_value)::text                   AS registers,
       (array_agg(date_part('epoch', created_on)) FILTER (WHERE estimated))::text           AS estimated,
       (array_agg(date_part('epoch', created_on)) FILTER (WHERE offline_minutes > 0))::text AS offline,
       (array_agg(date_part('epoch', created_on)) FILTER (WHERE register_excluded))::text   AS excluded
FROM telemetry.reading
WHERE unit_key = ANY ($1::int[]) AND business_at >= $2::date AND business_at < $2::date + 1
GROUP BY unit_key;

-- name: parameters
-- Parameter rollups of days $2..$3 from the hourly rollup, one row per unit and day: [hour, name, samples, sum (billionths), last value, last instant].
SELECT h.unit_key, (h.bucket::date)::text AS date,
       json_agg(json_build_array(date_part('hour', h.bucket)::int, p.name, h.sample_count, h.value_sum_nano, h.last_value,
                                 round(date_part('epoch', h.last_at) * 1000)) ORDER BY h.bucket, p.name) AS parameters
FROM telemetry.parameter_rollup_hourly h JOIN telemetry.parameter p USING (parameter_key)
WHERE h.unit_key = ANY ($1::int[]) AND h.bucket >= $2::date AND h.bucket < $3::date + 1
GROUP BY h.unit_key, h.bucket::date;

-- name: parameters_live
-- The same for one day straight from the samples.
SELECT unit_key, $2::text AS date, json_agg(json_build_array(hour, name, sample_count, value_sum_nano, last_value, last_ms) ORDER BY hour, name) AS parameters
FROM (
  SELECT r.unit_key,
         CASE WHEN r.business_at = $2::date + interval '23:59:59.999999'
              THEN greatest(floor((date_part('epoch', r.created_on) - $3::float8 / 1000) / 3600)::int, 23)
              ELSE date_part('hour', r.business_at)::int END AS hour, p.name,
         count(*) AS sample_count, sum((r.value * 1e9)::int8) AS value_sum_nano, last(r.value, r.created_on) AS last_value,
         round(date_part('epoch', max(r.created_on)) * 1000) AS last_ms
  FROM telemetry.parameter_reading r JOIN telemetry.parameter p USING (parameter_key)
  WHERE r.unit_key = ANY ($1::int[]) AND r.business_at >= $2::date AND r.business_at < $2::date + 1
  GROUP BY r.unit_key, hour, p.name) AS live
GROUP BY unit_key;

-- name: carry_in
-- Last value and last register of each unit before day $2: backwards along reading_key, newest chunk first, one step per unit.
-- unit_state bounds the search: a unit that never sent a register, or nothing before the day, is not searched for; it also tells
-- between which days the unit has readings at all. value_date: the day of the value, whose capacity makes it a level.
SELECT s.unit_key, v.value, v.business_date::text AS value_date, g.summed_value, s.first_business_date::text, s.first_register_date::text, round(date_part('epoch', s.created_on) * 1000) AS last_ms,
       (SELECT sealed_before::text FROM telemetry.seal) AS sealed_before
FROM telemetry.unit_state s
LEFT JOIN LATERAL (
  SELECT r.value, r.business_at::date AS business_date FROM telemetry.reading r
  WHERE r.unit_key = s.unit_key AND r.business_at >= s.first_business_date AND r.business_at < $2::date AND r.value IS NOT NULL
  ORDER BY r.business_at DESC, r.created_on DESC LIMIT 1) v ON s.first_business_date < $2::date
LEFT JOIN LATERAL (
  SELECT r.summed_value FROM telemetry.reading r
  WHERE r.unit_key = s.unit_key AND r.business_at >= s.first_register_date AND r.business_at < $2::date
    AND r.summed_value IS NOT NULL AND NOT r.register_excluded
  ORDER BY r.business_at DESC, r.created_on DESC LIMIT 1) g ON s.first_register_date < $2::date
WHERE s.unit_key = ANY ($1::int[]);

-- name: carry_in_sealed
-- The same from the daily rollups before $2, for units whose earlier readings were removed: rollups stay.
SELECT u.unit_key, v.last_value AS value, v.bucket::date::text AS value_date,
       (SELECT d.last_register FROM telemetry.rollup_daily d
        WHERE d.unit_key = u.unit_key AND d.bucket < $2::date AND d.last_register IS NOT NULL ORDER BY d.bucket DESC LIMIT 1) AS summed_value
FROM unnest($1::int[]) AS u (unit_key)
LEFT JOIN LATERAL (SELECT d.last_value, d.bucket FROM telemetry.rollup_daily d
                   WHERE d.unit_key = u.unit_key AND d.bucket < $2::date AND d.last_value IS NOT NULL ORDER BY d.bucket DESC LIMIT 1) AS v ON true;
