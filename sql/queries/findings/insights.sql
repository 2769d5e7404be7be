-- Insights. Primary keys and finding_last_day (industry_key, last_day) answer everything; finding_on_record has what is
-- open or rejected, however old.

-- name: heard_throughout
-- Units among @unitKeys with a genuine reading in each of the first @hours hours of business day @date. One bit per
-- hour takes a fifth of the time of whole hours. Index: reading_key (unit_key, business_at) or reading_time, whichever
-- the industry's share of the day's readings makes cheaper.
SELECT unit_key FROM telemetry.reading
WHERE unit_key = ANY (@unitKeys::int[]) AND NOT estimated
  AND business_at >= @date::date AND business_at < @date::date + @hours::int * interval '1 hour'
GROUP BY unit_key
HAVING bit_or(1 << date_part('hour', business_at)::int) = (1 << @hours::int) - 1;

-- name: told_dead
-- Units of industry @industryKey whose networks told that all of their devices have died, with the last death, unless a
-- reading of a later instant has come since by another way. A device whose clock was ahead had sent later instants
-- before its death. Instants of arrival are whole minutes. Indexes: source_device_of_unit, reading_key.
SELECT dead.unit_key, dead.died_at
FROM (
  SELECT unit_key, max(d.died_at) AS died_at
  FROM tenant.unit u JOIN tenant.source_device d USING (unit_key)
  WHERE u.industry_key = @industryKey AND d.first_heard_at IS NOT NULL
  GROUP BY unit_key
  HAVING bool_and(d.died_at IS NOT NULL)) AS dead
LEFT JOIN telemetry.unit_state s USING (unit_key)
WHERE dead.died_at >= coalesce(s.created_on, '-infinity')
   OR NOT EXISTS (SELECT FROM telemetry.reading r
                  WHERE r.unit_key = dead.unit_key
                    AND r.business_at >= telemetry.business_date(@industryKey::int, dead.died_at) - 3
                    AND r.created_on > dead.died_at AND r.received_at >= date_trunc('minute', dead.died_at));

-- name: batteries
-- The lowest battery of the devices of each unit of industry @industryKey, as each device has told it last. Index:
-- source_device_of_unit.
SELECT DISTINCT ON (unit_key) unit_key, d.battery_percent AS percent,
       round(date_part('epoch', d.last_heard_at) * 1000) AS heard_epoch_ms
FROM tenant.unit u JOIN tenant.source_device d USING (unit_key)
WHERE u.industry_key = @industryKey AND d.battery_percent IS NOT NULL AND d.last_heard_at IS NOT NULL
ORDER BY unit_key, d.battery_percent;

-- name: store
-- One day of an industry, written again whenever its figures change.
INSERT INTO operations.insight AS i (industry_key, business_date, total_consumption, online_units, offline_units,
                                     computed_at)
VALUES (@industryKey, @date, @totalConsumption, @onlineUnits, @offlineUnits, @at)
ON CONFLICT (industry_key, business_date) DO UPDATE
  SET total_consumption = excluded.total_consumption, online_units = excluded.online_units,
      offline_units = excluded.offline_units,
      computed_at = excluded.computed_at
  WHERE (i.total_consumption, i.online_units, i.offline_units) IS DISTINCT FROM (excluded.total_consumption,
      excluded.online_units, excluded.offline_units);

-- name: of_day
-- Insights of day @date: of industry @industryKey, or of all industries (null).
SELECT i.industry_key, t.industry_id, i.total_consumption, i.online_units, i.offline_units, i.computed_at
FROM operations.insight i JOIN tenant.industry t USING (industry_key)
WHERE i.business_date = @date AND (@industryKey::int IS NULL OR i.industry_key = @industryKey)
ORDER BY t.industry_id;

-- name: hold
-- One judge holds an industry's findings at a time, to the end of the transaction. An older judgement can then never
-- overwrite a newer one.
SELECT pg_advisory_xact_lock(7224048, @industryKey);

-- name: on_record
-- Findings that the data could still show: open ones, those that end on day @since or later, and those that a person
-- has rejected.
SELECT finding_key, unit_key, kind, first_day::text AS first_day, last_day::text AS last_day, is_open, fate,
       evidence ->> 'swappedWith' AS swapped_with
FROM operations.finding
WHERE industry_key = @industryKey AND (is_open OR last_day >= @since OR fate = 'rejected')
ORDER BY finding_key;

