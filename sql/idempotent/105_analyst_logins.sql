-- Logins of analysts. Only whoever may create roles can use these: they run with the caller's rights.

CREATE OR REPLACE PROCEDURE analytics_private.put_login(p_role text, p_password_verifier text) LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = p_role) THEN
    EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', p_role, p_password_verifier);
  ELSE
    -- The limit keeps one analyst's tool from using up the connections of the service.
    EXECUTE format('CREATE ROLE %I LOGIN CONNECTION LIMIT 10 PASSWORD %L', p_role, p_password_verifier);
  END IF;
  EXECUTE format('GRANT water_analyst TO %I', p_role);
  -- Conveniences of a session, which it may change: what it cannot reach is decided by grants alone.
  EXECUTE format('ALTER ROLE %I SET search_path = analytics, public', p_role);
  EXECUTE format('ALTER ROLE %I SET default_transaction_read_only = on', p_role);
  EXECUTE format('ALTER ROLE %I SET statement_timeout = %L', p_role, '60s');
  EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = %L', p_role, '60s');
  -- A whole transaction, because an open one holds back vacuum and changes of the schema. PostgreSQL has the setting
  -- since 17.
  IF current_setting('server_version_num')::int >= 170000 THEN
    EXECUTE format('ALTER ROLE %I SET transaction_timeout = %L', p_role, '60s');
  END IF;
END
$$;
COMMENT ON PROCEDURE analytics_private.put_login(text, text) IS
  'Creates the login with this SCRAM-SHA-256 verifier, or gives the existing one this verifier, as a member of '
  'water_analyst.';

CREATE OR REPLACE PROCEDURE analytics_private.drop_login(p_role text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DROP ROLE IF EXISTS %I', p_role);
END
$$;
COMMENT ON PROCEDURE analytics_private.drop_login(text) IS 'Removes the login; its open sessions see nothing any more.';

-- Logins made by an earlier release get what new ones get: the path, where it is still the one they were made with, and
-- the deadline.
DO $$
DECLARE
  earlier record;
BEGIN
  FOR earlier IN
    SELECT l.role_name, coalesce(s.setconfig, '{}') AS settings
    FROM tenant.analyst_login l JOIN pg_catalog.pg_roles r ON r.rolname = l.role_name
    LEFT JOIN pg_catalog.pg_db_role_setting s ON s.setrole = r.oid AND s.setdatabase = 0
  LOOP
    IF 'search_path=analytics' = ANY (earlier.settings) THEN
      EXECUTE format('ALTER ROLE %I SET search_path = analytics, public', earlier.role_name);
    END IF;
    IF current_setting('server_version_num')::int >= 170000
      AND NOT EXISTS (SELECT FROM unnest(earlier.settings) AS x WHERE x LIKE 'transaction_timeout=%') THEN
      EXECUTE format('ALTER ROLE %I SET transaction_timeout = %L', earlier.role_name, '60s');
    END IF;
  END LOOP;
EXCEPTION WHEN insufficient_privilege THEN NULL;
END
$$;
