-- Sources: networks and gateways that send messages of their own shape, and how an industry has them read.

-- One row a source. A removed one stays for the keys that name it, and is told no more.
CREATE TABLE tenant.source (
  source_key    integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  source_id     uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  name          text NOT NULL,
  format        text NOT NULL CHECK (format IN ('chirpstack', 'things-stack', 'json')),
  -- {deviceId, time, fields, battery, rssi, snr}: places in a message, and what stands there.
  mapping       jsonb NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  -- userId of the people who declared it and changed it last.
  created_by    text NOT NULL,
  created_at    timestamptz NOT NULL,
  updated_by    text NOT NULL,
  updated_at    timestamptz NOT NULL,
  removed_at    timestamptz,
  -- Why the newest message that could not be read was not, that message, and how many there were since the mapping was
  -- declared.
  problem       text,
  problem_at    timestamptz,
  problem_count bigint NOT NULL DEFAULT 0,
  problem_example text
);
CREATE INDEX source_of_industry ON tenant.source (industry_key) WHERE removed_at IS NULL;

-- A device of a source: one that was given to a unit, or one that was heard and waits for a unit.
CREATE TABLE tenant.source_device (
  source_key    integer NOT NULL REFERENCES tenant.source,
  device_id     text NOT NULL,
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  -- null: it waits.
  unit_key      integer REFERENCES tenant.unit,
  -- null: never heard.
  first_heard_at timestamptz,
  last_heard_at timestamptz,
  messages      bigint NOT NULL DEFAULT 0,
  -- Its newest message, while it waits.
  example       text,
  battery_percent real,
  battery_volts real,
  -- dBm and dB at the gateway that heard it best.
  rssi          real,
  snr           real,
  -- [[frame, milliseconds since 1970], ..]: its newest frames, with the instants of their readings.
  frames        jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (source_key, device_id)
);

-- A key of a source sends for the units of that source alone; null: the key is of no source.
ALTER TABLE tenant.device_key ADD COLUMN source_key integer REFERENCES tenant.source;
CREATE INDEX device_key_of_source ON tenant.device_key (source_key) WHERE source_key IS NOT NULL;
