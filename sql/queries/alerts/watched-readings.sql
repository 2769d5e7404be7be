-- Readings of many units for the rules of alerts: one range of reading_key (unit_key, business_at, created_on) per
-- unit.

-- part: side_by_side
array_agg(date_part('epoch', r.created_on) ORDER BY r.created_on)::text AS instants,
         array_agg(r.value ORDER BY r.created_on)::text AS readings,
         array_agg(CASE WHEN NOT r.register_excluded THEN r.summed_value END ORDER BY r.created_on)::text AS registers,
         array_agg(date_part('epoch', r.created_on)) FILTER (WHERE r.estimated)::text AS estimated

-- name: readings
-- Readings of units @unitKeys from their own positions @fromAts on and before @beforeAt. @earliest, the earliest of
-- @fromAts, lets the planner leave out chunks.
SELECT u.unit_key, w.*
FROM unnest(@unitKeys::int[], @fromAts::timestamp[]) AS u (unit_key, from_at)
CROSS JOIN LATERAL (
  SELECT @@side_by_side
  FROM telemetry.reading r
  WHERE r.unit_key = u.unit_key AND r.business_at >= u.from_at AND r.business_at < @beforeAt::timestamp
    AND r.business_at >= @earliest::timestamp) AS w
WHERE w.instants IS NOT NULL;

-- name: spans
-- Readings of units @unitKeys from positions @fromAts on and before @beforeAts. Spans without readings have no row.
-- @earliest and @latest, the earliest and the latest of these positions, let the planner leave out chunks.
SELECT s.place, w.*
FROM unnest(@unitKeys::int[], @fromAts::timestamp[], @beforeAts::timestamp[])
  WITH ORDINALITY AS s (unit_key, from_at, before_at, place)
CROSS JOIN LATERAL (
  SELECT @@side_by_side
  FROM telemetry.reading r
  WHERE r.unit_key = s.unit_key AND r.business_at >= s.from_at AND r.business_at < s.before_at
    AND r.business_at >= @earliest::timestamp AND r.business_at < @latest::timestamp) AS w
WHERE w.instants IS NOT NULL;

-- name: parameters
-- Samples of named parameters in such spans. Index: parameter_reading_key (unit_key, parameter_key, business_at,
-- created_on).
SELECT r.unit_key, p.name, array_agg(date_part('epoch', r.created_on) ORDER BY r.created_on)::text AS instants,
       array_agg(r.value ORDER BY r.created_on)::text AS samples
FROM unnest(@unitKeys::int[], @fromAts::timestamp[]) AS u (unit_key, from_at)
JOIN telemetry.parameter_reading r ON r.unit_key = u.unit_key AND r.business_at >= u.from_at
JOIN telemetry.parameter p USING (parameter_key)
WHERE r.business_at < @beforeAt::timestamp AND r.business_at >= @earliest::timestamp
GROUP BY r.unit_key, p.name;
