-- Keys with which devices and gateways send readings, so that no sender needs a person's password.

CREATE TABLE tenant.device_key (
  key_id       text PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  name         text NOT NULL,
  -- SHA-256 of the secret. A fast hash is enough, because the secret is 256 random bits that nobody can try out; a slow one would only cost
  -- every request of every device.
  secret_hash  bytea NOT NULL,
  -- null: all units of the industry.
  unit_ids     text[],
  created_by   text NOT NULL,
  created_at   timestamptz NOT NULL,
  -- null: never.
  expires_at   timestamptz,
  revoked_at   timestamptz,
  -- The key that this one takes the place of.
  rotated_from text REFERENCES tenant.device_key
);
CREATE INDEX device_key_of_industry ON tenant.device_key (industry_key, created_at);
CREATE INDEX device_key_rotated ON tenant.device_key (rotated_from) WHERE rotated_from IS NOT NULL;

-- What was sent with a key, since its first day. A table of its own, because it changes every second while the key itself hardly ever does.
CREATE TABLE tenant.device_key_use (
  key_id        text PRIMARY KEY REFERENCES tenant.device_key,
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  last_used_at  timestamptz NOT NULL,
  rows_accepted bigint NOT NULL,
  rows_refused  bigint NOT NULL,
  -- Rejection code to count.
  refusals      jsonb NOT NULL
);
