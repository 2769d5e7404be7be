-- The ten hours in which a unit used most, in the industry's local time
SELECT h.business_date,
       h.starts_at AT TIME ZONE i.timezone AS local_time,
       h.value_display,
       h.si_unit,
       h.coverage
FROM analytics.hourly_figures h
CROSS JOIN analytics.industry i
WHERE h.unit_id = 'CB_BORE_1'
  AND h.business_date BETWEEN '2026-01-01' AND '2026-01-31'
  AND h.value IS NOT NULL
ORDER BY h.value DESC, h.starts_at
LIMIT 10;
