-- Documents (processed periods) and the ledger that says which business days they no longer agree with.

CREATE TABLE telemetry.document (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  unit_key     integer NOT NULL REFERENCES tenant.unit,
  period       text NOT NULL CHECK (period IN ('DAILY', 'MONTHLY', 'YEARLY')),
  -- First business date of the period.
  period_start date NOT NULL,
  value        double precision,
  -- Quality units: parameter to mean. value is null then.
  value_by_parameter jsonb,
  param_value  jsonb,
  meta         jsonb NOT NULL,
  provenance   jsonb NOT NULL,
  -- hourly, daily or monthly entries.
  entries      jsonb NOT NULL,
  computed_at  timestamptz NOT NULL,
  PRIMARY KEY (unit_key, period, period_start)
);
-- "All documents of this industry for these days", for exports and views.
CREATE INDEX document_industry ON telemetry.document (industry_key, period, period_start);

-- One row per business day whose documents were all written; the day is settled when it also has no row in stale_day.
CREATE TABLE telemetry.processed_day (
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  business_date date NOT NULL,
  processed_at  timestamptz NOT NULL,
  PRIMARY KEY (industry_key, business_date)
);

CREATE TABLE telemetry.stale_day (
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  business_date date NOT NULL,
  -- Units whose figures may be wrong; their dependants are found when the day is rebuilt.
  unit_keys     integer[] NOT NULL,
  -- cause -> how often it was marked for it: late reading, correction, register check, changed configuration, rollup repair.
  causes        jsonb NOT NULL,
  marked_at     timestamptz NOT NULL,
  -- Grows with every mark, so that a rebuild clears only what it has seen.
  revision      bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (industry_key, business_date)
);

-- Register steps backwards, as classified, with their evidence; an operator's word outranks the classification.
CREATE TABLE telemetry.register_event (
  unit_key    integer NOT NULL REFERENCES tenant.unit,
  from_at     timestamptz NOT NULL,
  -- First trustworthy reading afterwards; null while there is none.
  to_at       timestamptz,
  kind        text NOT NULL CHECK (kind IN ('reset', 'rollover', 'replacement', 'dropout', 'glitch')),
  action      text NOT NULL CHECK (action IN ('exclude', 'keep')),
  overruled_by text,
  evidence    jsonb NOT NULL,
  detected_at timestamptz NOT NULL,
  PRIMARY KEY (unit_key, from_at)
);

-- How far each rollup was found wrong by a verification, for the metric and for the operator.
CREATE TABLE telemetry.rollup_mismatch (
  mismatch_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  level       text NOT NULL,
  unit_key    integer NOT NULL,
  bucket      timestamp NOT NULL,
  expected    jsonb NOT NULL,
  found       jsonb,
  found_at    timestamptz NOT NULL,
  repaired_at timestamptz
);
