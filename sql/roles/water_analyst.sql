-- The group every analyst login belongs to. Roles are cluster-wide, so this may find it there already; asked first,
-- because a login that may not create roles is refused even what exists.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'water_analyst') THEN
    CREATE ROLE water_analyst NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object THEN NULL;
END
$$;
