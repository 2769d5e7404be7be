-- How far an industry's rules have been followed. One row per industry (primary key) says that something was written:
-- its version.

-- name: version
-- The version of what has been written; the first time makes the row. No row comes back to who was second in making it.
WITH made AS (
  INSERT INTO alerting.evaluation (industry_key) SELECT @industryKey
  WHERE NOT EXISTS (SELECT FROM alerting.evaluation WHERE industry_key = @industryKey)
  ON CONFLICT DO NOTHING RETURNING xmin)
SELECT xmin::text AS version FROM made UNION ALL SELECT xmin::text FROM alerting.evaluation
  WHERE industry_key = @industryKey;

-- name: renew
-- Holds the industry's evaluation to the end of the transaction, unless somebody has written since version @version; no
-- row comes back then.
UPDATE alerting.evaluation SET evaluated_at = @at WHERE industry_key = @industryKey
  AND xmin::text = @version RETURNING industry_key;

-- name: touch
-- The same whatever was written before: what somebody does by hand waits for an evaluation that is writing, and makes
-- others begin anew.
INSERT INTO alerting.evaluation (industry_key, evaluated_at) VALUES (@industryKey, @at)
ON CONFLICT (industry_key) DO UPDATE SET evaluated_at = excluded.evaluated_at;

-- name: states
SELECT s.rule_key, s.unit_key, s.state, s.evaluated_until FROM alerting.rule_state s
  WHERE s.industry_key = @industryKey;

-- name: save_states
-- States of @rows (JSON).
INSERT INTO alerting.rule_state AS s (industry_key, rule_key, unit_key, state, evaluated_until)
SELECT @industryKey, j.rule_key, j.unit_key, j.state, j.evaluated_until
FROM json_to_recordset(@rows::json) AS j (rule_key integer, unit_key integer, state jsonb, evaluated_until timestamptz)
ORDER BY j.rule_key, j.unit_key
ON CONFLICT (rule_key, unit_key) DO UPDATE SET state = excluded.state, evaluated_until = excluded.evaluated_until;

-- name: forget_states
-- What changed or deleted rules @ruleKeys had come to.
DELETE FROM alerting.rule_state s WHERE s.industry_key = @industryKey AND s.rule_key = ANY (@ruleKeys::int[]);

-- name: forget_unit_states
-- What rules had come to with units of @rows (JSON; unit 0: the industry) that they are held against no more.
DELETE FROM alerting.rule_state s USING json_to_recordset(@rows::json) AS j (rule_key integer, unit_key integer)
WHERE s.industry_key = @industryKey AND s.rule_key = j.rule_key AND s.unit_key = j.unit_key;

-- name: state
-- How far one rule has come with one unit (0: the industry).
SELECT s.rule_key, s.unit_key, s.state, s.evaluated_until FROM alerting.rule_state s
WHERE s.industry_key = @industryKey AND s.rule_key = @ruleKey AND s.unit_key = @unitKey;

-- name: add_due_days
-- Days @rows (JSON) whose figures of some units have changed, merged with what waits; of industries without rules
-- nothing is kept.
INSERT INTO alerting.due_day AS d (industry_key, business_date, unit_keys)
SELECT @industryKey, j.business_date, j.unit_keys
  FROM json_to_recordset(@rows::json) AS j (business_date date, unit_keys integer[])
WHERE EXISTS (SELECT FROM alerting.rule WHERE industry_key = @industryKey AND deleted_at IS NULL AND is_enabled)
ORDER BY j.business_date
ON CONFLICT (industry_key, business_date) DO UPDATE SET
  unit_keys = telemetry.merged_keys(d.unit_keys, excluded.unit_keys);

-- name: add_news
-- Units @unitKeys whose readings behind @afterEpochsMs (epoch ms, side by side) are others than they were, merged with
-- what the slot @at has; of industries without rules nothing is kept.
INSERT INTO alerting.news AS n (industry_key, slot, unit_keys, after_ms)
SELECT @industryKey, @at, @unitKeys::int[], @afterEpochsMs::float8[]
WHERE EXISTS (SELECT FROM alerting.rule WHERE industry_key = @industryKey AND deleted_at IS NULL AND is_enabled)
ON CONFLICT (industry_key, slot) DO UPDATE SET (unit_keys, after_ms) = (
  SELECT array_agg(m.unit_key ORDER BY m.unit_key), array_agg(m.after_ms ORDER BY m.unit_key)
  FROM (SELECT u.unit_key, min(u.after_ms) AS after_ms
        FROM unnest(n.unit_keys || excluded.unit_keys, n.after_ms || excluded.after_ms) AS u (unit_key, after_ms)
        GROUP BY u.unit_key) AS m);

-- name: news
-- What has come since it was cleared. The version changes with each merge.
SELECT slot, unit_keys, after_ms, xmin::text AS version FROM alerting.news WHERE industry_key = @industryKey;

-- name: clear_news
-- What was looked at: slots of @rows (JSON) to which nothing has been added since.
DELETE FROM alerting.news n USING json_to_recordset(@rows::json) AS j (slot smallint, version text)
WHERE n.industry_key = @industryKey AND n.slot = j.slot AND n.xmin::text = j.version;

-- name: due_days
-- The oldest @limit days that wait. The version changes with each merge.
SELECT business_date::text AS date, unit_keys, xmin::text AS version FROM alerting.due_day
  WHERE industry_key = @industryKey
ORDER BY business_date LIMIT @limit;

-- name: clear_due_days
-- Days @rows (JSON) that have been looked at, unless they have changed once more since.
DELETE FROM alerting.due_day d USING json_to_recordset(@rows::json) AS j (business_date date, version text)
WHERE d.industry_key = @industryKey AND d.business_date = j.business_date AND d.xmin::text = j.version;
