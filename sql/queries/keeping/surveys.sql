-- Surveys of basins. The primary key (unit_key, business_date) answers everything; units come from the industry's own.

-- name: save
-- The same unit and day again replaces what was there.
INSERT INTO operations.survey AS s
  (unit_key, business_date, processed_at, rules, statistics, latitude, longitude, depth_metres, confidence_percent,
   curve)
VALUES ($1, $2, $3, $4, $5, $6::float8[], $7::float8[], $8::float8[], $9::float8[], $10)
ON CONFLICT (unit_key, business_date) DO UPDATE SET
  processed_at = excluded.processed_at, rules = excluded.rules, statistics = excluded.statistics,
  latitude = excluded.latitude,
  longitude = excluded.longitude, depth_metres = excluded.depth_metres,
  confidence_percent = excluded.confidence_percent, curve = excluded.curve;

-- name: standing
-- Statistics of a survey, locked; none when there is none of that day.
SELECT statistics FROM operations.survey WHERE unit_key = $1 AND business_date = $2 FOR UPDATE;

-- name: latest
-- The newest survey of a unit of the industry up to a day.
SELECT s.business_date::text AS date, s.processed_at, s.rules, s.statistics, s.curve
FROM operations.survey s JOIN tenant.unit u USING (unit_key)
WHERE u.industry_key = $1 AND u.unit_id = $2 AND s.business_date <= $3
ORDER BY s.business_date DESC LIMIT 1;
