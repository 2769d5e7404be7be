-- Night flow, a hint of leaks: meters whose flow between 02:00 and 04:00 local time never stopped in most nights
WITH night AS (
  SELECT h.unit_id, h.unit_name, h.si_unit,
         (h.starts_at AT TIME ZONE i.timezone)::date AS night_of,
         min(h.value_display)                        AS least_per_hour
  FROM analytics.hourly_figures h
  CROSS JOIN analytics.industry i
  WHERE h.unit_group IN ('FLOW', 'CONSUMPTION')
    AND h.business_date BETWEEN '2026-01-01' AND '2026-01-31'
    AND (h.starts_at AT TIME ZONE i.timezone)::time >= '02:00'
    AND (h.starts_at AT TIME ZONE i.timezone)::time < '04:00'
  GROUP BY h.unit_id, h.unit_name, h.si_unit, night_of
)
SELECT unit_id, unit_name,
       count(least_per_hour)                                       AS nights_measured,
       count(*) FILTER (WHERE least_per_hour > 0)                  AS nights_never_zero,
       round(min(least_per_hour), 3)                               AS lowest_per_hour,
       round(percentile_cont(0.5) WITHIN GROUP (ORDER BY least_per_hour)::numeric, 3) AS median_per_hour,
       si_unit
FROM night
GROUP BY unit_id, unit_name, si_unit
HAVING count(least_per_hour) > 0
ORDER BY count(*) FILTER (WHERE least_per_hour > 0)::numeric / count(least_per_hour) DESC, unit_id;
