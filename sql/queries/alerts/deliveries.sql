-- The ledger of messages. Indexes: the unique key keeps one message per recipient, delivery_due finds the messages to
-- send, delivery_of_recipient counts the messages of a recipient, transition_to_dispatch finds transitions without
-- messages.

-- name: undispatched
-- @limit transitions whose messages are still to be composed. The worst incidents come first
-- (src/alerts/rules/weight.ts), because a recipient who has reached a limit is told the rest later. Transitions of one
-- incident keep their order. @severities: the worst first. @leftAlone: incidents to leave alone.
SELECT t.incident_key, t.ordinal FROM alerting.transition t JOIN alerting.incident i USING (incident_key)
WHERE t.industry_key = @industryKey AND t.dispatched_at IS NULL AND t.incident_key <> ALL (@leftAlone::bigint[])
ORDER BY array_position(@severities::text[], i.severity),
         abs(coalesce(i.peak, i.value) - i.threshold) / nullif(abs(i.threshold), 0) DESC NULLS LAST, t.recorded_at,
         t.incident_key, t.ordinal
LIMIT @limit;

-- name: take_transition
-- A second process waits for the lock, and finds no row once this transaction is committed.
UPDATE alerting.transition SET dispatched_at = @now
WHERE industry_key = @industryKey AND incident_key = @incidentKey AND ordinal = @ordinal AND dispatched_at IS NULL
RETURNING kind, detail, recorded_at;

-- name: transitions
-- Transitions of @keys (JSON), with their incidents.
SELECT t.incident_key, t.ordinal, t.kind, t.detail
FROM json_to_recordset(@keys::json) AS j (incident_key bigint, ordinal integer)
JOIN alerting.transition t ON t.industry_key = @industryKey AND t.incident_key = j.incident_key
  AND t.ordinal = j.ordinal;

-- name: told
-- Recipients who have been told of an incident, or are about to be. Recipients who could not be reached are left out.
-- @withWithheld: those come too whose messages were withheld, unless these were to say that nobody had answered.
SELECT d.channel, d.recipient FROM alerting.delivery d JOIN alerting.transition t USING (incident_key, ordinal)
WHERE d.industry_key = @industryKey AND d.incident_key = @incidentKey AND d.state <> 'failed'
  AND (NOT d.is_withheld OR (@withWithheld AND t.kind <> 'escalated'))
GROUP BY d.position, d.channel, d.recipient ORDER BY d.position, d.recipient;

-- name: one_at_a_time
-- Transactions make out an industry's limited messages one after the other, because each counts the messages before.
SELECT pg_advisory_xact_lock(7224009, @industryKey);

-- name: loads
-- Loads of each recipient of @recipients (JSON): the number of limited messages since @since, the first of them, and
-- the worst severity they told of. The waiting message that leaves first after @now comes too, unless it leaves before
-- @dueAt. @severities: the worst first. Each index reads its own messages, because those of a year are many.
WITH own AS (
  SELECT r.channel, r.recipient, d.*, i.severity, array_position(@severities::text[], i.severity) AS rank,
         abs(coalesce(i.peak, i.value) - i.threshold) / nullif(abs(i.threshold), 0) AS strength
  FROM json_to_recordset(@recipients::json) AS r (channel text, recipient text)
  CROSS JOIN LATERAL (
    SELECT n.incident_key, n.delivery_key, n.queued_at, n.due_at,
           n.state = 'queued' AND n.attempts = 0 AND n.due_at > @now AND n.due_at >= @dueAt AS waits,
           n.state <> 'suppressed' AND n.digest_delivery_key IS NULL AS counts
    FROM alerting.delivery n
    WHERE n.industry_key = @industryKey AND n.channel = r.channel AND n.recipient = r.recipient AND n.is_limited
      AND n.queued_at > @since
    UNION ALL
    SELECT o.incident_key, o.delivery_key, o.queued_at, o.due_at, o.attempts = 0 AND o.due_at >= @dueAt, false
    FROM alerting.delivery o
    WHERE o.industry_key = @industryKey AND o.channel = r.channel AND o.recipient = r.recipient AND o.is_limited
      AND o.queued_at <= @since AND o.state = 'queued' AND o.due_at > @now) AS d
  JOIN alerting.incident i ON i.incident_key = d.incident_key)
