-- Where and why less than 90 % of a day's slots were measured, consecutive days together
WITH silent AS (
  SELECT unit_id, business_date, count(*) AS silent_hours
  FROM analytics.hourly_figures
  WHERE business_date BETWEEN '2026-01-01' AND '2026-01-31' AND coverage = 0
  GROUP BY unit_id, business_date
), thin_day AS (
  SELECT d.unit_id, d.unit_name, d.business_date, d.coverage, d.slots_expected - d.slots_genuine AS missing_slots,
         CASE WHEN u.last_reading_at IS NULL  THEN 'the unit never sent anything'
              WHEN d.readings_used = 0        THEN 'no reading all day'
              WHEN d.readings_estimated > 0   THEN 'values estimated by the device'
              WHEN s.silent_hours > 0         THEN 'hours without a reading'
              ELSE 'single readings missing' END AS why
  FROM analytics.daily_figures d
  JOIN analytics.units u USING (unit_id)
  LEFT JOIN silent s USING (unit_id, business_date)
  WHERE d.business_date BETWEEN '2026-01-01' AND '2026-01-31' AND d.coverage < 0.9 AND d.unit_group <> 'VIRTUAL'
), run AS (
  SELECT *, business_date - row_number() OVER (PARTITION BY unit_id, why ORDER BY business_date)::int AS run_of
  FROM thin_day
)
SELECT unit_id, unit_name, min(business_date) AS from_date, max(business_date) AS to_date, count(*) AS days,
       min(coverage) AS lowest_coverage, sum(missing_slots) AS missing_slots, why,
       (SELECT count(*) FROM analytics.quarantine q
        WHERE q.unit_id = run.unit_id AND q.status = 'held') AS rows_in_quarantine
FROM run
GROUP BY unit_id, unit_name, why, run_of
ORDER BY from_date, unit_id;
