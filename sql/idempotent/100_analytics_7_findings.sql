-- What was found in the figures, for analysts: one row per finding.

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

END
$define$;
