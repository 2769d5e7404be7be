-- Readings: one row per unit and instant, partitioned by the industry's own clock.

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
SELECT create_hypertable('telemetry.reading', by_range('business_at', INTERVAL '30 days'), create_default_indexes => false);
-- The natural key. In this column order it also answers "this unit, these days" and "the last one before".
CREATE UNIQUE INDEX reading_key ON telemetry.reading (unit_key, business_at, created_on);
ALTER TABLE telemetry.reading SET (
  timescaledb.compress, timescaledb.compress_segmentby = 'unit_key', timescaledb.compress_orderby = 'business_at, created_on'
);

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
SELECT create_hypertable('telemetry.parameter_reading', by_range('business_at', INTERVAL '30 days'), create_default_indexes => false);
CREATE UNIQUE INDEX parameter_reading_key ON telemetry.parameter_reading (unit_key, parameter_key, business_at, created_on);
ALTER TABLE telemetry.parameter_reading SET (
  timescaledb.compress, timescaledb.compress_segmentby = 'unit_key, parameter_key', timescaledb.compress_orderby = 'business_at, created_on'
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
