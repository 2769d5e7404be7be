-- Views of the hours inside processed days.

CREATE OR REPLACE PROCEDURE analytics_private.define_5_hours() LANGUAGE plpgsql AS $define$
BEGIN

CREATE VIEW analytics.hourly_figures WITH (security_barrier) AS
SELECT d.unit_id, d.unit_name, d.unit_group, d.si_unit, d.period_start AS business_date, e.number::int - 1 AS hour, e.x AS starts_at,
       n.value, analytics_private.display(n.value, d.division_factor) AS value_display, d.division_factor,
       e.ir AS initial_register, e.fr AS final_register, e.y1 AS opening_level, e.percentage,
       e."offlineCount" AS offline_slots, e."offlineDuration" AS offline_minutes, e."offlineValue" AS offline_value, e.coverage,
       to_timestamp((e.meta ->> 'lastEpoch')::float8 / 1000) AS last_reading_at, d.is_stale
FROM analytics_private.document_figures d
CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(d.entries) AS (
  x timestamptz, y jsonb, ir float8, fr float8, y1 float8, percentage float8, "offlineCount" int, "offlineDuration" float8,
  "offlineValue" float8, coverage float8, meta jsonb)) WITH ORDINALITY
  AS e (x, y, ir, fr, y1, percentage, "offlineCount", "offlineDuration", "offlineValue", coverage, meta, number)
CROSS JOIN LATERAL (SELECT CASE WHEN jsonb_typeof(e.y) = 'number' THEN e.y::float8 END AS value) AS n
WHERE d.industry_key = (SELECT analytics_private.current_industry_key()) AND d.period = 'DAILY';
COMMENT ON VIEW analytics.hourly_figures IS
  'Hours of processed business days: one row per unit, day and elapsed hour (24 a day; 23, 25 or a half one where clocks change, any number where the industry''s clock changed). Hours without data are there, with value null.';

CREATE VIEW analytics.hourly_parameter_figures WITH (security_barrier) AS
SELECT d.unit_id, d.unit_name, d.unit_group, p.parameter, d.params -> p.parameter ->> 'displayName' AS parameter_name,
       d.params -> p.parameter ->> 'siUnit' AS parameter_unit, d.period_start AS business_date, e.number::int - 1 AS hour, e.x AS starts_at,
       p.figure::float8 AS value, e.coverage, d.is_stale
FROM analytics_private.document_figures d
CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(d.entries) AS (x timestamptz, y jsonb, py jsonb, coverage float8)) WITH ORDINALITY
  AS e (x, y, py, coverage, number)
CROSS JOIN LATERAL jsonb_each_text(CASE WHEN jsonb_typeof(e.y) = 'object' THEN e.y ELSE e.py END) AS p (parameter, figure)
WHERE d.industry_key = (SELECT analytics_private.current_industry_key()) AND d.period = 'DAILY';
COMMENT ON VIEW analytics.hourly_parameter_figures IS
  'Parameters of quality units and of energy units that declare parameters, by elapsed hour of a processed business day: the mean of the hour''s samples.';

END
$define$;
