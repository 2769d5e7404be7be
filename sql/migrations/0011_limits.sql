-- What has been used of limits on requests, logins and one-time passwords, shared by all processes.
-- UNLOGGED: counts are written at every request and are worth nothing after a crash, so they are spared the log and its flush. A crash of
-- the database empties the table: every count begins anew.
CREATE UNLOGGED TABLE tenant.limit_use (
  key_hash bytea PRIMARY KEY,
  used     int[] NOT NULL,
  ends_at  timestamptz[] NOT NULL
) WITH (fillfactor = 50);
