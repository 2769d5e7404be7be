-- What ingest has stored of the running day and no evaluation of alerts has looked at. A slot is a second of the minute, so that no more than 60
-- rows wait, however long nobody evaluates.

CREATE TABLE alerting.news (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  slot         smallint NOT NULL CHECK (slot BETWEEN 0 AND 59),
  -- Side by side: a unit, and the instant in epoch milliseconds behind which its readings are others than they were.
  unit_keys    integer[] NOT NULL,
  after_ms    double precision[] NOT NULL,
  PRIMARY KEY (industry_key, slot)
);
