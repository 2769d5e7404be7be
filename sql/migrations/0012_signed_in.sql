-- What a user is told of his sessions, and since when an operator's earlier tokens count no more.

ALTER TABLE tenant.session
  ADD COLUMN logged_in_at timestamptz NOT NULL DEFAULT now(),
  -- Null: the refresh token never expires.
  ADD COLUMN refresh_expires_at timestamptz,
  -- As the client named them in its x- headers.
  ADD COLUMN device_type text,
  ADD COLUMN browser text,
  ADD COLUMN os text;
UPDATE tenant.session SET logged_in_at = updated_at;

-- Operators' tokens are not bound to a session record, so ending the records is not enough: tokens issued before this second are
-- refused, but for those of the login that signed the others out.
ALTER TABLE tenant.app_user
  ADD COLUMN signed_out_at timestamptz,
  ADD COLUMN signed_out_except_sid text;

-- It returns more columns now; sql/idempotent makes it anew.
DROP FUNCTION IF EXISTS tenant.token_standing(text, text, text, text, text);
