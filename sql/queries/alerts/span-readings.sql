-- Readings of a span of the clock for whole industries at once: a scan of its chunks, whichever units lie in them side
-- by side.

-- name: readings
-- Readings of units @unitKeys from position @fromAt on and before @beforeAt, one row per unit of parallel arrays in the
-- order of the scan. Values only where @withValues asks for them. All of them in the binary form of arrays, because
-- their text is most of the cost.
SELECT unit_key,
       array_send(array_agg(created_on))                        AS instants,
       array_send(array_agg(value) FILTER (WHERE @withValues))           AS readings,
       array_send(array_agg(created_on) FILTER (WHERE estimated)) AS estimated
FROM telemetry.reading
WHERE unit_key = ANY (@unitKeys::int[]) AND business_at >= @fromAt::timestamp AND business_at < @beforeAt::timestamp
GROUP BY unit_key;

-- name: registers
-- Their registers, for the few units of which a rate cannot be told without.
SELECT unit_key, array_send(array_agg(created_on)) AS instants,
       array_send(array_agg(CASE WHEN NOT register_excluded THEN summed_value END)) AS registers
FROM telemetry.reading
WHERE unit_key = ANY (@unitKeys::int[]) AND business_at >= @fromAt::timestamp AND business_at < @beforeAt::timestamp
GROUP BY unit_key;

-- name: samples
-- Samples of the parameter named @parameter, likewise.
SELECT r.unit_key, array_send(array_agg(r.created_on)) AS instants, array_send(array_agg(r.value)) AS samples
FROM telemetry.parameter_reading r
WHERE r.unit_key = ANY (@unitKeys::int[]) AND r.business_at >= @fromAt::timestamp
  AND r.business_at < @beforeAt::timestamp
  AND r.parameter_key = (SELECT p.parameter_key FROM telemetry.parameter p WHERE p.name = @parameter)
GROUP BY r.unit_key;

-- name: last_before
-- When units @unitKeys were heard last before position @at on the clock of their industry, which is the instant
-- @instant: their last genuine reading, or the daily rollup where retention or the archive has removed the readings.
-- null: never, not even later. Units that were heard later alone are left out.
SELECT u.unit_key, greatest(r.created_on, sealed.last_at, archived.last_at) AS last_at
FROM unnest(@unitKeys::int[]) AS u (unit_key)
LEFT JOIN telemetry.unit_state s USING (unit_key)
LEFT JOIN LATERAL (
  SELECT r.created_on FROM telemetry.reading r
  WHERE r.unit_key = u.unit_key AND r.business_at >= s.first_business_date AND r.business_at < @at::timestamp
    AND NOT r.estimated
  ORDER BY r.business_at DESC, r.created_on DESC LIMIT 1) r ON true
LEFT JOIN LATERAL (
  SELECT d.last_at FROM telemetry.rollup_daily d
  WHERE r.created_on IS NULL AND EXISTS (SELECT FROM telemetry.seal) AND d.unit_key = u.unit_key
    AND d.bucket < @at::timestamp AND d.last_at < @instant
  ORDER BY d.bucket DESC LIMIT 1) sealed ON true
LEFT JOIN LATERAL (
  SELECT d.last_at FROM telemetry.sealed_rollup_daily d
  WHERE d.unit_key = u.unit_key AND d.bucket < @at::timestamp AND d.last_at < @instant
  ORDER BY d.bucket DESC LIMIT 1) archived ON true
WHERE s.unit_key IS NULL OR greatest(r.created_on, sealed.last_at, archived.last_at) IS NOT NULL;
