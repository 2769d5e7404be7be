-- The newest one-time password sent to a user: when, and whether it was used. Never the code, which is computed from the instant.
-- One row a user, so nothing piles up.
CREATE TABLE tenant.one_time_password (
  user_key integer PRIMARY KEY REFERENCES tenant.app_user,
  sent_at  timestamptz NOT NULL,
  used_at  timestamptz
);

-- Numbers are written with or without their country code; what both have in common finds them.
CREATE INDEX app_user_phone ON tenant.app_user (right(ltrim(phone_no, '+'), 10)) WHERE removed_at IS NULL AND phone_no IS NOT NULL;
