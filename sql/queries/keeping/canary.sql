-- The canary's industry is removed wholly. The result of its last run is kept.

-- name: forget_texts
-- One statement for each table that has rows of an industry, by its key or by that of a unit. Tables come from the
-- catalog, so a table that a migration adds is emptied too. needs: tables that rows refer to.
SELECT format('%s.%s', n.nspname, c.relname) AS name,
       format(CASE WHEN by_industry.attnum IS NOT NULL THEN 'DELETE FROM %I.%I WHERE industry_key = $1'
                   ELSE 'DELETE FROM %I.%I WHERE unit_key = $1' END, n.nspname, c.relname) AS text,
       by_industry.attnum IS NULL AS is_by_unit,
       coalesce((SELECT json_agg(DISTINCT format('%s.%s', m.nspname, t.relname))
                 FROM pg_catalog.pg_constraint f JOIN pg_catalog.pg_class t ON t.oid = f.confrelid
                 JOIN pg_catalog.pg_namespace m ON m.oid = t.relnamespace
                 WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid), '[]') AS needs
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_attribute by_industry ON by_industry.attrelid = c.oid AND by_industry.attname = 'industry_key'
  AND NOT by_industry.attisdropped
LEFT JOIN pg_catalog.pg_attribute by_unit ON by_unit.attrelid = c.oid AND by_unit.attname = 'unit_key'
  AND NOT by_unit.attisdropped
WHERE c.relkind = 'r' AND n.nspname IN ('tenant', 'telemetry', 'alerting', 'operations', 'reporting')
  AND (by_industry.attnum IS NOT NULL OR by_unit.attnum IS NOT NULL)
ORDER BY name;

-- name: units
SELECT unit_key FROM tenant.unit WHERE industry_key = @industryKey;

-- name: found
-- The industry of this id, and its name: an industry of another name belongs to a customer. Index
-- industry_industry_id_key.
SELECT industry_key, industry_name FROM tenant.industry WHERE industry_id = @industryId;

-- name: record
INSERT INTO operations.canary AS c (ran_at, succeeded_at, mismatches, problem)
VALUES (@at, @succeededAt, coalesce(@mismatches::jsonb, '[]'), @problem)
ON CONFLICT (only_row) DO UPDATE SET ran_at = excluded.ran_at,
succeeded_at = coalesce(excluded.succeeded_at, c.succeeded_at),
  mismatches = CASE WHEN @mismatches::jsonb IS NULL THEN c.mismatches ELSE excluded.mismatches END,
    problem = excluded.problem;

-- name: last
SELECT ran_at, succeeded_at, mismatches, problem FROM operations.canary;
