-- The morning mail: once a business day, what the default watch has found, to the people of an industry.

-- How a user wants to be written to. No row: he has chosen nothing.
CREATE TABLE tenant.mail_choice (
  user_key          integer PRIMARY KEY REFERENCES tenant.app_user,
  gets_morning_mail boolean NOT NULL,
  -- null: English.
  mail_language     text CHECK (mail_language IN ('en', 'hi'))
);

-- One row an industry and business day: its morning is told, or had nothing to tell, and is not told again.
CREATE TABLE alerting.morning (
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  business_date date NOT NULL,
  told_at       timestamptz NOT NULL,
  -- Findings that were told as over, so that the next morning does not tell them again.
  over_finding_keys bigint[] NOT NULL,
  PRIMARY KEY (industry_key, business_date)
);

-- One row per mail to one address, written with its morning and before anything is sent.
CREATE TABLE alerting.morning_mail (
  mail_key      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  business_date date NOT NULL,
  recipient     text NOT NULL,
  subject       text NOT NULL,
  body_text     text NOT NULL,
  body_html     text NOT NULL,
  -- sending: handed to the server, which has not answered. unconfirmed: it never will.
  state         text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'unconfirmed')),
  attempts      smallint NOT NULL DEFAULT 0,
  provider_id   text,
  problem       text,
  queued_at     timestamptz NOT NULL,
  -- Of a queued mail: when it is tried next.
  due_at        timestamptz NOT NULL,
  started_at    timestamptz,
  finished_at   timestamptz,
  FOREIGN KEY (industry_key, business_date) REFERENCES alerting.morning ON DELETE CASCADE,
  UNIQUE (industry_key, business_date, recipient)
);
CREATE INDEX morning_mail_open ON alerting.morning_mail (industry_key, due_at) WHERE state IN ('queued', 'sending');
