-- Hours of units, the input of processors. An hour has one definition, that of the rollup: materialised where fresh,
-- computed live elsewhere. Index: (unit_key, bucket) of the rollups, reading_key (unit_key, business_at, created_on) of
-- the readings.

-- Figures of an hour: readings, estimated, values, sum (millionths), estimated sum (millionths), non-zero, first value,
-- last value, first register, first register's value, last register, first instant, last instant (epoch ms), minutes
-- 0-29, minutes 30-59, rest of the sum beyond float8, rest of the estimated sum (millionths).
-- Parameters of a day's hours: [hour, name, samples, sum (billionths), last value, last instant (epoch ms)].

-- part: hour_figures
reading_count, estimated_count, value_count, value_sum_micro, coalesce(estimated_sum_micro, 0),
  positive_count, first_value, last_value, first_register, first_register_value, last_register,
  round(date_part('epoch', first_at) * 1000), round(date_part('epoch', last_at) * 1000),
  coalesce(genuine_minutes_low, 0), coalesce(genuine_minutes_high, 0),
  coalesce(value_sum_micro - value_sum_micro::float8::int8, 0),
  coalesce(estimated_sum_micro - estimated_sum_micro::float8::int8, 0)

-- part: hour_parameters
json_agg(json_build_array((date_part('epoch', hour.bucket - hour.date) / 3600)::int, p.name, hour.sample_count,
                          hour.value_sum_nano, hour.last_value, round(date_part('epoch', hour.last_at) * 1000))
         ORDER BY hour.bucket, p.name)

-- name: hours
-- Hours of business days @from..@to (both included), one row per unit and day. Days before @materialisedBefore come
-- from the hourly rollup, where they are materialised and fresh. Later days are counted from the readings by the same
-- definition. Days @longDates of more than 24 hours, which begin at @longDayStarts, are always counted from their
-- readings.
-- Hours are one JSON array of arrays [hour, hour_figures]. This form takes half the time of plain rows.
-- Buckets are compared with timestamps, because TimescaleDB 2.23 takes a date beside time_bucket for another instant.
-- A replica may answer.
SELECT unit_key, date::text,
       json_agg(ARRAY[date_part('epoch', bucket - date) / 3600, @@hour_figures]::float8[] ORDER BY bucket) AS hours
FROM (
  SELECT bucket::date AS date, * FROM telemetry.rollup_hourly
  WHERE unit_key = ANY (@unitKeys::int[]) AND bucket >= @from::date::timestamp
    AND bucket < least(@to::date + 1, @materialisedBefore::date)::timestamp AND bucket::date <> ALL (@longDates::date[])
  UNION ALL
  SELECT bucket::date, * FROM telemetry.hour_live
  WHERE unit_key = ANY (@unitKeys::int[]) AND bucket >= greatest(@from::date, @materialisedBefore::date)::timestamp
    AND bucket < (@to::date + 1)::timestamp AND bucket::date <> ALL (@longDates::date[])
  UNION ALL
  SELECT long.day, h.*
  FROM unnest(@longDates::date[], @longDayStarts::timestamptz[]) AS long (day, day_starts_at),
    telemetry.long_day_hours(@unitKeys::int[], long.day, long.day_starts_at) AS h
) AS hour
GROUP BY unit_key, date;

-- name: live_hours
-- Hours of days @from..@to when none is materialised and none has more than 24 hours. The other branches of hours cost
-- twenty times as much, because each is planned for every chunk. Pages ask for the running day by changed_hours.
-- A replica may answer.
SELECT unit_key, date::text,
       json_agg(ARRAY[date_part('epoch', bucket - date) / 3600, @@hour_figures]::float8[] ORDER BY bucket) AS hours
FROM (
  SELECT bucket::date AS date, * FROM telemetry.hour_live
  WHERE unit_key = ANY (@unitKeys::int[]) AND bucket >= @from::date::timestamp AND bucket < (@to::date + 1)::timestamp
) AS hour
GROUP BY unit_key, date;

