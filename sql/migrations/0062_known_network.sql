-- Networks from which accounts have logged in, as hashes of both. Nobody elsewhere can lock an account out of these.
-- Logged, unlike counts of limits, because a crash must not make everybody's own network a stranger's. A login writes one row.
CREATE TABLE tenant.known_network (
  key_hash    bytea PRIMARY KEY,
  known_until timestamptz NOT NULL
);

INSERT INTO tenant.known_network (key_hash, known_until)
SELECT key_hash, ends_at[1] FROM tenant.limit_use WHERE used = '{0}';
DELETE FROM tenant.limit_use WHERE used = '{0}';
