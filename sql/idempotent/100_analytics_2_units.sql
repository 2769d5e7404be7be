-- Views of what an industry consists of. The body of a procedure, so that views which are what they should be are left
-- alone: see 100_analytics_9_install.sql.

CREATE OR REPLACE PROCEDURE analytics_private.define_units() LANGUAGE plpgsql AS $define$
BEGIN

-- The rules of each industry's clock, with the instant from which each one decides of what day an instant is: the last
-- rule whose begins_at has come, else the first one. Not a view for analysts.
CREATE VIEW analytics_private.clock_rule AS
SELECT k.*, lead(k.from_date) OVER (PARTITION BY k.industry_key ORDER BY k.from_date) AS until_date,
       row_number() OVER (PARTITION BY k.industry_key ORDER BY k.from_date) AS number,
       min(telemetry.day_start(k.from_date, k.timezone, k.shift_start_at, k.days_offset))
         OVER (PARTITION BY k.industry_key
               ORDER BY k.from_date ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS begins_at
FROM tenant.industry_clock k;

-- The running business day of each industry and the rule it began by; not a view for analysts. As
-- telemetry.business_date(industry, now()) answers, which analysts cannot call: it reads a table of its own.
CREATE VIEW analytics_private.running_day AS
SELECT DISTINCT ON (r.industry_key) r.industry_key, r.timezone, r.shift_start_at, r.days_offset,
       least(telemetry.business_date(now(), r.timezone, r.shift_start_at, r.days_offset),
             r.until_date - 1) AS business_date
FROM analytics_private.clock_rule r
WHERE r.number = 1 OR r.begins_at <= now()
ORDER BY r.industry_key, r.from_date DESC;

CREATE VIEW analytics.industry WITH (security_barrier) AS
SELECT i.industry_id, i.industry_name, i.place, r.timezone, r.shift_start_at, r.days_offset
FROM tenant.industry i
JOIN analytics_private.running_day r ON r.industry_key = i.industry_key
WHERE i.industry_key = (SELECT analytics_private.current_industry_key());
COMMENT ON VIEW analytics.industry IS
  'The industry of this login, one row, with what decides where its business days begin today.';

CREATE VIEW analytics.industry_clock WITH (security_barrier) AS
SELECT i.industry_id, k.from_date AS effective_from,
       lead(k.from_date) OVER (PARTITION BY k.industry_key ORDER BY k.from_date) AS effective_until,
       k.timezone, k.shift_start_at, k.days_offset
FROM tenant.industry_clock k
JOIN tenant.industry i ON i.industry_key = k.industry_key
WHERE k.industry_key = (SELECT analytics_private.current_industry_key());
COMMENT ON VIEW analytics.industry_clock IS
  'What decided where business days began and from which day on: one row per change, one to come included. The day '
  'before a change ends where the next one begins, so it is longer or shorter than 24 hours.';

CREATE VIEW analytics.units WITH (security_barrier) AS
SELECT i.industry_id, u.unit_id, u.display_name AS unit_name,
       analytics_private.unit_group(v.standard_category_id) AS unit_group, v.standard_category_id,
       u.si_unit, analytics_private.division_factor(v.standard_category_id) AS division_factor,
       v.flow_factor, v.min_non_zero_threshold, v.max_capacity, v.data_update_frequency_seconds, v.p_ref_kilowatts,
       v.calculations AS formula, s.first_business_date, s.created_on AS last_reading_at, s.value AS last_reading_value,
       s.summed_value AS last_reading_register,
       u.position, u.removed_at
FROM tenant.unit u
JOIN tenant.industry i ON i.industry_key = u.industry_key
JOIN analytics_private.running_day r ON r.industry_key = u.industry_key
JOIN LATERAL (SELECT w.* FROM tenant.unit_version w
              WHERE w.unit_key = u.unit_key
                AND w.effective_from <= r.business_date
              ORDER BY w.effective_from DESC LIMIT 1) v ON true
LEFT JOIN telemetry.unit_state s ON s.unit_key = u.unit_key
WHERE i.industry_key = (SELECT analytics_private.current_industry_key());
COMMENT ON VIEW analytics.units IS
  'Meters, sensors, tanks and virtual units as they count today: one row per unit, removed ones included. What '
  'counted earlier is in unit_versions.';

CREATE VIEW analytics.unit_versions WITH (security_barrier) AS
SELECT u.unit_id, u.display_name AS unit_name, v.effective_from,
       lead(v.effective_from) OVER (PARTITION BY v.unit_key ORDER BY v.effective_from) AS effective_until,
       analytics_private.unit_group(v.standard_category_id) AS unit_group, v.standard_category_id,
       v.flow_factor, v.min_non_zero_threshold, v.max_capacity, v.data_update_frequency_seconds, v.p_ref_kilowatts,
       v.calculations AS formula
FROM tenant.unit_version v
JOIN tenant.unit u ON u.unit_key = v.unit_key
WHERE u.industry_key = (SELECT analytics_private.current_industry_key());
COMMENT ON VIEW analytics.unit_versions IS
  'What decided the figures of a unit and from which business day on: one row per unit and change. Figures of earlier '
  'days keep the earlier row.';

CREATE VIEW analytics.meters WITH (security_barrier) AS
SELECT u.unit_id, u.display_name AS unit_name, m.number::int AS meter_number, m.serial, m.installed_at, m.removed_at,
       m.initial_register, m.final_register
FROM tenant.unit u
CROSS JOIN LATERAL (
  SELECT row_number() OVER w AS number, a.serial, a.installed_at, lead(a.installed_at) OVER w AS removed_at,
         a.initial_register, lead(a.final_register_of_old) OVER w AS final_register
  FROM (SELECT NULL::text AS serial, NULL::timestamptz AS installed_at, NULL::float8 AS initial_register,
        NULL::float8 AS final_register_of_old
        UNION ALL
        SELECT x.serial, x.installed_at, x.initial_register, x.final_register_of_old FROM tenant.meter x
        WHERE x.unit_key = u.unit_key) AS a
  WINDOW w AS (ORDER BY a.installed_at NULLS FIRST)) AS m
WHERE u.industry_key = (SELECT analytics_private.current_industry_key())
  AND EXISTS (SELECT FROM tenant.unit_version v
              WHERE v.unit_key = u.unit_key AND analytics_private.unit_group(v.standard_category_id) IN ('FLOW',
                  'CONSUMPTION', 'ENERGY'));
COMMENT ON VIEW analytics.meters IS
  'Meters that measured at a unit with a register, one after the other: one row per meter. A register counts on '
  'within one meter only.';

CREATE VIEW analytics.meter_swaps WITH (security_barrier) AS
SELECT u.unit_id, u.display_name AS unit_name,
       least(telemetry.business_date(m.installed_at, r.timezone, r.shift_start_at, r.days_offset),
             r.until_date - 1) AS business_date,
       m.installed_at, lag(m.serial) OVER (PARTITION BY m.unit_key ORDER BY m.installed_at) AS serial_before, m.serial,
       m.final_register_of_old, m.initial_register,
       m.registered_at
FROM tenant.meter m
JOIN tenant.unit u ON u.unit_key = m.unit_key
JOIN LATERAL (
  SELECT c.* FROM analytics_private.clock_rule c
  WHERE c.industry_key = m.industry_key AND (c.number = 1 OR c.begins_at <= m.installed_at)
  ORDER BY c.from_date DESC LIMIT 1) r ON true
WHERE m.industry_key = (SELECT analytics_private.current_industry_key());
COMMENT ON VIEW analytics.meter_swaps IS
  'When another meter was installed in a unit: one row per swap. The hour of a swap counts each meter on its own, so '
  'its registers do not differ by its value.';

CREATE VIEW analytics.categories WITH (security_barrier) AS
SELECT c.generation, c.category_key, c.standard_category_id, s.sub_category ->> 'id' AS sub_category_id,
       s.sub_category ->> 'displayName' AS sub_category_name, s.position::int AS sub_category_position,
       n.unit_id, u.display_name AS unit_name
FROM tenant.category c
CROSS JOIN LATERAL jsonb_array_elements(c.sub_categories) WITH ORDINALITY AS s (sub_category, position)
LEFT JOIN LATERAL jsonb_array_elements_text(s.sub_category -> 'units') AS n (unit_id) ON true
LEFT JOIN tenant.unit u ON u.industry_key = c.industry_key AND u.unit_id = n.unit_id
WHERE c.industry_key = (SELECT analytics_private.current_industry_key());
COMMENT ON VIEW analytics.categories IS
  'Which unit stands in which sub-category of which category: one row per listing. A unit may be listed several '
  'times: choose one generation and category_key before adding up.';

END
$define$;
