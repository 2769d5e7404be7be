-- What people did to single readings: edits, deletions and estimates, each of which can be undone.

CREATE TABLE telemetry.reading_edit (
  edit_id      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- In the order of acts.
  edit_key     bigint GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  unit_key     integer NOT NULL REFERENCES tenant.unit,
  kind         text NOT NULL CHECK (kind IN ('edit', 'delete', 'estimate')),
  reason       text NOT NULL,
  made_by      text NOT NULL,
  made_at      timestamptz NOT NULL,
  undone_by    text,
  undone_at    timestamptz,
  -- [{createdOn, before, after}]: the readings as they were (null: there was none) and as they became (null: there is none).
  readings     jsonb NOT NULL,
  UNIQUE (industry_key, edit_key)
);

-- Readings that a person has decided about: what devices send again does not replace them.
CREATE TABLE telemetry.decided_reading (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  unit_key     integer NOT NULL REFERENCES tenant.unit,
  created_on   timestamptz NOT NULL,
  edit_id      uuid NOT NULL REFERENCES telemetry.reading_edit,
  PRIMARY KEY (unit_key, created_on)
);
CREATE INDEX decided_reading_industry ON telemetry.decided_reading (industry_key);
CREATE INDEX decided_reading_edit ON telemetry.decided_reading (edit_id);
