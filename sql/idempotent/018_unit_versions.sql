-- Versions of a unit: the one that counts on a business day, and all of them.

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

-- All versions of a unit as the service reads them. It is put in place of the call likewise.
CREATE OR REPLACE FUNCTION tenant.unit_versions(of_unit int) RETURNS SETOF json
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT json_agg(json_build_object(
           'effectiveFrom', v.effective_from::text, 'standardCategoryId', v.standard_category_id,
           'flowFactor', v.flow_factor, 'minNonZeroThreshold', v.min_non_zero_threshold,
           'maxCapacity', v.max_capacity, 'dataUpdateFrequencySeconds', v.data_update_frequency_seconds,
           'params', v.params, 'pRefKilowatts', v.p_ref_kilowatts, 'calculations', v.calculations,
           'registerChecks', v.register_checks, 'volumeCurve', v.volume_curve, 'meta', v.meta)
         ORDER BY v.effective_from)
  FROM tenant.unit_version v WHERE v.unit_key = of_unit
$$;
COMMENT ON FUNCTION tenant.unit_versions IS
  'One row: the versions of the unit as a list of objects, the oldest first; null for a unit without any.';
