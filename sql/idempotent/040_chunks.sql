-- Which hypertables age: their chunks are compressed once they are old, and merged as they are. is_rollup: hours or
-- days, which outlive their readings.
CALL telemetry.define_view('aging_hypertable', $definition$
SELECT h.hypertable_schema AS schema_name, h.hypertable_name AS table_name,
       format('ALTER TABLE %I.%I', h.hypertable_schema, h.hypertable_name) AS alter_command,
       false AS is_rollup
FROM timescaledb_information.hypertables h
WHERE h.hypertable_schema = 'telemetry' AND h.hypertable_name IN ('reading', 'parameter_reading')
UNION ALL
SELECT h.hypertable_schema, h.hypertable_name, format('ALTER TABLE %I.%I', h.hypertable_schema, h.hypertable_name), true
FROM timescaledb_information.hypertables h
WHERE h.hypertable_schema = 'telemetry'
  AND h.hypertable_name IN ('sealed_rollup_hourly', 'sealed_parameter_rollup_hourly')
UNION ALL
SELECT a.materialization_hypertable_schema, a.materialization_hypertable_name,
       format('ALTER MATERIALIZED VIEW %I.%I', a.view_schema, a.view_name), true
FROM timescaledb_information.continuous_aggregates a
WHERE a.view_schema = 'telemetry'
  AND a.view_name IN ('rollup_hourly', 'rollup_daily', 'parameter_rollup_hourly', 'parameter_rollup_daily')
$definition$);

-- Sets how long coming chunks are and up to which length compressed ones are merged (null: as it is), where it is not
-- so already. Chunks that are there keep their length.
CREATE OR REPLACE FUNCTION telemetry.set_chunk_lengths(chunk_length interval, merged_length interval,
                                                       of_rollups boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  t record;
BEGIN
  FOR t IN
    SELECT a.alter_command, format('%I.%I', a.schema_name, a.table_name)::regclass AS hypertable, d.time_interval,
           s.compress_interval_length::interval AS merged
    FROM telemetry.aging_hypertable a
    JOIN timescaledb_information.dimensions d ON d.hypertable_schema = a.schema_name
      AND d.hypertable_name = a.table_name
    LEFT JOIN timescaledb_information.hypertable_columnstore_settings s
      ON s.hypertable = format('%I.%I', a.schema_name, a.table_name)::regclass
    WHERE a.is_rollup = of_rollups
  LOOP
    IF t.time_interval IS DISTINCT FROM chunk_length THEN PERFORM set_chunk_time_interval(t.hypertable, chunk_length);
      END IF;
    IF t.merged <> merged_length OR (t.merged IS NULL AND merged_length IS NOT NULL) THEN
      EXECUTE format('%s SET (timescaledb.compress_chunk_time_interval = %L)', t.alter_command, merged_length); END IF;
  END LOOP;
END
$$;

-- Builds the indexes of a chunk anew. Of a compressed chunk they hold next to nothing, so that takes milliseconds.
CREATE OR REPLACE FUNCTION telemetry.rebuild_indexes(chunk regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REINDEX TABLE %s', chunk);
END
$$;
