-- replica: it answers no reads, because it is away or behind.
ALTER TABLE operations.fault
  DROP CONSTRAINT fault_kind_check,
  ADD CONSTRAINT fault_kind_check
    CHECK (kind IN ('mail', 'clock', 'jump', 'broker', 'database', 'replica', 'disk', 'room'));
