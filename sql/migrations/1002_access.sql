-- Access: users, their sessions and passwords, keys of devices, logins of analysts, and the limits on all of them.
-- Stands for 0001_tenants, 0006_analyst_logins, 0010_otp, 0011_limits, 0012_signed_in, 0018_previous_token.
-- Stands for 0021_replaced_tokens, 0044_device_keys, 0051_password_reset, 0062_known_network, 0067_keyed_networks.

CREATE TABLE tenant.app_user (
  user_key     integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  user_id      text NOT NULL,
  email        text NOT NULL,
  username     text NOT NULL,
  password_hash text NOT NULL,
  role         text NOT NULL CHECK (role IN ('user', 'admin', 'guest')),
  permissions  text[] NOT NULL DEFAULT '{}',
  email_ids    text[] NOT NULL DEFAULT '{}',
  phone_no     text,
  removed_at   timestamptz,
  -- Operators' tokens are not bound to a session record, so ending the records is not enough: tokens issued before this
  -- second are refused, but for those of the login that signed the others out.
  signed_out_at timestamptz,
  signed_out_except_sid text,
  UNIQUE (industry_key, user_id)
);
-- A login names no industry, so a name must belong to one person only.
CREATE UNIQUE INDEX app_user_username ON tenant.app_user (lower(username)) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX app_user_email ON tenant.app_user (lower(email)) WHERE removed_at IS NULL;
-- Numbers are written with or without their country code; what both have in common finds them.
CREATE INDEX app_user_phone ON tenant.app_user (right(ltrim(phone_no, '+'), 10))
  WHERE removed_at IS NULL AND phone_no IS NOT NULL;

-- One active record per (industry, user, device, base-address hash); holds the identity of the issued token, never the
-- token.
CREATE TABLE tenant.session (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  user_key     integer NOT NULL REFERENCES tenant.app_user,
  device_id    text NOT NULL,
  base_address_hash text NOT NULL,
  token_jti    text NOT NULL,
  refresh_jti  text NOT NULL,
  active       boolean NOT NULL DEFAULT true,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  -- From here on what a user is told of his sessions.
  logged_in_at timestamptz NOT NULL DEFAULT now(),
  -- Null: the refresh token never expires.
  refresh_expires_at timestamptz,
  -- As the client named them in its x- headers.
  device_type text,
  browser text,
  os text,
  -- Access tokens that refreshes have replaced and when, those of the last minute, entry by entry together. They are
  -- taken a little longer, because requests on their way and refreshes at the same moment would otherwise throw their
  -- user out.
  replaced_jtis text[] NOT NULL DEFAULT '{}',
  replaced_ats timestamptz[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (industry_key, user_key, device_id, base_address_hash)
);
CREATE INDEX session_token ON tenant.session (token_jti);

CREATE TABLE tenant.revoked_token (
  jti        text PRIMARY KEY,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE tenant.disabled (
  industry_id text NOT NULL,
  -- A userId is unique within its industry only. Empty: the whole industry.
  user_id     text NOT NULL DEFAULT '',
  since       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (industry_id, user_id)
);

-- The newest one-time password sent to a user: when, and whether it was used. Never the code, which is computed from
-- the instant. One row a user, so nothing piles up.
CREATE TABLE tenant.one_time_password (
  user_key integer PRIMARY KEY REFERENCES tenant.app_user,
  sent_at  timestamptz NOT NULL,
  used_at  timestamptz
);

-- Links by which a forgotten password is set anew. One row a user, so a new link takes the place of the former, and
-- nothing piles up.
CREATE TABLE tenant.password_reset (
  user_key   integer PRIMARY KEY REFERENCES tenant.app_user,
  -- SHA-256 of the token: 256 random bits, which nobody can try out. null: used, or its mail could not be sent.
  token_hash bytea UNIQUE,
  expires_at timestamptz NOT NULL,
  asked_at   timestamptz NOT NULL,
  -- When the mail server took the mail; null: not yet, or the link was not mailed.
  sent_at    timestamptz,
  -- Why the mail could not be sent; null: it was, or still may be.
  problem    text,
  used_at    timestamptz
);

-- Which industry a database login of an analyst sees. The login itself, with its password, is a role of the cluster.
CREATE TABLE tenant.analyst_login (
  role_name           text PRIMARY KEY,
  industry_key        integer NOT NULL REFERENCES tenant.industry,
  created_at          timestamptz NOT NULL,
  password_changed_at timestamptz NOT NULL
);

-- Keys with which devices and gateways send readings, so that no sender needs a person's password.
CREATE TABLE tenant.device_key (
  key_id       text PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  name         text NOT NULL,
  -- SHA-256 of the secret. A fast hash is enough, because the secret is 256 random bits that nobody can try out; a slow
  -- one would only cost every request of every device.
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

-- What was sent with a key, since its first day. A table of its own, because it changes every second while the key
-- itself hardly ever does.
CREATE TABLE tenant.device_key_use (
  key_id        text PRIMARY KEY REFERENCES tenant.device_key,
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  last_used_at  timestamptz NOT NULL,
  rows_accepted bigint NOT NULL,
  rows_refused  bigint NOT NULL,
  -- Rejection code to count.
  refusals      jsonb NOT NULL
);

-- What has been used of limits on requests, logins and one-time passwords, shared by all processes.
-- UNLOGGED: counts are written at every request and are worth nothing after a crash, so they are spared the log and its
-- flush. A crash of the database empties the table: every count begins anew.
CREATE UNLOGGED TABLE tenant.limit_use (
  key_hash bytea PRIMARY KEY,
  used     int[] NOT NULL,
  ends_at  timestamptz[] NOT NULL
) WITH (fillfactor = 50);

-- Networks from which accounts have logged in, as hashes of both with a key, because all addresses can be tried out on
-- a bare one, also in a back-up. Nobody elsewhere can lock an account out of these.
-- Logged, unlike counts of limits, because a crash must not make everybody's own network a stranger's. A login writes
-- one row.
CREATE TABLE tenant.known_network (
  key_hash    bytea PRIMARY KEY,
  known_until timestamptz NOT NULL
);
