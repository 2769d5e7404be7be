-- Logins of analysts: a database role and the industry that it sees. The primary key (role_name) answers.

-- name: lock
-- The lock admits one change of logins at a time, to the end of the transaction, because roles belong to the whole
-- cluster and cannot be upserted.
SELECT pg_advisory_xact_lock(7224003);

-- name: find
-- One row: whether a role of this name exists, and its industry, null when the role was not made here.
SELECT EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = @name) AS role_exists,
       (SELECT i.industry_id FROM tenant.analyst_login l JOIN tenant.industry i USING (industry_key)
        WHERE l.role_name = @name) AS industry_id;

-- name: record
INSERT INTO tenant.analyst_login AS l (role_name, industry_key, created_at, password_changed_at)
VALUES (@name, @industryKey, @at, @at)
ON CONFLICT (role_name) DO UPDATE SET password_changed_at = excluded.password_changed_at;

-- name: put_role
CALL analytics_private.put_login(@name, @passwordVerifier);

-- name: drop_role
CALL analytics_private.drop_login(@name);

-- name: forget
DELETE FROM tenant.analyst_login WHERE role_name = @name;

-- name: rights
-- Rights that a superuser's set-up has left to logins of analysts, asked of their group. sql/server/setup.sql removes
-- the first five and grants the last one.
SELECT has_table_privilege('water_analyst', '_timescaledb_catalog.chunk', 'SELECT') AS reads_catalog,
       has_function_privilege('water_analyst', 'pg_catalog.pg_notify(text, text)', 'EXECUTE') AS wakes_service,
       has_function_privilege('water_analyst', 'pg_catalog.pg_advisory_lock(bigint)', 'EXECUTE') AS takes_locks,
       has_function_privilege('water_analyst', 'pg_catalog.lo_create(oid)', 'EXECUTE') AS makes_large_objects,
       EXISTS (SELECT FROM pg_proc p
               WHERE p.pronamespace = '_timescaledb_functions'::regnamespace AND p.provolatile = 'v'
                 AND has_function_privilege('water_analyst', p.oid, 'EXECUTE')) AS runs_upkeep,
       has_schema_privilege('water_analyst', e.extnamespace, 'USAGE') AS has_time_bucket
FROM pg_extension e WHERE e.extname = 'timescaledb';
