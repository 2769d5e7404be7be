-- Readings of a span of the clock for whole industries at once: a scan of its chunks, whichever units lie in them side by side.

-- name: readings
-- Readings of units $1 from position $2 on and before $3, one row per unit of parallel arrays as text, in the order of the scan. Values and registers
-- only where $4 asks for them, because their text is most of the cost. Instants are epoch milliseconds.
SELECT unit_key,
       array_agg((date_part('epoch', created_on) * 1000)::int8)::text                              AS instants,
       (array_agg(value) FILTER (WHERE $4))::text                                                  AS readings,
       (array_agg(CASE WHEN NOT register_excluded THEN summed_value END) FILTER (WHERE $4))::text  AS registers,
       (array_agg((date_part('epoch', created_on) * 1000)::int8) FILTER (WHERE estimated))::text   AS estimated
FROM telemetry.reading
WHERE unit_key = ANY ($1::int[]) AND business_at >= $2::timestamp AND business_at < $3::timestamp
GROUP BY unit_key;

-- name: samples
-- Samples of the parameter named $4, likewise.
SELECT r.unit_key, array_agg((date_part('epoch', r.created_on) * 1000)::int8)::text AS instants, array_agg(r.value)::text AS samples
FROM telemetry.parameter_reading r
WHERE r.unit_key = ANY ($1::int[]) AND r.business_at >= $2::timestamp AND r.business_at < $3::timestamp
  AND r.parameter_key = (SELECT p.parameter_key FROM telemetry.parameter p WHERE p.name = $4)
GROUP BY r.unit_key;
