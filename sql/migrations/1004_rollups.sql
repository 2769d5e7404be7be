-- Rollups of readings: hour -> day -> month -> year on each industry's own clock (business_at), so one chain serves all
-- zones. Sums are exact: interval values are added as whole millionths, parameters as whole billionths, so neither the
-- order of arrival nor compression can change a figure. Nothing here depends on a unit's configuration.
-- Stands for 0003_rollups, 0004_documents, 0023_rollup_due, 0024_storage, 0026_materialised.

CREATE MATERIALIZED VIEW telemetry.rollup_hourly
  WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT unit_key,
       time_bucket(INTERVAL '1 hour', business_at) AS bucket,
       count(*)                                     AS reading_count,
       count(*) FILTER (WHERE estimated)            AS estimated_count,
       count(value)                                 AS value_count,
       sum((value * 1e6)::int8)::int8               AS value_sum_micro,
       (sum((value * 1e6)::int8) FILTER (WHERE estimated))::int8 AS estimated_sum_micro,
       count(*) FILTER (WHERE value > 0)            AS positive_count,
       min(value)                                   AS value_min,
       max(value)                                   AS value_max,
       first(value, created_on) FILTER (WHERE value IS NOT NULL) AS first_value,
       last(value, created_on)  FILTER (WHERE value IS NOT NULL) AS last_value,
       first(summed_value, created_on)
         FILTER (WHERE summed_value IS NOT NULL AND NOT register_excluded) AS first_register,
       first(value, created_on)
         FILTER (WHERE summed_value IS NOT NULL AND NOT register_excluded) AS first_register_value,
       last(summed_value, created_on)
         FILTER (WHERE summed_value IS NOT NULL AND NOT register_excluded) AS last_register,
       min(created_on)                              AS first_at,
       max(created_on)                              AS last_at,
       -- Which minutes of the hour hold a genuine reading: bits 0-29 and 30-59, from which slots of any whole-minute
       -- length follow.
       bit_or(1 << date_part('minute', business_at)::int)
         FILTER (WHERE NOT estimated AND date_part('minute', business_at) < 30) AS genuine_minutes_low,
       bit_or(1 << (date_part('minute', business_at)::int - 30))
         FILTER (WHERE NOT estimated AND date_part('minute', business_at) >= 30) AS genuine_minutes_high
FROM telemetry.reading
GROUP BY unit_key, time_bucket(INTERVAL '1 hour', business_at)
WITH NO DATA;

CREATE MATERIALIZED VIEW telemetry.parameter_rollup_hourly
  WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT unit_key, parameter_key,
       time_bucket(INTERVAL '1 hour', business_at) AS bucket,
       count(*)                        AS sample_count,
       count(*) FILTER (WHERE estimated) AS estimated_count,
       sum((value * 1e9)::int8)        AS value_sum_nano,
       min(value)                      AS value_min,
       max(value)                      AS value_max,
       last(value, created_on)         AS last_value,
       max(created_on)                 AS last_at
FROM telemetry.parameter_reading
GROUP BY unit_key, parameter_key, time_bucket(INTERVAL '1 hour', business_at)
WITH NO DATA;

-- Days, months and years add up the level below them by one definition.
DO $define$
DECLARE
  level record;
