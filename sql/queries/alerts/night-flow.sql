-- Minimum night flow by unit and business day: a cache of what documents say. The primary key (unit_key, business_date)
-- answers everything.

-- name: read
-- Nights of units $2 from $3 to $4, both included.
SELECT unit_key, business_date::text AS date, lowest_hour_flow AS lowest_per_hour, coverage
FROM alerting.night_flow
WHERE industry_key = $1 AND unit_key = ANY ($2::int[]) AND business_date BETWEEN $3 AND $4;

-- name: newest_event
-- The industry's newest settled days. Nights that are made of documents read after it are stored if it still is the
-- newest.
SELECT coalesce(max(event_key), 0) AS event_key FROM telemetry.settled_event WHERE industry_key = $1;

-- name: store
-- Nights as parallel arrays: units $2, days $3, flows $4, coverage $5. None where days have settled since event $6,
-- because they may be of documents from before.
INSERT INTO alerting.night_flow (industry_key, unit_key, business_date, lowest_hour_flow, coverage)
SELECT $1, n.unit_key, n.business_date, n.lowest_hour_flow, n.coverage
FROM unnest($2::int[], $3::date[], $4::float8[],
            $5::float8[]) AS n (unit_key, business_date, lowest_hour_flow, coverage)
WHERE NOT EXISTS (SELECT FROM telemetry.settled_event WHERE industry_key = $1 AND event_key > $6)
ORDER BY n.unit_key, n.business_date
ON CONFLICT (unit_key, business_date)
  DO UPDATE SET lowest_hour_flow = excluded.lowest_hour_flow, coverage = excluded.coverage;

-- name: forget
-- Nights of the units whose documents changed on days of event $2: they are made anew when they are asked for.
DELETE FROM alerting.night_flow n
USING telemetry.settled_event_day d
WHERE d.industry_key = $1 AND d.event_key = $2 AND n.industry_key = $1 AND n.business_date = d.business_date
  AND n.unit_key = ANY (d.changed_unit_keys);
