-- Surveys of basins. The primary key (unit_key, business_date) answers everything. Units are those of the industry.

-- name: save
-- A second survey of the same unit and day replaces the first.
INSERT INTO operations.survey AS s
  (unit_key, business_date, processed_at, rules, statistics, latitude, longitude, depth_metres, confidence_percent,
   curve)
VALUES (@unitKey, @date, @processedAt, @rules, @statistics, @latitudes::float8[], @longitudes::float8[],
        @depthsMetres::float8[], @confidencesPercent::float8[], @curve)
ON CONFLICT (unit_key, business_date) DO UPDATE SET
  processed_at = excluded.processed_at, rules = excluded.rules, statistics = excluded.statistics,
  latitude = excluded.latitude,
  longitude = excluded.longitude, depth_metres = excluded.depth_metres,
  confidence_percent = excluded.confidence_percent, curve = excluded.curve;

-- name: standing
-- Statistics of a survey, locked. No row without a survey of that day.
SELECT statistics FROM operations.survey WHERE unit_key = @unitKey AND business_date = @date FOR UPDATE;

-- name: latest
-- The newest survey of a unit of the industry up to a day.
SELECT s.business_date::text AS date, s.processed_at, s.rules, s.statistics, s.curve
FROM operations.survey s JOIN tenant.unit u USING (unit_key)
WHERE u.industry_key = @industryKey AND u.unit_id = @unitId AND s.business_date <= @upTo
ORDER BY s.business_date DESC LIMIT 1;
