-- The readings behind one figure, for people who doubt it. Index: reading_key (unit_key, business_at, created_on).

-- name: list
-- Readings of unit @unitKey on business day @date in [@fromEpochMs, @toEpochMs) (epoch ms, null: open), in time order,
-- at most @limit. With @onlyExcluded only readings whose register a check has excluded. Samples of named parameters
-- come as one object. A replica may answer.
SELECT round(date_part('epoch', r.created_on) * 1000) AS created_on_epoch_ms, r.value, r.summed_value AS register,
       r.estimated, r.offline_minutes, r.register_excluded, r.received_at, p.samples AS parameters
FROM telemetry.reading r
LEFT JOIN (
  SELECT s.created_on, json_object_agg(n.name, s.value ORDER BY n.name) AS samples
  FROM telemetry.parameter_reading s JOIN telemetry.parameter n USING (parameter_key)
  WHERE s.unit_key = @unitKey AND s.business_at >= @date::timestamp
    AND s.business_at < @date::timestamp + INTERVAL '1 day'
  GROUP BY s.created_on) AS p ON p.created_on = r.created_on
WHERE r.unit_key = @unitKey AND r.business_at >= @date::timestamp
  AND r.business_at < @date::timestamp + INTERVAL '1 day'
  AND r.created_on >= coalesce(to_timestamp(@fromEpochMs::float8 / 1000), '-infinity')
    AND r.created_on < coalesce(to_timestamp(@toEpochMs::float8 / 1000), 'infinity')
  AND (r.register_excluded OR NOT @onlyExcluded::bool)
ORDER BY r.created_on
LIMIT @limit::int;
