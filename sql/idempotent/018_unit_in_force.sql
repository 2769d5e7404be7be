-- Which version of a unit counts on a business day.

-- The body is one SELECT, STABLE and not STRICT, because then the planner puts it in place of the call: one probe of
-- the primary key of tenant.unit_version. Views for analysts have the same written out, because a function called in a
-- view reads with the rights of whoever asks.
CREATE OR REPLACE FUNCTION tenant.unit_in_force(of_unit int, on_date date) RETURNS SETOF tenant.unit_version
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT * FROM tenant.unit_version v
  WHERE v.unit_key = of_unit AND v.effective_from <= on_date
  ORDER BY v.effective_from DESC LIMIT 1
$$;
COMMENT ON FUNCTION tenant.unit_in_force IS
  'The version of the unit that counts on business day on_date, infinity for the latest: one row, or none before the '
  'first version.';