BEGIN
  FOR level IN
    SELECT * FROM (VALUES
      ('daily', '1 day', 'hourly'), ('monthly', '1 month', 'daily'), ('yearly', '1 year', 'monthly')) AS v (name,
          length, below)
  LOOP
    EXECUTE format($view$
      CREATE MATERIALIZED VIEW telemetry.rollup_%1$s
        WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
      SELECT unit_key,
             time_bucket(INTERVAL %2$L, bucket) AS bucket,
             sum(reading_count)::int8       AS reading_count,
             sum(estimated_count)::int8     AS estimated_count,
             sum(value_count)::int8         AS value_count,
             sum(value_sum_micro)           AS value_sum_micro,
             sum(estimated_sum_micro)       AS estimated_sum_micro,
             sum(positive_count)::int8      AS positive_count,
             min(value_min)                 AS value_min,
             max(value_max)                 AS value_max,
             first(first_value, bucket)     FILTER (WHERE first_value IS NOT NULL)    AS first_value,
             last(last_value, bucket)       FILTER (WHERE last_value IS NOT NULL)     AS last_value,
             first(first_register, bucket)  FILTER (WHERE first_register IS NOT NULL) AS first_register,
             last(last_register, bucket)    FILTER (WHERE last_register IS NOT NULL)  AS last_register,
             min(first_at) AS first_at,
             max(last_at)  AS last_at
      FROM telemetry.rollup_%3$s
      GROUP BY unit_key, time_bucket(INTERVAL %2$L, bucket)
      WITH NO DATA$view$, level.name, level.length, level.below);
    EXECUTE format($view$
      CREATE MATERIALIZED VIEW telemetry.parameter_rollup_%1$s
        WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
      SELECT unit_key, parameter_key,
             time_bucket(INTERVAL %2$L, bucket) AS bucket,
             sum(sample_count)::int8    AS sample_count,
             sum(estimated_count)::int8 AS estimated_count,
             sum(value_sum_nano)        AS value_sum_nano,
             min(value_min)             AS value_min,
             max(value_max)             AS value_max,
             last(last_value, bucket)   AS last_value,
             max(last_at)               AS last_at
      FROM telemetry.parameter_rollup_%3$s
      GROUP BY unit_key, parameter_key, time_bucket(INTERVAL %2$L, bucket)
      WITH NO DATA$view$, level.name, level.length, level.below);
  END LOOP;
END
$define$;

-- Hours and days of every unit are what figures are read from: uncompressed they took four times what the readings
-- themselves take. In order of unit and time, 16 bytes an hour (58 in order of time), in batches of a thousand rows
-- even where a chunk holds few hours of each unit. A refresh of an old day unpacks its chunk, which is why upkeep keeps
-- these chunks short. (Left at 300 days, none would end for a year.)
DO $$
DECLARE
  rollup record;
BEGIN
  FOR rollup IN
    SELECT * FROM (VALUES
      ('telemetry.rollup_hourly', 'unit_key, bucket'),
      ('telemetry.rollup_daily', 'unit_key, bucket'),
      ('telemetry.parameter_rollup_hourly', 'unit_key, parameter_key, bucket'),
      ('telemetry.parameter_rollup_daily', 'unit_key, parameter_key, bucket')) AS r (name, in_order)
  LOOP
    EXECUTE format(
      'ALTER MATERIALIZED VIEW %s SET (
         timescaledb.compress, timescaledb.compress_segmentby = '''', timescaledb.compress_orderby = %L)',
      rollup.name, rollup.in_order);
    PERFORM set_chunk_time_interval(rollup.name::regclass, INTERVAL '30 days');
  END LOOP;
END
$$;

-- How far rollups may be materialised. A business day is materialised once it has ended for every industry there is.
--
-- One row for the installation, because one chain of rollups serves every industry. Days from before_date on were never
-- materialised. Whoever refreshes raises it first; whoever adds an industry or changes a clock reads it: both hold the
-- row meanwhile.
CREATE TABLE telemetry.materialised (
  only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  before_date date NOT NULL
);
INSERT INTO telemetry.materialised (before_date) VALUES ('1900-01-01');

-- Business days of an industry that run although they lie before telemetry.materialised: it came later, from farther
-- west, or its readings were moved to another clock. What it sends is added up live from from_date on. A row is removed
-- once all these days have ended and a refresh that began later has ended.
CREATE TABLE telemetry.live_days (
  live_key     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  from_date    date NOT NULL
);
CREATE INDEX live_days_industry_key_idx ON telemetry.live_days (industry_key);

-- Business days whose rollups wait to be brought up to their readings for the analysts' days, months and years. A row
-- is written with the documents of its days and removed when a refresh that began later has ended, so a crash in
-- between forgets nothing.
CREATE TABLE telemetry.rollup_due (
  due_key   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  from_date date NOT NULL,
  -- Included.
  to_date   date NOT NULL,
  CHECK (from_date <= to_date)
);

-- How far each rollup was found wrong by a verification, for the metric and for the operator.
CREATE TABLE telemetry.rollup_mismatch (
  mismatch_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  level       text NOT NULL,
  unit_key    integer NOT NULL,
  bucket      timestamp NOT NULL,
  expected    jsonb NOT NULL,
  found       jsonb,
  found_at    timestamptz NOT NULL,
  repaired_at timestamptz
);
