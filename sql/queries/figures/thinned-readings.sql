-- A unit's readings for a line of some hundred points. Of each bucket come the first, the lowest, the highest and the
-- last one, which draw the same picture as all of them. $2 and $3 are the positions of the span on the industry's
-- clock, which reach the index; $4 and $5 its instants (epoch ms, the second exclusive) and $6 the length of a bucket
-- (ms). Buckets without readings are absent.

-- name: values
-- Interval values, or registers with $7. Index: reading_key (unit_key, business_at, created_on).
SELECT min(at_ms) AS first_ms, first(v, at_ms) AS first, first(at_ms, v) AS min_ms, min(v) AS min,
       last(at_ms, v) AS max_ms, max(v) AS max,
       max(at_ms) AS last_ms, last(v, at_ms) AS last, count(*) AS reading_count,
       count(*) FILTER (WHERE estimated) AS estimated_count
FROM (
  SELECT round(date_part('epoch', r.created_on) * 1000) AS at_ms, r.estimated,
         CASE WHEN NOT $7::bool THEN r.value WHEN NOT r.register_excluded THEN r.summed_value END AS v
  FROM telemetry.reading r
  WHERE r.unit_key = $1 AND r.business_at >= $2::timestamp AND r.business_at <= $3::timestamp
    AND r.created_on >= to_timestamp($4::float8 / 1000) AND r.created_on < to_timestamp($5::float8 / 1000)) AS r
WHERE v IS NOT NULL
GROUP BY floor((at_ms - $4::float8) / $6::float8)
ORDER BY first_ms;

-- name: parameters
-- The same of the named parameter $7. Index: parameter_reading_key (unit_key, parameter_key, business_at, created_on).
SELECT min(at_ms) AS first_ms, first(v, at_ms) AS first, first(at_ms, v) AS min_ms, min(v) AS min,
       last(at_ms, v) AS max_ms, max(v) AS max,
       max(at_ms) AS last_ms, last(v, at_ms) AS last, count(*) AS reading_count,
       count(*) FILTER (WHERE estimated) AS estimated_count
FROM (
  SELECT round(date_part('epoch', r.created_on) * 1000) AS at_ms, r.estimated, r.value AS v
  FROM telemetry.parameter_reading r
  WHERE r.unit_key = $1 AND r.business_at >= $2::timestamp AND r.business_at <= $3::timestamp
    AND r.created_on >= to_timestamp($4::float8 / 1000) AND r.created_on < to_timestamp($5::float8 / 1000)
    AND r.parameter_key = (SELECT parameter_key FROM telemetry.parameter WHERE name = $7)) AS r
GROUP BY floor((at_ms - $4::float8) / $6::float8)
ORDER BY first_ms;
