-- Rollups of readings: hour -> day -> month -> year on each industry's own clock (business_at), so one chain serves all zones.
-- Sums are exact: interval values are added as whole millionths, parameters as whole billionths, so neither the order of
-- arrival nor compression can change a figure. Nothing here depends on a unit's configuration.

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
       first(summed_value, created_on) FILTER (WHERE summed_value IS NOT NULL AND NOT register_excluded) AS first_register,
       first(value, created_on)        FILTER (WHERE summed_value IS NOT NULL AND NOT register_excluded) AS first_register_value,
       last(summed_value, created_on)  FILTER (WHERE summed_value IS NOT NULL AND NOT register_excluded) AS last_register,
       min(created_on)                              AS first_at,
       max(created_on)                              AS last_at,
       -- Which minutes of the hour hold a genuine reading: bits 0-29 and 30-59, from which slots of any whole-minute length follow.
       bit_or(1 << date_part('minute', business_at)::int)        FILTER (WHERE NOT estimated AND date_part('minute', business_at) < 30)  AS genuine_minutes_low,
       bit_or(1 << (date_part('minute', business_at)::int - 30)) FILTER (WHERE NOT estimated AND date_part('minute', business_at) >= 30) AS genuine_minutes_high
FROM telemetry.reading
GROUP BY unit_key, time_bucket(INTERVAL '1 hour', business_at)
WITH NO DATA;

CREATE MATERIALIZED VIEW telemetry.rollup_daily
  WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT unit_key,
       time_bucket(INTERVAL '1 day', bucket) AS bucket,
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
FROM telemetry.rollup_hourly
GROUP BY unit_key, time_bucket(INTERVAL '1 day', bucket)
WITH NO DATA;

CREATE MATERIALIZED VIEW telemetry.rollup_monthly
  WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT unit_key,
       time_bucket(INTERVAL '1 month', bucket) AS bucket,
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
FROM telemetry.rollup_daily
GROUP BY unit_key, time_bucket(INTERVAL '1 month', bucket)
WITH NO DATA;

CREATE MATERIALIZED VIEW telemetry.rollup_yearly
  WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT unit_key,
       time_bucket(INTERVAL '1 year', bucket) AS bucket,
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
FROM telemetry.rollup_monthly
GROUP BY unit_key, time_bucket(INTERVAL '1 year', bucket)
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

CREATE MATERIALIZED VIEW telemetry.parameter_rollup_daily
  WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT unit_key, parameter_key, time_bucket(INTERVAL '1 day', bucket) AS bucket,
       sum(sample_count)::int8 AS sample_count, sum(estimated_count)::int8 AS estimated_count, sum(value_sum_nano) AS value_sum_nano,
       min(value_min) AS value_min, max(value_max) AS value_max, last(last_value, bucket) AS last_value, max(last_at) AS last_at
FROM telemetry.parameter_rollup_hourly
GROUP BY unit_key, parameter_key, time_bucket(INTERVAL '1 day', bucket)
WITH NO DATA;

CREATE MATERIALIZED VIEW telemetry.parameter_rollup_monthly
  WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT unit_key, parameter_key, time_bucket(INTERVAL '1 month', bucket) AS bucket,
       sum(sample_count)::int8 AS sample_count, sum(estimated_count)::int8 AS estimated_count, sum(value_sum_nano) AS value_sum_nano,
       min(value_min) AS value_min, max(value_max) AS value_max, last(last_value, bucket) AS last_value, max(last_at) AS last_at
FROM telemetry.parameter_rollup_daily
GROUP BY unit_key, parameter_key, time_bucket(INTERVAL '1 month', bucket)
WITH NO DATA;

CREATE MATERIALIZED VIEW telemetry.parameter_rollup_yearly
  WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT unit_key, parameter_key, time_bucket(INTERVAL '1 year', bucket) AS bucket,
       sum(sample_count)::int8 AS sample_count, sum(estimated_count)::int8 AS estimated_count, sum(value_sum_nano) AS value_sum_nano,
       min(value_min) AS value_min, max(value_max) AS value_max, last(last_value, bucket) AS last_value, max(last_at) AS last_at
FROM telemetry.parameter_rollup_monthly
GROUP BY unit_key, parameter_key, time_bucket(INTERVAL '1 year', bucket)
WITH NO DATA;
