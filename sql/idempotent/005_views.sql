-- Creates a view, or replaces it where its definition differs. A replacement waits for every transaction that has read
-- the view, and a month being sealed is a long one. The database prints a definition in its own words, so a temporary
-- view tells whether two are equal.
CREATE OR REPLACE PROCEDURE telemetry.define_view (view_name text, definition text)
LANGUAGE plpgsql AS $$
DECLARE
  present text := pg_get_viewdef(to_regclass('telemetry.' || quote_ident(view_name)));
  wanted text;
BEGIN
  EXECUTE 'CREATE TEMPORARY VIEW defined_view AS ' || definition;
  wanted := pg_get_viewdef('pg_temp.defined_view'::regclass);
  DROP VIEW pg_temp.defined_view;
  IF present IS DISTINCT FROM wanted THEN
    EXECUTE format('CREATE OR REPLACE VIEW telemetry.%I AS %s', view_name, definition);
  END IF;
END
$$;
COMMENT ON PROCEDURE telemetry.define_view IS
  'Creates a view, or replaces it where its definition differs. Readers of an unchanged view hold up no start.';
