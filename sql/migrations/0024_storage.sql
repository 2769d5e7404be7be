-- Hours and days of every unit are what figures are read from: uncompressed they took four times what the readings themselves take.
-- In order of unit and time, 16 bytes an hour (58 in order of time), in batches of a thousand rows even where a chunk holds few hours of each
-- unit. A refresh of an old day unpacks its chunk, which is why upkeep keeps these chunks short. (Left at 300 days, none would end for a year.)
DO $$
DECLARE
  rollup record;
BEGIN
  FOR rollup IN SELECT * FROM (VALUES
      ('telemetry.rollup_hourly', 'unit_key, bucket'), ('telemetry.rollup_daily', 'unit_key, bucket'),
      ('telemetry.parameter_rollup_hourly', 'unit_key, parameter_key, bucket'), ('telemetry.parameter_rollup_daily', 'unit_key, parameter_key, bucket')) AS r (name, in_order)
  LOOP
    EXECUTE format('ALTER MATERIALIZED VIEW %s SET (timescaledb.compress, timescaledb.compress_segmentby = '''', timescaledb.compress_orderby = %L)', rollup.name, rollup.in_order);
    PERFORM set_chunk_time_interval(rollup.name::regclass, INTERVAL '30 days');
  END LOOP;
END
$$;

-- A mark rewrites its row: with room beside it in its page the old version's place is used again, and what is left goes at once. The
-- marks of busy days had left 25 MB behind in a table that is nearly always empty.
ALTER TABLE telemetry.stale_day SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
  toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 500);
CLUSTER telemetry.stale_day USING stale_day_pkey;
ALTER TABLE telemetry.stale_day SET WITHOUT CLUSTER;
