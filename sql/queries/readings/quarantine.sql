-- Rejected rows. Index: quarantine_case (one case per row and reason), quarantine_held (the operator's list).

-- name: hold
-- @isPartial: the rows are parts of readings.
INSERT INTO telemetry.quarantine AS q (industry_key, unit_id, raw, reason_code, reason, source, received_at, is_partial)
SELECT @industryKey, i.unit_id, i.raw, i.reason_code, i.reason, @source, @receivedAt, @isPartial
FROM (SELECT DISTINCT ON (md5(raw), reason_code) *
      FROM unnest(@unitIds::text[], @rawValues::text[], @reasonCodes::text[], @reasons::text[]) AS i (unit_id, raw,
        reason_code, reason)
      ORDER BY md5(raw), reason_code) AS i
ON CONFLICT (industry_key, md5(raw), reason_code) DO UPDATE SET times_received = q.times_received + 1;

-- name: list
-- A page of one industry's cases, oldest first.
SELECT quarantine_id, unit_id, raw, reason_code, reason, source, received_at, times_received, status, decided_by,
       decided_at
FROM telemetry.quarantine
WHERE industry_key = @industryKey AND status = @status AND quarantine_id > @afterId
ORDER BY quarantine_id
LIMIT @limit;

-- name: take
-- Locks held cases of one industry, because two operators must not decide the same one.
SELECT quarantine_id, raw, is_partial FROM telemetry.quarantine
WHERE industry_key = @industryKey AND status = 'held' AND quarantine_id = ANY (@ids::bigint[])
ORDER BY quarantine_id
FOR UPDATE;

-- name: decide
UPDATE telemetry.quarantine SET status = @status, decided_by = @by, decided_at = @at
WHERE industry_key = @industryKey AND status = 'held' AND quarantine_id = ANY (@ids::bigint[])
RETURNING quarantine_id;