-- name: changed_hours
-- Hours of units and days, parallel arrays @unitKeys and @dates, as in live_hours, of those whose readings have changed
-- since: the unit's stamp is another one than that of @stamps (parallel, too; null: nothing is known of the unit). One
-- statement sees one moment, so the hours are those of the stamp. stamp is null of a unit without readings, hours where
-- the day has none.
SELECT known.unit_key, known.date::text, s.stamp, day.hours
FROM unnest(@unitKeys::int[], @dates::date[], @stamps::float8[]) AS known (unit_key, date, stamp)
LEFT JOIN telemetry.unit_state s USING (unit_key)
LEFT JOIN LATERAL (
  SELECT json_agg(ARRAY[date_part('epoch', bucket - known.date) / 3600, @@hour_figures]::float8[]
                  ORDER BY bucket) AS hours
  FROM telemetry.hour_live
  WHERE unit_key = s.unit_key AND bucket >= known.date::timestamp AND bucket < (known.date + 1)::timestamp
    -- Constants exclude chunks when the statement is planned.
    AND bucket >= @from::date::timestamp AND bucket < (@to::date + 1)::timestamp) AS day ON true
WHERE s.stamp IS DISTINCT FROM known.stamp;

-- name: meter_parts
-- Readings of each meter in an hour in which another one was installed. Parallel arrays: @unitKeys, business days
-- @dates, day starts @dayStarts, @hours, and one meter's span from @froms to before @untils. number is the position in
-- these arrays. Parts without readings are absent. A replica may answer.
SELECT p.number::int AS number, h.value_count, h.value_sum_micro::text AS value_sum_micro,
       h.estimated_sum_micro::text AS estimated_sum_micro,
       h.first_register, h.first_register_value, h.last_register
FROM unnest(@unitKeys::int[], @dates::date[], @dayStarts::timestamptz[], @hours::int[], @froms::timestamptz[],
            @untils::timestamptz[])
       WITH ORDINALITY AS p (unit_key, day, day_starts_at, hour, from_at, until_at, number)
CROSS JOIN LATERAL telemetry.meter_hours(ARRAY[p.unit_key], p.day, p.day_starts_at, p.from_at, p.until_at) AS h
WHERE h.bucket = p.day + p.hour * interval '1 hour';

-- name: part_hours
-- Parts of hours that midnight cuts, for units @unitKeys. Parallel arrays: business days @dates, day starts @dayStarts,
-- @hours, and spans from @froms to before @untils. The hour is an array as in hours; part is the position in these
-- arrays. Parts without readings are absent. A replica may answer.
SELECT p.number::int AS part, h.unit_key,
       ARRAY[p.hour, @@hour_figures]::float8[] AS hour
FROM unnest(@dates::date[], @dayStarts::timestamptz[], @hours::int[], @froms::timestamptz[], @untils::timestamptz[])
       WITH ORDINALITY AS p (day, day_starts_at, hour, from_at, until_at, number)
CROSS JOIN LATERAL telemetry.part_hours(@unitKeys::int[], p.day, p.day_starts_at, p.hour, p.from_at, p.until_at) AS h
WHERE h.bucket = p.day + p.hour * interval '1 hour';

-- name: part_parameters
-- Named parameters in these parts: [hour, name, samples, sum (billionths), last value, last instant (epoch ms)], one
-- row per part and unit. A replica may answer.
SELECT p.number::int AS part, h.unit_key,
       json_agg(json_build_array(p.hour, n.name, h.sample_count, h.value_sum_nano, h.last_value,
                                 round(date_part('epoch', h.last_at) * 1000)) ORDER BY n.name) AS parameters
FROM unnest(@dates::date[], @dayStarts::timestamptz[], @hours::int[], @froms::timestamptz[], @untils::timestamptz[])
       WITH ORDINALITY AS p (day, day_starts_at, hour, from_at, until_at, number)
CROSS JOIN LATERAL telemetry.part_parameter_hours(@unitKeys::int[], p.day, p.day_starts_at, p.hour, p.from_at,
                                                  p.until_at) AS h
JOIN telemetry.parameter n USING (parameter_key)
WHERE h.bucket = p.day + p.hour * interval '1 hour'
GROUP BY p.number, h.unit_key;

-- name: above_cutoff
-- Interval values above a unit's own low-flow cutoff, which the rollup does not know: [hour, count] per unit and day.
-- Parallel arrays, one entry per unit and day: @unitKeys, business days @dates, @cutoffs. @longDates are the days of
-- more than 24 hours, @longDayStarts their starts.
SELECT unit_key, date::text, json_agg(ARRAY[hour, above] ORDER BY hour) AS counts
FROM (
  SELECT r.unit_key, c.day AS date,
         floor(date_part('epoch', CASE WHEN long.day IS NULL THEN r.business_at - c.day
                                  ELSE greatest(r.created_on - long.day_starts_at, r.business_at - c.day)
                                    END) / 3600)::int AS hour,
         count(*) AS above
  FROM unnest(@unitKeys::int[], @dates::date[], @cutoffs::float8[]) AS c (unit_key, day, cutoff)
  JOIN telemetry.reading r ON r.unit_key = c.unit_key AND r.business_at >= c.day AND r.business_at < c.day + 1
    AND r.value > c.cutoff
  LEFT JOIN unnest(@longDates::date[], @longDayStarts::timestamptz[]) AS long (day, day_starts_at) ON long.day = c.day
    AND r.business_at = long.day + interval '23:59:59.999999'
  GROUP BY 1, 2, 3) AS counted
