-- Rules of alerts. Index rule_industry answers everything that asks for an industry's rules.

-- name: insert
INSERT INTO alerting.rule (industry_key, rule_id, alert_type, title, description, severity, scope, condition,
                           hold_minutes, recover_minutes, late_after_minutes,
  channels, schedule, escalation, definition, is_enabled, created_by, created_at, updated_by, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $17, $18)
RETURNING *;

-- name: replace
UPDATE alerting.rule SET alert_type = $3, title = $4, description = $5, severity = $6, scope = $7, condition = $8,
    hold_minutes = $9, recover_minutes = $10,
  late_after_minutes = $11, channels = $12, schedule = $13, escalation = $14, definition = $15, is_enabled = $16,
  updated_by = $17, updated_at = $18, version = version + 1
WHERE industry_key = $1 AND rule_id = $2 AND deleted_at IS NULL
RETURNING *;

-- name: delete
-- Incidents keep the rule they were found by.
UPDATE alerting.rule SET deleted_at = $4, updated_by = $3, updated_at = $4
WHERE industry_key = $1 AND rule_id = $2 AND deleted_at IS NULL;

-- name: hold
-- One rule, kept from other writers until the transaction ends.
SELECT * FROM alerting.rule WHERE industry_key = $1 AND rule_id = $2 AND deleted_at IS NULL FOR UPDATE;

-- name: list
SELECT * FROM alerting.rule WHERE industry_key = $1 AND deleted_at IS NULL ORDER BY rule_key;

-- name: by_keys
-- Rules of incidents, also those that have been deleted since.
SELECT * FROM alerting.rule WHERE industry_key = $1 AND rule_key = ANY ($2::int[]);

-- name: industries
-- Industries with a rule that is in force.
SELECT DISTINCT i.industry_key, i.industry_id
FROM alerting.rule r JOIN tenant.industry i USING (industry_key)
WHERE r.deleted_at IS NULL AND r.is_enabled AND i.is_active
ORDER BY i.industry_key;

-- name: any_enabled
SELECT EXISTS (SELECT FROM alerting.rule WHERE industry_key = $1 AND deleted_at IS NULL AND is_enabled) AS any_enabled;
