-- What was found in the figures, for analysts: one row per finding.

CREATE OR REPLACE PROCEDURE analytics_private.define_findings() LANGUAGE plpgsql AS $define$
BEGIN

CREATE VIEW analytics.findings WITH (security_barrier) AS
SELECT f.finding_id, u.unit_id, u.display_name AS unit_name, f.kind, f.severity, f.sentence, f.first_day, f.raised_on,
       f.last_day, f.is_open, f.litres, f.litres_per_day, f.kilowatt_hours, f.kilowatt_hours_per_day, f.money,
       f.currency, f.confidence, f.evidence, f.si_unit, f.fate, f.fate_at, f.fate_by,
       f.fate_reason, f.acknowledged_at, f.acknowledged_by, f.assignee_id, f.rule_version
FROM operations.finding f
LEFT JOIN tenant.unit u ON u.unit_key = f.unit_key AND u.industry_key = f.industry_key
WHERE f.industry_key = (SELECT analytics_private.current_industry_key());
COMMENT ON VIEW analytics.findings IS
  'Findings: leaks, bursts, unusual use, meters that stand still, creep or run backwards, silences, tanks, quality, '
  'energy, swapped meters, balance. One row per finding, healed, rejected and muted ones too.';

END
$define$;
