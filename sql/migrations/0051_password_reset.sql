-- Links by which a forgotten password is set anew. One row a user, so a new link takes the place of the former, and nothing piles up.

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