SELECT channel, recipient, count(*) FILTER (WHERE counts) AS messages, min(queued_at) FILTER (WHERE counts) AS first_at,
       (array_agg(severity ORDER BY rank, strength DESC NULLS LAST) FILTER (WHERE counts))[1] AS worst_severity,
       (array_agg(strength ORDER BY rank, strength DESC NULLS LAST) FILTER (WHERE counts))[1] AS worst_strength,
       (array_agg(delivery_key ORDER BY due_at, delivery_key) FILTER (WHERE waits))[1] AS digest_delivery_key,
       min(due_at) FILTER (WHERE waits) AS digest_due_at
FROM own
GROUP BY channel, recipient;

-- name: hold_digests
-- Messages of @deliveryKeys that still wait. The lock keeps them from being sent until the transaction ends, so a
-- message leaves with everything that was added to it.
SELECT delivery_key FROM alerting.delivery
WHERE industry_key = @industryKey AND delivery_key = ANY (@deliveryKeys::bigint[]) AND state = 'queued'
ORDER BY delivery_key FOR NO KEY UPDATE;

-- name: hold_waiting
-- Messages that wait beyond @now, or for another attempt, to tell of an incident, each with its recipient. Held as
-- hold_digests does. One that may leave now for the first time leaves before the end.
SELECT d.channel, d.recipient, w.delivery_key, w.due_at
FROM alerting.delivery d JOIN alerting.delivery w ON w.delivery_key = coalesce(d.digest_delivery_key, d.delivery_key)
WHERE d.industry_key = @industryKey AND d.incident_key = @incidentKey AND w.state = 'queued'
  AND (w.due_at > @now OR w.attempts > 0)
ORDER BY w.delivery_key FOR NO KEY UPDATE OF w;

-- name: add
-- Messages of @rows (JSON) about one transition, in their order. A message that exists stays as it is.
INSERT INTO alerting.delivery (industry_key, incident_key, ordinal, channel, position, recipient, state, is_limited,
                               digest_delivery_key, queued_at, due_at)
SELECT @industryKey, @incidentKey, @ordinal, m.channel, m.position, m.recipient, m.state, m.is_limited,
       m.digest_delivery_key, @now, m.due_at
FROM json_to_recordset(@rows::json) AS m (place integer, channel text, position smallint, recipient text, state text,
                                       is_limited boolean, digest_delivery_key bigint, due_at timestamptz)
ORDER BY m.place
ON CONFLICT DO NOTHING;

-- part: may_be_told
-- An end waits while an earlier message of its incident, or the digest in its place, is still to reach the recipient.
(d.ordinal = 1 OR NOT EXISTS (
    SELECT FROM alerting.transition t JOIN alerting.transition o USING (industry_key, incident_key)
    JOIN alerting.delivery e ON e.incident_key = o.incident_key AND e.ordinal = o.ordinal AND e.channel = d.channel
      AND e.recipient = d.recipient
    LEFT JOIN alerting.delivery w ON w.delivery_key = e.digest_delivery_key
    WHERE t.industry_key = @industryKey AND t.incident_key = d.incident_key AND t.ordinal = d.ordinal
      AND t.kind IN ('recovered', 'withdrawn') AND o.ordinal < t.ordinal
      AND w.delivery_key IS DISTINCT FROM d.delivery_key AND coalesce(w.state, e.state) IN ('queued', 'sending')))

