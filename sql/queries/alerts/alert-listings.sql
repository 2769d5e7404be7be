-- Alerts as pages show them. Index incident_listed chooses the rows of a page and counts without the table. The primary
-- key brings the rest. A filter that is null lets every row pass at no cost, because the planner knows its value.

-- part: incident
-- An incident with its unit, the names of people and the length of its condition. The caller adds its evidence.
i.incident_key, i.incident_id, i.rule_key, i.origin, i.alert_type, i.type, i.unit_key, i.window_start, i.severity,
i.title, i.description, i.state, i.is_late, i.opened_at, i.detected_at, i.closed_at, i.acknowledged_at,
i.acknowledged_by, i.assignee_id, i.snoozed_until, i.value, i.peak, i.threshold, i.unit_text, i.parameter, i.litres,
i.request_created_on,
tenant.user_name(@industryKey, i.acknowledged_by) AS acknowledged_by_name,
tenant.user_name(@industryKey, i.assignee_id) AS assignee_name, ended.lasted_minutes, u.unit_id, u.display_name

-- part: matching
-- Incidents opened in [@from, @until) that pass the filters. A null bound is open.
FROM alerting.incident
WHERE industry_key = @industryKey AND opened_at >= coalesce(@from::timestamptz, '-infinity')
  AND opened_at < coalesce(@until::timestamptz, 'infinity')
  AND (@alertTypes::text[] IS NULL OR alert_type = ANY (@alertTypes))
  AND (@severities::text[] IS NULL OR severity = ANY (@severities))
  AND (@states::text[] IS NULL OR state = ANY (@states))
  AND (@unitKeys::int[] IS NULL OR unit_key = ANY (@unitKeys))
  AND (@assigneeIds::text[] IS NULL OR coalesce(assignee_id, '') = ANY (@assigneeIds))

-- name: page
-- The newest first.
SELECT @@incident, i.evidence - '{meta,unknownUserIds}'::text[] AS evidence
FROM (SELECT incident_key @@matching
      ORDER BY opened_at DESC, incident_key DESC
      LIMIT @limit OFFSET @offset) AS page
JOIN alerting.incident i USING (incident_key)
LEFT JOIN LATERAL alerting.condition_length(@industryKey, i.incident_key) AS ended ON i.state = 'recovered'
LEFT JOIN tenant.unit u ON u.unit_key = i.unit_key
ORDER BY i.opened_at DESC, i.incident_key DESC;

-- name: count
-- The number of incidents over all pages.
SELECT count(*) AS total @@matching;

-- name: by_bucket
-- Counts of opened incidents by unit, type and bucket. @starts are the starts of the buckets, @until is the end of the
-- last one. Each bucket reads its own range of the index. One range for all would be sorted, at twice the time, where
-- the planner has no statistics.
SELECT c.unit_key, u.unit_id, u.display_name AS unit_name, c.alert_type, c.bucket, c.alerts
FROM (SELECT i.unit_key, i.alert_type, b.number - 1 AS bucket, i.alerts
      FROM unnest(@starts::timestamptz[], (@starts::timestamptz[])[2:]
                  || @until::timestamptz) WITH ORDINALITY AS b (from_at, until_at, number)
      CROSS JOIN LATERAL (
        SELECT unit_key, alert_type, count(*) AS alerts FROM alerting.incident
        WHERE industry_key = @industryKey AND opened_at >= b.from_at AND opened_at < b.until_at
          AND (@alertTypes::text[] IS NULL OR alert_type = ANY (@alertTypes))
            AND (@unitKeys::int[] IS NULL OR unit_key = ANY (@unitKeys))
        GROUP BY unit_key, alert_type) AS i) AS c
LEFT JOIN tenant.unit u ON u.unit_key = c.unit_key
ORDER BY u.position, c.unit_key;

-- name: by_industry
-- Counts of opened incidents in each industry's own window. Parallel arrays: @industryKeys, @froms (included) and
-- @untils (excluded). @alertTypes filters by type.
SELECT w.industry_key, count(i.industry_key) AS alerts
FROM unnest(@industryKeys::int[], @froms::timestamptz[], @untils::timestamptz[]) AS w (industry_key, from_at, until_at)
LEFT JOIN alerting.incident i
  ON i.industry_key = w.industry_key AND i.opened_at >= w.from_at AND i.opened_at < w.until_at
    AND (@alertTypes::text[] IS NULL OR i.alert_type = ANY (@alertTypes))
GROUP BY w.industry_key;

-- name: open_at
-- The number of incidents open at an instant, by the readings' own time. Incidents that corrected data have withdrawn
-- do not count. Index: incident_span.
SELECT count(*) AS active,
       count(*) FILTER (WHERE severity = 'critical') AS critical,
       count(*) FILTER (WHERE severity = 'high') AS high
FROM alerting.incident
WHERE industry_key = @industryKey
  AND tstzrange(opened_at, greatest(opened_at, coalesce(closed_at, 'infinity'::timestamptz))) @> @at::timestamptz
  AND state <> 'withdrawn';

-- name: find
-- One incident with its unit and its rule, whether or not these have been removed.
SELECT @@incident, i.evidence, r.rule_id
FROM alerting.incident i
LEFT JOIN LATERAL alerting.condition_length(@industryKey, i.incident_key) AS ended ON i.state = 'recovered'
LEFT JOIN tenant.unit u ON u.unit_key = i.unit_key
LEFT JOIN alerting.rule r ON r.rule_key = i.rule_key
WHERE i.industry_key = @industryKey AND i.incident_id = @incidentId::uuid;

-- name: deliveries
-- Messages about an incident, and their recipients. A message that was told in a digest has the state of the digest.
-- The unique index of the ledger begins with the incident.
SELECT d.ordinal, d.channel, d.recipient, d.attempts, d.problem, d.queued_at, d.finished_at,
       CASE WHEN d.state = 'suppressed' AND NOT d.is_withheld THEN coalesce(w.state, d.state) ELSE d.state END AS state
FROM alerting.delivery d LEFT JOIN alerting.delivery w ON w.delivery_key = d.digest_delivery_key
WHERE d.industry_key = @industryKey AND d.incident_key = @incidentKey
ORDER BY d.ordinal, d.position, d.delivery_key
LIMIT 1000;
