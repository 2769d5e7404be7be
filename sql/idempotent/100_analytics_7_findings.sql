-- What was found in the figures, for analysts: one row per finding.

CREATE OR REPLACE PROCEDURE analytics_private.define_findings() LANGUAGE plpgsql AS $define$
BEGIN

CREATE VIEW analytics.findings WITH (security_barrier) AS
SELECT f.finding_id, u.unit_id, u.display_name AS unit_name, f.kind, f.first_day, f.raised_on, f.last_day, f.is_open,
       f.litres,
       f.litres_per_day, f.money, f.currency, f.confidence, f.evidence, f.fate, f.fate_at, f.fate_by, f.fate_reason
FROM operations.finding f
LEFT JOIN tenant.unit u ON u.unit_key = f.unit_key AND u.industry_key = f.industry_key
WHERE f.industry_key = (SELECT analytics_private.current_industry_key());
COMMENT ON VIEW analytics.findings IS
  'What was found in the figures: leaks, bursts, unusual use, meters that stick, creep, run backwards or miss data, '
  'tanks, energy, balance. One row per finding, healed and rejected ones too.';

END
$define$;
