-- A single register reading far above both neighbours is an event of its own.
ALTER TABLE telemetry.register_event DROP CONSTRAINT register_event_kind_check;
ALTER TABLE telemetry.register_event ADD CONSTRAINT register_event_kind_check
  CHECK (kind IN ('reset', 'rollover', 'replacement', 'dropout', 'glitch', 'spike'));