-- name: write
-- @rows: JSON array of findings; a null finding_key is a new finding. A healed finding that the data show again loses
-- its fate. A rejected one stays rejected.
WITH n AS (
  SELECT * FROM json_to_recordset(@rows::json) AS r (finding_key bigint, unit_key int, kind text, first_day date,
                                                  raised_on date, last_day date, is_open bool,
    severity text, sentence text, si_unit text, litres float8, litres_per_day float8, kilowatt_hours float8,
    kilowatt_hours_per_day float8, money float8, currency text, confidence float8, evidence jsonb)),
seen AS (
  UPDATE operations.finding f
  SET raised_on = least(f.raised_on, n.raised_on), last_day = n.last_day, is_open = n.is_open, severity = n.severity,
      sentence = n.sentence, si_unit = n.si_unit, litres = n.litres, litres_per_day = n.litres_per_day,
      kilowatt_hours = n.kilowatt_hours, kilowatt_hours_per_day = n.kilowatt_hours_per_day, money = n.money,
      currency = n.currency, confidence = n.confidence, evidence = n.evidence, judged_at = @at,
      rule_version = @ruleVersion,
      fate = CASE WHEN f.fate = 'healed' THEN NULL ELSE f.fate END,
      fate_at = CASE WHEN f.fate = 'healed' THEN NULL ELSE f.fate_at END
  FROM n WHERE f.industry_key = @industryKey AND f.finding_key = n.finding_key)
INSERT INTO operations.finding (industry_key, unit_key, kind, first_day, raised_on, last_day, is_open, severity,
                                sentence, si_unit, litres, litres_per_day, kilowatt_hours, kilowatt_hours_per_day,
                                money, currency, confidence, evidence, found_at, judged_at, rule_version)
SELECT @industryKey, unit_key, kind, first_day, raised_on, last_day, is_open, severity, sentence, si_unit, litres,
       litres_per_day, kilowatt_hours, kilowatt_hours_per_day, money, currency, confidence, evidence, @at, @at,
       @ruleVersion
FROM n WHERE finding_key IS NULL
ON CONFLICT (industry_key, unit_key, kind, first_day) DO NOTHING;

-- name: heal
-- Ends findings @findingKeys, because the data no longer show them. A person's judgement stays; a finding without one
-- becomes healed.
UPDATE operations.finding
SET fate = coalesce(fate, 'healed'), fate_at = CASE WHEN fate IS NULL THEN @at ELSE fate_at END, is_open = false,
    judged_at = @at
WHERE industry_key = @industryKey AND finding_key = ANY (@findingKeys::bigint[]) AND (fate IS NULL OR is_open);

-- name: end
-- Ends findings @findingKeys, because they began too long ago to be looked for. Their fate stays, and their last day is
-- the last one on which the data showed them.
UPDATE operations.finding SET is_open = false, judged_at = @at
WHERE industry_key = @industryKey AND finding_key = ANY (@findingKeys::bigint[]) AND is_open;

-- part: findings
-- Findings as people read them. A mute that has ended before @today is none, and a removed unit is named by its id.
SELECT f.finding_key, f.finding_id, f.industry_key, u.unit_id, u.display_name AS unit_name,
       f.evidence ->> 'swappedWith' AS swapped_with, o.display_name AS swapped_with_name, f.kind, f.severity,
       f.sentence, f.si_unit, f.first_day::text AS first_day, f.raised_on::text AS raised_on,
       f.last_day::text AS last_day, f.is_open, f.litres, f.litres_per_day, f.kilowatt_hours,
       f.kilowatt_hours_per_day, f.money, f.currency,
       f.confidence, f.evidence, f.fate, f.fate_at, f.fate_by,
       tenant.user_name(f.industry_key, f.fate_by) AS fate_by_name, f.fate_reason, f.acknowledged_at, f.acknowledged_by,
       tenant.user_name(f.industry_key, f.acknowledged_by) AS acknowledged_by_name, f.assignee_id,
       tenant.user_name(f.industry_key, f.assignee_id) AS assignee_name,
       CASE WHEN m.muted_until = 'infinity' THEN '9999-12-31' ELSE m.muted_until::text END AS muted_until
FROM operations.finding f LEFT JOIN tenant.unit u ON u.unit_key = f.unit_key AND u.industry_key = f.industry_key
  LEFT JOIN tenant.unit o ON o.unit_id = f.evidence ->> 'swappedWith' AND o.industry_key = f.industry_key
  LEFT JOIN LATERAL operations.finding_mute(f.industry_key, f.kind, f.unit_key) AS m (muted_until)
    ON m.muted_until > @today

