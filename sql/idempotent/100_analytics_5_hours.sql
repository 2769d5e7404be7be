-- Views of the hours inside processed days.

-- The value of one field for entry number $2 (from 1) of packed entries: a field that is the same in all of them is an
-- array of one.
CREATE OR REPLACE FUNCTION analytics_private.entry_field(field jsonb, number int) RETURNS jsonb LANGUAGE sql IMMUTABLE
RETURN CASE jsonb_array_length(field) WHEN 1 THEN field -> 0 ELSE field -> (number - 1) END;
CREATE OR REPLACE FUNCTION analytics_private.entry_number(field jsonb, number int) RETURNS numeric
  LANGUAGE sql IMMUTABLE
RETURN (CASE jsonb_array_length(field) WHEN 1 THEN field ->> 0 ELSE field ->> (number - 1) END)::numeric;

-- The same for a field that only some documents have.
CREATE OR REPLACE FUNCTION analytics_private.entry_value(entries jsonb, name text, number int) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
RETURN CASE jsonb_typeof(entries) WHEN 'object' THEN analytics_private.entry_field(entries -> name, number)
       ELSE entries -> (number - 1) -> name END;

-- The bound of an hour, whose readings are counted from its shares as partOfEntry of
-- src/kernel/document/completeness.ts does it. One slot stands for all.
CREATE OR REPLACE FUNCTION analytics_private.hour_bound(nature text, figure float8, coverage float8, estimated float8,
                                                        told text, unheard text)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN analytics_private.bound(nature, figure, CASE WHEN coverage IS NULL THEN 0 ELSE 1 END, coalesce(coverage, 0),
                               CASE WHEN estimated >= 1 THEN 1 - coalesce(coverage, 0)
                                    ELSE coalesce(coverage * estimated / (1 - estimated), 0) END, told, unheard);

-- The entries of a document, packed or as they are (src/figures/store/packed-entries.ts). Bodies are bound when they
-- are made: analysts, who run them, may look up nothing in this schema.
CREATE OR REPLACE FUNCTION analytics_private.entry_rows(entries jsonb)
RETURNS TABLE (number int, x timestamptz, y jsonb, py jsonb, ir numeric, fr numeric, y1 numeric, percentage numeric,
               "offlineCount" int, "offlineDuration" numeric,
               "offlineValue" numeric, unheard jsonb, coverage numeric, "lastEpoch" numeric)
                 LANGUAGE sql STABLE BEGIN ATOMIC
  SELECT n, CASE jsonb_typeof(entries -> 'x')
            WHEN 'string' THEN (entries ->> 'x')::timestamptz + (n - 1) * (
              entries ->> 'step')::float8 * interval '1 millisecond'
                                              ELSE (entries -> 'x' ->> (n - 1))::timestamptz END,
         analytics_private.entry_field(entries -> 'y', n), analytics_private.entry_field(entries -> 'py', n),
         analytics_private.entry_number(entries -> 'ir', n), analytics_private.entry_number(entries -> 'fr', n),
         analytics_private.entry_number(entries -> 'y1', n), analytics_private.entry_number(entries -> 'percentage', n),
         analytics_private.entry_number(entries -> 'offlineCount', n)::int,
         analytics_private.entry_number(entries -> 'offlineDuration', n),
         analytics_private.entry_number(entries -> 'offlineValue', n),
         analytics_private.entry_field(entries -> 'unheard', n),
         analytics_private.entry_number(entries -> 'coverage', n),
         analytics_private.entry_number(entries -> 'lastEpoch', n)
  FROM generate_series(1, CASE jsonb_typeof(entries) WHEN 'object' THEN (entries ->> 'n')::int ELSE 0 END) AS n
  UNION ALL
  SELECT e.number::int, e.x, e.y, e.py, e.ir, e.fr, e.y1, e.percentage, e."offlineCount", e."offlineDuration",
         e."offlineValue", e.unheard, e.coverage,
         (e.meta ->> 'lastEpoch')::numeric
  FROM ROWS FROM (jsonb_to_recordset(CASE jsonb_typeof(entries) WHEN 'array' THEN entries ELSE '[]' END) AS (
    x timestamptz, y jsonb, py jsonb, ir numeric, fr numeric, y1 numeric, percentage numeric, "offlineCount" int,
    "offlineDuration" numeric, "offlineValue" numeric, unheard jsonb, coverage numeric, meta jsonb)) WITH ORDINALITY
    AS e (x, y, py, ir, fr, y1, percentage, "offlineCount", "offlineDuration", "offlineValue", unheard, coverage, meta,
          number);
