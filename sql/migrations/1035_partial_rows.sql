-- A refused row knows whether it was a part of a reading, because releasing it must not remove the other parts.
ALTER TABLE telemetry.quarantine ADD COLUMN is_partial boolean NOT NULL DEFAULT false;