-- name: list
-- Findings of industry @industryKey, or of all (null), that were live on a day between @from and @to. @withSettled adds
-- healed, rejected and muted findings. @unitId is one half of a swapped pair, too. @assigneeIds null: whoever works on
-- them; an empty id: nobody does.
@@findings
WHERE (@industryKey::int IS NULL OR f.industry_key = @industryKey) AND f.first_day <= @to AND f.raised_on <= @to
  AND (f.last_day >= @from OR f.is_open)
  AND (@withSettled OR (coalesce(f.fate, 'confirmed') = 'confirmed' AND m.muted_until IS NULL))
  AND (@unitId::text IS NULL OR @unitId IN (u.unit_id, f.evidence ->> 'swappedWith'))
  AND (NOT @openOnly OR f.is_open)
  AND (@assigneeIds::text[] IS NULL OR coalesce(f.assignee_id, '') = ANY (@assigneeIds))
ORDER BY f.industry_key, f.finding_key;

-- name: hold_finding
-- One person acts on a finding at a time, to the end of the transaction.
SELECT finding_key FROM operations.finding WHERE industry_key = @industryKey AND finding_id = @findingId FOR UPDATE;

-- name: find
@@findings
WHERE f.industry_key = @industryKey AND f.finding_id = @findingId;

-- name: judge
-- A person's judgement of a finding. Null removes it.
UPDATE operations.finding SET fate = @fate, fate_at = @at, fate_by = @by, fate_reason = @reason
WHERE industry_key = @industryKey AND finding_key = @findingKey;

-- name: acknowledge
UPDATE operations.finding SET acknowledged_at = @at, acknowledged_by = @userId
WHERE industry_key = @industryKey AND finding_key = @findingKey;

-- name: assign
-- Null @assigneeId: nobody works on it.
UPDATE operations.finding SET assignee_id = @assigneeId
WHERE industry_key = @industryKey AND finding_key = @findingKey;

-- name: write_act
INSERT INTO operations.finding_act (finding_key, acted_at, user_id, act, detail, assignee_id)
VALUES (@findingKey, @at, @userId, @act, @detail, @assigneeId);

-- name: acts
-- Acts of people on a finding, oldest first. Index finding_act_of_finding.
SELECT a.acted_at, a.user_id, tenant.user_name(f.industry_key, a.user_id) AS user_name, a.act, a.detail, a.assignee_id,
       tenant.user_name(f.industry_key, a.assignee_id) AS assignee_name
FROM operations.finding_act a JOIN operations.finding f USING (finding_key)
WHERE f.industry_key = @industryKey AND f.finding_key = @findingKey
ORDER BY a.acted_at, a.act_key;

-- name: settings
-- Limits and mutes of an industry's kinds, the industry's own first.
SELECT s.kind, u.unit_id, s.unit_key, s.sub_category_id, s.threshold AS "limit",
       CASE WHEN s.muted_until = 'infinity' THEN '9999-12-31' ELSE s.muted_until::text END AS muted_until, s.reason,
       s.set_by, s.set_at
FROM operations.finding_setting s LEFT JOIN tenant.unit u ON u.unit_key = s.unit_key AND u.industry_key = s.industry_key
WHERE s.industry_key = @industryKey
ORDER BY s.kind, s.unit_key NULLS FIRST, s.sub_category_id NULLS FIRST;

-- name: put_setting
-- One setting of a kind and scope. Its place is the unique key.
INSERT INTO operations.finding_setting (industry_key, kind, unit_key, sub_category_id, threshold, muted_until, reason,
                                        set_by, set_at)
VALUES (@industryKey, @kind, @unitKey, @subCategoryId, @limit, @mutedUntil::date, @reason, @setBy, @at)
ON CONFLICT (industry_key, kind, unit_key, sub_category_id) DO UPDATE
  SET threshold = excluded.threshold, muted_until = excluded.muted_until, reason = excluded.reason,
      set_by = excluded.set_by, set_at = excluded.set_at;

-- name: remove_setting
-- A setting that says nothing any more.
DELETE FROM operations.finding_setting
WHERE industry_key = @industryKey AND kind = @kind AND unit_key IS NOT DISTINCT FROM @unitKey::int
  AND sub_category_id IS NOT DISTINCT FROM @subCategoryId::text;

-- name: write_mute
-- Notes a mute, or its end (@act), in the history of the unit's findings that show on @since or later. Index
-- finding_last_day.
INSERT INTO operations.finding_act (finding_key, acted_at, user_id, act, detail)
SELECT finding_key, @at, @userId, @act, @detail
FROM operations.finding
WHERE industry_key = @industryKey AND kind = @kind AND unit_key = @unitKey AND (is_open OR last_day >= @since);

