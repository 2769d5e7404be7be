-- Alerts as pages show them. Index incident_listed chooses the rows of a page and counts without the table; the primary
-- key brings the rest. A filter that is null lets everything pass, and costs nothing, because the planner knows it.
-- Index incident_of_unit answers for units.

-- name: page
-- Incidents opened in [$2, $3), the newest first. A bound that is null is none.
SELECT i.incident_key, i.incident_id, i.rule_key, i.origin, i.alert_type, i.type, i.unit_key, i.window_start,
       i.severity, i.title, i.description,
       i.state, i.is_late, i.opened_at, i.detected_at, i.closed_at, i.acknowledged_at, i.acknowledged_by,
       i.snoozed_until, i.value, i.peak,
       i.limit_value, i.unit_text, i.parameter, i.litres, i.evidence -> 'since' AS since, u.unit_id, u.display_name
FROM (SELECT incident_key FROM alerting.incident
      WHERE industry_key = $1 AND opened_at >= coalesce($2::timestamptz, '-infinity')
        AND opened_at < coalesce($3::timestamptz, 'infinity')
        AND ($4::text[] IS NULL OR alert_type = ANY ($4)) AND ($5::text[] IS NULL OR severity = ANY ($5))
        AND ($6::text[] IS NULL OR state = ANY ($6)) AND ($7::int[] IS NULL OR unit_key = ANY ($7))
      ORDER BY opened_at DESC, incident_key DESC
      LIMIT $8 OFFSET $9) AS page
JOIN alerting.incident i USING (incident_key)
LEFT JOIN tenant.unit u ON u.unit_key = i.unit_key
ORDER BY i.opened_at DESC, i.incident_key DESC;

-- name: count
-- How many the pages have together.
SELECT count(*) AS total FROM alerting.incident
WHERE industry_key = $1 AND opened_at >= coalesce($2::timestamptz, '-infinity')
  AND opened_at < coalesce($3::timestamptz, 'infinity')
  AND ($4::text[] IS NULL OR alert_type = ANY ($4)) AND ($5::text[] IS NULL OR severity = ANY ($5))
  AND ($6::text[] IS NULL OR state = ANY ($6)) AND ($7::int[] IS NULL OR unit_key = ANY ($7));

-- name: by_bucket
-- How many were opened by unit, type and bucket; $2 are the starts of the buckets, $3 is the end of the last one. A
-- range of the index for each bucket, because all of them in one would be sorted, at twice the time, where the planner
-- has no statistics.
SELECT c.unit_key, u.unit_id, u.display_name AS unit_name, c.alert_type, c.bucket, c.alerts
FROM (SELECT i.unit_key, i.alert_type, b.number - 1 AS bucket, i.alerts
      FROM unnest($2::timestamptz[], ($2::timestamptz[])[2:]
                  || $3::timestamptz) WITH ORDINALITY AS b (from_at, until_at, number)
      CROSS JOIN LATERAL (
        SELECT unit_key, alert_type, count(*) AS alerts FROM alerting.incident
        WHERE industry_key = $1 AND opened_at >= b.from_at AND opened_at < b.until_at
          AND ($4::text[] IS NULL OR alert_type = ANY ($4)) AND ($5::int[] IS NULL OR unit_key = ANY ($5))
        GROUP BY unit_key, alert_type) AS i) AS c
LEFT JOIN tenant.unit u ON u.unit_key = c.unit_key
ORDER BY u.position, c.unit_key;

-- name: by_industry
-- How many were opened in each industry's own window: $1 industries, $2 from, $3 until (excluded), $4 alert types.
SELECT w.industry_key, count(i.industry_key) AS alerts
FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) AS w (industry_key, from_at, until_at)
LEFT JOIN alerting.incident i
  ON i.industry_key = w.industry_key AND i.opened_at >= w.from_at AND i.opened_at < w.until_at
    AND ($4::text[] IS NULL OR i.alert_type = ANY ($4))
GROUP BY w.industry_key;

-- name: open_at
-- How many were open at an instant, by the readings' own time. What corrected data have taken back never was. Index:
-- incident_span.
SELECT count(*) AS active,
       count(*) FILTER (WHERE severity = 'critical') AS critical,
       count(*) FILTER (WHERE severity = 'high') AS high
FROM alerting.incident
WHERE industry_key = $1
  AND tstzrange(opened_at, greatest(opened_at, coalesce(closed_at, 'infinity'::timestamptz))) @> $2::timestamptz
  AND state <> 'withdrawn';

-- name: find
-- One incident with its unit and its rule, removed ones too.
SELECT i.*, u.unit_id, u.display_name, r.rule_id
FROM alerting.incident i
LEFT JOIN tenant.unit u ON u.unit_key = i.unit_key
LEFT JOIN alerting.rule r ON r.rule_key = i.rule_key
WHERE i.industry_key = $1 AND i.incident_id = $2::uuid;

-- name: deliveries
-- What was sent of an incident, and to whom; the unique index of the ledger begins with the incident.
SELECT ordinal, channel, recipient, state, attempts, problem, queued_at, finished_at
FROM alerting.delivery
WHERE industry_key = $1 AND incident_key = $2
ORDER BY ordinal, position, delivery_key
LIMIT 1000;
