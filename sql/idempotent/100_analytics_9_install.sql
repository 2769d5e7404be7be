-- Puts the views of schema analytics in place and lets analysts read them, and nothing else.

-- What the views are made of and what they are. While neither changes, a migration touches no view: it neither waits for a
-- running query nor takes away what others have built on the views.
CREATE OR REPLACE FUNCTION analytics_private.fingerprint() RETURNS text
LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT pg_catalog.md5(
    (SELECT coalesce(pg_catalog.string_agg(p.prosrc, '' ORDER BY p.proname), '')
     FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'analytics_private'::regnamespace AND p.proname LIKE 'define\_%')
    || (SELECT coalesce(pg_catalog.string_agg(c.relname || pg_catalog.pg_get_viewdef(c.oid) || coalesce(c.relacl::text, ''), '' ORDER BY c.relname), '')
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ('analytics', 'analytics_private') AND c.relkind = 'v'))
$$;

DO $$
DECLARE
  view_name text;
BEGIN
  CREATE SCHEMA IF NOT EXISTS analytics;
  IF obj_description('analytics'::regnamespace, 'pg_namespace') LIKE '%' || analytics_private.fingerprint() THEN
    RETURN;
  END IF;
  -- Without CASCADE: what others have built on a view is theirs to take down first, and the message names it.
  FOR view_name IN
    SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('analytics', 'analytics_private') AND c.relkind = 'v'
    ORDER BY n.nspname, c.relname
  LOOP
    EXECUTE 'DROP VIEW ' || view_name;
  END LOOP;
  CALL analytics_private.define_2_units();
  CALL analytics_private.define_3_readings();
  CALL analytics_private.define_4_figures();
  CALL analytics_private.define_5_hours();
  CALL analytics_private.define_6_rollups();
  CALL analytics_private.define_7_glossary();
  GRANT USAGE ON SCHEMA analytics TO water_analyst;
  -- TimescaleDB looks its functions up by name as the querying login; an earlier installation may have revoked this from PUBLIC.
  GRANT USAGE ON SCHEMA _timescaledb_functions TO water_analyst;
  GRANT SELECT ON ALL TABLES IN SCHEMA analytics TO water_analyst;
  EXECUTE format('COMMENT ON SCHEMA analytics IS %L',
    'Figures of the industry of this login, read-only. Business dates, units of measure in the comments. Definition ' || analytics_private.fingerprint());
END
$$;

-- What PostgreSQL and the extension let every login do and an analyst must not: name things in other schemas, write large objects,
-- block or wake up the service. Asked before it is taken away, so that a second run writes nothing; where the owner of the database
-- does not own these, they stay as they are. The planner of the extension looks up _timescaledb_functions by name, as whoever
-- asks, so that one stays open, but not its volatile functions: those do upkeep, one of them with the owner's rights.
DO $$
DECLARE
  taken record;
BEGIN
  FOR taken IN
    SELECT n.oid::regnamespace AS name FROM pg_namespace n
    WHERE n.nspname <> 'analytics' AND n.nspname NOT IN ('pg_catalog', 'information_schema', '_timescaledb_functions')
      AND (has_schema_privilege('public', n.oid, 'USAGE') OR has_schema_privilege('public', n.oid, 'CREATE'))
      AND pg_has_role(n.nspowner, 'USAGE')
  LOOP
    EXECUTE format('REVOKE ALL ON SCHEMA %s FROM PUBLIC', taken.name);
  END LOOP;
  FOR taken IN
    SELECT p.oid::regprocedure AS name FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE (n.nspname = 'pg_catalog'
             AND p.proname LIKE ANY (ARRAY['lo\_%', 'lowrite', 'pg\_advisory\_%', 'pg\_try\_advisory\_%', 'pg\_notify', 'pg\_logical\_emit\_message'])
           OR n.nspname = '_timescaledb_functions' AND p.provolatile = 'v')
      AND has_function_privilege('public', p.oid, 'EXECUTE') AND pg_has_role(p.proowner, 'USAGE')
  LOOP
    EXECUTE format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', taken.name);
  END LOOP;
  IF has_database_privilege('public', current_database(), 'TEMPORARY')
     AND (SELECT pg_has_role(d.datdba, 'USAGE') FROM pg_database d WHERE d.datname = current_database()) THEN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
END
$$;
