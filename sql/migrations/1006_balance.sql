-- Water balance: graphs of its nodes and flows, and ratios that third parties submit.
-- Stands for 0007_water_ratio, 0034_water_balance_graph.

-- Every save of an industry is a version, the newest is in force.
CREATE TABLE tenant.water_balance_graph (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  -- From 1, without gaps among those that are kept.
  version      integer NOT NULL,
  saved_at     timestamptz NOT NULL,
  -- userId; an operator's, where one acted on the industry.
  saved_by     text NOT NULL,
  -- As it was written; jsonb would sort the fields that people read.
  document     json NOT NULL,
  PRIMARY KEY (industry_key, version)
);

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
