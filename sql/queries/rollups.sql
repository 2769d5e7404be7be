-- What processors eat: hours of units, from the rollups for settled days, from the readings themselves where a rollup cannot
-- serve (the running day, a stale day, a day of more than 24 hours, a low-flow cutoff of its own). Both give the same columns.
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

-- name: hours_live
-- The same for one day $2 that begins at $3 (epoch ms), straight from the readings. What a long day folds into its last instant is told
-- apart by elapsed time; all else stands where it was recorded, whatever the industry's clock is today. $1 units and $4 their low-flow
-- cutoffs, side by side. OFFSET 0 keeps the planner from repeating what is computed per reading in every aggregate: a quarter of the time.
SELECT unit_key, $2::text AS date,
       json_agg(ARRAY[
         hour, reading_count, estimated_count, value_count, value_sum_micro, coalesce(estimated_sum_micro, 0),
         non_zero_count, first_value, last_value, first_register, first_register_value, last_register, first_ms, last_ms,
         coalesce(minutes_low, 0), coalesce(minutes_high, 0)]::float8[] ORDER BY hour) AS hours
FROM (
  SELECT unit_key, minute / 60 AS hour,
         count(*) AS reading_count, count(*) FILTER (WHERE estimated) AS estimated_count, count(value) AS value_count,
         sum(value_micro) AS value_sum_micro, sum(value_micro) FILTER (WHERE estimated) AS estimated_sum_micro,
         count(*) FILTER (WHERE value > cutoff) AS non_zero_count,
         first(value, created_on) FILTER (WHERE value IS NOT NULL) AS first_value,
         last(value, created_on)  FILTER (WHERE value IS NOT NULL) AS last_value,
         first(register, created_on) FILTER (WHERE register IS NOT NULL) AS first_register,
         first(value, created_on)    FILTER (WHERE register IS NOT NULL) AS first_register_value,
         last(register, created_on)  FILTER (WHERE register IS NOT NULL) AS last_register,
         round(date_part('epoch', min(created_on)) * 1000) AS first_ms, round(date_part('epoch', max(created_on)) * 1000) AS last_ms,
         bit_or(1 << (minute % 60))        FILTER (WHERE NOT estimated AND minute % 60 < 30)  AS minutes_low,
         bit_or(1 << (minute % 60 - 30)) FILTER (WHERE NOT estimated AND minute % 60 >= 30) AS minutes_high
  FROM (
    SELECT r.unit_key, u.cutoff, r.created_on, r.value, (r.value * 1e6)::int8 AS value_micro, r.estimated,
           CASE WHEN NOT r.register_excluded THEN r.summed_value END AS register,
           CASE WHEN r.business_at = $2::date + interval '23:59:59.999999'
                THEN greatest(floor((date_part('epoch', r.created_on) - $3::float8 / 1000) / 60)::int, 1439)
                ELSE (date_part('hour', r.business_at) * 60 + date_part('minute', r.business_at))::int END AS minute
    FROM unnest($1::int[], $4::float8[]) AS u (unit_key, cutoff)
    JOIN telemetry.reading r ON r.unit_key = u.unit_key AND r.business_at >= $2::date AND r.business_at < $2::date + 1
    OFFSET 0) AS placed
  GROUP BY unit_key, minute / 60) AS live
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
-- between which days the unit has readings at all.
SELECT s.unit_key, v.value, g.summed_value, s.first_business_date::text, s.first_register_date::text, round(date_part('epoch', s.created_on) * 1000) AS last_ms,
       (SELECT sealed_before::text FROM telemetry.seal) AS sealed_before
FROM telemetry.unit_state s
LEFT JOIN LATERAL (
  SELECT r.value FROM telemetry.reading r
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
SELECT u.unit_key,
       (SELECT d.last_value FROM telemetry.rollup_daily d
        WHERE d.unit_key = u.unit_key AND d.bucket < $2::date AND d.last_value IS NOT NULL ORDER BY d.bucket DESC LIMIT 1) AS value,
       (SELECT d.last_register FROM telemetry.rollup_daily d
        WHERE d.unit_key = u.unit_key AND d.bucket < $2::date AND d.last_register IS NOT NULL ORDER BY d.bucket DESC LIMIT 1) AS summed_value
FROM unnest($1::int[]) AS u (unit_key);

-- name: samples
-- Every reading of days $2..$3 in time order, for rules that need neighbours; one row per unit and day:
-- [instant (epoch ms), value, register (null when excluded), estimated, offline].
SELECT unit_key, (business_at::date)::text AS date,
       json_agg(json_build_array(round(date_part('epoch', created_on) * 1000), value, CASE WHEN NOT register_excluded THEN summed_value END,
                                 estimated, coalesce(offline_minutes > 0, false)) ORDER BY created_on) AS samples
FROM telemetry.reading
WHERE unit_key = ANY ($1::int[]) AND business_at >= $2::date AND business_at < $3::date + 1
GROUP BY unit_key, business_at::date;
