-- Readings: one row per unit and instant, partitioned by the industry's own clock; what was refused, what register
-- checks say, and what people did to them.
-- Stands for 0002_readings, 0004_documents, 0008_register_overrules, 0014_spikes, 0017_reading_storage.
-- Stands for 0046_reading_edits, 0072_estimate_spans.

CREATE EXTENSION IF NOT EXISTS timescaledb;
CREATE SCHEMA telemetry;

CREATE TABLE telemetry.reading (
  unit_key     integer NOT NULL,
  created_on   timestamptz NOT NULL,
  -- Position on the industry's clock; set by the ingest path, never by a client.
  business_at  timestamp NOT NULL,
  value        double precision,
  summed_value double precision,
  estimated    boolean NOT NULL DEFAULT false,
  -- Minutes the device says it was offline before this reading.
  offline_minutes real,
  -- A register check took this register out of first and last; the reading itself stays.
  register_excluded boolean NOT NULL DEFAULT false,
  received_at  timestamptz NOT NULL
);
SELECT create_hypertable(
  'telemetry.reading', by_range('business_at', INTERVAL '30 days'), create_default_indexes => false);
-- The natural key. In this column order it also answers "this unit, these days" and "the last one before".
CREATE UNIQUE INDEX reading_key ON telemetry.reading (unit_key, business_at, created_on);

CREATE TABLE telemetry.parameter (
  parameter_key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE
);

-- Named parameters of a reading (quality values, electrical parameters), narrow, so that means are ordinary aggregates.
CREATE TABLE telemetry.parameter_reading (
  unit_key      integer NOT NULL,
  parameter_key integer NOT NULL,
  created_on    timestamptz NOT NULL,
  business_at   timestamp NOT NULL,
  value         double precision NOT NULL,
  estimated     boolean NOT NULL DEFAULT false
);
SELECT create_hypertable(
  'telemetry.parameter_reading', by_range('business_at', INTERVAL '30 days'), create_default_indexes => false);
CREATE UNIQUE INDEX parameter_reading_key
  ON telemetry.parameter_reading (unit_key, parameter_key, business_at, created_on);

-- "Everything of this stretch of time, whatever the unit": refreshing days, months and years asks the readings beyond
-- what hours are materialised for, which without this index is a scan of the newest chunk (1 s for 300,000 readings
-- instead of 20 ms).
CREATE INDEX reading_time ON telemetry.reading (business_at);
CREATE INDEX parameter_reading_time ON telemetry.parameter_reading (business_at);

-- Compressed chunks of 30 days leave half of their pages empty for all but large industries: as they are compressed
-- they are merged into chunks of 90 days (9.9 bytes a reading become 5.9). Retention then removes readings in steps of
-- up to 90 days.
ALTER TABLE telemetry.reading SET (
  timescaledb.compress,
  timescaledb.compress_segmentby = 'unit_key',
  timescaledb.compress_orderby = 'business_at, created_on',
  timescaledb.compress_chunk_time_interval = '90 days'
);
ALTER TABLE telemetry.parameter_reading SET (
  timescaledb.compress,
  timescaledb.compress_segmentby = 'unit_key, parameter_key',
  timescaledb.compress_orderby = 'business_at, created_on',
  timescaledb.compress_chunk_time_interval = '90 days'
);

-- The newest instant of each unit and the bounds of its history: one index look-up instead of a search through years.
CREATE TABLE telemetry.unit_state (
  unit_key     integer PRIMARY KEY REFERENCES tenant.unit,
  created_on   timestamptz NOT NULL,
  value        double precision,
  summed_value double precision,
  params       jsonb,
  estimated    boolean NOT NULL,
  received_at  timestamptz NOT NULL,
  first_business_date date NOT NULL,
  -- First business day with a register; null while the unit has sent none.
  first_register_date date
);

-- Rejected rows, kept with the reason until an operator releases or discards them.
CREATE TABLE telemetry.quarantine (
  quarantine_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key  integer NOT NULL REFERENCES tenant.industry,
  unit_id       text,
  raw           text NOT NULL,
  reason_code   text NOT NULL,
  reason        text NOT NULL,
  source        text NOT NULL,
  received_at   timestamptz NOT NULL,
  times_received integer NOT NULL DEFAULT 1,
  status        text NOT NULL DEFAULT 'held' CHECK (status IN ('held', 'released', 'discarded')),
  decided_by    text,
  decided_at    timestamptz
);
-- The same row sent again is the same case, so a repeated import adds nothing.
CREATE UNIQUE INDEX quarantine_case ON telemetry.quarantine (industry_key, md5(raw), reason_code);
CREATE INDEX quarantine_held ON telemetry.quarantine (industry_key, quarantine_id) WHERE status = 'held';

-- Register steps backwards and spikes, a single reading far above both neighbours, as classified, with their evidence.
CREATE TABLE telemetry.register_event (
  unit_key    integer NOT NULL REFERENCES tenant.unit,
  from_at     timestamptz NOT NULL,
  -- First trustworthy reading afterwards; null while there is none.
  to_at       timestamptz,
  kind        text NOT NULL CHECK (kind IN ('reset', 'rollover', 'replacement', 'dropout', 'glitch', 'spike')),
  action      text NOT NULL CHECK (action IN ('exclude', 'keep')),
  evidence    jsonb NOT NULL,
  detected_at timestamptz NOT NULL,
  -- The last reading an event concerns: with from_at the span in which it is looked for.
  last_at     timestamptz NOT NULL,
  PRIMARY KEY (unit_key, from_at)
);

-- An operator's word on single readings. It outranks the classification and survives every new one, so it is said of
-- readings, not of events, which come and go with the classification.
CREATE TABLE telemetry.register_overrule (
  unit_key   integer NOT NULL REFERENCES tenant.unit,
  created_on timestamptz NOT NULL,
  action     text NOT NULL CHECK (action IN ('keep', 'exclude')),
  decided_by text NOT NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (unit_key, created_on)
);

-- What people did to single readings: edits, deletions and estimates, each of which can be undone.
CREATE TABLE telemetry.reading_edit (
  edit_id      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- In the order of acts.
  edit_key     bigint GENERATED ALWAYS AS IDENTITY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  unit_key     integer NOT NULL REFERENCES tenant.unit,
  kind         text NOT NULL CHECK (kind IN ('edit', 'delete', 'estimate')),
  reason       text NOT NULL,
  made_by      text NOT NULL,
  made_at      timestamptz NOT NULL,
  undone_by    text,
  undone_at    timestamptz,
  -- [{createdOn, before, after}]: the readings as they were (null: there was none) and as they became (null: there is
  -- none).
  readings     jsonb NOT NULL,
  -- From when to when the estimates of an act lie, so that a reading that comes late finds those it lies among.
  first_on     timestamptz,
  last_on      timestamptz,
  UNIQUE (industry_key, edit_key)
);
CREATE INDEX reading_edit_estimates ON telemetry.reading_edit (industry_key, unit_key, last_on)
  WHERE kind = 'estimate' AND undone_at IS NULL;

-- Readings that a person has decided about: what devices send again does not replace them.
CREATE TABLE telemetry.decided_reading (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  unit_key     integer NOT NULL REFERENCES tenant.unit,
  created_on   timestamptz NOT NULL,
  edit_id      uuid NOT NULL REFERENCES telemetry.reading_edit,
  PRIMARY KEY (unit_key, created_on)
);
CREATE INDEX decided_reading_industry ON telemetry.decided_reading (industry_key);
CREATE INDEX decided_reading_edit ON telemetry.decided_reading (edit_id);
