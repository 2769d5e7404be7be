-- Views of rollups: what TimescaleDB adds up of the readings, before flow_factor and without any rule. They reach to
-- the present moment, the running hour included.
--
-- unit_key = ANY (the industry's units) says nothing new, but it is the form of the filter that reaches the part of a
-- rollup that is not materialised yet: without it that part would be added up for every industry.
--
-- Months of the industry that are archived have no readings, and their rollups stand in tables of their own, whatever
-- is materialised.
--
-- Where days are materialised that still run in this industry (telemetry.unmaterialised_day), they and their months and
-- years are added up from the readings by the functions below, and so are years with archived months from their months.
-- For every other industry live_from is null and nothing is sealed, and these functions return at once.

CREATE OR REPLACE FUNCTION analytics_private.live_from() RETURNS timestamp
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL RESTRICTED SET search_path = '' AS $$
  SELECT pg_catalog.min(d.from_date)::timestamp FROM telemetry.unmaterialised_day d
  WHERE d.industry_key = analytics_private.current_industry_key()
$$;
COMMENT ON FUNCTION analytics_private.live_from() IS
  'From which business day on the rollups of this login''s industry are added up from its readings; null where the '
  'materialised ones are right.';

CREATE OR REPLACE FUNCTION analytics_private.sealed_months() RETURNS timestamp[]
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL RESTRICTED SET search_path = '' AS $$
  SELECT telemetry.sealed_months(analytics_private.current_industry_key())
$$;
COMMENT ON FUNCTION analytics_private.sealed_months() IS 'First days of the archived months of this login''s industry.';

CREATE OR REPLACE FUNCTION analytics_private.sealed_years() RETURNS timestamp[]
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL RESTRICTED SET search_path = '' AS $$
  SELECT ARRAY(SELECT DISTINCT pg_catalog.date_trunc('year', month)
               FROM pg_catalog.unnest(analytics_private.sealed_months()) AS month)
$$;
COMMENT ON FUNCTION analytics_private.sealed_years() IS
  'First days of the years in which months of this login''s industry are archived.';

-- Functions and not a part of the views, so that a query which does not need them plans nothing of them. They take no
-- argument, and tell a login of its own industry alone.
DO $define$
DECLARE
  rollup text;
BEGIN
  FOREACH rollup IN ARRAY ARRAY['rollup_hourly', 'rollup_daily', 'rollup_monthly', 'rollup_yearly',
                                'parameter_rollup_hourly', 'parameter_rollup_daily', 'parameter_rollup_monthly',
                                'parameter_rollup_yearly']
  LOOP
    EXECUTE format(
      'CREATE OR REPLACE FUNCTION analytics_private.%I () RETURNS SETOF telemetry.%I
       LANGUAGE plpgsql STABLE SECURITY DEFINER PARALLEL RESTRICTED ROWS 100
       SET search_path = pg_catalog, public, pg_temp AS %L',
      rollup || '_live', rollup, format($body$
DECLARE
  since timestamp := analytics_private.live_from();
  sealed timestamp[] := analytics_private.sealed_months();
BEGIN
  IF %s THEN
    RETURN QUERY SELECT * FROM telemetry.%s;
  END IF;
END
$body$, CASE WHEN rollup LIKE '%yearly' THEN 'since IS NOT NULL OR sealed <> ''{}''' ELSE 'since IS NOT NULL' END,
      format(CASE WHEN rollup LIKE '%yearly' THEN '%s_with_sealed(%s, since, sealed)'
                  ELSE '%s_since(%s, since) AS r WHERE date_trunc(''month'', r.bucket) <> ALL (sealed)' END,
             rollup, 'ARRAY(SELECT unit_key FROM tenant.unit WHERE industry_key = '
                     'analytics_private.current_industry_key())')));
    EXECUTE format('COMMENT ON FUNCTION analytics_private.%I IS %L', rollup || '_live',
                   rollup || ' of this login''s industry from the period of live_from on; years with archived months, '
                             'too; otherwise nothing.');
  END LOOP;
END
$define$;

-- Eight views by one definition: a rollup of readings and one of parameters for each length of period. The rollups are
-- written out, so that whoever looks for the readers of a level finds this file.
CREATE OR REPLACE PROCEDURE analytics_private.define_rollups() LANGUAGE plpgsql AS $define$
DECLARE
  level record;
  rollup text;
  materialised text;
  business_date text;
  unit_changed text;
BEGIN
FOR level IN
  SELECT * FROM (VALUES
    ('hourly', 'hour', 'day', 'FROM telemetry.rollup_hourly'), ('daily', 'day', 'day', 'FROM telemetry.rollup_daily'),
    ('monthly', 'month', 'month', 'FROM telemetry.rollup_monthly'),
    ('yearly', 'year', 'year', 'FROM telemetry.rollup_yearly')) AS v (name, period, live_from, source)
LOOP
  FOREACH rollup IN ARRAY ARRAY['rollup_' || level.name, 'parameter_rollup_' || level.name]
  LOOP
    materialised := format(
      CASE WHEN level.name = 'yearly'
           THEN '%3$s
                 WHERE bucket < coalesce((SELECT date_trunc(%2$L, analytics_private.live_from())), ''infinity'')
                   AND bucket <> ALL ((SELECT analytics_private.sealed_years())::timestamp[])'
           ELSE '%3$s
                 WHERE bucket < coalesce((SELECT date_trunc(%2$L, analytics_private.live_from())), ''infinity'')
                   AND date_trunc(''month'', bucket) <> ALL ((SELECT analytics_private.sealed_months())::timestamp[])
                 UNION ALL SELECT * FROM telemetry.sealed_%1$s'
      END, rollup, level.live_from, replace(level.source, 'rollup_' || level.name, rollup));
    business_date := CASE WHEN level.live_from = 'day' THEN 'r.bucket::date AS business_date,' ELSE '' END;
    -- Whether a parameter had several units of measure in a bucket. Units of measure change with a day.
    unit_changed := CASE WHEN level.live_from = 'day' THEN 'SELECT false AS is_changed' ELSE $changed$
          SELECT count(DISTINCT CASE WHEN w.params -> p.name IS NOT NULL
                                     THEN coalesce(w.params -> p.name ->> 'siUnit', '') END) > 1 AS is_changed
          FROM tenant.unit_version w
          WHERE w.unit_key = u.unit_key AND w.effective_from <= e.last_day
            AND w.effective_from >= coalesce((SELECT max(b.effective_from) FROM tenant.unit_version b
                                              WHERE b.unit_key = u.unit_key AND b.effective_from <= r.bucket::date),
                                             '-infinity')
        $changed$ END;
    EXECUTE format(
      CASE WHEN rollup LIKE 'parameter%' THEN $view$
        CREATE VIEW analytics.%1$s WITH (security_barrier) AS
        SELECT u.unit_id, u.display_name AS unit_name, p.name AS parameter,
               v.params -> p.name ->> 'displayName' AS parameter_name,
               v.params -> p.name ->> 'siUnit' AS parameter_unit,
               r.bucket, %3$s r.sample_count, r.estimated_count,
               CASE WHEN NOT c.is_changed THEN trim_scale(round(r.value_sum_nano * 0.000000001 / r.sample_count, 9))
               END AS mean, CASE WHEN NOT c.is_changed THEN r.value_min END AS value_min,
               CASE WHEN NOT c.is_changed THEN r.value_max END AS value_max,
               CASE WHEN NOT c.is_changed THEN r.last_value END AS last_value, r.last_at
        FROM (SELECT * %2$s
              UNION ALL SELECT * FROM analytics_private.%1$s_live()) AS r
        JOIN tenant.unit u ON u.unit_key = r.unit_key
        JOIN telemetry.parameter p ON p.parameter_key = r.parameter_key
        -- The version of the last day of the bucket, and today's of one that is not over.
        CROSS JOIN LATERAL (SELECT least((SELECT d.business_date FROM analytics_private.running_day d
                                          WHERE d.industry_key = (SELECT analytics_private.current_industry_key())),
                                         (r.bucket + interval '1 %4$s')::date - 1) AS last_day) AS e
        LEFT JOIN LATERAL (SELECT w.params FROM tenant.unit_version w
                           WHERE w.unit_key = u.unit_key AND w.effective_from <= e.last_day
                           ORDER BY w.effective_from DESC LIMIT 1) v ON true
        CROSS JOIN LATERAL (%5$s) AS c
        WHERE u.industry_key = (SELECT analytics_private.current_industry_key())
          AND r.unit_key = ANY (ARRAY(SELECT m.unit_key FROM tenant.unit m
                                      WHERE m.industry_key = (SELECT analytics_private.current_industry_key())))
      $view$ ELSE $view$
        CREATE VIEW analytics.%1$s WITH (security_barrier) AS
        SELECT u.unit_id, u.display_name AS unit_name, u.si_unit,
               r.bucket, %3$s r.reading_count, r.estimated_count, r.value_count,
               trim_scale(r.value_sum_micro * 0.000001) AS value_sum,
               trim_scale(r.estimated_sum_micro * 0.000001) AS estimated_value_sum, r.positive_count,
               r.value_min, r.value_max, r.first_value, r.last_value, r.first_register, r.last_register,
               r.first_at, r.last_at
        FROM (SELECT * %2$s
              UNION ALL SELECT * FROM analytics_private.%1$s_live()) AS r
        JOIN tenant.unit u ON u.unit_key = r.unit_key
        WHERE u.industry_key = (SELECT analytics_private.current_industry_key())
          AND r.unit_key = ANY (ARRAY(SELECT m.unit_key FROM tenant.unit m
                                      WHERE m.industry_key = (SELECT analytics_private.current_industry_key())))
      $view$ END, rollup, materialised, business_date, level.live_from, unit_changed);
    EXECUTE format('COMMENT ON VIEW analytics.%I IS %L', rollup, format(
      CASE WHEN rollup LIKE 'parameter%'
           THEN 'Samples of named parameters added up by business %1$s: one row per unit, parameter and %1$s with '
                'samples, '
             || 'the running %1$s included.'
           ELSE 'Readings added up by business %1$s, before flow_factor: one row per unit and %1$s with readings, '
             || 'the running %1$s included.'
      END, level.period));
  END LOOP;
END LOOP;
END
$define$;
