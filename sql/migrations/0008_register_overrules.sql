-- Register checks: an operator's word on single readings, and how far each event reaches.

-- It outranks the classification and survives every new one.
CREATE TABLE telemetry.register_overrule (
  unit_key   integer NOT NULL REFERENCES tenant.unit,
  created_on timestamptz NOT NULL,
  action     text NOT NULL CHECK (action IN ('keep', 'exclude')),
  decided_by text NOT NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (unit_key, created_on)
);

-- The last reading an event concerns: with from_at the span in which it is looked for.
ALTER TABLE telemetry.register_event ADD COLUMN last_at timestamptz;
UPDATE telemetry.register_event SET last_at = greatest(from_at, coalesce(to_at, from_at));
ALTER TABLE telemetry.register_event ALTER COLUMN last_at SET NOT NULL;
-- Overrules are said of readings, not of events, which come and go with the classification.
ALTER TABLE telemetry.register_event DROP COLUMN overruled_by;
