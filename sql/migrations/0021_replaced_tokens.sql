-- Several refreshes at the same moment replace each other's access tokens: all of them are taken a little longer, not the last one only.

ALTER TABLE tenant.session
  -- Access tokens that refreshes have replaced and when; entry by entry together, those of the last minute.
  ADD COLUMN replaced_jtis text[] NOT NULL DEFAULT '{}',
  ADD COLUMN replaced_ats timestamptz[] NOT NULL DEFAULT '{}';
UPDATE tenant.session SET replaced_jtis = ARRAY[previous_token_jti], replaced_ats = ARRAY[replaced_at]
WHERE previous_token_jti IS NOT NULL AND replaced_at IS NOT NULL;
ALTER TABLE tenant.session DROP COLUMN previous_token_jti, DROP COLUMN replaced_at;
