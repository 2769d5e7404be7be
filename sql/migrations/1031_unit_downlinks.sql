-- A source says what a reset sends to its devices, and a device remembers where its network takes it.

-- {port, payload, confirmed}; null: a reset sends nothing.
ALTER TABLE tenant.source ADD COLUMN downlink jsonb;

-- command_topic: where a network behind a broker of the site takes commands for the device; null: it was not heard so.
-- The others are of the newest downlink.
ALTER TABLE tenant.source_device
  ADD COLUMN command_topic text,
  ADD COLUMN downlink_id uuid,
  ADD COLUMN downlink_state text CHECK (downlink_state IN ('queued', 'sending', 'sent', 'failed')),
  ADD COLUMN downlink_at timestamptz,
  ADD COLUMN downlink_problem text;

-- Downlinks whose job a killed process has left out are found every minute.

CREATE INDEX source_device_waiting_downlink ON tenant.source_device (downlink_at)
WHERE downlink_state IN ('queued', 'sending');
