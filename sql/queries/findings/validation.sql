-- State of processing, for validators. Readings of a day come by rollups.readings.

-- name: processed
-- State of business day @date of industries @industryKeys: whether it is processed or waits for a rebuild, units that
-- had begun to send and have no document, and units whose document has no data. A unit that was retired after the day
-- began by the industry's clock, at @dayStarts, counts on it.
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
FROM unnest(@industryKeys::int[], @dayStarts::timestamptz[]) AS p (industry_key, starts_at)
JOIN tenant.industry i USING (industry_key)
LEFT JOIN tenant.unit u ON u.industry_key = i.industry_key AND (u.removed_at IS NULL OR u.removed_at >= p.starts_at)
LEFT JOIN telemetry.unit_state s ON s.unit_key = u.unit_key
LEFT JOIN telemetry.document d ON d.unit_key = u.unit_key AND d.period = 'DAILY' AND d.period_start = @date
GROUP BY i.industry_key
ORDER BY i.industry_id;
