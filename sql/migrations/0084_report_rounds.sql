-- What recipients of a sent report know of it, and what they were asked to be sent.

-- Figures that a round of mails printed: the report made anew, or a note of restatement. Other rounds have those of the report.
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

-- Units whose documents have changed. Empty: nobody wrote them down.
ALTER TABLE reporting.restatement ADD COLUMN unit_keys integer[] NOT NULL DEFAULT '{}';

-- The formats that were asked for, so that the same call is known again. null: nobody wrote them down.
ALTER TABLE reporting.sent_report ADD COLUMN formats text[];

-- The mail of which this one is a copy, so that both have one Message-ID; null: it is the first.
ALTER TABLE reporting.report_mail ADD COLUMN copy_of bigint REFERENCES reporting.report_mail ON DELETE CASCADE;
