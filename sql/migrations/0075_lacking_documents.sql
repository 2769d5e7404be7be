-- Virtual units that came after days were processed have no documents there, so views of analysts and exports lacked what answers
-- computed. Their days are marked once, sealed ones included; a unit that comes from now on marks its own.
INSERT INTO telemetry.stale_day AS s (industry_key, business_date, unit_keys, causes, marked_at)
SELECT p.industry_key, p.business_date, array_agg(u.unit_key ORDER BY u.unit_key), jsonb_build_object('configuration', count(*)), now()
FROM telemetry.processed_day p
JOIN tenant.unit u ON u.industry_key = p.industry_key AND u.removed_at IS NULL
WHERE EXISTS (SELECT FROM tenant.unit_version v WHERE v.unit_key = u.unit_key AND v.calculations IS NOT NULL)
  AND NOT EXISTS (SELECT FROM telemetry.document d WHERE d.unit_key = u.unit_key AND d.period = 'DAILY' AND d.period_start = p.business_date)
GROUP BY p.industry_key, p.business_date
ORDER BY p.industry_key, p.business_date
ON CONFLICT (industry_key, business_date) DO UPDATE SET
  unit_keys = (SELECT array_agg(DISTINCT k ORDER BY k) FROM unnest(s.unit_keys || excluded.unit_keys) AS k),
  causes = s.causes || excluded.causes,
  revision = s.revision + 1;
