-- The rules of an industry's clock as the service reads them.

-- SETOF, STABLE and not STRICT, because then the planner puts the body in place of the call: one probe of the primary
-- key of tenant.industry_clock.
CREATE OR REPLACE FUNCTION tenant.clock_rules(of_industry int) RETURNS SETOF json
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT json_agg(json_build_object('fromDate', k.from_date::text, 'timezone', k.timezone,
                                    'shiftStartAt', k.shift_start_at::text, 'daysOffset', k.days_offset)
                  ORDER BY k.from_date)
  FROM tenant.industry_clock k WHERE k.industry_key = of_industry
$$;
COMMENT ON FUNCTION tenant.clock_rules IS
  'One row: the rules of the industry''s clock as a list of objects, the oldest first; null for an unknown industry.';
