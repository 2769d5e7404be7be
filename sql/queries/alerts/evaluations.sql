-- Progress of the evaluation of an industry's rules. One row per industry (primary key) has the version of the newest
-- result.

-- name: progress
-- The version of the industry's evaluation, and the state from which it continues: states of rules, news since the last
-- clearing, and the oldest @limit days that wait, whose versions change with each merge. Of incidents and deaths it
-- only says whether there are any, because most industries have none. The first call makes the row; a second call at
-- the same moment gets no row.
WITH made AS (
  INSERT INTO alerting.evaluation (industry_key) SELECT @industryKey
  WHERE NOT EXISTS (SELECT FROM alerting.evaluation WHERE industry_key = @industryKey)
  ON CONFLICT DO NOTHING RETURNING xmin),
evaluation AS (
  SELECT xmin::text AS version FROM made UNION ALL SELECT xmin::text FROM alerting.evaluation
    WHERE industry_key = @industryKey)
SELECT e.version,
       (SELECT coalesce(json_agg(json_build_object('ruleKey', s.rule_key, 'unitKey', s.unit_key, 'state', s.state,
                                                   'evaluatedUntil', s.evaluated_until)), '[]')
        FROM alerting.rule_state s WHERE s.industry_key = @industryKey) AS states,
       (SELECT coalesce(json_agg(json_build_object(
          'slot', n.slot, 'version', n.xmin::text,
          'changed', (SELECT json_agg(json_build_object('unitKey', c.unit_key, 'afterEpochMs', c.after_ms))
                      FROM unnest(n.unit_keys, n.after_ms) AS c (unit_key, after_ms)))), '[]')
        FROM alerting.news n WHERE n.industry_key = @industryKey) AS news,
       (SELECT coalesce(json_agg(json_build_object('date', d.business_date, 'unitKeys', d.unit_keys,
                                                   'version', d.xmin::text) ORDER BY d.business_date), '[]')
        FROM (SELECT business_date, unit_keys, xmin FROM alerting.due_day WHERE industry_key = @industryKey
              ORDER BY business_date LIMIT @limit) AS d) AS due_days,
       EXISTS (SELECT FROM alerting.incident i
               WHERE i.industry_key = @industryKey AND i.state = 'open' AND i.origin = 'rule') AS has_open_incidents,
       EXISTS (SELECT FROM tenant.unit u JOIN tenant.unit_death USING (unit_key)
               WHERE u.industry_key = @industryKey) AS has_deaths
FROM evaluation AS e;

-- name: renew
-- Locks the industry's evaluation to the end of the transaction. No row comes back when somebody has written since
-- version @version.
UPDATE alerting.evaluation SET evaluated_at = @at WHERE industry_key = @industryKey
  AND xmin::text = @version RETURNING industry_key;

-- name: touch
-- Locks the evaluation and raises its version, whatever was written before. A person's act waits for an evaluation that
-- is writing, and makes the others begin anew.
INSERT INTO alerting.evaluation (industry_key, evaluated_at) VALUES (@industryKey, @at)
ON CONFLICT (industry_key) DO UPDATE SET evaluated_at = excluded.evaluated_at;

-- name: save_states
-- States of @rows (JSON).
INSERT INTO alerting.rule_state AS s (industry_key, rule_key, unit_key, state, evaluated_until)
SELECT @industryKey, j.rule_key, j.unit_key, j.state, j.evaluated_until
FROM json_to_recordset(@rows::json) AS j (rule_key integer, unit_key integer, state jsonb, evaluated_until timestamptz)
ORDER BY j.rule_key, j.unit_key
ON CONFLICT (rule_key, unit_key) DO UPDATE SET state = excluded.state, evaluated_until = excluded.evaluated_until;

-- name: forget_states
-- Forgets the states of rules @ruleKeys, because they were changed or deleted.
DELETE FROM alerting.rule_state s WHERE s.industry_key = @industryKey AND s.rule_key = ANY (@ruleKeys::int[]);

-- name: forget_unit_states
-- Forgets states of @rows (JSON; unit 0: the industry), because their rules no longer apply to these units.
DELETE FROM alerting.rule_state s USING json_to_recordset(@rows::json) AS j (rule_key integer, unit_key integer)
WHERE s.industry_key = @industryKey AND s.rule_key = j.rule_key AND s.unit_key = j.unit_key;

-- name: state
-- The state of one rule for one unit (0: the industry).
SELECT s.rule_key, s.unit_key, s.state, s.evaluated_until FROM alerting.rule_state s
WHERE s.industry_key = @industryKey AND s.rule_key = @ruleKey AND s.unit_key = @unitKey;

-- name: add_due_days
-- Days @rows (JSON) on which figures of some units have changed, merged with the days that wait. Industries without
-- rules keep none.
INSERT INTO alerting.due_day AS d (industry_key, business_date, unit_keys)
SELECT @industryKey, j.business_date, j.unit_keys
  FROM json_to_recordset(@rows::json) AS j (business_date date, unit_keys integer[])
WHERE EXISTS (SELECT FROM alerting.rule WHERE industry_key = @industryKey AND deleted_at IS NULL AND is_enabled)
ORDER BY j.business_date
ON CONFLICT (industry_key, business_date) DO UPDATE SET
  unit_keys = telemetry.merged_keys(d.unit_keys, excluded.unit_keys);

-- name: add_news
-- Units @unitKeys whose readings after @afterEpochsMs (epoch ms, parallel) have changed, merged with the content of
-- slot @at. Industries without rules keep none.
INSERT INTO alerting.news AS n (industry_key, slot, unit_keys, after_ms)
SELECT @industryKey, @at, @unitKeys::int[], @afterEpochsMs::float8[]
WHERE EXISTS (SELECT FROM alerting.rule WHERE industry_key = @industryKey AND deleted_at IS NULL AND is_enabled)
ON CONFLICT (industry_key, slot) DO UPDATE SET (unit_keys, after_ms) = (
  SELECT array_agg(m.unit_key ORDER BY m.unit_key), array_agg(m.after_ms ORDER BY m.unit_key)
  FROM (SELECT u.unit_key, min(u.after_ms) AS after_ms
        FROM unnest(n.unit_keys || excluded.unit_keys, n.after_ms || excluded.after_ms) AS u (unit_key, after_ms)
        GROUP BY u.unit_key) AS m);

-- name: clear_news
-- Clears slots of @rows (JSON) to which nothing has been added since they were read.
DELETE FROM alerting.news n USING json_to_recordset(@rows::json) AS j (slot smallint, version text)
WHERE n.industry_key = @industryKey AND n.slot = j.slot AND n.xmin::text = j.version;

-- name: clear_due_days
-- Clears days @rows (JSON), unless they have changed once more since they were read.
DELETE FROM alerting.due_day d USING json_to_recordset(@rows::json) AS j (business_date date, version text)
WHERE d.industry_key = @industryKey AND d.business_date = j.business_date AND d.xmin::text = j.version;
