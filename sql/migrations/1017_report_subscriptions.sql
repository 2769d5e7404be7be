-- Subscriptions to reports: what people of an industry have mailed to themselves and others, beside what the industry's
-- configuration mails.

-- One row a subscription. A removed one stays for the reports that it has sent.
CREATE TABLE reporting.subscription (
  subscription_key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  subscription_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- {service, reportType, choice: {layout, unitIds, subCategories}}, as an entry of sent_report.reports.
  report        jsonb NOT NULL,
  formats       text[] NOT NULL,
  frequency     text NOT NULL CHECK (frequency IN ('daily', 'weekly', 'monthly')),
  -- 1: Monday.
  weekday       smallint CHECK (weekday BETWEEN 1 AND 7),
  -- Beyond the end of a shorter month: its last day.
  month_day     smallint CHECK (month_day BETWEEN 1 AND 31),
  -- HH:MM by the clocks of the industry's zone.
  local_time    text NOT NULL,
  mail_language      text NOT NULL CHECK (mail_language IN ('en', 'hi')),
  created_by    integer NOT NULL REFERENCES tenant.app_user,
  created_at    timestamptz NOT NULL,
  paused_at     timestamptz,
  removed_at    timestamptz,
  -- When it is asked for next.
  next_at       timestamptz NOT NULL,
  -- Why its newest report could not be made, and when; null: it could.
  problem       text,
  problem_at    timestamptz,
  CHECK ((frequency = 'weekly') = (weekday IS NOT NULL)),
  CHECK ((frequency = 'monthly') = (month_day IS NOT NULL))
);
CREATE INDEX subscription_due ON reporting.subscription (next_at) WHERE paused_at IS NULL AND removed_at IS NULL;
CREATE INDEX subscription_of_industry ON reporting.subscription (industry_key) WHERE removed_at IS NULL;

-- A person of the industry, or an address outside of it. Those of a removed subscription are gone.
CREATE TABLE reporting.subscription_recipient (
  recipient_key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  subscription_key integer NOT NULL REFERENCES reporting.subscription ON DELETE CASCADE,
  recipient_id  uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  user_key      integer REFERENCES tenant.app_user,
  address       text,
  -- Who answers for an address outside: without this person's right to send, nothing is sent to the address.
  added_by      integer NOT NULL REFERENCES tenant.app_user,
  added_at      timestamptz NOT NULL,
  -- Signs the link that ends the mails. A key of its own, because mails are older than any secret of the service.
  link_key      bytea NOT NULL,
  -- Of an address outside: SHA-256 of the token of its link; null: used, or none was sent yet.
  confirm_hash  bytea UNIQUE,
  confirm_expires_at timestamptz,
  confirmed_at  timestamptz,
  -- Why the link could not be mailed; null: it was, or still may be.
  confirm_problem text,
  unsubscribed_at timestamptz,
  CHECK ((user_key IS NULL) <> (address IS NULL))
);
CREATE UNIQUE INDEX subscription_recipient_person ON reporting.subscription_recipient (subscription_key, user_key)
  WHERE user_key IS NOT NULL;
CREATE UNIQUE INDEX subscription_recipient_address
  ON reporting.subscription_recipient (subscription_key, lower(address)) WHERE address IS NOT NULL;

ALTER TABLE reporting.sent_report
  -- null: the industry's configuration, or an operator.
  ADD COLUMN subscription_key integer REFERENCES reporting.subscription,
  -- When the subscription had asked for it.
  ADD COLUMN due_at timestamptz,
  -- Of its mails.
  ADD COLUMN mail_language text NOT NULL DEFAULT 'en' CHECK (mail_language IN ('en', 'hi')),
  DROP CONSTRAINT sent_report_frequency_check,
  DROP CONSTRAINT sent_report_origin_check,
  ADD CONSTRAINT sent_report_frequency_check CHECK (frequency IN ('daily', 'weekly', 'monthly')),
  ADD CONSTRAINT sent_report_origin_check CHECK (origin IN ('schedule', 'request', 'subscription')),
  ADD CHECK ((origin = 'subscription') = (due_at IS NOT NULL)),
  ADD CHECK (due_at IS NULL OR subscription_key IS NOT NULL);
-- Two workers cannot both send what a subscription asks for.
CREATE UNIQUE INDEX sent_report_subscribed_once ON reporting.sent_report (subscription_key, due_at)
  WHERE origin = 'subscription';
