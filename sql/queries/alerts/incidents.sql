-- Incidents of alerts and their transitions. Indexes: incident_one_open and incident_one_request keep one of each,
-- incident_opened answers lists, transition_to_dispatch finds transitions that have yet to be told.

-- part: incident
-- An incident as the program reads it, without whom its requests have told.
i.incident_key, i.incident_id, i.rule_key, i.origin, i.alert_type, i.type, i.unit_key, i.window_start, i.severity,
i.title, i.description, i.state, i.is_late, i.opened_at, i.detected_at, i.closed_at, i.acknowledged_at,
i.acknowledged_by, i.assignee_id, i.snoozed_until, i.value, i.peak, i.threshold, i.unit_text, i.parameter, i.litres,
i.request_created_on, i.evidence

-- name: add
-- Incidents of @incidents (JSON) with their first transition. An incident that exists (open for the same rule, unit and
-- window, or of the same request) stays as it is, and is not returned. A transition that nobody is told of counts as
-- dispatched.
WITH given AS (SELECT * FROM json_to_recordset(@incidents::json) AS g (incident_id uuid, is_told boolean)),
added AS (
  INSERT INTO alerting.incident (industry_key, incident_id, rule_key, origin, alert_type, type, unit_key, window_start,
                                 severity, title, description, state,
    is_late, opened_at, detected_at, closed_at, value, peak, threshold, unit_text, parameter, litres, evidence,
    request_created_on)
  SELECT @industryKey, i.incident_id, i.rule_key, i.origin, i.alert_type, i.type, i.unit_key,
         coalesce(i.window_start, '-infinity'), i.severity, i.title, i.description, i.state,
    i.is_late, i.opened_at, i.detected_at, i.closed_at, i.value, i.peak, i.threshold, i.unit_text, i.parameter,
    i.litres, i.evidence, i.request_created_on
  FROM json_to_recordset(@incidents::json) AS i (incident_id uuid, rule_key integer, origin text, alert_type text,
                                                 type text, unit_key integer, window_start timestamptz,
    severity text, title text, description text, state text, is_late boolean, opened_at timestamptz,
    detected_at timestamptz, closed_at timestamptz, value float8,
    peak float8, threshold float8, unit_text text, parameter text, litres float8, evidence jsonb,
    request_created_on timestamptz)
  ORDER BY i.rule_key, i.unit_key, i.window_start, i.opened_at
  ON CONFLICT DO NOTHING
  RETURNING incident_key, incident_id, opened_at, detected_at),
told AS (
  INSERT INTO alerting.transition (industry_key, incident_key, ordinal, kind, at, recorded_at, dispatched_at)
  SELECT @industryKey, incident_key, 1, 'fired', opened_at, detected_at, CASE WHEN NOT is_told THEN detected_at END
    FROM added
  JOIN given USING (incident_id))
SELECT incident_key, incident_id FROM added;

-- name: add_transitions
-- Transitions of @rows (JSON), each the next of its incident. The caller holds the incidents. Of one instant an
-- escalation comes last, because people are reminded of what they have been told of before.
INSERT INTO alerting.transition (industry_key, incident_key, ordinal, kind, at, recorded_at, actor_user_id, detail,
                                 dispatched_at)
SELECT @industryKey, t.incident_key,
       coalesce((SELECT max(o.ordinal) FROM alerting.transition o WHERE o.incident_key = t.incident_key), 0)
         + row_number() OVER (PARTITION BY t.incident_key ORDER BY t.at, t.kind = 'escalated', t.kind),
       t.kind, t.at, t.recorded_at, t.actor_user_id, t.detail, CASE WHEN NOT t.is_told THEN t.recorded_at END
FROM json_to_recordset(@rows::json) AS t (incident_key bigint, kind text, at timestamptz, recorded_at timestamptz,
                                       actor_user_id text, detail jsonb, is_told boolean)
JOIN alerting.incident i ON i.industry_key = @industryKey AND i.incident_key = t.incident_key;

-- name: close
-- Ends the open incidents of @rows (JSON). A null there keeps the stored value. since: the first look that breached.
UPDATE alerting.incident i
SET state = c.state, closed_at = c.closed_at, peak = coalesce(c.peak, i.peak), litres = coalesce(c.litres, i.litres),
    evidence = i.evidence || jsonb_strip_nulls(jsonb_build_object('since', c.since))
FROM json_to_recordset(@rows::json) AS c (incident_key bigint, state text, closed_at timestamptz, peak float8,
                                       litres float8, since text)
WHERE i.industry_key = @industryKey AND i.incident_key = c.incident_key AND i.state = 'open'
RETURNING i.incident_key;

