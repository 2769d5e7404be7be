-- Industries with everything that figures depend on. Primary keys answer every part.

-- name: find
-- One row: the industry, the rules of its clock (oldest first), its units, retired ones included, with all their
-- versions (oldest first), its categories, and the meters that were exchanged (oldest first).
SELECT i.industry_key, i.industry_id, i.industry_name, i.place, i.is_active, i.is_test,
       (SELECT rules FROM tenant.clock_rules(i.industry_key) AS rules) AS clock,
       i.virtual_negative_calc, i.meta,
       (SELECT json_agg(json_build_object(
                 'unitKey', u.unit_key, 'unitId', u.unit_id, 'displayName', u.display_name, 'siUnit', u.si_unit,
                 'retiredAtEpochMs', round(date_part('epoch', u.removed_at) * 1000),
                 'versions', (SELECT versions FROM tenant.unit_versions(u.unit_key) AS versions))
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
       (SELECT rules FROM tenant.clock_rules(i.industry_key) AS rules) AS clock
FROM tenant.industry i
ORDER BY i.industry_id;

-- name: lock_provisioning
-- The lock admits one provisioning at a time, because a bundle is compared with the stored industry and names are
-- unique over all industries.
SELECT pg_advisory_xact_lock(7224002);
