-- What the metrics tell of the whole installation. The one place where queries do not carry an industry: nothing but
-- counts leaves it.

-- name: held_cases
-- Index quarantine_held.
SELECT count(*) AS held FROM telemetry.quarantine WHERE status = 'held';

-- name: silent_units
-- Per number of minutes (@minutes) the units without a reading since so long before @now, or ever: those that can send,
-- of active industries.
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
  OR sender.created_on < to_timestamp(@now::float8 / 1000) - m.minutes * interval '1 minute'
GROUP BY m.minutes
ORDER BY m.minutes;
