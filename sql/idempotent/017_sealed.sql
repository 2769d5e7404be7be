-- Sealed business days: retention has removed the readings of all industries before a date, the archive those of a
-- month of one.

CREATE OR REPLACE FUNCTION telemetry.sealed_between(of_industry int, from_date date, until_date date) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM telemetry.seal s WHERE s.sealed_before > from_date)
      OR EXISTS (SELECT FROM telemetry.sealed_month m
                 WHERE m.industry_key = of_industry AND m.month >= date_trunc('month', from_date)::date
                   AND m.month < until_date)
$$;
COMMENT ON FUNCTION telemetry.sealed_between IS
  'Whether any of the industry''s business days from from_date to before until_date is sealed: its readings are gone, '
  'and nothing can be computed from them.';

CREATE OR REPLACE FUNCTION telemetry.sealed_months(of_industry int) RETURNS timestamp[]
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(m.month::timestamp), '{}') FROM telemetry.sealed_month m WHERE m.industry_key = of_industry
$$;
COMMENT ON FUNCTION telemetry.sealed_months IS
  'First days of the industry''s archived months, whose rollups stand in telemetry.sealed_rollup_*.';

-- Copies of rollups as their definitions give them at this moment. Hours come from the readings, whatever is
-- materialised. Days and months are the definition of their rollup, read from the catalog, over the copies of the level
-- below. rollup_yearly_with_sealed: years of units that have sealed months, or that begin no earlier than the year of
-- since. Months of which readings are there come from their rollups, from since on from the readings, and sealed ones
-- from the copies.
DO $define$
DECLARE
  prefix text;
  step record;
  definition text;
BEGIN
  FOREACH prefix IN ARRAY ARRAY['', 'parameter_'] LOOP
    EXECUTE format($create$
      CREATE OR REPLACE FUNCTION telemetry.%1$I (unit_keys int[], from_date date, until_date date) RETURNS void
        LANGUAGE sql AS $body$
        INSERT INTO telemetry.%2$I SELECT * FROM telemetry.%3$I
        WHERE unit_key = ANY (unit_keys) AND bucket >= from_date::timestamp AND bucket < until_date::timestamp;
      $body$ $create$, 'seal_' || prefix || 'hours', 'sealed_' || prefix || 'rollup_hourly', prefix || 'hour_live');
    FOR step IN
      SELECT * FROM (VALUES ('daily', 'hourly', 'days'), ('monthly', 'daily', 'months')) AS s (level, below, noun)
    LOOP
      SELECT rtrim(a.view_definition, E' ;\n') INTO STRICT definition
      FROM timescaledb_information.continuous_aggregates a
      WHERE a.view_schema = 'telemetry' AND a.view_name = prefix || 'rollup_' || step.level;
      EXECUTE format(
        'CREATE OR REPLACE FUNCTION telemetry.%I (unit_keys int[], from_date date, until_date date) '
        'RETURNS void LANGUAGE sql AS %L',
        'seal_' || prefix || step.noun,
        format('INSERT INTO telemetry.%I ', 'sealed_' || prefix || 'rollup_' || step.level)
        || replace(definition, format('FROM telemetry.%I', prefix || 'rollup_' || step.below), format(
          'FROM (SELECT * FROM telemetry.%I WHERE unit_key = ANY (unit_keys) '
          'AND bucket >= from_date::timestamp AND bucket < until_date::timestamp) AS %I',
          'sealed_' || prefix || 'rollup_' || step.below, prefix || 'rollup_' || step.below)));
    END LOOP;

    SELECT rtrim(a.view_definition, E' ;\n') INTO STRICT definition
    FROM timescaledb_information.continuous_aggregates a
    WHERE a.view_schema = 'telemetry' AND a.view_name = prefix || 'rollup_yearly';
    EXECUTE format(
      'CREATE OR REPLACE FUNCTION telemetry.%I (unit_keys int[], since timestamp, sealed timestamp[]) '
      'RETURNS SETOF telemetry.%I LANGUAGE sql STABLE PARALLEL SAFE AS %L',
      prefix || 'rollup_yearly_with_sealed', prefix || 'rollup_yearly',
      replace(definition, format('FROM telemetry.%I', prefix || 'rollup_monthly'), format($source$
        FROM (SELECT months.* FROM (
                SELECT * FROM telemetry.%1$I
                WHERE unit_key = ANY (unit_keys) AND bucket < coalesce(date_trunc('month', since), 'infinity')
                  AND bucket <> ALL (sealed)
                UNION ALL SELECT * FROM telemetry.%2$I(unit_keys, since)
                WHERE since IS NOT NULL AND bucket <> ALL (sealed)
                UNION ALL SELECT * FROM telemetry.%3$I WHERE unit_key = ANY (unit_keys)) AS months
              WHERE date_trunc('year', bucket) >= date_trunc('year', since)
                 OR date_trunc('year', bucket) = ANY (ARRAY(SELECT date_trunc('year', month)
                                                            FROM unnest(sealed) AS month))) AS %1$I $source$,
        prefix || 'rollup_monthly', prefix || 'rollup_monthly_since', 'sealed_' || prefix || 'rollup_monthly')));
  END LOOP;
END
$define$;

CREATE OR REPLACE FUNCTION telemetry.unsettled_days(cutoff date) RETURNS TABLE (industry_key int, business_date date)
LANGUAGE sql STABLE AS $$
  WITH chunk AS (
    SELECT greatest(min(c.range_start)::date, (SELECT s.sealed_before FROM telemetry.seal s)) AS first_date,
           max(c.range_end)::date AS end_date
    FROM timescaledb_information.chunks c
    WHERE c.hypertable_schema = 'telemetry' AND c.hypertable_name IN ('reading', 'parameter_reading')
      AND c.range_end::date <= cutoff)
  SELECT s.industry_key, s.business_date
  FROM telemetry.stale_day s JOIN chunk c ON s.business_date >= c.first_date AND s.business_date < c.end_date
  UNION ALL
  SELECT d.industry_key, d.business_date
  FROM (SELECT i.industry_key, day::date AS business_date
        FROM chunk c, tenant.industry i, generate_series(c.first_date, c.end_date - 1, interval '1 day') AS day) AS d
  WHERE NOT EXISTS (SELECT FROM telemetry.processed_day p
                    WHERE p.industry_key = d.industry_key AND p.business_date = d.business_date)
    AND EXISTS (SELECT FROM tenant.unit u LEFT JOIN telemetry.unit_state s USING (unit_key)
                WHERE u.industry_key = d.industry_key
                  AND coalesce(s.first_business_date, '-infinity') <= d.business_date
                  AND EXISTS (SELECT FROM telemetry.reading r
                              WHERE r.unit_key = u.unit_key AND r.business_at >= d.business_date
                                AND r.business_at < d.business_date + 1 OFFSET 0))
$$;
COMMENT ON FUNCTION telemetry.unsettled_days IS
  'Business days of chunks of readings that ended by cutoff which keep these readings: stale ones, and those that have '
  'readings of a unit and were never processed.';
