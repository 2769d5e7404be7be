-- Views of days, months and years as processed. Figures are those of the documents, so they equal every answer and
-- report.

-- What is missing of a figure, by the rules of src/kernel/document/completeness.ts and unheard.ts; a test holds them
-- together. Doubles, so that what lies on the border of a rule falls on the same side.
CREATE OR REPLACE FUNCTION analytics_private.share(part float8, whole float8) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN whole > 0 THEN (floor(part / whole * 10000 + 0.5) / 10000)::numeric END;

CREATE OR REPLACE FUNCTION analytics_private.bound_of_all(one text, other text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN one IS NULL THEN other WHEN other IS NULL OR one = other THEN one ELSE 'open' END;

CREATE OR REPLACE FUNCTION analytics_private.bound_of_unheard(figure float8, passed float8, silences int) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN passed = 0 OR (silences = 0 AND abs(passed) < 0.001 * abs(figure)) THEN NULL
       WHEN passed > 0 THEN 'at least' WHEN passed < 0 THEN 'at most' END;

-- told: what a formula's document or hour says itself.
CREATE OR REPLACE FUNCTION analytics_private.bound(nature text, figure float8, expected float8, genuine float8,
                                                   estimated float8, told text, unheard text)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN figure IS NULL OR nature = 'state' THEN NULL
            WHEN nature = 'formula' THEN analytics_private.bound_of_all(told, unheard)
            WHEN expected - genuine - estimated > (1 - 0.98::float8) * expected
            THEN CASE WHEN figure < 0 THEN 'open' ELSE analytics_private.bound_of_all('at least', unheard) END
            ELSE unheard END;

CREATE OR REPLACE PROCEDURE analytics_private.define_figures() LANGUAGE plpgsql AS $define$
DECLARE
  level record;
BEGIN

-- What the views of all periods share; not a view for analysts, and without a filter of its own: the views that use it
-- have one each, that of the login.
CREATE VIEW analytics_private.document_figures AS
SELECT d.industry_key, d.unit_key, d.period, d.period_start, i.industry_id, u.unit_id, u.display_name AS unit_name,
       analytics_private.unit_group(v.standard_category_id) AS unit_group, u.si_unit, v.params,
       d.figure AS value,
       analytics_private.display(d.figure, analytics_private.division_factor(v.standard_category_id)) AS value_display,
       analytics_private.division_factor(v.standard_category_id) AS division_factor,
       (j.meta ->> 'ir')::numeric AS initial_register, (j.meta ->> 'fr')::numeric AS final_register,
       (j.meta ->> 'flowFactor')::numeric AS flow_factor,
       (j.meta ->> 'nonZero')::bigint AS non_zero_readings,
       (j.meta ->> 'openingStock')::numeric AS opening_stock, (j.meta ->> 'maxCapacity')::numeric AS max_capacity,
       (j.meta ->> 'percentage')::numeric AS percentage, (j.meta ->> 'average')::numeric AS average_level,
       (j.meta ->> 'energySaved')::numeric AS energy_saved_kwh,
       (j.meta ->> 'energySavedCoverage')::numeric AS energy_saved_coverage,
       (j.meta ->> 'offlineCount')::bigint AS offline_slots, (j.meta ->> 'offlineDuration')::numeric AS offline_minutes,
       (j.meta ->> 'offlineValue')::numeric AS offline_value,
       (j.meta -> 'unheard' ->> 'value')::numeric AS unheard_value,
       (j.meta -> 'unheard' ->> 'from')::timestamptz AS unheard_from,
       (j.meta -> 'unheard' ->> 'to')::timestamptz AS unheard_to,
       (j.meta -> 'unheard' ->> 'silences')::int AS unheard_silences,
       c.slots_expected, c.slots_genuine, analytics_private.share(c.slots_genuine, c.slots_expected) AS coverage,
       analytics_private.bound(c.nature, d.value, c.slots_expected, c.slots_genuine,
                               (j.provenance ->> 'readingsEstimated')::float8, j.provenance ->> 'bound',
                               analytics_private.bound_of_unheard(d.value, (j.meta -> 'unheard' ->> 'value')::float8,
                                                                  (j.meta -> 'unheard' ->> 'silences')::int)) AS bound,
       coalesce((j.provenance ->> 'meters')::int, 1) AS meters,
       coalesce((j.provenance ->> 'metersMeasured')::int,
                CASE WHEN c.slots_genuine > 0 THEN 1 ELSE 0 END) AS meters_measured,
       (j.provenance ->> 'readingsUsed')::bigint AS readings_used,
       (j.provenance ->> 'readingsEstimated')::bigint AS readings_estimated,
       (j.provenance ->> 'estimatedShare')::numeric AS estimated_share,
       EXISTS (SELECT FROM telemetry.stale_day s
               WHERE s.industry_key = d.industry_key AND s.business_date >= d.period_start
                 AND s.business_date < CASE d.period WHEN 'DAILY' THEN d.period_start + 1
                                                     WHEN 'MONTHLY' THEN (d.period_start + interval '1 month')::date
                                                     ELSE (d.period_start + interval '1 year')::date END) AS is_stale,
       d.computed_at, d.value_by_parameter, d.param_value, d.entries, c.nature
-- The decimal that the figure is written as everywhere: a double itself is cast to 15 digits.
FROM (SELECT *, value::text::numeric AS figure FROM telemetry.document) d
-- Parsed once a row, and not at all where nothing of it is asked for.
CROSS JOIN LATERAL (SELECT d.meta::jsonb AS meta, d.provenance::jsonb AS provenance OFFSET 0) j
CROSS JOIN LATERAL (SELECT (j.provenance ->> 'slotsExpected')::bigint AS slots_expected,
                    (j.provenance ->> 'slotsGenuine')::bigint AS slots_genuine,
                           CASE WHEN j.meta ->> 'openingStock' IS NOT NULL
                             OR j.meta ->> 'average' IS NOT NULL THEN 'state'
                                WHEN j.meta ->> 'flowFactor' IS NULL THEN 'formula' ELSE 'amount' END AS nature) AS c
JOIN tenant.unit u ON u.unit_key = d.unit_key AND u.industry_key = d.industry_key
JOIN tenant.industry i ON i.industry_key = d.industry_key
-- As answers do: the version of the last day of the period, and today's of a period that is not over.
LEFT JOIN LATERAL (SELECT w.standard_category_id, w.params FROM tenant.unit_version w
                   WHERE w.unit_key = d.unit_key
                     AND w.effective_from <= least(
                       (SELECT r.business_date FROM analytics_private.running_day r
                        WHERE r.industry_key = (SELECT analytics_private.current_industry_key())),
                       CASE d.period WHEN 'DAILY' THEN d.period_start
                                     WHEN 'MONTHLY' THEN (d.period_start + interval '1 month')::date - 1
                                     ELSE (d.period_start + interval '1 year')::date - 1 END)
                   ORDER BY w.effective_from DESC LIMIT 1) v ON true;

-- Figures and parameters of days, months and years by one definition each.
FOR level IN
  SELECT * FROM (VALUES
    ('daily', 'business_date', 'DD-MM-YYYY',
     'Processed business days: one row per unit and day that has ended and was processed. The running day is not in it '
     '(see rollup_hourly). Columns that a unit''s group does not have are null.',
     'Parameters of quality units and of energy units that declare parameters, by processed business day: one row per '
     'unit, parameter and day.'),
    ('monthly', 'month_start', 'MM-YYYY',
     'Business months with a processed day: one row per unit and month. All ended days of the month count, those '
     'without a row in daily_figures as not measured. A month that has not ended holds the days ended so far.',
     'The same by business month: one row per unit, parameter and month. The value is the mean of the daily figures, '
     'not of the samples.'),
    ('yearly', 'year_start', 'YYYY',
     'Business years with a processed day: one row per unit and year. All ended days of the year count, as in '
     'monthly_figures. A year that has not ended holds the days ended so far.',
     'The same by business year: one row per unit, parameter and year. The value is the mean of the monthly figures, '
     'not of the samples.'))
    AS v (name, starts, id_format, figures, parameters)
LOOP
  EXECUTE format($view$
    CREATE VIEW analytics.%1$s_figures WITH (security_barrier) AS
    SELECT unit_id, unit_name, unit_group, si_unit, period_start AS %2$s, value, value_display, division_factor,
           initial_register, final_register, flow_factor, non_zero_readings,
           opening_stock, max_capacity, percentage, average_level, energy_saved_kwh, energy_saved_coverage,
           offline_slots, offline_minutes, offline_value,
           unheard_value, unheard_from, unheard_to, unheard_silences,
           slots_expected, slots_genuine, coverage, bound, meters, meters_measured,
           readings_used, readings_estimated, estimated_share, is_stale, computed_at,
           industry_id || '_' || to_char(period_start, %3$L) || '_' || unit_id || %4$L AS document_id
    FROM analytics_private.document_figures
    WHERE industry_key = (SELECT analytics_private.current_industry_key()) AND period = %5$L
  $view$, level.name, level.starts, level.id_format, '_' || upper(level.name), upper(level.name));
  EXECUTE format('COMMENT ON VIEW analytics.%I IS %L', level.name || '_figures', level.figures);
  EXECUTE format($view$
    CREATE VIEW analytics.%1$s_parameter_figures WITH (security_barrier) AS
    SELECT d.unit_id, d.unit_name, d.unit_group, p.parameter,
           d.params -> p.parameter ->> 'displayName' AS parameter_name,
           d.params -> p.parameter ->> 'siUnit' AS parameter_unit, d.period_start AS %2$s, p.figure::numeric AS value,
           d.coverage, d.is_stale
    FROM analytics_private.document_figures d
    CROSS JOIN LATERAL jsonb_each_text(coalesce(d.value_by_parameter, d.param_value)) AS p (parameter, figure)
    WHERE d.industry_key = (SELECT analytics_private.current_industry_key()) AND d.period = %3$L
  $view$, level.name, level.starts, upper(level.name));
  EXECUTE format('COMMENT ON VIEW analytics.%I IS %L', level.name || '_parameter_figures', level.parameters);
END LOOP;

-- A year is compared with the year before where both are whole: processed to their last day, with a figure in every
-- month. The same as src/figures/rules/device-data/trend.ts; a test holds the two together.
CREATE VIEW analytics.yearly_trend WITH (security_barrier) AS
SELECT unit_id, unit_name, unit_group, si_unit, year_start, value_display, state, months_with_figure,
       CASE WHEN state = 'whole' THEN value_display - whole_before END AS change_display,
       CASE WHEN state = 'whole' AND whole_before <> 0
            THEN trim_scale(floor((value_display - whole_before) / abs(whole_before) * 10000 + 0.5) / 100)
              END AS change_percent,
       slots_expected, slots_genuine, coverage, bound, meters, meters_measured, estimated_share, is_stale
FROM (
  SELECT stated.*, max(CASE WHEN state = 'whole' THEN value_display END)
                     OVER (PARTITION BY unit_id
                           ORDER BY year_start RANGE BETWEEN '1 year' PRECEDING AND '1 year' PRECEDING) AS whole_before
  FROM (
    SELECT f.unit_id, f.unit_name, f.unit_group, f.si_unit, f.period_start AS year_start, f.value_display,
           m.months_with_figure,
           CASE WHEN f.value IS NULL AND f.value_by_parameter IS NULL THEN 'missing'
                WHEN NOT EXISTS (SELECT FROM telemetry.processed_day p
                                 WHERE p.industry_key = f.industry_key
                                   AND p.business_date = (f.period_start + interval '1 year')::date - 1) THEN 'running'
                WHEN m.months_with_figure = 12 THEN 'whole' ELSE 'partial' END AS state,
           f.slots_expected, f.slots_genuine, f.coverage, f.bound, f.meters, f.meters_measured, f.estimated_share,
           f.is_stale
    FROM analytics_private.document_figures f
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE d.value IS NOT NULL
                                                OR d.value_by_parameter IS NOT NULL) AS months_with_figure
                        FROM telemetry.document d
                        WHERE d.unit_key = f.unit_key AND d.period = 'MONTHLY' AND d.period_start >= f.period_start
                          AND d.period_start < (f.period_start + interval '1 year')::date) AS m
    WHERE f.industry_key = (SELECT analytics_private.current_industry_key())
      AND f.period = 'YEARLY') AS stated) AS compared;
COMMENT ON VIEW analytics.yearly_trend IS
  'Years side by side: one row per unit and processed year, with the change against the year before where both are '
  'whole.';

END
$define$;