GROUP BY unit_key, date;

-- name: readings
-- Readings of business day @date themselves, for rules that need neighbours and slots that are no whole minutes. One
-- row per unit of parallel arrays as text takes a third of the time of plain rows. Instants are epoch seconds. The few
-- estimated, late (after an offline period) and excluded readings are listed by their instants. Rows keep the order of
-- the scan. A replica may answer.
SELECT unit_key,
       array_agg(date_part('epoch', created_on))::text AS instants,
       array_agg(value)::text                          AS readings,
       array_agg(summed_value)::text                   AS registers,
       (array_agg(date_part('epoch', created_on)) FILTER (WHERE estimated))::text           AS estimated,
       (array_agg(date_part('epoch', created_on)) FILTER (WHERE offline_minutes > 0))::text AS offline,
       (array_agg(date_part('epoch', created_on)) FILTER (WHERE register_excluded))::text   AS excluded
FROM telemetry.reading
WHERE unit_key = ANY (@unitKeys::int[]) AND business_at >= @date::date AND business_at < @date::date + 1
GROUP BY unit_key;

-- name: parameters
-- Named parameters by hour. Query parameters are those of hours. A replica may answer.
SELECT hour.unit_key, hour.date::text, @@hour_parameters AS parameters
FROM (
  SELECT bucket::date AS date, * FROM telemetry.parameter_rollup_hourly
  WHERE unit_key = ANY (@unitKeys::int[]) AND bucket >= @from::date::timestamp
    AND bucket < least(@to::date + 1, @materialisedBefore::date)::timestamp AND bucket::date <> ALL (@longDates::date[])
  UNION ALL
  SELECT bucket::date, * FROM telemetry.parameter_hour_live
  WHERE unit_key = ANY (@unitKeys::int[]) AND bucket >= greatest(@from::date, @materialisedBefore::date)::timestamp
    AND bucket < (@to::date + 1)::timestamp AND bucket::date <> ALL (@longDates::date[])
  UNION ALL
  SELECT long.day, h.*
  FROM unnest(@longDates::date[], @longDayStarts::timestamptz[]) AS long (day, day_starts_at),
    telemetry.long_day_parameter_hours(@unitKeys::int[], long.day, long.day_starts_at) AS h
) AS hour JOIN telemetry.parameter p USING (parameter_key)
GROUP BY hour.unit_key, hour.date;

-- name: live_parameters
-- Named parameters of the days of live_hours. A replica may answer.
SELECT hour.unit_key, hour.date::text, @@hour_parameters AS parameters
FROM (
  SELECT bucket::date AS date, * FROM telemetry.parameter_hour_live
  WHERE unit_key = ANY (@unitKeys::int[]) AND bucket >= @from::date::timestamp AND bucket < (@to::date + 1)::timestamp
) AS hour JOIN telemetry.parameter p USING (parameter_key)
GROUP BY hour.unit_key, hour.date;

-- name: carry_in
-- Last value and last register of each unit before day @date. The search goes backwards along reading_key, newest chunk
-- first, one step per unit. unit_state bounds it: a unit that never sent a register, or sent nothing before the day, is
-- skipped. unit_state also tells between which days the unit has readings.
-- value_date: the day of the value, whose capacity makes it a level. value_ms, register_ms: their instants, because a
-- meter may have been installed since. register_heard_ms: the last reading in the hour of that register.
-- counted_since_micro: values counted in the hours after it (millionths), of at most a month. sealed_before: readings
-- before this day may be gone.
SELECT s.unit_key, v.value, v.business_date::text AS value_date, g.summed_value,
       round(date_part('epoch', v.created_on) * 1000) AS value_ms,
       round(date_part('epoch', g.created_on) * 1000) AS register_ms, s.first_business_date::text,
       s.first_register_date::text, round(date_part('epoch', s.created_on) * 1000) AS last_ms,
       g.business_at::date::text AS register_date, round(date_part('epoch', g.heard_at) * 1000) AS register_heard_ms,
       c.counted::text AS counted_since_micro,
       greatest((SELECT sealed_before FROM telemetry.seal),
                (SELECT (max(m.month) + interval '1 month')::date FROM telemetry.sealed_month m JOIN tenant.unit u
                 USING (industry_key)
                 WHERE u.unit_key = s.unit_key AND m.month < @date::date))::text AS sealed_before
