-- The event "days have settled" and the consumers that have yet to take it. Primary keys answer everything.

-- name: write
-- One event of the days @rows (JSON: date, causes, oldest mark) that are settled now, for consumers @consumers. Without
-- such a day no event is written. Changed units are read from the documents, because a run that was killed before it
-- settled its days is told of too. Returns the event.
WITH settled AS MATERIALIZED (
  SELECT a.business_date, a.causes, a.marked_at, p.told_change_no
  FROM json_to_recordset(@rows::json) AS a (business_date date, causes text[], marked_at timestamptz)
  JOIN telemetry.processed_day p ON p.industry_key = @industryKey AND p.business_date = a.business_date
  WHERE NOT EXISTS (SELECT FROM telemetry.stale_day s WHERE s.industry_key = @industryKey
                    AND s.business_date = a.business_date)
  ORDER BY a.business_date
  FOR UPDATE OF p),
changed AS MATERIALIZED (
  SELECT s.business_date, array_agg(d.unit_key ORDER BY d.unit_key) AS unit_keys, max(d.change_no) AS newest
  FROM settled s JOIN telemetry.document d ON d.industry_key = @industryKey AND d.period = 'DAILY'
    AND d.period_start = s.business_date AND d.change_no > s.told_change_no
  GROUP BY s.business_date),
told AS (
  UPDATE telemetry.processed_day p SET told_change_no = c.newest FROM changed c
  WHERE p.industry_key = @industryKey AND p.business_date = c.business_date),
event AS (
  INSERT INTO telemetry.settled_event (industry_key, settled_at) SELECT @industryKey, @now
    WHERE EXISTS (SELECT FROM settled)
  RETURNING event_key),
days AS (
  INSERT INTO telemetry.settled_event_day (industry_key, event_key, business_date, changed_unit_keys, causes, marked_at)
  SELECT @industryKey, event.event_key, s.business_date, coalesce(c.unit_keys, '{}'), s.causes, s.marked_at
  FROM event, settled s LEFT JOIN changed c USING (business_date)),
waiting AS (
  INSERT INTO telemetry.settled_event_waiting (industry_key, event_key, consumer) SELECT @industryKey, event.event_key,
    c
  FROM event, unnest(@consumers::text[]) AS c)
SELECT event_key FROM event;

-- name: waiting
-- The @limit oldest events of each consumer, over all industries: for the sweep. A consumer that takes nothing delays
-- no other. Consumers other than @consumers no longer exist.
SELECT i.industry_id, w.industry_key, w.event_key, w.consumer
FROM (SELECT *, row_number() OVER (PARTITION BY consumer ORDER BY event_key) AS position
      FROM telemetry.settled_event_waiting WHERE consumer = ANY (@consumers::text[])) AS w
JOIN tenant.industry i USING (industry_key)
WHERE w.position <= @limit
ORDER BY w.event_key, w.consumer;

-- name: counts
SELECT count(*) AS waiting, min(e.settled_at) AS oldest_settled_at
FROM telemetry.settled_event_waiting w JOIN telemetry.settled_event e USING (event_key)
WHERE w.consumer = ANY (@consumers::text[]);

-- name: take
-- A second process waits for the lock, and finds no row once this transaction is committed.
DELETE FROM telemetry.settled_event_waiting WHERE industry_key = @industryKey AND event_key = @eventKey
  AND consumer = @consumer
RETURNING event_key;

-- name: read
SELECT e.settled_at, d.business_date::text AS business_date, d.changed_unit_keys, d.causes, d.marked_at
FROM telemetry.settled_event e JOIN telemetry.settled_event_day d USING (event_key)
WHERE e.industry_key = @industryKey AND e.event_key = @eventKey
ORDER BY d.business_date;

-- name: forget
-- Forgets events before @before that every consumer has taken. Consumers other than @consumers no longer exist and take
-- nothing.
WITH gone AS (
  DELETE FROM telemetry.settled_event_waiting w USING telemetry.settled_event e
  WHERE e.event_key = w.event_key AND e.settled_at < @before AND w.consumer <> ALL (@consumers::text[]))
DELETE FROM telemetry.settled_event e
WHERE e.settled_at < @before AND NOT EXISTS (
  SELECT FROM telemetry.settled_event_waiting w WHERE w.event_key = e.event_key
    AND w.consumer = ANY (@consumers::text[]));

-- name: count
-- Adds an event to the totals. Rows are locked in order of causes, because two events could wait for each other
-- otherwise.
INSERT INTO telemetry.settled_total AS t (cause, settled_days, changed_figures, marked_days, marked_seconds)
SELECT c.cause, count(*), sum(cardinality(d.changed_unit_keys)), count(d.marked_at),
       coalesce(sum(greatest(0, extract(epoch FROM e.settled_at - d.marked_at))), 0)
FROM telemetry.settled_event e JOIN telemetry.settled_event_day d USING (event_key)
CROSS JOIN LATERAL unnest(d.causes) AS c (cause)
WHERE e.industry_key = @industryKey AND e.event_key = @eventKey
GROUP BY c.cause ORDER BY c.cause
ON CONFLICT (cause) DO UPDATE SET
  settled_days = t.settled_days + excluded.settled_days, changed_figures = t.changed_figures + excluded.changed_figures,
  marked_days = t.marked_days + excluded.marked_days, marked_seconds = t.marked_seconds + excluded.marked_seconds;

-- name: totals
SELECT cause, settled_days, changed_figures, marked_days, marked_seconds FROM telemetry.settled_total ORDER BY cause;
