-- Faults of what the service rests on. They are few, and told by the clock of the database. Index fault_newest gives
-- the newest one of a kind and process.

-- name: surroundings
-- Clock and start of the database.
SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms, pg_postmaster_start_time()::text AS started_at;

-- name: record
-- @beganAgo, @seenAgo and @endedAgo are milliseconds before now; the last is null while the fault lasts. A fault goes
-- on in its newest row where that was last met or ended less than five minutes before. A jump is over as it comes. A
-- process that ended left its row open (left_open): that fault was over when it was last met. Mails are not tried while
-- none wait, so that the mail server's fault lasts until a mail has left.
WITH met AS (
  SELECT clock_timestamp() - @beganAgo::float8 * interval '1 millisecond' AS began_at,
         clock_timestamp() - @seenAgo::float8 * interval '1 millisecond' AS seen_at,
         clock_timestamp() - @endedAgo::float8 * interval '1 millisecond' AS ended_at),
left_open AS (
  UPDATE operations.fault f SET ended_at = f.seen_at
  FROM met
  WHERE f.kind = @kind AND f.kind <> 'mail' AND f.process = @process AND f.ended_at IS NULL
    AND f.seen_at <= met.began_at - interval '5 minutes'
  RETURNING f.fault_key),
continued AS (
  UPDATE operations.fault f
  SET seen_at = met.seen_at, ended_at = met.ended_at, times = f.times + (f.ended_at IS NOT NULL)::int,
      requests = f.requests + @requests, mails = greatest(f.mails, @mails),
      milliseconds = CASE WHEN abs(@milliseconds::bigint) > abs(f.milliseconds) THEN @milliseconds
                          ELSE f.milliseconds END,
      is_restart = f.is_restart OR @isRestart, free_bytes = least(f.free_bytes, @freeBytes)
  FROM met
  WHERE @kind <> 'jump' AND f.fault_key = (
    SELECT n.fault_key FROM operations.fault n WHERE n.kind = @kind AND n.process = @process
    ORDER BY n.began_at DESC LIMIT 1)
    AND (f.ended_at IS NULL AND f.kind = 'mail'
         OR coalesce(f.ended_at, f.seen_at) > met.began_at - interval '5 minutes')
  RETURNING f.fault_key)
INSERT INTO operations.fault (kind, process, began_at, seen_at, ended_at, requests, mails, milliseconds, is_restart,
                              free_bytes)
SELECT @kind, @process, began_at, seen_at, ended_at, @requests, @mails, @milliseconds, @isRestart, @freeBytes
FROM met WHERE NOT EXISTS (SELECT FROM continued)
  -- left_open is named so that it runs first: a row that is still open would take the place of this one.
  AND (SELECT count(*) FROM left_open) >= 0
-- Another process was first.
ON CONFLICT (kind, process) WHERE ended_at IS NULL DO NOTHING;

-- name: touch
-- A fault that lasts; no row: another process has ended it. The mail server was last tried when a mail was.
UPDATE operations.fault
SET seen_at = CASE kind WHEN 'mail' THEN seen_at ELSE clock_timestamp() END, mails = greatest(mails, @mails)
WHERE kind = @kind AND process = @process AND ended_at IS NULL
RETURNING fault_key;

-- name: end
UPDATE operations.fault SET ended_at = clock_timestamp() - @endedAgo::float8 * interval '1 millisecond'
WHERE kind = @kind AND process = @process AND ended_at IS NULL;

-- name: newest
-- Faults that last or ended within a week. What a process has not met for two minutes is over, or the process is. Mails
-- are not tried while none wait.
SELECT kind, process, began_at, seen_at, times, requests, mails, milliseconds, is_restart, free_bytes, over.ended_at
FROM operations.fault f
CROSS JOIN LATERAL (
  SELECT CASE WHEN f.ended_at IS NULL AND kind <> 'mail' AND seen_at < clock_timestamp() - interval '2 minutes'
           THEN seen_at ELSE f.ended_at END AS ended_at) AS over
WHERE coalesce(over.ended_at, 'infinity') > clock_timestamp() - interval '7 days'
ORDER BY (over.ended_at IS NULL) DESC, began_at DESC LIMIT 50;

-- name: waiting_mails
-- Mails that could leave and have not: of alerts, of reports, to people of industries, and those with links.
SELECT (SELECT count(*) FROM alerting.delivery
        WHERE channel = 'email' AND state = 'queued' AND (attempts > 0 OR due_at <= @now))
     + (SELECT count(*) FROM alerting.mail WHERE state = 'queued' AND (attempts > 0 OR due_at <= @now))
     + (SELECT count(*) FROM reporting.report_mail WHERE state = 'queued' AND (attempts > 0 OR due_at <= @now))
     + (SELECT coalesce(sum(queued), 0) FROM operations.job_queues(@now)
        WHERE queue IN ('password-reset', 'confirm-recipient'))::bigint AS mails;

-- name: forget
-- Upkeep: removes faults that ended before @before.
DELETE FROM operations.fault WHERE coalesce(ended_at, seen_at) < @before;