FROM telemetry.unit_state s
LEFT JOIN LATERAL (
  SELECT r.value, r.created_on, r.business_at, r.business_at::date AS business_date FROM telemetry.reading r
  WHERE r.unit_key = s.unit_key AND r.business_at >= s.first_business_date AND r.business_at < @date::date
    AND r.value IS NOT NULL
  ORDER BY r.business_at DESC, r.created_on DESC LIMIT 1) v ON s.first_business_date < @date::date
LEFT JOIN LATERAL (
  SELECT r.summed_value, r.created_on, r.business_at, date_trunc('hour', r.business_at) + interval '1 hour' AS hour_end,
         (SELECT max(n.created_on) FROM telemetry.reading n
          WHERE n.unit_key = s.unit_key AND n.business_at >= r.business_at
            AND n.business_at < date_trunc('hour', r.business_at) + interval '1 hour') AS heard_at
  FROM telemetry.reading r
  WHERE r.unit_key = s.unit_key AND r.business_at >= s.first_register_date AND r.business_at < @date::date
    AND r.summed_value IS NOT NULL AND NOT r.register_excluded
  ORDER BY r.business_at DESC, r.created_on DESC LIMIT 1) g ON s.first_register_date < @date::date
LEFT JOIN LATERAL (
  SELECT sum((n.value * 1e6)::int8)::int8 AS counted FROM telemetry.reading n
  WHERE v.business_at >= g.hour_end AND v.business_date <= g.business_at::date + 31
    AND n.unit_key = s.unit_key AND n.business_at >= g.hour_end AND n.business_at < @date::date) c ON true
WHERE s.unit_key = ANY (@unitKeys::int[]);

-- name: carry_in_sealed
-- Last value and register from the daily rollups before @date, for units whose earlier readings were removed. Sources:
-- the days that retention has left, and the copies of archived months. value_ms, register_ms: the instant of the last
-- reading of these days.
SELECT u.unit_key, v.last_value AS value, v.bucket::date::text AS value_date, g.last_register AS summed_value,
       g.bucket::date::text AS register_date,
       round(date_part('epoch', v.last_at) * 1000) AS value_ms,
       round(date_part('epoch', g.last_at) * 1000) AS register_ms,
       round(date_part('epoch', g.last_at) * 1000) AS register_heard_ms, NULL AS counted_since_micro
FROM unnest(@unitKeys::int[]) AS u (unit_key)
LEFT JOIN LATERAL (
  SELECT * FROM (
    (SELECT d.last_value, d.bucket, d.last_at FROM telemetry.rollup_daily d
     WHERE d.unit_key = u.unit_key AND d.bucket < @date::date::timestamp
       AND d.bucket < (SELECT sealed_before FROM telemetry.seal)::timestamp AND d.last_value IS NOT NULL
     ORDER BY d.bucket DESC LIMIT 1)
    UNION ALL
    (SELECT d.last_value, d.bucket, d.last_at FROM telemetry.sealed_rollup_daily d
     WHERE d.unit_key = u.unit_key AND d.bucket < @date::date::timestamp AND d.last_value IS NOT NULL
     ORDER BY d.bucket DESC LIMIT 1)) AS d
  ORDER BY bucket DESC LIMIT 1) AS v ON true
LEFT JOIN LATERAL (
  SELECT * FROM (
    (SELECT d.last_register, d.bucket, d.last_at FROM telemetry.rollup_daily d
     WHERE d.unit_key = u.unit_key AND d.bucket < @date::date::timestamp
       AND d.bucket < (SELECT sealed_before FROM telemetry.seal)::timestamp AND d.last_register IS NOT NULL
     ORDER BY d.bucket DESC LIMIT 1)
    UNION ALL
    (SELECT d.last_register, d.bucket, d.last_at FROM telemetry.sealed_rollup_daily d
     WHERE d.unit_key = u.unit_key AND d.bucket < @date::date::timestamp AND d.last_register IS NOT NULL
     ORDER BY d.bucket DESC LIMIT 1)) AS d
  ORDER BY bucket DESC LIMIT 1) AS g ON true;
