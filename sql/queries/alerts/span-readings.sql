-- Readings of a span of the clock for whole industries at once. The scan reads the chunks of the span, whichever units
-- lie in them side by side.

-- name: readings
-- Readings of units @unitKeys from position @fromAt on and before @beforeAt. Each unit has one row of parallel arrays
-- in the order of the scan. Values come only with @withValues. Arrays travel in the binary form, because their text is
-- most of the cost.
SELECT unit_key,
       array_send(array_agg(created_on))                        AS instants,
       array_send(array_agg(value) FILTER (WHERE @withValues))           AS readings,
       array_send(array_agg(created_on) FILTER (WHERE estimated)) AS estimated
FROM telemetry.reading
WHERE unit_key = ANY (@unitKeys::int[]) AND business_at >= @fromAt::timestamp AND business_at < @beforeAt::timestamp
GROUP BY unit_key;

-- name: registers
-- Registers of the few units whose rate cannot be told without them.
SELECT unit_key, array_send(array_agg(created_on)) AS instants,
       array_send(array_agg(CASE WHEN NOT register_excluded THEN summed_value END)) AS registers
FROM telemetry.reading
WHERE unit_key = ANY (@unitKeys::int[]) AND business_at >= @fromAt::timestamp AND business_at < @beforeAt::timestamp
GROUP BY unit_key;

-- name: samples
-- Samples of the parameter named @parameter, in the same span.
SELECT r.unit_key, array_send(array_agg(r.created_on)) AS instants, array_send(array_agg(r.value)) AS samples
FROM telemetry.parameter_reading r
WHERE r.unit_key = ANY (@unitKeys::int[]) AND r.business_at >= @fromAt::timestamp
  AND r.business_at < @beforeAt::timestamp
  AND r.parameter_key = (SELECT p.parameter_key FROM telemetry.parameter p WHERE p.name = @parameter)
GROUP BY r.unit_key;

-- name: last_before
-- The time of the last genuine reading of units @unitKeys before position @at on the clock of their industry, which is
-- the instant @instant. The daily rollup answers where retention or the archive has removed the readings. Null: the
-- unit was never heard, not even later. Units heard only later are left out.
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
