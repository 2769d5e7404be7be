-- Puts the views of schema analytics in place and lets analysts read them, and nothing else.

-- What the views are made of and what they are. While neither changes, a migration touches no view: it neither waits
-- for a running query nor takes away what others have built on the views.
CREATE OR REPLACE FUNCTION analytics_private.fingerprint() RETURNS text
LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT pg_catalog.md5(
    (SELECT coalesce(pg_catalog.string_agg(p.prosrc, '' ORDER BY p.proname), '')
     FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'analytics_private'::regnamespace AND p.proname LIKE 'define\_%')
    || (SELECT coalesce(pg_catalog.string_agg(c.relname || pg_catalog.pg_get_viewdef(c.oid)
                                              || coalesce(c.relacl::text, ''), '' ORDER BY c.relname), '')
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
  -- The newest first, because a view rests on older ones. Without CASCADE: what others have built on a view is theirs
  -- to take down first, and the message names it.
  FOR view_name IN
    SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('analytics', 'analytics_private') AND c.relkind = 'v'
    ORDER BY c.oid DESC
  LOOP
    EXECUTE 'DROP VIEW ' || view_name;
  END LOOP;
  CALL analytics_private.define_units();
  CALL analytics_private.define_readings();
  CALL analytics_private.define_figures();
  CALL analytics_private.define_hours();
  CALL analytics_private.define_rollups();
  CALL analytics_private.define_findings();
  CALL analytics_private.define_glossary();
  -- Earlier views rested on these.
  DROP FUNCTION IF EXISTS analytics_private.entries_of(jsonb);
  DROP PROCEDURE IF EXISTS
    analytics_private.define_2_units(), analytics_private.define_3_readings(), analytics_private.define_4_figures(),
    analytics_private.define_5_hours(), analytics_private.define_6_rollups(), analytics_private.define_6_findings(),
    analytics_private.define_7_glossary();
  GRANT USAGE ON SCHEMA analytics TO water_analyst;
  GRANT SELECT ON ALL TABLES IN SCHEMA analytics TO water_analyst;
  EXECUTE format('COMMENT ON SCHEMA analytics IS %L',
    'Figures of the industry of this login, read-only. Business dates, units of measure in the comments. Definition '
      || analytics_private.fingerprint());
END
$$;
