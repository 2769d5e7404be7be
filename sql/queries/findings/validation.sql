-- Figures of many units at once, for validators. Readings of a day come by rollups.readings.

-- name: history
-- Daily figures of units @unitKeys of an industry from @from to @to, both included, as one list per unit. Primary key
-- of documents.
SELECT d.unit_key, array_agg(d.value)::text AS figures
FROM telemetry.document d
WHERE d.industry_key = @industryKey AND d.unit_key = ANY (@unitKeys::int[]) AND d.period = 'DAILY'
  AND d.period_start BETWEEN @from AND @to
  AND d.value IS NOT NULL
GROUP BY d.unit_key;

-- name: processed
-- State of business day @date of industries @industryKeys: whether it is processed or waits for a rebuild, units that
-- had begun to send and have no document, and units whose document has no data.
SELECT i.industry_id, i.industry_name,
       EXISTS (SELECT FROM telemetry.processed_day p
               WHERE p.industry_key = i.industry_key AND p.business_date = @date) AS is_processed,
       EXISTS (SELECT FROM telemetry.stale_day s
               WHERE s.industry_key = i.industry_key AND s.business_date = @date) AS is_stale,
       coalesce(array_agg(u.unit_id ORDER BY u.position)
                  FILTER (WHERE d.unit_key IS NULL AND s.first_business_date <= @date), '{}') AS units_without_document,
       coalesce(array_agg(u.unit_id ORDER BY u.position)
                  FILTER (WHERE d.unit_key IS NOT NULL AND d.value IS NULL AND d.value_by_parameter IS NULL),
                '{}') AS units_without_data
FROM tenant.industry i
LEFT JOIN tenant.unit u ON u.industry_key = i.industry_key AND u.removed_at IS NULL
LEFT JOIN telemetry.unit_state s ON s.unit_key = u.unit_key
LEFT JOIN telemetry.document d ON d.unit_key = u.unit_key AND d.period = 'DAILY' AND d.period_start = @date
WHERE i.industry_key = ANY (@industryKeys::int[])
GROUP BY i.industry_key
ORDER BY i.industry_id;
