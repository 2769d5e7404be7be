-- A link of a password knows the request that it was made for, so that a job which is worked again mails no second one.
ALTER TABLE tenant.password_reset ADD COLUMN request_id uuid;
COMMENT ON COLUMN tenant.password_reset.request_id IS
  'Request that the link was made for; null: handed out without a mail, or of an earlier version.';
