-- Industries and units as operators and apps list them.

-- name: industries
-- A page by industryId, and the total count. Filters, each null for all: @active, @test, @timezone (time zone), @search
-- (part of id, name or place in lower case) and @industryId. @limit rows come after @offset rows. Units are counted for
-- the page alone.
WITH found AS MATERIALIZED (
  SELECT i.industry_key, i.industry_id, i.industry_name, i.place, i.is_active, i.is_test, i.timezone, i.shift_start_at,
         i.days_offset, i.created_at, count(*) OVER () AS total
  FROM tenant.industry i
  WHERE (@industryId::text IS NULL OR i.industry_id = @industryId)
    AND (@active::boolean IS NULL OR i.is_active = @active)
    AND (@test::boolean IS NULL OR i.is_test = @test) AND (@timezone::text IS NULL OR i.timezone = @timezone)
    AND (@search::text IS NULL OR strpos(lower(concat_ws(' ', i.industry_id, i.industry_name, i.place)), @search) > 0)
  ORDER BY i.industry_id
  LIMIT @limit OFFSET @offset)
SELECT f.industry_id, f.industry_name, f.place, f.is_active, f.is_test,
       EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = f.industry_id AND d.user_id = '') AS is_disabled,
       f.timezone, f.shift_start_at::text, f.days_offset,
       (SELECT rules FROM tenant.clock_rules(f.industry_key) AS rules) AS clock,
       n.live_units AS units, n.retired_units,
       (SELECT count(*) FROM tenant.app_user a WHERE a.industry_key = f.industry_key AND a.removed_at IS NULL) AS users,
       n.newest_reading AS last_updated, f.created_at, f.total
FROM found f
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE u.removed_at IS NULL) AS live_units,
         count(*) FILTER (WHERE u.removed_at IS NOT NULL) AS retired_units,
         max(s.created_on) AS newest_reading
  FROM tenant.unit u LEFT JOIN telemetry.unit_state s USING (unit_key)
  WHERE u.industry_key = f.industry_key) n
ORDER BY f.industry_id;

-- name: units_seen
-- The newest instant of each unit of industry @industryKey, retired units included. The unique key of units answers.
SELECT u.unit_id, s.created_on AS last_seen
FROM tenant.unit u JOIN telemetry.unit_state s USING (unit_key)
WHERE u.industry_key = @industryKey;

-- name: retired_units
-- Retired units of industry @industryKey, as they counted last.
SELECT u.unit_id, u.display_name, u.si_unit, v.standard_category_id, v.calculations, v.params,
       v.data_update_frequency_seconds, s.created_on AS last_seen, u.removed_at AS retired_at
FROM tenant.unit u LEFT JOIN telemetry.unit_state s USING (unit_key)
CROSS JOIN LATERAL tenant.unit_in_force(u.unit_key, 'infinity') v
WHERE u.industry_key = @industryKey AND u.removed_at IS NOT NULL
ORDER BY u.position, u.unit_key;
