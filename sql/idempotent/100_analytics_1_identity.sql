-- Whose rows a login of schema analytics sees, and the small rules its views share.
--
-- analytics_private holds what the views are made of: analysts have no USAGE on it, so they cannot name anything in it,
-- and only the functions a view calls on their behalf are executable for them.

CREATE SCHEMA IF NOT EXISTS analytics_private;

-- Runs with the owner's rights, as the functions of 100_analytics_6 do. None takes an argument: there is nothing to ask
-- this one but "which industry am I", and session_user is the login whatever role was set afterwards.
CREATE OR REPLACE FUNCTION analytics_private.current_industry_key() RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL RESTRICTED SET search_path = '' AS $$
  SELECT l.industry_key
  FROM tenant.analyst_login l
  JOIN tenant.industry i ON i.industry_key = l.industry_key
  WHERE l.role_name = session_user::text
    AND NOT EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id = '')
$$;
COMMENT ON FUNCTION analytics_private.current_industry_key() IS
  'Industry of the login of this session; null for every other login, the owner included, and while the industry is '
  'disabled.';

-- GROUP_OF_STANDARD_CATEGORY of src/kernel/measure/unit.ts; a test holds the two together.
CREATE OR REPLACE FUNCTION analytics_private.unit_group(p_standard_category_id text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN p_standard_category_id IN ('FLOW_CATEGORY', 'sourceCategory', 'FLOW') THEN 'FLOW'
    WHEN p_standard_category_id IN ('CONSUMPTION', 'CONSUMPTION_CATEGORY') THEN 'CONSUMPTION'
    WHEN p_standard_category_id IN ('ENERGY_CATEGORY', 'ENERGY_MULTI', 'energyCategory', 'ENERGY') THEN 'ENERGY'
    WHEN p_standard_category_id IN ('STOCK_CATEGORY', 'stockCategory', 'STOCK') THEN 'STOCK'
    WHEN p_standard_category_id IN ('QUALITY_CATEGORY', 'qualityCategory', 'QUALITY') THEN 'QUALITY'
    WHEN p_standard_category_id = 'GROUND_WATER_LEVEL' THEN 'GROUND_WATER_LEVEL'
    WHEN p_standard_category_id IN ('virtualCategory', 'VIRTUAL_CATEGORY', 'VIRTUAL') THEN 'VIRTUAL'
  END
$$;
COMMENT ON FUNCTION analytics_private.unit_group(text) IS
  'Group whose rules compute the figures of a standardCategoryId; null for an unknown one.';

CREATE OR REPLACE FUNCTION analytics_private.division_factor(p_standard_category_id text) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_standard_category_id IN ('GROUND_WATER_LEVEL', 'QUALITY_CATEGORY', 'qualityCategory',
                                              'QUALITY') THEN 1 ELSE 1000 END::numeric
$$;
COMMENT ON FUNCTION analytics_private.division_factor(text) IS
  'What a figure is divided by to be in the si_unit of its unit: 1000, but 1 for ground water levels and quality, '
  'which are not milli-units.';

-- toDisplay of src/figures/rules/figures/display.ts, so that a figure here is the figure of an answer or a report.
-- Times the reciprocal, because a division of numerics stops at 16 digits or so.
CREATE OR REPLACE FUNCTION analytics_private.display(p_value numeric, p_division_factor numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT trim_scale(round(p_value * (1 / p_division_factor), 9)) $$;
COMMENT ON FUNCTION analytics_private.display(numeric, numeric) IS
  'A raw figure divided: the number answers and reports show.';
