-- Keeping: what retention has removed, archived months, and the rollups of both.
-- Stands for 0009_seal, 0052_archive, 0070_archive_removal.

-- Business days before this date are sealed: retention has removed their readings, so their documents and rollups can
-- no longer be recomputed and no reading of them is taken. One row for the installation, because chunks of readings
-- hold every industry's; none while nothing was ever removed. It only moves forward.
CREATE TABLE telemetry.seal (
  only_row      boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  sealed_before date NOT NULL,
  sealed_at     timestamptz NOT NULL
);

-- Files of an industry's readings of a business month; the newest of a month counts. manifest: what the files hold, as
-- it stands beside them.
CREATE TABLE operations.archive (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  -- First day of the business month.
  month        date NOT NULL CHECK (month = date_trunc('month', month)),
  state        text NOT NULL CHECK (state IN ('written', 'sealed', 'restored')),
  location     text NOT NULL,
  manifest     jsonb NOT NULL,
  row_count    bigint NOT NULL,
  byte_count   bigint NOT NULL,
  written_at   timestamptz NOT NULL,
  written_by   text NOT NULL,
  sealed_at    timestamptz,
  restored_at  timestamptz,
  -- Files of an archive are removed one by one. A removal that was cut off is known by this, and finished by the same
  -- request.
  removal_began_at timestamptz,
  PRIMARY KEY (industry_key, month)
);

-- Months of an industry that are sealed: their readings are in the archive. A row goes when they are back.
CREATE TABLE telemetry.sealed_month (
  industry_key integer NOT NULL REFERENCES tenant.industry,
  month        date NOT NULL CHECK (month = date_trunc('month', month)),
  sealed_at    timestamptz NOT NULL,
  PRIMARY KEY (industry_key, month)
);

-- Rollups of sealed months. One chain of rollups serves every industry, and a refresh for another one would empty
-- these.
CREATE TABLE telemetry.sealed_rollup_hourly (LIKE telemetry.rollup_hourly);
CREATE TABLE telemetry.sealed_rollup_daily (LIKE telemetry.rollup_daily);
CREATE TABLE telemetry.sealed_rollup_monthly (LIKE telemetry.rollup_monthly);
CREATE TABLE telemetry.sealed_parameter_rollup_hourly (LIKE telemetry.parameter_rollup_hourly);
CREATE TABLE telemetry.sealed_parameter_rollup_daily (LIKE telemetry.parameter_rollup_daily);
CREATE TABLE telemetry.sealed_parameter_rollup_monthly (LIKE telemetry.parameter_rollup_monthly);
CREATE UNIQUE INDEX sealed_rollup_daily_key ON telemetry.sealed_rollup_daily (unit_key, bucket);
CREATE UNIQUE INDEX sealed_rollup_monthly_key ON telemetry.sealed_rollup_monthly (unit_key, bucket);
CREATE UNIQUE INDEX sealed_parameter_rollup_daily_key
  ON telemetry.sealed_parameter_rollup_daily (unit_key, parameter_key, bucket);
CREATE UNIQUE INDEX sealed_parameter_rollup_monthly_key
  ON telemetry.sealed_parameter_rollup_monthly (unit_key, parameter_key, bucket);

-- Hours are many, so they are compressed like those of the rollups: uncompressed they would take more room than the
-- readings did.
ALTER TABLE telemetry.sealed_rollup_hourly ALTER COLUMN unit_key SET NOT NULL, ALTER COLUMN bucket SET NOT NULL;
ALTER TABLE telemetry.sealed_parameter_rollup_hourly
  ALTER COLUMN unit_key SET NOT NULL, ALTER COLUMN parameter_key SET NOT NULL, ALTER COLUMN bucket SET NOT NULL;
SELECT create_hypertable('telemetry.sealed_rollup_hourly', by_range('bucket', INTERVAL '30 days'),
                         create_default_indexes => false);
SELECT create_hypertable('telemetry.sealed_parameter_rollup_hourly', by_range('bucket', INTERVAL '30 days'),
                         create_default_indexes => false);
CREATE UNIQUE INDEX sealed_rollup_hourly_key ON telemetry.sealed_rollup_hourly (unit_key, bucket);
CREATE UNIQUE INDEX sealed_parameter_rollup_hourly_key
  ON telemetry.sealed_parameter_rollup_hourly (unit_key, parameter_key, bucket);
ALTER TABLE telemetry.sealed_rollup_hourly SET (
  timescaledb.compress, timescaledb.compress_segmentby = '', timescaledb.compress_orderby = 'unit_key, bucket'
);
ALTER TABLE telemetry.sealed_parameter_rollup_hourly SET (
  timescaledb.compress, timescaledb.compress_segmentby = '',
  timescaledb.compress_orderby = 'unit_key, parameter_key, bucket'
);
