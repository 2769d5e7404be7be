-- Business days whose rollups wait to be brought up to their readings for the analysts' days, months and years. A row is written with the
-- documents of its days and removed when a refresh that began later has ended, so a crash in between forgets nothing.
CREATE TABLE telemetry.rollup_due (
  due_key   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  from_date date NOT NULL,
  -- Included.
  to_date   date NOT NULL,
  CHECK (from_date <= to_date)
);
