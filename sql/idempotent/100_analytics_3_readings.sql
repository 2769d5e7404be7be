-- Views of what devices sent, and of what was refused.

CREATE OR REPLACE PROCEDURE analytics_private.define_readings() LANGUAGE plpgsql AS $define$
BEGIN

CREATE VIEW analytics.readings WITH (security_barrier) AS
SELECT u.unit_id, u.display_name AS unit_name, u.si_unit, r.business_at, r.business_at::date AS business_date,
       r.created_on AS read_at, r.value, r.summed_value AS register, r.register_excluded, r.estimated,
       r.offline_minutes, r.received_at
FROM telemetry.reading r
JOIN tenant.unit u ON u.unit_key = r.unit_key
WHERE u.industry_key = (SELECT analytics_private.current_industry_key());
COMMENT ON VIEW analytics.readings IS
  'Readings as stored, before flow_factor: one row per unit and instant. Filter on business_at with timestamps '
  '(business_at >= timestamp ''2026-01-15''): it is what the table is partitioned by.';

CREATE VIEW analytics.parameter_readings WITH (security_barrier) AS
SELECT u.unit_id, u.display_name AS unit_name, p.name AS parameter,
       v.params -> p.name ->> 'displayName' AS parameter_name,
       v.params -> p.name ->> 'siUnit' AS parameter_unit,
       r.business_at, r.business_at::date AS business_date, r.created_on AS read_at, r.value, r.estimated
FROM telemetry.parameter_reading r
JOIN tenant.unit u ON u.unit_key = r.unit_key
JOIN telemetry.parameter p ON p.parameter_key = r.parameter_key
-- As figures do: the version of the sample's day says what the parameter is called and measured in.
LEFT JOIN LATERAL (SELECT w.params FROM tenant.unit_version w
                   WHERE w.unit_key = u.unit_key AND w.effective_from <= r.business_at::date
                   ORDER BY w.effective_from DESC LIMIT 1) v ON true
WHERE u.industry_key = (SELECT analytics_private.current_industry_key());
COMMENT ON VIEW analytics.parameter_readings IS
  'Samples of named parameters (quality values, electrical parameters): one row per unit, parameter and instant. '
  'Filter on business_at with timestamps.';

CREATE VIEW analytics.stale_days WITH (security_barrier) AS
SELECT s.business_date,
       ARRAY(SELECT u.unit_id FROM tenant.unit u
             WHERE u.unit_key = ANY (s.unit_keys) AND u.industry_key = s.industry_key
             ORDER BY u.position, u.unit_id) AS unit_ids,
       s.causes, s.marked_at
FROM telemetry.stale_day s
WHERE s.industry_key = (SELECT analytics_private.current_industry_key());
COMMENT ON VIEW analytics.stale_days IS
  'Business days whose figures no longer agree with their readings or configuration and are about to be computed '
  'anew: one row per day.';

CREATE VIEW analytics.quarantine WITH (security_barrier) AS
SELECT q.quarantine_id, q.unit_id, u.display_name AS unit_name, q.raw, q.reason_code, q.reason, q.source,
       q.received_at, q.times_received,
       q.status, q.decided_at
FROM telemetry.quarantine q
LEFT JOIN tenant.unit u ON u.industry_key = q.industry_key AND u.unit_id = q.unit_id
WHERE q.industry_key = (SELECT analytics_private.current_industry_key());
COMMENT ON VIEW analytics.quarantine IS
  'Rows that were refused as readings, with the reason: one row per refused row and reason.';

END
$define$;
