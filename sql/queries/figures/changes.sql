-- The feed of changes of one industry. Indexes: document_change, removed_document_change.

-- name: page
-- The first @limit changes after number @after of periods @periods, in order. One statement sees one moment, so a
-- document that changes meanwhile is in this page or after it. A retired unit keeps its documents.
SELECT c.*, u.unit_id
FROM (
  SELECT d.unit_key, p.period, d.period_start::text AS period_start, d.value, d.value_by_parameter, d.param_value,
         d.meta, d.provenance, d.entries, d.computed_at, d.change_no, d.previous_value, d.causes, false AS is_removed
  FROM unnest(@periods::text[]) AS p (period)
  CROSS JOIN LATERAL (
    SELECT * FROM telemetry.document d
    WHERE d.industry_key = @industryKey AND d.period = p.period AND d.change_no > @after
    ORDER BY d.change_no LIMIT @limit) AS d
  UNION ALL
  SELECT r.unit_key, r.period, r.period_start::text, NULL, NULL, NULL, NULL, NULL, NULL, NULL, r.change_no,
         r.previous_value, r.causes, true
  FROM telemetry.removed_document r
  WHERE r.industry_key = @industryKey AND r.period = ANY (@periods::text[]) AND r.change_no > @after
    AND NOT EXISTS (SELECT FROM telemetry.document d
                    WHERE d.unit_key = r.unit_key AND d.period = r.period AND d.period_start = r.period_start)
) AS c
JOIN tenant.unit u USING (unit_key)
ORDER BY c.change_no
LIMIT @limit;

-- name: of_day
-- The newest change of the daily document of unit @unitKey on @date. Primary key of documents.
SELECT causes, previous_value AS old_value, coalesce(value_by_parameter::json, to_json(value), 'null') AS new_value,
       computed_at
FROM telemetry.document
WHERE unit_key = @unitKey AND period = 'DAILY' AND period_start = @date::date;

-- name: newest
SELECT telemetry.newest_change(@industryKey) AS change_no;
