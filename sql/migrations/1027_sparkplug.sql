-- Sparkplug B is a format of sources. Its nodes tell when a device has died.

ALTER TABLE tenant.source DROP CONSTRAINT source_format_check;
ALTER TABLE tenant.source ADD CONSTRAINT source_format_check
  CHECK (format IN ('chirpstack', 'things-stack', 'json', 'sparkplug'));

-- When its network told that it has died; null: it has not, or the network tells of no deaths.
ALTER TABLE tenant.source_device ADD COLUMN died_at timestamptz;
CREATE INDEX source_device_of_unit ON tenant.source_device (unit_key) WHERE unit_key IS NOT NULL;