END;

CREATE OR REPLACE PROCEDURE analytics_private.define_hours() LANGUAGE plpgsql AS $define$
BEGIN

CREATE VIEW analytics.hourly_figures WITH (security_barrier) AS
SELECT d.unit_id, d.unit_name, d.unit_group, d.si_unit, d.period_start AS business_date, e.number - 1 AS hour,
       e.x AS starts_at, n.value, analytics_private.display(n.value, d.division_factor) AS value_display,
       d.division_factor, e.ir AS initial_register, e.fr AS final_register, e.y1 AS opening_level, e.percentage,
       e."offlineCount" AS offline_slots, e."offlineDuration" AS offline_minutes, e."offlineValue" AS offline_value,
       (e.unheard ->> 'value')::numeric AS unheard_value, (e.unheard ->> 'from')::timestamptz AS unheard_from,
       (e.unheard ->> 'to')::timestamptz AS unheard_to, (e.unheard ->> 'silences')::int AS unheard_silences, e.coverage,
       -- Most hours are whole, and not looked at any closer.
       CASE WHEN d.nature = 'formula'
         OR (d.nature = 'amount' AND (coalesce(e.coverage, 0) < 0.99 OR e.unheard ->> 'value' IS NOT NULL))
            THEN analytics_private.hour_bound(d.nature, n.value::float8, e.coverage::float8,
                                              (analytics_private.entry_value(once.parsed, 'estimatedShare',
                                                  e.number) #>> '{}')::float8,
                                              analytics_private.entry_value(once.parsed, 'bound', e.number) #>> '{}',
                                              analytics_private.bound_of_unheard(n.value::float8,
                                                  (e.unheard ->> 'value')::float8, (e.unheard ->> 'silences')::int))
            END AS bound,
       to_timestamp(e."lastEpoch"::float8 / 1000) AS last_reading_at, d.is_stale
FROM analytics_private.document_figures d
CROSS JOIN LATERAL (SELECT d.entries::jsonb AS parsed OFFSET 0) AS once
CROSS JOIN LATERAL analytics_private.entry_rows(once.parsed) AS e
CROSS JOIN LATERAL (SELECT CASE WHEN jsonb_typeof(e.y) = 'number' THEN e.y::numeric END AS value) AS n
WHERE d.industry_key = (SELECT analytics_private.current_industry_key()) AND d.period = 'DAILY';
COMMENT ON VIEW analytics.hourly_figures IS
  'Hours of processed business days: one row per unit, day and elapsed hour (24 a day; 23, 25 or a half one where '
  'clocks change, any number where the industry''s clock changed). Hours without data are there, with value null. How '
  'many meters measured something is stored of days alone.';

CREATE VIEW analytics.hourly_parameter_figures WITH (security_barrier) AS
SELECT d.unit_id, d.unit_name, d.unit_group, p.parameter, d.params -> p.parameter ->> 'displayName' AS parameter_name,
       d.params -> p.parameter ->> 'siUnit' AS parameter_unit, d.period_start AS business_date, e.number - 1 AS hour,
       e.x AS starts_at, p.figure::numeric AS value, e.coverage, d.is_stale
FROM analytics_private.document_figures d
CROSS JOIN LATERAL (SELECT d.entries::jsonb AS parsed OFFSET 0) AS once
CROSS JOIN LATERAL analytics_private.entry_rows(once.parsed) AS e
CROSS JOIN LATERAL jsonb_each_text(CASE WHEN jsonb_typeof(e.y) = 'object' THEN e.y ELSE e.py
                                   END) AS p (parameter, figure)
WHERE d.industry_key = (SELECT analytics_private.current_industry_key()) AND d.period = 'DAILY';
COMMENT ON VIEW analytics.hourly_parameter_figures IS
  'Parameters of quality units and of energy units that declare parameters, by elapsed hour of a processed business '
  'day: the mean of the hour''s samples.';

END
$define$;
