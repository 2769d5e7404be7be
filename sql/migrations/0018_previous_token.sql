-- The access token that a refresh has replaced is taken a little longer: requests on their way and refreshes at the same moment
-- would otherwise throw their user out.

ALTER TABLE tenant.session
  ADD COLUMN previous_token_jti text,
  ADD COLUMN replaced_at timestamptz;

-- It takes the instant and returns more columns now; sql/idempotent makes it anew.
DROP FUNCTION IF EXISTS tenant.token_standing(text, text, text, text, text);
