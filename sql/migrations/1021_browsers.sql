-- Browsers that show alerts by push messages, and the key by which their push services know this installation.

-- One row: browsers are bound to its public half, so it is made once.
CREATE TABLE alerting.push_key (
  is_only     boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  public_key  text NOT NULL,
  private_key text NOT NULL,
  made_at     timestamptz NOT NULL
);

-- A browser of a person. Its endpoint addresses one browser, so one person has it at a time.
CREATE TABLE alerting.browser (
  browser_id     uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  industry_key   integer NOT NULL REFERENCES tenant.industry,
  user_key       integer NOT NULL REFERENCES tenant.app_user,
  endpoint       text NOT NULL UNIQUE,
  -- Keys of the browser, by which messages are sealed.
  p256dh         text NOT NULL,
  auth           text NOT NULL,
  -- As the browser calls itself.
  browser_name   text NOT NULL,
  -- Incidents that are less severe are not told.
  least_severity text NOT NULL CHECK (least_severity IN ('critical', 'high', 'medium', 'low')),
  added_at       timestamptz NOT NULL
);
CREATE INDEX browser_of_user ON alerting.browser (industry_key, user_key);

ALTER TABLE alerting.delivery DROP CONSTRAINT delivery_channel_check;
ALTER TABLE alerting.delivery ADD CONSTRAINT delivery_channel_check
  CHECK (channel IN ('email', 'sms', 'chat-messaging', 'push', 'web', 'chat-space', 'browser'));
