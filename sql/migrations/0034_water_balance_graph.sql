-- Water-balance graphs: every save of an industry is a version, the newest is in force.

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
