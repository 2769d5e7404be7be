-- Rejected rows. Index: quarantine_case (one case per row and reason), quarantine_held (the operator's list).

-- name: hold
INSERT INTO telemetry.quarantine AS q (industry_key, unit_id, raw, reason_code, reason, source, received_at)
SELECT $1, i.unit_id, i.raw, i.reason_code, i.reason, $6, $7
FROM (SELECT DISTINCT ON (md5(raw), reason_code) *
      FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS i (unit_id, raw, reason_code, reason)
      ORDER BY md5(raw), reason_code) AS i
ON CONFLICT (industry_key, md5(raw), reason_code) DO UPDATE SET times_received = q.times_received + 1;

-- name: list
-- A page of one industry's cases, oldest first.
SELECT quarantine_id, unit_id, raw, reason_code, reason, source, received_at, times_received, status, decided_by,
       decided_at
FROM telemetry.quarantine
WHERE industry_key = $1 AND status = $2 AND quarantine_id > $3
ORDER BY quarantine_id
LIMIT $4;

-- name: take
-- Locks held cases of one industry so that two operators cannot decide the same one.
SELECT quarantine_id, raw FROM telemetry.quarantine
WHERE industry_key = $1 AND status = 'held' AND quarantine_id = ANY ($2::bigint[])
ORDER BY quarantine_id
FOR UPDATE;

-- name: decide
UPDATE telemetry.quarantine SET status = $3, decided_by = $4, decided_at = $5
WHERE industry_key = $1 AND status = 'held' AND quarantine_id = ANY ($2::bigint[])
RETURNING quarantine_id;
