-- Industries with everything that figures depend on. Primary keys answer every part.

-- name: find
-- One row: the industry, the rules of its clock (oldest first), its units, retired ones included, with all their
-- versions (oldest first), its categories, and the meters that were exchanged (oldest first).
SELECT i.industry_key, i.industry_id, i.industry_name, i.place, i.is_active, i.is_test,
       (SELECT json_agg(json_build_object('fromDate', k.from_date::text, 'timezone', k.timezone, 'shiftStartAt',
                                          k.shift_start_at::text,
                                          'daysOffset', k.days_offset) ORDER BY k.from_date)
        FROM tenant.industry_clock k WHERE k.industry_key = i.industry_key) AS clock,
       i.virtual_negative_calc, i.meta,
       (SELECT json_agg(json_build_object(
                 'unitKey', u.unit_key, 'unitId', u.unit_id, 'displayName', u.display_name, 'siUnit', u.si_unit,
                 'retiredAtEpochMs', round(date_part('epoch', u.removed_at) * 1000),
                 'versions', (SELECT json_agg(json_build_object(
                                'effectiveFrom', v.effective_from::text,
                                'standardCategoryId', v.standard_category_id, 'flowFactor', v.flow_factor,
                                'minNonZeroThreshold', v.min_non_zero_threshold, 'maxCapacity', v.max_capacity,
                                'dataUpdateFrequencySeconds', v.data_update_frequency_seconds, 'params', v.params,
                                'pRefKilowatts', v.p_ref_kilowatts, 'calculations', v.calculations,
                                'registerChecks', v.register_checks, 'volumeCurve', v.volume_curve, 'meta', v.meta)
                                  ORDER BY v.effective_from)
                              FROM tenant.unit_version v WHERE v.unit_key = u.unit_key))
                              ORDER BY u.position, u.unit_key)
        FROM tenant.unit u WHERE u.industry_key = i.industry_key) AS units,
       (SELECT json_agg(json_build_object('generation', c.generation, 'categoryKey', c.category_key,
                          'standardCategoryId', c.standard_category_id, 'subCategories', c.sub_categories)
                            ORDER BY c.position)
        FROM tenant.category c WHERE c.industry_key = i.industry_key) AS categories,
       (SELECT json_agg(json_build_object('unitKey', m.unit_key, 'installedAtEpochMs',
                                          round(date_part('epoch', m.installed_at) * 1000), 'serial', m.serial,
                          'initialRegister', m.initial_register, 'finalRegisterOfOld', m.final_register_of_old)
                            ORDER BY m.installed_at)
        FROM tenant.meter m WHERE m.industry_key = i.industry_key) AS meters
FROM tenant.industry i
WHERE i.industry_id = @industryId;

-- name: version
-- The version of industry @industryId, as tenant.token_standing tells it of requests. The key of ids answers.
SELECT updated_at::text AS version FROM tenant.industry WHERE industry_id = @industryId;

-- name: list
-- All industries with the settings that decide their days, for schedules.
SELECT i.industry_key, i.industry_id, i.industry_name, i.is_active, i.is_test,
       (SELECT json_agg(json_build_object('fromDate', k.from_date::text, 'timezone', k.timezone, 'shiftStartAt',
                                          k.shift_start_at::text,
                                          'daysOffset', k.days_offset) ORDER BY k.from_date)
        FROM tenant.industry_clock k WHERE k.industry_key = i.industry_key) AS clock
FROM tenant.industry i
ORDER BY i.industry_id;

-- name: lock_provisioning
-- The lock admits one provisioning at a time, because a bundle is compared with the stored industry and names are
-- unique over all industries.
SELECT pg_advisory_xact_lock(7224002);
