-- Business days before this date are sealed: retention has removed their readings, so their documents and rollups can no longer be
-- recomputed and no reading of them is taken. One row for the installation, because chunks of readings hold every industry's; none
-- while nothing was ever removed. It only moves forward.
CREATE TABLE telemetry.seal (
  only_row      boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  sealed_before date NOT NULL,
  sealed_at     timestamptz NOT NULL
);
