-- Estimates of people that were withdrawn: their act tells when, how many, between which instants, and beside which
-- reading they no longer fitted. Several withdrawals of one act add up; the last one says why.
ALTER TABLE telemetry.reading_edit
  ADD COLUMN withdrawn_at timestamptz,
  ADD COLUMN withdrawn_readings integer NOT NULL DEFAULT 0,
  ADD COLUMN withdrawn_first_on timestamptz,
  ADD COLUMN withdrawn_last_on timestamptz,
  ADD COLUMN withdrawn_cause text CHECK (withdrawn_cause IN ('reading', 'edit', 'delete', 'undo')),
  ADD COLUMN withdrawn_beside timestamptz;
