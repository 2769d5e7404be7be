-- Metrics of the whole installation. These queries alone name no industry, because they return nothing but counts.

-- name: held_cases
-- Index quarantine_held.
SELECT count(*) AS held FROM telemetry.quarantine WHERE status = 'held';

-- name: silent_units
-- Counts of silent units per number of @minutes: units without a reading newer than so many minutes before @now, or
-- ever, as workspace.silent_devices lists them. Only units that can send, of active industries, count.
WITH sender AS (
  SELECT u.unit_key, s.created_on
  FROM tenant.unit u
  JOIN tenant.industry i USING (industry_key)
  CROSS JOIN LATERAL tenant.unit_in_force(u.unit_key, 'infinity') v
  LEFT JOIN telemetry.unit_state s ON s.unit_key = u.unit_key
  WHERE i.is_active AND u.removed_at IS NULL
    AND v.standard_category_id NOT IN ('virtualCategory', 'VIRTUAL_CATEGORY', 'VIRTUAL')
)
SELECT m.minutes, count(sender.unit_key) AS units
FROM unnest(@minutes::int[]) AS m (minutes)
LEFT JOIN sender ON sender.created_on IS NULL
  OR sender.created_on <= to_timestamp(@now::float8 / 1000) - m.minutes * interval '1 minute'
GROUP BY m.minutes
ORDER BY m.minutes;
