-- Facts about one unit's business day beside its figures. Indexes: reading_key, those of quarantine.

-- name: late
-- Readings of unit @unitKey of industry @industryKey on business day @date that arrived at @endAt, the end of the day,
-- or later. Estimates are left out, because they always arrive late. A replica may answer.
SELECT count(*)::int AS readings, min(r.received_at) AS first_received_at, max(r.received_at) AS last_received_at
FROM telemetry.reading r JOIN tenant.unit u ON u.unit_key = r.unit_key AND u.industry_key = @industryKey
WHERE r.unit_key = @unitKey AND r.business_at >= @date::date::timestamp
  AND r.business_at < @date::date::timestamp + interval '1 day'
  AND r.received_at >= @endAt AND NOT r.estimated;

-- name: held
-- Rows of unit @unitId that wait for a decision, the newest @limit. The day of a row is known only from its text.
SELECT raw, reason_code, reason FROM telemetry.quarantine
WHERE industry_key = @industryKey AND status = 'held' AND unit_id = @unitId
ORDER BY quarantine_id DESC
LIMIT @limit;

-- name: edits
-- Acts of people on readings of unit @unitKey in [@startAt, @endAt), with the number of these readings but estimates
-- that were withdrawn. The newest come first, at most @limit. Estimates of other days are not unpacked: an act may have
-- made thousands.
SELECT e.kind, count(*)::int AS readings, e.made_at, e.undone_at
FROM telemetry.reading_edit e CROSS JOIN LATERAL jsonb_array_elements(e.readings) AS r (reading)
WHERE e.industry_key = @industryKey AND e.unit_key = @unitKey
  AND (e.kind <> 'estimate' OR (e.last_on >= @startAt AND e.first_on < @endAt))
  AND (r.reading ->> 'createdOn')::timestamptz >= @startAt AND (r.reading ->> 'createdOn')::timestamptz < @endAt
  AND (e.kind <> 'estimate' OR r.reading ->> 'after' IS NOT NULL)
GROUP BY e.edit_key, e.kind, e.made_at, e.undone_at
ORDER BY e.edit_key DESC
LIMIT @limit;
