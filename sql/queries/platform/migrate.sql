-- The ledger of migrations. The table must exist before any file of sql/migrations can be found to have run.

-- name: lock
-- The lock makes a second process that starts at the same time wait until the transaction ends.
SELECT pg_advisory_xact_lock(7224001);

-- name: outwait_autovacuum
-- Lets the transaction wait for a lock until the server has ended an autovacuum that holds it. The server does so for
-- who has waited deadlock_timeout, which counts milliseconds.
SELECT set_config('lock_timeout', (setting::int * 3 / 2)::text, true) FROM pg_settings WHERE name = 'deadlock_timeout';

-- name: create_ledger
CREATE TABLE IF NOT EXISTS public.schema_migration (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());

-- name: applied
SELECT name, checksum FROM public.schema_migration;

-- name: record
INSERT INTO public.schema_migration (name, checksum) VALUES (@name, @text);

-- name: forget
-- Removes files that others have replaced.
DELETE FROM public.schema_migration WHERE name = ANY (@replaced);
