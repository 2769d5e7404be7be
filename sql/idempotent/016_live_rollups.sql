-- Rollups of units from a day on as their readings are at this moment, whatever is materialised:
-- telemetry.rollup_hourly_since to rollup_yearly_since, and the same of parameters. For industries whose running day is
-- materialised already (telemetry.unmaterialised_day).
--
-- Each level is the very definition of its rollup, read from the catalog, over the level below from that day on. Of a
-- month or year that began before it, the days and months before it come from their rollups.
DO $define$
DECLARE
  level record;
  definition text;
BEGIN
  FOR level IN
    SELECT prefix || view_name AS name,
           CASE WHEN below = 'reading' THEN prefix || 'reading' ELSE prefix || below END AS below, period
    FROM unnest(ARRAY['', 'parameter_']) AS prefix,
         (VALUES (1, 'rollup_hourly', 'reading', NULL), (2, 'rollup_daily', 'rollup_hourly', NULL),
                 (3, 'rollup_monthly', 'rollup_daily', 'month'),
                 (4, 'rollup_yearly', 'rollup_monthly', 'year')) AS chain (step, view_name, below, period)
    ORDER BY prefix, step
  LOOP
    SELECT rtrim(a.view_definition, E' ;\n') INTO STRICT definition
    FROM timescaledb_information.continuous_aggregates a
    WHERE a.view_schema = 'telemetry' AND a.view_name = level.name;
    EXECUTE format(
      'CREATE OR REPLACE FUNCTION telemetry.%I (unit_keys int[], since timestamp) RETURNS SETOF telemetry.%I '
      'LANGUAGE sql STABLE PARALLEL SAFE AS %L',
      level.name || '_since', level.name,
      replace(definition, format('FROM telemetry.%I', level.below), CASE
        WHEN level.below LIKE '%reading' THEN
          format('FROM (SELECT * FROM telemetry.%1$I '
                 'WHERE unit_key = ANY (unit_keys) AND business_at >= since) AS %1$I', level.below)
        WHEN level.period IS NULL THEN
          format('FROM telemetry.%I(unit_keys, since) AS %I', level.below || '_since', level.below)
        ELSE
          format('FROM (SELECT * FROM telemetry.%1$I
                        WHERE unit_key = ANY (unit_keys) AND bucket >= date_trunc(%2$L, since) AND bucket < %3$s
                        UNION ALL SELECT * FROM telemetry.%4$I(unit_keys, since)) AS %1$I',
                 level.below, level.period, CASE level.period WHEN 'month' THEN 'since'
                                            ELSE 'date_trunc(''month'', since)' END, level.below || '_since')
      END));
    EXECUTE format('COMMENT ON FUNCTION telemetry.%I IS %L', level.name || '_since',
                   level.name || ' of units from the period of a business day on, computed from the readings at this '
                                 'moment for that day and later ones.');
  END LOOP;
END
$define$;
