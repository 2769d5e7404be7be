-- What is known of one unit's business day beside its figures. Indexes: reading_key, document's and quarantine's own.

-- name: late
-- Readings of unit $2 of industry $1 on business day $3 that came at $4, the end of the day, or after it. Estimates
-- come late by nature.
SELECT count(*)::int AS readings, min(r.received_at) AS first_received_at, max(r.received_at) AS last_received_at
FROM telemetry.reading r JOIN tenant.unit u ON u.unit_key = r.unit_key AND u.industry_key = $1
WHERE r.unit_key = $2 AND r.business_at >= $3::date::timestamp
  AND r.business_at < $3::date::timestamp + interval '1 day'
  AND r.received_at >= $4 AND NOT r.estimated;

-- name: held
-- Rows of unit $2 that wait for a decision, the newest $3. Which day a row is of stands in its text alone.
SELECT raw, reason_code, reason FROM telemetry.quarantine
WHERE industry_key = $1 AND status = 'held' AND unit_id = $2
ORDER BY quarantine_id DESC
LIMIT $3;

-- name: change
-- The newest change of the document of unit $2 and day $3.
SELECT causes, previous_value AS old_value, coalesce(value_by_parameter::json, to_json(value), 'null') AS new_value,
       computed_at
FROM telemetry.document
WHERE industry_key = $1 AND unit_key = $2 AND period = 'DAILY' AND period_start = $3;

-- name: edits
-- Acts of people on readings of unit $2 from $3 to before $4, and how many of these readings, the newest first, at most
-- $5.
SELECT e.kind, count(*)::int AS readings, e.made_at, e.undone_at
FROM telemetry.reading_edit e CROSS JOIN LATERAL jsonb_array_elements(e.readings) AS r (reading)
WHERE e.industry_key = $1 AND e.unit_key = $2
  AND (r.reading ->> 'createdOn')::timestamptz >= $3 AND (r.reading ->> 'createdOn')::timestamptz < $4
GROUP BY e.edit_key, e.kind, e.made_at, e.undone_at
ORDER BY e.edit_key DESC
LIMIT $5;
