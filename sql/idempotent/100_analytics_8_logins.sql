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
END
$$;
COMMENT ON PROCEDURE analytics_private.put_login(text, text) IS
  'Creates the login with this SCRAM-SHA-256 verifier, or gives the existing one this verifier, as a member of water_analyst.';

CREATE OR REPLACE PROCEDURE analytics_private.drop_login(p_role text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DROP ROLE IF EXISTS %I', p_role);
END
$$;
COMMENT ON PROCEDURE analytics_private.drop_login(text) IS 'Removes the login; its open sessions see nothing any more.';

-- Logins of before the functions of schema public were for them: the same path as new ones, where it is still the one they were made with.
DO $$
DECLARE
  earlier text;
BEGIN
  FOR earlier IN
    SELECT l.role_name FROM tenant.analyst_login l JOIN pg_catalog.pg_roles r ON r.rolname = l.role_name JOIN pg_catalog.pg_db_role_setting s ON s.setrole = r.oid AND s.setdatabase = 0
    WHERE 'search_path=analytics' = ANY (s.setconfig)
  LOOP
    EXECUTE format('ALTER ROLE %I SET search_path = analytics, public', earlier);
  END LOOP;
EXCEPTION WHEN insufficient_privilege THEN NULL;
END
$$;
