-- The ledger of migrations. It has to exist before any file of sql/migrations can be found to have run.

-- name: lock
-- Two processes that start together wait for each other, until the transaction ends.
SELECT pg_advisory_xact_lock(7224001);

-- name: create_ledger
CREATE TABLE IF NOT EXISTS public.schema_migration (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());

-- name: applied
SELECT name, checksum FROM public.schema_migration;

-- name: record
INSERT INTO public.schema_migration (name, checksum) VALUES (@name, @text);

-- name: forget
-- Other files stand for these.
DELETE FROM public.schema_migration WHERE name = ANY (@replaced);
