-- How far rollups may be materialised. A business day is materialised once it has ended for every industry there is.
--
-- One row for the installation, because one chain of rollups serves every industry. Days from before_date on were never materialised.
-- Whoever refreshes raises it first; whoever adds an industry or changes a clock reads it: both hold the row meanwhile.
CREATE TABLE telemetry.materialised (
  only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  before_date date NOT NULL
);
-- Until now nothing was materialised from three days before the date of UTC on.
INSERT INTO telemetry.materialised (before_date)
SELECT CASE WHEN EXISTS (SELECT FROM tenant.industry) THEN (now() AT TIME ZONE 'UTC')::date - 3 ELSE date '1900-01-01' END;

-- Business days of an industry that run although they lie before telemetry.materialised: it came later, from farther west, or its
-- readings were moved to another clock. What it sends is added up live from from_date on. A row is removed once all these days have
-- ended and a refresh that began later has ended.
CREATE TABLE telemetry.live_days (
  live_key     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  from_date    date NOT NULL
);
CREATE INDEX ON telemetry.live_days (industry_key);
