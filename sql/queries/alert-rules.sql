-- Rules of alerts, and how far each has been followed. Index rule_industry answers everything that asks for an industry's rules.

-- name: insert
INSERT INTO alerting.rule (industry_key, rule_id, alert_type, title, description, severity, scope, condition, hold_minutes, recover_minutes, late_after_minutes,
  channels, schedule, escalation, definition, is_enabled, created_by, created_at, updated_by, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $17, $18)
RETURNING *;

-- name: replace
UPDATE alerting.rule SET alert_type = $3, title = $4, description = $5, severity = $6, scope = $7, condition = $8, hold_minutes = $9, recover_minutes = $10,
  late_after_minutes = $11, channels = $12, schedule = $13, escalation = $14, definition = $15, is_enabled = $16, updated_by = $17, updated_at = $18, version = version + 1
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

-- name: hold_evaluation
-- Evaluations of one industry wait for each other here. The first one makes the row.
INSERT INTO alerting.evaluation AS e (industry_key, evaluated_at) VALUES ($1, $2)
ON CONFLICT (industry_key) DO UPDATE SET evaluated_at = greatest(e.evaluated_at, excluded.evaluated_at);

-- name: states
SELECT s.rule_key, s.unit_key, s.state, s.evaluated_until FROM alerting.rule_state s WHERE s.industry_key = $1;

-- name: save_states
-- States of $2 (JSON).
INSERT INTO alerting.rule_state AS s (industry_key, rule_key, unit_key, state, evaluated_until)
SELECT $1, j.rule_key, j.unit_key, j.state, j.evaluated_until
FROM json_to_recordset($2::json) AS j (rule_key integer, unit_key integer, state jsonb, evaluated_until timestamptz)
ORDER BY j.rule_key, j.unit_key
ON CONFLICT (rule_key, unit_key) DO UPDATE SET state = excluded.state, evaluated_until = excluded.evaluated_until;

-- name: forget_states
-- What a changed or deleted rule had come to. $2: rules; $3: keys "rule unit" that stay.
DELETE FROM alerting.rule_state s WHERE s.industry_key = $1 AND s.rule_key = ANY ($2::int[]);

-- name: add_due_days
-- Days $2 (JSON) whose figures of some units have changed, merged with what waits.
INSERT INTO alerting.due_day AS d (industry_key, business_date, unit_keys)
SELECT $1, j.business_date, j.unit_keys FROM json_to_recordset($2::json) AS j (business_date date, unit_keys integer[])
WHERE EXISTS (SELECT FROM alerting.rule WHERE industry_key = $1 AND deleted_at IS NULL AND is_enabled)
ORDER BY j.business_date
ON CONFLICT (industry_key, business_date) DO UPDATE SET
  unit_keys = CASE WHEN d.unit_keys @> excluded.unit_keys THEN d.unit_keys ELSE (SELECT array_agg(DISTINCT k ORDER BY k) FROM unnest(d.unit_keys || excluded.unit_keys) AS k) END;

-- name: take_due_days
-- The oldest $2 days that wait, taken for good once the transaction is committed.
DELETE FROM alerting.due_day d
USING (SELECT business_date FROM alerting.due_day WHERE industry_key = $1 ORDER BY business_date LIMIT $2 FOR UPDATE) AS t
WHERE d.industry_key = $1 AND d.business_date = t.business_date
RETURNING d.business_date::text, d.unit_keys;