-- name: claim
-- Up to @limit due messages (@pushLimit of push) of one channel of one transition, because channels are used in their
-- order. @incidentKey, @ordinal: only this transition, null for any. @leftAlone: channels, and addresses of chat
-- spaces, to leave alone. Messages due before @overdueBefore are left to fail_overdue.
-- No other process gets a claimed message, and locked messages are skipped. A process that finds none can stop for now:
-- others send the rest, or hold_digests adds to it and its holder sends the due messages after its transaction.
WITH next AS (
  -- Only the messages up to the first one that may be told are held against the rule.
  SELECT d.incident_key, d.ordinal, d.channel
  FROM (SELECT * FROM alerting.delivery
        WHERE industry_key = @industryKey AND state = 'queued' AND due_at <= @now AND due_at >= @overdueBefore
          AND (@incidentKey::bigint IS NULL OR (incident_key = @incidentKey AND ordinal = @ordinal::integer))
          AND channel <> ALL (@leftAlone::text[]) AND recipient <> ALL (@leftAlone::text[])
        ORDER BY incident_key, ordinal, position FOR UPDATE SKIP LOCKED) AS d
  WHERE @@may_be_told LIMIT 1),
claimed AS MATERIALIZED (
  SELECT d.delivery_key FROM alerting.delivery d JOIN next n USING (incident_key, ordinal, channel)
  WHERE d.industry_key = @industryKey AND d.state = 'queued' AND d.due_at <= @now AND d.due_at >= @overdueBefore
    AND d.recipient <> ALL (@leftAlone::text[]) AND @@may_be_told
  ORDER BY d.delivery_key LIMIT (SELECT CASE channel WHEN 'push' THEN @pushLimit::int ELSE @limit::int END FROM next)
  FOR UPDATE OF d SKIP LOCKED)
UPDATE alerting.delivery d SET state = 'sending', attempts = d.attempts + 1, started_at = @now
FROM claimed c WHERE d.delivery_key = c.delivery_key
RETURNING d.delivery_key, d.channel, d.recipient, d.attempts, d.incident_key, d.ordinal;

-- name: carried
-- Transitions that messages @deliveryKeys tell beside their own.
SELECT d.digest_delivery_key, d.incident_key, d.ordinal FROM alerting.delivery d
WHERE d.industry_key = @industryKey AND d.digest_delivery_key = ANY (@deliveryKeys::bigint[]) ORDER BY d.delivery_key;

-- name: record
-- Outcomes of messages of @rows (JSON), and of the transitions in their digests. told_incident_keys: the incidents that
-- the message told, because it may have withheld others. A message that was given up meanwhile takes the answer that
-- came after all. Returns the incidents of messages that have failed.
WITH recorded AS (
  UPDATE alerting.delivery d
  SET state = r.state, provider_id = r.provider_id, problem = r.problem, due_at = coalesce(r.due_at, d.due_at),
      finished_at = CASE WHEN r.state <> 'queued' THEN @now::timestamptz END,
      is_withheld = d.incident_key <> ALL (r.told_incident_keys)
  FROM json_to_recordset(@rows::json) AS r (delivery_key bigint, state text, provider_id text, problem text,
                                         due_at timestamptz, told_incident_keys bigint[])
  WHERE d.industry_key = @industryKey AND d.delivery_key = r.delivery_key AND d.state IN ('sending', 'unconfirmed')
    AND NOT (d.state = 'unconfirmed' AND r.state = 'queued')
  RETURNING d.delivery_key, d.incident_key, d.state, d.problem, r.told_incident_keys),
carried AS (
  UPDATE alerting.delivery c
  SET state = r.carried_state, problem = r.problem, finished_at = @now::timestamptz,
      is_withheld = c.incident_key <> ALL (r.told_incident_keys)
  FROM (SELECT *, CASE state WHEN 'sent' THEN 'suppressed' ELSE state END AS carried_state FROM recorded) AS r
  WHERE c.industry_key = @industryKey AND c.digest_delivery_key = r.delivery_key AND r.state <> 'queued'
    AND c.state IN ('suppressed', 'unconfirmed')
    AND (c.state <> r.carried_state OR c.is_withheld <> (c.incident_key <> ALL (r.told_incident_keys)))
  RETURNING c.incident_key, c.state)
