-- Reports that were sent by mail: what they printed, their files, who got them, and what has changed since.

CREATE SCHEMA reporting;

-- One mail of a report run, as all its recipients get it.
CREATE TABLE reporting.sent_report (
  report_key    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  report_id     uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  frequency     text NOT NULL CHECK (frequency IN ('daily', 'monthly')),
  -- Which of the run's mails.
  mail          text NOT NULL,
  -- Business days that it covers, both included.
  first_date    date NOT NULL,
  last_date     date NOT NULL,
  origin        text NOT NULL CHECK (origin IN ('schedule', 'request')),
  -- userId of the operator; null: by schedule.
  requested_by  text,
  -- [{service, reportType}], so that the same figures can be computed again.
  reports       jsonb NOT NULL,
  -- [{id, name, value, unit}]: printed totals; value null: it was printed as missing.
  figures       jsonb NOT NULL,
  -- It was sent although its days had not settled.
  is_provisional boolean NOT NULL,
  subject       text NOT NULL,
  body_text     text NOT NULL,
  body_html     text NOT NULL,
  created_at    timestamptz NOT NULL,
  CHECK (first_date <= last_date)
);
-- Two workers cannot both send what a schedule asks for.
CREATE UNIQUE INDEX sent_report_once ON reporting.sent_report (industry_key, frequency, mail, first_date) WHERE origin = 'schedule';
CREATE INDEX sent_report_listed ON reporting.sent_report (industry_key, created_at DESC, report_key DESC);
CREATE INDEX sent_report_created ON reporting.sent_report (created_at);

CREATE TABLE reporting.report_file (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  report_key   bigint NOT NULL REFERENCES reporting.sent_report ON DELETE CASCADE,
  ordinal      integer NOT NULL,
  file_name    text NOT NULL,
  content_type text NOT NULL,
  content      bytea NOT NULL,
  PRIMARY KEY (report_key, ordinal)
);

-- One row per mail to one recipient.
CREATE TABLE reporting.report_mail (
  mail_key     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  report_key   bigint NOT NULL REFERENCES reporting.sent_report ON DELETE CASCADE,
  purpose      text NOT NULL CHECK (purpose IN ('report', 'restatement')),
  -- From 1: a report that is sent again, or restated again, is another round.
  round        integer NOT NULL,
  recipient    text NOT NULL,
  -- sending: handed to the server, which has not answered. unconfirmed: whoever sent it ended before it answered.
  state        text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'unconfirmed')),
  attempts     integer NOT NULL DEFAULT 0,
  provider_id  text,
  problem      text,
  queued_at    timestamptz NOT NULL,
  -- Of a queued mail: when it is tried next.
  due_at       timestamptz NOT NULL,
  started_at   timestamptz,
  finished_at  timestamptz,
  -- Of a restatement; a report's mail has those of the report.
  subject      text,
  body_text    text,
  body_html    text,
  UNIQUE (report_key, purpose, round, recipient)
);
CREATE INDEX report_mail_open ON reporting.report_mail (due_at) WHERE state IN ('queued', 'sending');
CREATE INDEX report_mail_industry ON reporting.report_mail (industry_key, report_key);

-- A sent report that covers a day whose figures have changed since.
CREATE TABLE reporting.restatement (
  restatement_key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  report_key   bigint NOT NULL REFERENCES reporting.sent_report ON DELETE CASCADE,
  state        text NOT NULL CHECK (state IN ('waiting', 'told', 'small')),
  -- Every further change puts it off.
  due_at       timestamptz NOT NULL,
  days         date[] NOT NULL,
  causes       text[] NOT NULL,
  -- [{name, unit, was, is}]; of a waiting one empty.
  changes      jsonb NOT NULL DEFAULT '[]',
  decided_at   timestamptz
);
CREATE UNIQUE INDEX restatement_waiting ON reporting.restatement (report_key) WHERE state = 'waiting';
CREATE INDEX restatement_due ON reporting.restatement (due_at) WHERE state = 'waiting';
CREATE INDEX restatement_of_report ON reporting.restatement (industry_key, report_key);
