-- Water-ratio records that third parties submit: data fields of their own under a date and a time of day.

CREATE TABLE telemetry.water_ratio (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  -- As the sender names them: a label, not a position on the business clock.
  record_date  date NOT NULL,
  record_time  time NOT NULL,
  -- Field name to number or text.
  fields       jsonb NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (industry_key, record_date, record_time)
);
