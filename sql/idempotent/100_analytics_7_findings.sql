-- What was found in the figures, and what people have noted beside them, for analysts.

CREATE OR REPLACE PROCEDURE analytics_private.define_findings() LANGUAGE plpgsql AS $define$
BEGIN

CREATE VIEW analytics.findings WITH (security_barrier) AS
SELECT f.finding_id, u.unit_id, u.display_name AS unit_name, f.kind, f.severity, f.sentence, f.first_day, f.raised_on,
       f.last_day, f.is_open, f.litres, f.litres_per_day, f.kilowatt_hours, f.kilowatt_hours_per_day, f.money,
       f.currency, f.confidence, f.evidence, f.si_unit, f.fate, f.fate_at, f.fate_by,
       f.fate_reason, f.acknowledged_at, f.acknowledged_by, f.assignee_id, f.rule_version,
       CASE WHEN m.muted_until > r.business_date THEN m.muted_until END AS muted_until
FROM operations.finding f
JOIN analytics_private.running_day r ON r.industry_key = f.industry_key
LEFT JOIN tenant.unit u ON u.unit_key = f.unit_key AND u.industry_key = f.industry_key
-- As operations.finding_mute answers, which analysts cannot call: it reads a table of its own.
LEFT JOIN LATERAL (SELECT s.muted_until
                   FROM operations.finding_setting s
                   WHERE s.industry_key = f.industry_key AND s.kind = f.kind AND s.muted_until IS NOT NULL
                     AND (s.unit_key = f.unit_key OR (s.unit_key IS NULL AND s.sub_category_id IS NULL))
                   ORDER BY s.unit_key NULLS LAST
                   LIMIT 1) m ON true
WHERE f.industry_key = (SELECT analytics_private.current_industry_key());
COMMENT ON VIEW analytics.findings IS
  'Findings: leaks, bursts, unusual use, meters that stand still, creep or run backwards, silences, tanks, quality, '
  'energy, swapped meters, balance. One row per finding, healed, rejected and muted ones too.';

CREATE VIEW analytics.annotations WITH (security_barrier) AS
SELECT a.annotation_id, u.unit_id, u.display_name AS unit_name,
       least(telemetry.business_date(a.from_at, r.timezone, r.shift_start_at, r.days_offset),
             r.until_date - 1) AS business_date,
       a.from_at, a.to_at, a.text, a.created_by, a.created_at, a.updated_by, a.updated_at, a.version
FROM operations.annotation a
LEFT JOIN tenant.unit u ON u.unit_key = a.unit_key AND u.industry_key = a.industry_key
JOIN LATERAL (
  SELECT c.* FROM analytics_private.clock_rule c
  WHERE c.industry_key = a.industry_key AND (c.number = 1 OR c.begins_at <= a.from_at)
  ORDER BY c.from_date DESC LIMIT 1) r ON true
WHERE a.industry_key = (SELECT analytics_private.current_industry_key()) AND a.withdrawn_at IS NULL;
COMMENT ON VIEW analytics.annotations IS
  'What people have noted beside the figures of a unit or of the whole site, such as that a pump was changed: one row '
  'per annotation. Withdrawn ones are left out.';

END
$define$;
