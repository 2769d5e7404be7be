-- Back-up and restore. Both read the tables from the catalog, so a table that a migration adds is included. Statements
-- name no industry, because a back-up is of the whole installation.

-- name: hold_moment
-- The first statement of the transaction fixes the moment: the next ones see the database as it was when the first of
-- them began.
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;

-- name: same_texts
-- Values are written alike by every server until the transaction ends, whatever its own settings.
SELECT set_config('DateStyle', 'ISO, YMD', true), set_config('TimeZone', 'UTC', true),
       set_config('IntervalStyle', 'postgres', true),
       set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true);

-- name: tables
-- Every table of the service, with the texts of the statements that read and fill it. Rollups give only the buckets
-- behind the seal, because these can no longer be computed from readings. They are read and written where the extension
-- keeps them, because a view is read only.
-- needs: tables that rows refer to. Rows of one table that refer to each other come in no order, so that constraint is
-- made again after them. Triggers of the service would change the restored rows; those of a hypertable belong to the
-- extension.
WITH source AS (
  SELECT c.oid AS relation, format('%s.%s', n.nspname, c.relname) AS name,
         format('%I.%I', n.nspname, c.relname) AS quoted, '' AS condition
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname IN ('tenant', 'telemetry', 'alerting', 'operations', 'reporting')
  UNION ALL
  SELECT format('%I.%I', a.materialization_hypertable_schema, a.materialization_hypertable_name)::regclass::oid,
         format('%s.%s', a.view_schema, a.view_name),
         format('%I.%I', a.materialization_hypertable_schema, a.materialization_hypertable_name),
         ' WHERE bucket < (SELECT s.sealed_before FROM telemetry.seal s)::timestamp'
  FROM timescaledb_information.continuous_aggregates a WHERE a.view_schema = 'telemetry'),
col AS (
  SELECT a.attrelid, a.attname, a.attnum, format_type(a.atttypid, a.atttypmod) AS type,
         row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum) - 1 AS place
  FROM pg_catalog.pg_attribute a WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''),
shape AS (
  SELECT s.*, json_agg(c.attname ORDER BY c.attnum) AS columns,
         string_agg(format('%I', c.attname), ', ' ORDER BY c.attnum) AS names,
         string_agg(format('%I::text', c.attname), ', ' ORDER BY c.attnum) AS texts,
         string_agg(format('(r ->> %s)::%s', c.place, c.type), ', ' ORDER BY c.attnum) AS parsed
  FROM source s JOIN col c ON c.attrelid = s.relation
  GROUP BY s.relation, s.name, s.quoted, s.condition),
around AS (
  SELECT f.conrelid AS relation, format('ALTER TABLE %s DROP CONSTRAINT %I', f.conrelid::regclass, f.conname) AS before,
         format('ALTER TABLE %s ADD CONSTRAINT %I %s', f.conrelid::regclass, f.conname,
                pg_get_constraintdef(f.oid)) AS behind
  FROM pg_catalog.pg_constraint f WHERE f.contype = 'f' AND f.conrelid = f.confrelid
  UNION ALL
  SELECT DISTINCT t.tgrelid, format('ALTER TABLE %s DISABLE TRIGGER USER', t.tgrelid::regclass),
                  format('ALTER TABLE %s ENABLE TRIGGER USER', t.tgrelid::regclass)
  FROM pg_catalog.pg_trigger t JOIN source s ON s.relation = t.tgrelid AND s.condition = ''
  WHERE NOT t.tgisinternal
    AND s.quoted NOT IN (SELECT format('%I.%I', h.hypertable_schema, h.hypertable_name)
                         FROM timescaledb_information.hypertables h))
SELECT name, columns,
       coalesce((SELECT json_agg(DISTINCT format('%s.%s', n.nspname, t.relname))
                 FROM pg_catalog.pg_constraint f JOIN pg_catalog.pg_class t ON t.oid = f.confrelid
                 JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
                 WHERE f.conrelid = shape.relation AND f.contype = 'f' AND f.confrelid <> f.conrelid), '[]') AS needs,
       format('DECLARE backup_rows NO SCROLL CURSOR FOR SELECT array_to_json(ARRAY[%s])::text AS row FROM %s%s', texts,
              quoted, condition) AS open_text,
       format('DELETE FROM %s%s', quoted, condition) AS clear_text,
       format('INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM jsonb_array_elements($1::jsonb) AS r',
              quoted, names, parsed) AS fill_text,
       coalesce((SELECT json_agg(a.before) FROM around a WHERE a.relation = shape.relation), '[]') AS before_texts,
       coalesce((SELECT json_agg(a.behind) FROM around a WHERE a.relation = shape.relation), '[]') AS behind_texts
FROM shape ORDER BY name;

-- name: fetch_few
-- The length of rows decides how many are fetched at once: the file of a report has megabytes, a reading a hundred
-- bytes.
FETCH FORWARD 10 FROM backup_rows;

-- name: fetch_some
FETCH FORWARD 500 FROM backup_rows;

-- name: fetch_many
FETCH FORWARD 10000 FROM backup_rows;

-- name: close_rows
CLOSE backup_rows;

-- name: sequences
-- last_value is null for a sequence that was never used.
SELECT format('%s.%s', schemaname, sequencename) AS name, last_value FROM pg_catalog.pg_sequences
WHERE schemaname IN ('tenant', 'telemetry', 'alerting', 'operations', 'reporting') AND last_value IS NOT NULL
ORDER BY name;

-- name: set_sequence
SELECT setval(format('%I.%I', split_part(@name, '.', 1), split_part(@name, '.', 2))::regclass, @value);

-- name: analyst_logins
SELECT role_name FROM tenant.analyst_login ORDER BY role_name;

-- name: extension
SELECT extversion AS version FROM pg_catalog.pg_extension WHERE extname = 'timescaledb';

-- name: has_ledger
SELECT to_regclass('public.schema_migration') IS NOT NULL AS present;

-- name: migrations
SELECT name FROM public.schema_migration ORDER BY name;

-- name: industries
-- Index industry_industry_id_key.
SELECT industry_id FROM tenant.industry ORDER BY industry_id;

-- name: hold_industries
-- The lock keeps others from adding an industry until the restore ends.
LOCK TABLE tenant.industry IN SHARE ROW EXCLUSIVE MODE;

-- name: stretches_of_readings
-- Spans of business days that may have readings after the seal, as their chunks cover them, end excluded.
SELECT greatest(c.range_start::date,
                coalesce((SELECT s.sealed_before FROM telemetry.seal s), '-infinity'))::text AS from_date,
                c.range_end::date::text AS end_date
FROM timescaledb_information.chunks c
WHERE c.hypertable_schema = 'telemetry' AND c.hypertable_name IN ('reading', 'parameter_reading')
  AND c.range_end::date > coalesce((SELECT s.sealed_before FROM telemetry.seal s), '-infinity')
ORDER BY 1;