-- name: end_requests
-- Ends requested alerts that are over at the instant @now: 24 hours after they began, or when a later request told
-- their end. Nobody is told of it. @industryKey: one industry, null for all. @expired and @toldOver: the reasons
-- (src/alerts/rules/transition-reasons.ts). An incident that another transaction handles is left to the next run.
WITH due AS (
  SELECT i.industry_key, i.incident_key, told.at IS NOT NULL
         AND told.at < over.at AS is_told, least(told.at, over.at) AS at
  FROM alerting.incident i
  CROSS JOIN LATERAL (SELECT i.opened_at + interval '24 hours' AS at) over
  LEFT JOIN LATERAL (
    SELECT min(e.opened_at) AS at FROM alerting.incident e
    WHERE e.industry_key = i.industry_key AND e.unit_key = i.unit_key AND e.origin = 'request'
      AND e.opened_at >= i.opened_at
      AND e.state = 'recovered' AND e.closed_at = e.opened_at
      AND CASE WHEN i.alert_type LIKE 'flow\_rate\_%' THEN e.alert_type = 'flow_rate_back_in_range'
               ELSE i.alert_type = 'device_status' AND e.alert_type = 'device_status' END) told ON true
  WHERE (@industryKey::integer IS NULL OR i.industry_key = @industryKey) AND i.state = 'open' AND i.origin = 'request'
    AND least(told.at, over.at) <= @now
  FOR UPDATE OF i SKIP LOCKED),
ended AS (
  UPDATE alerting.incident i SET state = CASE WHEN due.is_told THEN 'recovered' ELSE 'resolved' END, closed_at = due.at
  FROM due WHERE i.industry_key = due.industry_key AND i.incident_key = due.incident_key AND i.state = 'open'
  RETURNING i.industry_key, i.incident_key, i.state, i.closed_at)
INSERT INTO alerting.transition (industry_key, incident_key, ordinal, kind, at, recorded_at, detail, dispatched_at)
SELECT e.industry_key, e.incident_key,
       1 + coalesce((SELECT max(t.ordinal) FROM alerting.transition t WHERE t.incident_key = e.incident_key), 0),
       e.state, e.closed_at, @now,
       jsonb_build_object('because', CASE e.state WHEN 'recovered' THEN @toldOver::text ELSE @expired::text END), @now
FROM ended e
RETURNING incident_key;

-- name: withdraw
-- Withdraws incidents whose cause a correction has removed, open or over.
UPDATE alerting.incident SET state = 'withdrawn', closed_at = coalesce(closed_at, @at)
WHERE industry_key = @industryKey AND incident_key = ANY (@incidentKeys::bigint[]) AND state <> 'withdrawn'
RETURNING incident_key;

-- name: correct
-- Corrects beginning, end, peak and litres of recovered incidents of @rows (JSON), where they differ from the stored
-- ones.
UPDATE alerting.incident i SET closed_at = c.closed_at, peak = c.peak, litres = c.litres,
    evidence = i.evidence || jsonb_build_object('since', c.since)
FROM json_to_recordset(@rows::json) AS c (incident_key bigint, closed_at timestamptz, peak float8, litres float8,
                                       since text)
WHERE i.industry_key = @industryKey AND i.incident_key = c.incident_key AND i.state = 'recovered'
  AND (i.closed_at, i.peak, i.litres, i.evidence ->> 'since')
      IS DISTINCT FROM (c.closed_at, c.peak, c.litres, c.since)
RETURNING i.incident_key;

-- name: note_progress
-- Notes the progress of open incidents of @rows (JSON). A null since keeps the stored one.
UPDATE alerting.incident i SET value = p.value, peak = p.peak, litres = p.litres,
    evidence = i.evidence || jsonb_strip_nulls(jsonb_build_object('since', p.since))
FROM json_to_recordset(@rows::json) AS p (incident_key bigint, value float8, peak float8, litres float8, since text)
WHERE i.industry_key = @industryKey AND i.incident_key = p.incident_key AND i.state = 'open'
  AND (i.value, i.peak, i.litres, i.evidence ->> 'since')
      IS DISTINCT FROM (p.value, p.peak, p.litres, coalesce(p.since, i.evidence ->> 'since'));

-- name: acknowledge
UPDATE alerting.incident SET acknowledged_at = @at, acknowledged_by = @by WHERE industry_key = @industryKey
  AND incident_key = @incidentKey;

-- name: assign
-- Null @assigneeId: nobody works on it.
UPDATE alerting.incident SET assignee_id = @assigneeId WHERE industry_key = @industryKey
  AND incident_key = @incidentKey;

-- name: snooze
UPDATE alerting.incident SET snoozed_until = @until WHERE industry_key = @industryKey AND incident_key = @incidentKey;

