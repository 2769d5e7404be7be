-- Reports: those that somebody waits for or fetches later, and those that were sent by mail: what they printed, their
-- files, who got them, and what has changed since.
-- Stands for 0039_report_jobs, 0040_sent_reports, 0056_report_attempts, 0058_restated_files, 0084_report_rounds.

-- Reports that somebody asked for and does not wait for. Their files are kept for a day.
CREATE TABLE tenant.report_job (
  job_id       uuid PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  -- Who asked, and who alone is told of it.
  user_key     integer NOT NULL REFERENCES tenant.app_user,
  -- As it was asked for.
  request      jsonb NOT NULL,
  state        text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  -- Per cent.
  progress     smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  -- Why it failed, as its request would have been answered.
  problem      jsonb,
  file_name    text,
  file         bytea,
  created_at   timestamptz NOT NULL,
  finished_at  timestamptz,
  -- A report that ends its process each time is given up, and not tried for an hour.
  attempts     integer NOT NULL DEFAULT 0,
  CHECK ((state = 'done') = (file IS NOT NULL))
);
CREATE INDEX report_job_industry ON tenant.report_job (industry_key, state);
CREATE INDEX report_job_created ON tenant.report_job (created_at);
COMMENT ON COLUMN tenant.report_job.attempts IS 'How often a worker has begun to make the report.';

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
  -- The formats that were asked for, so that the same call is known again. null: nobody wrote them down.
  formats       text[],
  CHECK (first_date <= last_date)
);
-- Two workers cannot both send what a schedule asks for.
CREATE UNIQUE INDEX sent_report_once ON reporting.sent_report (industry_key, frequency, mail, first_date)
  WHERE origin = 'schedule';
CREATE INDEX sent_report_listed ON reporting.sent_report (industry_key, created_at DESC, report_key DESC);
CREATE INDEX sent_report_created ON reporting.sent_report (created_at);

CREATE TABLE reporting.report_file (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  report_key   bigint NOT NULL REFERENCES reporting.sent_report ON DELETE CASCADE,
  ordinal      integer NOT NULL,
  file_name    text NOT NULL,
  content_type text NOT NULL,
  content      bytea NOT NULL,
  -- The round of mails from which on they are attached. A report that is sent again after a restatement has files of
  -- its own; those that were sent before stay.
  round        integer NOT NULL,
  PRIMARY KEY (report_key, round, ordinal)
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
  -- The mail of which this one is a copy, so that both have one Message-ID; null: it is the first.
  copy_of      bigint REFERENCES reporting.report_mail ON DELETE CASCADE,
  UNIQUE (report_key, purpose, round, recipient)
);
CREATE INDEX report_mail_open ON reporting.report_mail (due_at) WHERE state IN ('queued', 'sending');
CREATE INDEX report_mail_industry ON reporting.report_mail (industry_key, report_key);

-- Figures that a round of mails printed: the report made anew, or a note of restatement. Other rounds have those of the
-- report.
CREATE TABLE reporting.printed_round (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  report_key   bigint NOT NULL REFERENCES reporting.sent_report ON DELETE CASCADE,
  purpose      text NOT NULL CHECK (purpose IN ('report', 'restatement')),
  round        integer NOT NULL,
  -- [{id, name, value, unit}]
  figures      jsonb NOT NULL,
  printed_at   timestamptz NOT NULL,
  PRIMARY KEY (report_key, purpose, round)
);

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
  decided_at   timestamptz,
  -- Units whose documents have changed. Empty: nobody wrote them down.
  unit_keys    integer[] NOT NULL DEFAULT '{}'
);
CREATE UNIQUE INDEX restatement_waiting ON reporting.restatement (report_key) WHERE state = 'waiting';
CREATE INDEX restatement_due ON reporting.restatement (due_at) WHERE state = 'waiting';
CREATE INDEX restatement_of_report ON reporting.restatement (industry_key, report_key);
