-- A unit's readings for a line of some hundred points. Each bucket gives its first, lowest, highest and last reading,
-- which draw the same picture as all of them. @fromAt and @toAt are positions of the span on the industry's clock,
-- which reach the index. @fromEpochMs and @toEpochMs (excluded) are its instants. @bucketMs is the length of a bucket.
-- Buckets without readings are absent.

-- part: points
min(at_ms) AS first_ms, first(v, at_ms) AS first, first(at_ms, v) AS min_ms, min(v) AS min,
       last(at_ms, v) AS max_ms, max(v) AS max, max(at_ms) AS last_ms, last(v, at_ms) AS last,
       count(*) AS reading_count, count(*) FILTER (WHERE estimated) AS estimated_count

-- part: in_span
r.unit_key = @unitKey AND r.business_at >= @fromAt::timestamp AND r.business_at <= @toAt::timestamp
  AND r.created_on >= to_timestamp(@fromEpochMs::float8 / 1000)
  AND r.created_on < to_timestamp(@toEpochMs::float8 / 1000)

-- name: values
-- Interval values, or registers with @ofRegisters. Index: reading_key (unit_key, business_at, created_on).
-- A replica may answer.
SELECT @@points
FROM (
  SELECT round(date_part('epoch', r.created_on) * 1000) AS at_ms, r.estimated,
         CASE WHEN NOT @ofRegisters::bool THEN r.value WHEN NOT r.register_excluded THEN r.summed_value END AS v
  FROM telemetry.reading r
  WHERE @@in_span) AS r
WHERE v IS NOT NULL
GROUP BY floor((at_ms - @fromEpochMs::float8) / @bucketMs::float8)
ORDER BY first_ms;

-- name: parameters
-- Samples of the named parameter @parameter. Index: parameter_reading_key (unit_key, parameter_key, business_at,
-- created_on). A replica may answer.
SELECT @@points
FROM (
  SELECT round(date_part('epoch', r.created_on) * 1000) AS at_ms, r.estimated, r.value AS v
  FROM telemetry.parameter_reading r
  WHERE @@in_span
    AND r.parameter_key = (SELECT parameter_key FROM telemetry.parameter WHERE name = @parameter)) AS r
GROUP BY floor((at_ms - @fromEpochMs::float8) / @bucketMs::float8)
ORDER BY first_ms;