-- name: hold
-- The lock keeps other writers from the incident until the transaction ends.
SELECT @@incident FROM alerting.incident i
WHERE i.industry_key = @industryKey AND i.incident_id = @incidentId::uuid FOR UPDATE;

-- name: hold_request
-- The incident that the same request has recorded: @type, @unitKey, @alertType and @createdOn are its identity. The
-- lock lets one repetition at a time see who was told.
SELECT i.incident_key, i.request_record FROM alerting.incident i
WHERE i.industry_key = @industryKey AND i.type = @type AND coalesce(i.unit_key, 0) = coalesce(@unitKey::integer, 0)
  AND i.alert_type = @alertType
  AND i.request_created_on = @createdOn AND i.origin = 'request'
FOR UPDATE;

-- name: add_to_record
-- Adds @told and @outcomes (JSON) to the record of a request. Entries that are there already stay.
UPDATE alerting.incident SET request_record = jsonb_build_object(
  'told', @told::jsonb || coalesce(request_record -> 'told', '{}'),
  'outcomes', @outcomes::jsonb || coalesce(request_record -> 'outcomes', '{}'))
WHERE industry_key = @industryKey AND incident_key = @incidentKey
RETURNING request_record;

-- part: span
-- The span of an incident as the index incident_span has it, which finds what lasted at an instant.
tstzrange(i.opened_at, greatest(i.opened_at, coalesce(i.closed_at, 'infinity'::timestamptz)))

-- name: of_rules
-- Incidents of rules @ruleKeys that are open, or ended at @from or later: those that began since, by incident_of_rule,
-- and those that lasted just before. Instants are whole milliseconds.
SELECT @@incident FROM alerting.incident i
WHERE i.industry_key = @industryKey AND i.rule_key = ANY (@ruleKeys::int[]) AND i.opened_at < @to
  AND (i.opened_at >= @from OR @@span @> @from::timestamptz - interval '1 millisecond')
ORDER BY i.opened_at, i.incident_key;

-- name: during
-- Incidents that were open at some moment of [@from, @to), with the id and the name of their unit, removed units
-- included, and how long the condition lasted. An incident of a day's total ends at the start of the next day, and does
-- not belong to that day.
SELECT @@incident, u.unit_id, u.display_name, ended.lasted_minutes
FROM alerting.incident i
LEFT JOIN LATERAL alerting.condition_length(@industryKey, i.incident_key) AS ended ON i.state = 'recovered'
LEFT JOIN tenant.unit u ON u.unit_key = i.unit_key AND u.industry_key = @industryKey
WHERE i.industry_key = @industryKey AND i.opened_at < @to
  AND (i.opened_at >= @from OR @@span @> @from::timestamptz)
ORDER BY i.opened_at, i.incident_key;

-- name: open
SELECT @@incident FROM alerting.incident i
WHERE i.industry_key = @industryKey AND i.state = 'open' AND i.origin = 'rule'
ORDER BY i.opened_at, i.incident_key;

-- name: transitions
-- Transitions of one incident, in order.
SELECT ordinal, kind, at, recorded_at, actor_user_id, tenant.user_name(@industryKey, actor_user_id) AS actor_name,
       detail, tenant.user_name(@industryKey, detail ->> 'assigneeId') AS assignee_name, dispatched_at
FROM alerting.transition
WHERE industry_key = @industryKey AND incident_key = @incidentKey ORDER BY ordinal;

-- name: calls
-- Facts about each open incident: how often further people were called, when these were reminded last, whether it was
-- acknowledged after its last snooze, and whether every message has failed. Open pages give no answer. While messages
-- are still to be composed, none counts as failed.
SELECT i.incident_key, count(*) FILTER (WHERE t.kind = 'escalated') AS escalations,
       max(t.recorded_at) FILTER (WHERE t.kind = 'reminded') AS last_reminded_at,
       coalesce(max(t.ordinal) FILTER (WHERE t.kind = 'acknowledged')
                > max(t.ordinal) FILTER (WHERE t.kind = 'snoozed'), false) AS is_answered_since,
       NOT bool_or(t.dispatched_at IS NULL)
         AND coalesce((SELECT bool_and(d.state = 'failed') FROM alerting.delivery d
                       WHERE d.incident_key = i.incident_key AND d.channel <> 'web'), false) AS is_unreached
FROM alerting.incident i JOIN alerting.transition t USING (incident_key)
WHERE i.industry_key = @industryKey AND i.state = 'open'
GROUP BY i.incident_key;

-- name: by_keys
SELECT @@incident FROM alerting.incident i WHERE i.industry_key = @industryKey
  AND i.incident_key = ANY (@incidentKeys::bigint[]);
