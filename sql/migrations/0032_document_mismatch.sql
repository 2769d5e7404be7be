-- Documents that did not say what their rollups say although no rule lies between the two: for the metric and for the operator.
CREATE TABLE telemetry.document_mismatch (
  mismatch_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  unit_key     integer NOT NULL REFERENCES tenant.unit,
  period       text NOT NULL CHECK (period IN ('DAILY', 'MONTHLY', 'YEARLY')),
  period_start date NOT NULL,
  -- What the rollup says, and what the document said.
  expected     jsonb NOT NULL,
  found        jsonb NOT NULL,
  found_at     timestamptz NOT NULL,
  -- null: open, looked at again every night.
  agreed_at    timestamptz
);
CREATE UNIQUE INDEX document_mismatch_open ON telemetry.document_mismatch (unit_key, period, period_start) WHERE agreed_at IS NULL;
