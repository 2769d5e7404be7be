-- The group every analyst login belongs to. Roles are cluster-wide, so this may find it there already.
DO $$
BEGIN
  CREATE ROLE water_analyst NOLOGIN;
EXCEPTION WHEN duplicate_object THEN NULL;
END
$$;