SELECT incident_key FROM recorded WHERE state = 'failed' UNION SELECT incident_key FROM carried WHERE state = 'failed';

-- name: give_up
-- Messages handed over before @before whose answer nobody waits for any more, because the process ended. The
-- transitions they were to tell are given up too.
WITH given_up AS (
  UPDATE alerting.delivery SET state = 'unconfirmed', problem = @problem, finished_at = @now
  WHERE state = 'sending' AND started_at < @before
  RETURNING industry_key, incident_key, channel, delivery_key),
carried AS (
  UPDATE alerting.delivery c SET state = 'unconfirmed', problem = @problem, finished_at = @now
  FROM given_up g WHERE c.digest_delivery_key = g.delivery_key AND c.state = 'suppressed')
SELECT industry_key, incident_key, channel FROM given_up;

-- name: fail_overdue
-- Messages that could have been sent since before @before fail, with the transitions they were to tell. Returns the
-- incidents of both.
WITH overdue AS (
  UPDATE alerting.delivery SET state = 'failed', problem = @problem, finished_at = @now
  WHERE state = 'queued' AND due_at < @before
  RETURNING industry_key, incident_key, channel, delivery_key),
carried AS (
  UPDATE alerting.delivery c SET state = 'failed', problem = @problem, finished_at = @now
  FROM overdue o WHERE c.digest_delivery_key = o.delivery_key AND c.state = 'suppressed'
  RETURNING c.industry_key, c.incident_key, c.channel)
SELECT industry_key, incident_key, channel FROM overdue UNION ALL SELECT industry_key, incident_key, channel
FROM carried;

-- name: unreached
-- Incidents of @incidentKeys of which no message has left and none is under way. Open pages do not count, because
-- nobody may look at them.
SELECT i.incident_key, i.title, u.display_name AS unit_name, d.problem
FROM alerting.incident i
LEFT JOIN tenant.unit u ON u.unit_key = i.unit_key
CROSS JOIN LATERAL (
  SELECT max(d.problem) AS problem FROM alerting.delivery d
  WHERE d.incident_key = i.incident_key AND d.channel <> 'web' HAVING bool_and(d.state = 'failed')) AS d
WHERE i.industry_key = @industryKey AND i.incident_key = ANY (@incidentKeys::bigint[])
ORDER BY i.incident_key;

-- name: of_transition
SELECT d.channel, d.recipient, d.state, d.attempts, d.problem FROM alerting.delivery d
WHERE d.industry_key = @industryKey AND d.incident_key = @incidentKey AND d.ordinal = @ordinal
ORDER BY d.position, d.delivery_key;

-- name: industries_due
-- Industries that have messages to make out or to send at @now.
SELECT i.industry_id FROM tenant.industry i
WHERE EXISTS (SELECT FROM alerting.transition t WHERE t.industry_key = i.industry_key AND t.dispatched_at IS NULL)
   OR EXISTS (SELECT FROM alerting.delivery d
              WHERE d.industry_key = i.industry_key AND d.state = 'queued' AND d.due_at <= @now)
ORDER BY i.industry_key;

-- name: next_due
-- The time of an industry's first message that becomes due after @after. Null: no message waits.
SELECT min(due_at) AS due_at FROM alerting.delivery WHERE industry_key = @industryKey AND state = 'queued'
  AND due_at > @after;

-- name: forget
-- Upkeep, over every industry. Messages of open incidents stay, because their recipients will be told of the end.
DELETE FROM alerting.delivery d USING alerting.incident i
WHERE i.incident_key = d.incident_key AND i.closed_at < @before AND d.queued_at < @before
  AND d.state NOT IN ('queued', 'sending');
