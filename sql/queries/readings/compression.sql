-- Aging of chunks of readings and rollups: compression, merging with neighbours, and lengths that fit the amount sent.

-- name: due
-- Chunks that ended by @before and are not compressed, or took late rows since (status bit 8: partly compressed). The
-- oldest come first, so that each can be merged into the one before. The extension's catalog is not read, because its
-- columns differ between releases.
-- Rollups once had chunks of 300 days. Such a chunk that began 30 days before @before is due too; rows added to it
-- follow with the next run.
SELECT format('%I.%I', c.chunk_schema, c.chunk_name) AS chunk
FROM timescaledb_information.chunks c
JOIN telemetry.aging_hypertable a ON a.schema_name = c.hypertable_schema AND a.table_name = c.hypertable_name
WHERE (NOT c.is_compressed OR _timescaledb_functions.chunk_status(format('%I.%I', c.chunk_schema,
    c.chunk_name)::regclass) & 8 <> 0)
  AND (c.range_end <= @before::date OR (a.is_rollup AND c.range_end - c.range_start > interval '30 days'
                                   AND c.range_start <= @before::date - 30))
ORDER BY a.table_name, c.range_end;

-- name: to_renew
-- Compressed chunks with a bloom filter, which keeps them from being merged, and chunks that the one before could take
-- in now: equal settings, and together no longer than the merged length. Oldest first.
WITH compressed AS (
  SELECT a.table_name, c.range_start, c.range_end, format('%I.%I', c.chunk_schema, c.chunk_name) AS chunk,
         coalesce(to_jsonb(s) ->> 'index', '') AS sparse_indexes, s.segmentby, s.orderby,
         h.compress_interval_length::interval AS longest,
         _timescaledb_functions.chunk_status(format('%I.%I', c.chunk_schema, c.chunk_name)::regclass) AS status,
         lag(c.range_start) OVER earlier AS before_start, lag(c.range_end) OVER earlier AS before_end,
         lag(ARRAY[s.segmentby, s.orderby, to_jsonb(s) ->> 'index']) OVER earlier AS before_settings
  FROM timescaledb_information.chunks c
  JOIN telemetry.aging_hypertable a ON a.schema_name = c.hypertable_schema AND a.table_name = c.hypertable_name
  JOIN timescaledb_information.chunk_columnstore_settings s
    ON s.chunk = format('%I.%I', c.chunk_schema, c.chunk_name)::regclass
  JOIN timescaledb_information.hypertable_columnstore_settings h
    ON h.hypertable = format('%I.%I', a.schema_name, a.table_name)::regclass
  WHERE c.is_compressed
  WINDOW earlier AS (PARTITION BY a.table_name ORDER BY c.range_start))
SELECT chunk FROM compressed
WHERE sparse_indexes LIKE '%"bloom"%'
   OR (status & 8 = 0 AND before_end = range_start AND range_end - before_start <= longest
       AND before_settings IS NOT DISTINCT FROM ARRAY[segmentby, orderby, nullif(sparse_indexes, '')])
ORDER BY table_name, range_start;

-- name: to_trim
-- Compressed chunks without rows outside their batches whose indexes of rows have kept pages. Rows that are merged into
-- a chunk, or come late, go through these indexes, and leave them as large as they were: three times as large as the
-- batches of a year where a month was merged at a time.
SELECT chunk.name AS chunk
FROM timescaledb_information.chunks c
JOIN telemetry.aging_hypertable a ON a.schema_name = c.hypertable_schema AND a.table_name = c.hypertable_name
CROSS JOIN LATERAL (SELECT format('%I.%I', c.chunk_schema, c.chunk_name) AS name) chunk
WHERE c.is_compressed AND _timescaledb_functions.chunk_status(chunk.name::regclass) & 8 = 0
  AND pg_indexes_size(chunk.name::regclass) > pg_size_bytes('128 kB')
ORDER BY chunk.name;

-- name: trim
SELECT telemetry.rebuild_indexes(@chunk::regclass);

-- name: without_bloom
-- Switches bloom filters off until the transaction ends. Releases from 2.26 on add them for the key; they differ from
-- chunk to chunk and keep chunks from being merged. Units are found by their segments anyway.
SELECT set_config(name, 'off', true) FROM pg_settings WHERE name = 'timescaledb.enable_sparse_index_bloom';

-- name: compress
-- if_not_compressed avoids an error for a chunk that another process compressed meanwhile.
SELECT compress_chunk(@chunk::regclass, if_not_compressed => true);

-- name: decompress
SELECT decompress_chunk(@chunk::regclass, if_compressed => true);

-- name: load
-- The amount of a day: the slots that the units of all industries declare, or the arrivals on the fullest of the days
-- @from..@end (end excluded), whichever is more. series: units and parameters of units with an hour of their own in the
-- rollups. quarter_bytes: the shared_buffers of a tuned server, and a third of its effective_cache_size.
WITH declared AS (
  SELECT count(*) AS units, coalesce(sum(86400.0 / v.data_update_frequency_seconds), 0) AS slots
  FROM tenant.unit u CROSS JOIN LATERAL tenant.unit_in_force(u.unit_key, 'infinity') v
  WHERE u.removed_at IS NULL AND v.calculations IS NULL),
arrived AS (
  SELECT coalesce(max(d.readings), 0) AS readings, coalesce(max(d.units), 0) AS units
  FROM (SELECT sum(reading_count) AS readings, count(*) AS units FROM telemetry.rollup_daily
        WHERE bucket >= @from::date::timestamp AND bucket < @end::date::timestamp GROUP BY bucket) AS d),
sampled AS (
  SELECT coalesce(max(d.samples), 0) AS samples, coalesce(max(d.parameters), 0) AS parameters
  FROM (SELECT sum(sample_count) AS samples, count(*) AS parameters FROM telemetry.parameter_rollup_daily
        WHERE bucket >= @from::date::timestamp AND bucket < @end::date::timestamp GROUP BY bucket) AS d)
SELECT greatest(declared.slots, arrived.readings) AS readings_per_day, sampled.samples AS samples_per_day,
       greatest(declared.units, arrived.units, sampled.parameters) AS series,
       greatest(pg_size_bytes(current_setting('shared_buffers')),
                pg_size_bytes(current_setting('effective_cache_size')) / 3) AS quarter_bytes
FROM declared, arrived, sampled;

-- name: set_chunk_lengths
-- Lengths of readings @readingChunkHours, @readingMergedHours and of rollups @rollupChunkHours, @rollupMergedHours.
-- Without a merged length the stored one stays.
SELECT telemetry.set_chunk_lengths(make_interval(hours => @readingChunkHours::int),
                                   make_interval(hours => @readingMergedHours::int), false),
       telemetry.set_chunk_lengths(make_interval(hours => @rollupChunkHours::int),
                                   make_interval(hours => @rollupMergedHours::int), true);