-- name: precision
-- Counts of judgements by kind, of industry @industryKey or of all (null).
SELECT kind, count(*) FILTER (WHERE fate = 'confirmed')::int AS confirmed,
       count(*) FILTER (WHERE fate = 'rejected')::int AS rejected,
       count(*) FILTER (WHERE fate = 'healed')::int AS healed, count(*) FILTER (WHERE fate IS NULL)::int AS unjudged
FROM operations.finding
WHERE @industryKey::int IS NULL OR industry_key = @industryKey
GROUP BY kind ORDER BY kind;

-- name: mark_due
-- Figures of an industry have changed. An industry that waits already keeps its time, because corrections all day would
-- put it off otherwise.
INSERT INTO operations.insight_due AS d (industry_key, due_at, changed_from)
VALUES (@industryKey, @dueAt, @changedFrom::date)
ON CONFLICT (industry_key) DO UPDATE
  SET due_at = coalesce(d.due_at, excluded.due_at), revision = d.revision + 1,
      changed_from = least(d.changed_from, excluded.changed_from);

-- name: ask
-- Makes industries @industryKeys due now, whatever their waiting time. Returns the revisions asked for.
INSERT INTO operations.insight_due AS d (industry_key, due_at, asked_revision)
SELECT industry_key, @at, 1 FROM unnest(@industryKeys::int[]) AS a (industry_key)
ON CONFLICT (industry_key) DO UPDATE
  SET due_at = least(d.due_at, excluded.due_at), revision = d.revision + 1, asked_revision = d.revision + 1
RETURNING industry_key, revision::text AS revision;

-- name: asked_standing
-- Industries of @industryKeys whose asked revisions (@revisions, parallel) are not judged yet. waits: no attempt has
-- failed.
SELECT d.industry_key, d.failed_revision < a.revision AS waits
FROM unnest(@industryKeys::int[], @revisions::bigint[]) AS a (industry_key, revision)
  JOIN operations.insight_due d USING (industry_key)
WHERE d.judged_revision < a.revision;

-- name: due_of
-- The revision of industry @industryId that is due at @now, by the same rule as all that are due.
SELECT d.industry_key, t.industry_id, d.revision::text AS revision, d.judged_version
FROM operations.insight_due d JOIN tenant.industry t USING (industry_key)
WHERE t.industry_id = @industryId
  AND (d.due_at <= @now OR (d.due_at IS NULL AND d.judged_version <> @ruleVersion));

-- name: due
-- Industries that are due, the oldest first. An industry that was judged by rules of another version is due, too.
SELECT d.industry_key, t.industry_id, d.revision::text AS revision,
       d.judged_version
FROM operations.insight_due d JOIN tenant.industry t USING (industry_key)
WHERE d.due_at <= @now OR (d.due_at IS NULL AND d.judged_version <> @ruleVersion)
ORDER BY d.due_at NULLS LAST, d.industry_key
LIMIT 100;

-- name: begin
-- The first day that a judgement has to judge. Changes from now on are for the next one. A judgement that is cut off is
-- due again.
UPDATE operations.insight_due
SET judging_from = least(judging_from, changed_from, @atLeastFrom::date), changed_from = NULL,
    judged_version = @ruleVersion, due_at = coalesce(due_at, @now)
WHERE industry_key = @industryKey
RETURNING judging_from::text AS judging_from;

-- name: judged
-- Revision @revision is judged, up to the day before @judgedUpTo; null: all days are.
-- Changes since then wait until @laterAt, unless somebody has asked for them or older days are still to be judged. No
-- day is left where another process has judged all of them meanwhile, after which nothing is due.
UPDATE operations.insight_due
SET judged_revision = CASE WHEN @judgedUpTo::date IS NULL THEN greatest(judged_revision, @revision::bigint)
                           ELSE judged_revision END,
    judging_from = CASE WHEN due_at IS NOT NULL THEN @judgedUpTo::date END,
    due_at = CASE WHEN @judgedUpTo::date IS NOT NULL THEN due_at
                  WHEN revision <= @revision::bigint THEN NULL
                  WHEN asked_revision > @revision::bigint THEN due_at
                  ELSE @laterAt END
WHERE industry_key = @industryKey;

-- name: failed
-- Revision @revision could not be judged, or judged again by other rules, and waits until @laterAt, unless somebody has
-- asked for a newer one. Nothing waits where another process has judged it meanwhile.
UPDATE operations.insight_due
SET failed_revision = CASE WHEN judged_revision < @revision::bigint THEN greatest(failed_revision, @revision::bigint)
                           ELSE failed_revision END,
    due_at = CASE WHEN asked_revision > @revision::bigint THEN due_at ELSE @laterAt END
WHERE industry_key = @industryKey AND due_at IS NOT NULL;
