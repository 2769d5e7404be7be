-- Sizes and counts of the whole installation, for operators. Only the oldest stale day names an industry. Sizes cost
-- what the catalogs cost, however many readings there are, because rows are the planner's counts of the last ANALYZE.

-- name: hypertables
-- Sizes of compressed chunks are those at their compression.
SELECT name, stats.total_chunks AS chunks, coalesce(stats.number_compressed_chunks, 0) AS compressed_chunks,
       counted.rows, coalesce(hypertable_size(relation), 0) AS bytes,
       stats.before_compression_total_bytes AS bytes_before_compression,
       stats.after_compression_total_bytes AS bytes_after_compression
FROM (
  SELECT 'telemetry.' || h.hypertable_name AS name,
         format('%I.%I', h.hypertable_schema, h.hypertable_name)::regclass AS relation
  FROM timescaledb_information.hypertables h WHERE h.hypertable_schema = 'telemetry'
  UNION ALL
  SELECT 'telemetry.' || a.view_name,
         format('%I.%I', a.materialization_hypertable_schema, a.materialization_hypertable_name)::regclass
  FROM timescaledb_information.continuous_aggregates a WHERE a.view_schema = 'telemetry') AS known
CROSS JOIN LATERAL (
  SELECT (SELECT count(*) FROM show_chunks(relation)) AS total_chunks,
         sum(s.number_compressed_chunks) AS number_compressed_chunks,
         sum(s.before_compression_total_bytes) AS before_compression_total_bytes,
         sum(s.after_compression_total_bytes) AS after_compression_total_bytes
  FROM hypertable_compression_stats(relation) s) AS stats
CROSS JOIN LATERAL (
  -- Rows that were compressed, and rows that are not. The extension's own estimate takes each compressed batch for a
  -- thousand rows. Null: a chunk of some size was never analysed.
  SELECT CASE WHEN coalesce(bool_or(c.reltuples < 0 AND z.chunk_id IS NULL AND pg_relation_size(c.oid) > 131072),
                            false) THEN NULL
              ELSE coalesce(sum(coalesce(z.numrows_pre_compression, 0) + greatest(c.reltuples, 0)), 0)::bigint
                END AS rows
  FROM show_chunks(relation) AS chunk JOIN pg_catalog.pg_class c ON c.oid = chunk
  -- Releases of the extension name a chunk in different columns.
  LEFT JOIN _timescaledb_catalog.chunk k
    ON to_regclass(coalesce(to_jsonb(k) ->> 'relid',
                            format('%I.%I', to_jsonb(k) ->> 'schema_name', to_jsonb(k) ->> 'table_name'))) = chunk
  LEFT JOIN _timescaledb_catalog.compression_chunk_size z ON z.chunk_id = k.id) AS counted
ORDER BY name;

-- name: installation
SELECT current_setting('server_version') AS postgres,
       (SELECT extversion FROM pg_catalog.pg_extension WHERE extname = 'timescaledb') AS timescaledb,
       pg_database_size(current_database()) AS bytes,
       (SELECT count(*) FROM tenant.industry WHERE is_active) AS active_industries,
       (SELECT count(*) FROM tenant.unit u JOIN tenant.industry i USING (industry_key)
        WHERE i.is_active AND u.removed_at IS NULL) AS units,
       (SELECT nullif(c.reltuples, -1)::bigint FROM pg_catalog.pg_class c
        WHERE c.oid = 'telemetry.document'::regclass) AS documents,
       pg_total_relation_size('telemetry.document') AS document_bytes,
       (SELECT max(found_at) FROM telemetry.rollup_mismatch) AS last_rollup_mismatch_at,
       (SELECT max(found_at) FROM telemetry.document_mismatch) AS last_document_mismatch_at;

-- name: archives
-- Counts of archived months by their state.
SELECT state, count(*) AS months, sum(row_count) AS rows, sum(byte_count) AS bytes FROM operations.archive
GROUP BY state ORDER BY state;

-- name: oldest_stale_day
-- The day whose mark is the oldest. Stale days are few, because they are rebuilt within seconds.
SELECT i.industry_id, s.business_date::text, s.marked_at
FROM telemetry.stale_day s JOIN tenant.industry i USING (industry_key) ORDER BY s.marked_at LIMIT 1;

-- name: queues
SELECT queue, queued, active, failed, oldest_due_at, last_completed_at FROM operations.job_queues(@at);

-- name: held_cases
-- Index quarantine_held.
SELECT count(*) AS held FROM telemetry.quarantine WHERE status = 'held';

-- name: silent_units
-- Counts of silent units per number of @minutes: units without a reading newer than so many minutes before @now, or
-- ever. Only units that can send, of active industries, count. Readings later than @now, of a device whose clock is
-- ahead, are passed over (reading_key).
WITH sender AS (
  SELECT u.unit_key,
         CASE WHEN s.created_on <= to_timestamp(@now::float8 / 1000) THEN s.created_on ELSE (
           SELECT r.created_on FROM telemetry.reading r
           WHERE r.unit_key = s.unit_key AND r.business_at >= s.first_business_date
             AND r.created_on <= to_timestamp(@now::float8 / 1000)
           ORDER BY r.business_at DESC, r.created_on DESC LIMIT 1) END AS created_on
  FROM tenant.unit u
  JOIN tenant.industry i USING (industry_key)
  CROSS JOIN LATERAL tenant.unit_in_force(u.unit_key, 'infinity') v
  LEFT JOIN telemetry.unit_state s ON s.unit_key = u.unit_key
  WHERE i.is_active AND u.removed_at IS NULL
    AND v.standard_category_id NOT IN ('virtualCategory', 'VIRTUAL_CATEGORY', 'VIRTUAL')
)
SELECT m.minutes, count(sender.unit_key) AS units
FROM unnest(@minutes::int[]) AS m (minutes)
LEFT JOIN sender ON sender.created_on IS NULL
  OR sender.created_on <= to_timestamp(@now::float8 / 1000) - m.minutes * interval '1 minute'
GROUP BY m.minutes
ORDER BY m.minutes;
