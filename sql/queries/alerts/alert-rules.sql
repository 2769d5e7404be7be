-- Rules of alerts. Index rule_industry answers every statement that asks for an industry's rules.

-- part: columns
-- A rule as it is read.
rule_key, rule_id, alert_type, title, description, severity, scope, condition AS settings, hold_minutes,
recover_minutes, late_after_minutes, channels, schedule, escalation, definition, is_enabled, version, created_by,
created_at, updated_by, updated_at

-- name: insert
INSERT INTO alerting.rule (industry_key, rule_id, alert_type, title, description, severity, scope, condition,
                           hold_minutes, recover_minutes, late_after_minutes,
  channels, schedule, escalation, definition, is_enabled, created_by, created_at, updated_by, updated_at)
VALUES (@industryKey, @ruleId, @alertType, @title, @description, @severity, @scope, @settings, @holdMinutes,
        @recoverMinutes, @lateAfterMinutes, @channels, @schedule, @escalation, @definition, @isEnabled, @by, @at, @by,
          @at)
RETURNING @@columns;

-- name: replace
UPDATE alerting.rule SET alert_type = @alertType, title = @title, description = @description, severity = @severity,
  scope = @scope, condition = @settings,
    hold_minutes = @holdMinutes, recover_minutes = @recoverMinutes,
  late_after_minutes = @lateAfterMinutes, channels = @channels, schedule = @schedule, escalation = @escalation,
    definition = @definition, is_enabled = @isEnabled,
  updated_by = @by, updated_at = @at, version = version + 1
WHERE industry_key = @industryKey AND rule_id = @ruleId AND deleted_at IS NULL
RETURNING @@columns;

-- name: delete
-- Incidents keep the rule that found them, so the row stays.
UPDATE alerting.rule SET deleted_at = @at, updated_by = @by, updated_at = @at
WHERE industry_key = @industryKey AND rule_id = @ruleId AND deleted_at IS NULL;

-- name: hold
-- The lock keeps other writers from the rule until the transaction ends.
SELECT @@columns FROM alerting.rule WHERE industry_key = @industryKey AND rule_id = @ruleId AND deleted_at IS NULL
FOR UPDATE;

-- name: list
SELECT @@columns FROM alerting.rule WHERE industry_key = @industryKey AND deleted_at IS NULL ORDER BY rule_key;

-- name: by_keys
-- Rules of incidents, deleted ones included.
SELECT @@columns FROM alerting.rule WHERE industry_key = @industryKey AND rule_key = ANY (@ruleKeys::int[]);

-- name: industries
-- Industries that have a rule in force.
SELECT DISTINCT i.industry_key, i.industry_id
FROM alerting.rule r JOIN tenant.industry i USING (industry_key)
WHERE r.deleted_at IS NULL AND r.is_enabled AND i.is_active
ORDER BY i.industry_key;

-- name: any_enabled
SELECT EXISTS (SELECT FROM alerting.rule WHERE industry_key = @industryKey AND deleted_at IS NULL
               AND is_enabled) AS any_enabled;
