-- What PostgreSQL and the extension let every login do and an analyst must not: name things in other schemas, write
-- large objects, block or wake up the service. Asked before it is taken away, so that a second run writes nothing; what
-- whoever runs this does not own stays as it is, so on a server a superuser runs this file too, once, before the first
-- analyst (sql/README.md). The owner of the database, whose login the service uses, keeps all of it. The extension
-- looks up names in the schemas listed first as whoever asks: its sequences at a session's first statement, its
-- functions when it plans. So these stay open, but not their tables, nor the volatile functions: those do upkeep, one
-- of them with the owner's rights. Of the functions the extension is used by, analysts get the few that read; the
-- schema is opened to them only where they can run nothing else in it.
DO $$
DECLARE
  taken record;
  looked_into CONSTANT name[] := ARRAY['_timescaledb_catalog', '_timescaledb_config', '_timescaledb_internal',
                                       '_timescaledb_functions'];
  for_analysts CONSTANT name[] := ARRAY['time_bucket', 'time_bucket_gapfill', 'locf', 'first', 'last', 'histogram'];
  keeper CONSTANT text := (SELECT d.datdba::regrole::text FROM pg_database d WHERE d.datname = current_database());
BEGIN
  FOR taken IN
    SELECT n.oid::regnamespace AS name FROM pg_namespace n
    WHERE n.nspname = ANY (looked_into) AND NOT has_schema_privilege('public', n.oid, 'USAGE')
      AND pg_has_role(n.nspowner, 'USAGE')
  LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA %s TO PUBLIC', taken.name);
  END LOOP;
  FOR taken IN
    SELECT c.oid::regclass AS name FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = ANY (looked_into) AND c.relkind IN ('r', 'v', 'S')
      AND EXISTS (SELECT FROM aclexplode(c.relacl) AS a WHERE a.grantee = 0) AND pg_has_role(c.relowner, 'USAGE')
  LOOP
    EXECUTE format('GRANT SELECT ON %s TO %s', taken.name, keeper);
    EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', taken.name);
  END LOOP;
  FOR taken IN
    SELECT n.oid::regnamespace AS name FROM pg_namespace n
    WHERE n.nspname <> 'analytics' AND n.nspname <> ALL (looked_into || '{pg_catalog, information_schema}'::name[])
      AND (has_schema_privilege('public', n.oid, 'USAGE') OR has_schema_privilege('public', n.oid, 'CREATE'))
      AND pg_has_role(n.nspowner, 'USAGE')
  LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA %s TO %s', taken.name, keeper);
    EXECUTE format('REVOKE ALL ON SCHEMA %s FROM PUBLIC', taken.name);
  END LOOP;
  FOR taken IN
    SELECT p.oid::regprocedure AS name FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE (n.nspname = 'pg_catalog'
             AND p.proname LIKE ANY (ARRAY['lo\_%', 'lowrite', 'pg\_advisory\_%', 'pg\_try\_advisory\_%', 'pg\_notify',
                                           'pg\_logical\_emit\_message'])
           OR n.nspname = '_timescaledb_functions' AND p.provolatile = 'v'
           OR n.nspname = 'public' AND p.proname <> ALL (for_analysts))
      AND has_function_privilege('public', p.oid, 'EXECUTE') AND pg_has_role(p.proowner, 'USAGE')
  LOOP
    EXECUTE format('GRANT EXECUTE ON ROUTINE %s TO %s', taken.name, keeper);
    EXECUTE format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', taken.name);
  END LOOP;
  -- Asked again each time: an update of the extension brings functions that everybody may run.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'water_analyst')
    AND (SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = 'public') THEN
    IF EXISTS (SELECT FROM pg_proc p
               WHERE p.pronamespace = 'public'::regnamespace AND p.proname <> ALL (for_analysts)
                 AND has_function_privilege('water_analyst', p.oid, 'EXECUTE'))
       OR EXISTS (SELECT FROM pg_class c
                  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
                    AND has_table_privilege('water_analyst', c.oid, 'SELECT')) THEN
      IF has_schema_privilege('water_analyst', 'public', 'USAGE') THEN
        REVOKE USAGE ON SCHEMA public FROM water_analyst;
      END IF;
    ELSIF NOT has_schema_privilege('water_analyst', 'public', 'USAGE') THEN
      GRANT USAGE ON SCHEMA public TO water_analyst;
    END IF;
  END IF;
  IF has_database_privilege('public', current_database(), 'TEMPORARY')
     AND (SELECT pg_has_role(d.datdba, 'USAGE') FROM pg_database d WHERE d.datname = current_database()) THEN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
END
$$;
