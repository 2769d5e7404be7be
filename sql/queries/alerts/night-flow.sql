-- Minimum night flow by unit and business day: a cache of figures that are in documents. The primary key (unit_key,
-- business_date) answers everything.

-- name: read
-- Nights of units @unitKeys from @from to @to, both included.
SELECT unit_key, business_date::text AS date, lowest_hour_flow AS lowest_per_hour, coverage
FROM alerting.night_flow
WHERE industry_key = @industryKey AND unit_key = ANY (@unitKeys::int[]) AND business_date BETWEEN @from AND @to;

-- name: newest_event
-- The event of the industry's newest settled days. Nights computed from documents read after it are stored if it is
-- still the newest.
SELECT coalesce(max(event_key), 0) AS event_key FROM telemetry.settled_event WHERE industry_key = @industryKey;

-- name: store
-- Nights as parallel arrays: units @unitKeys, days @dates, flows @lowestPerHours, coverage @coverages. None is stored
-- where days have settled since event @newestEvent, because its night may come from earlier documents.
INSERT INTO alerting.night_flow (industry_key, unit_key, business_date, lowest_hour_flow, coverage)
SELECT @industryKey, n.unit_key, n.business_date, n.lowest_hour_flow, n.coverage
FROM unnest(@unitKeys::int[], @dates::date[], @lowestPerHours::float8[],
            @coverages::float8[]) AS n (unit_key, business_date, lowest_hour_flow, coverage)
WHERE NOT EXISTS (SELECT FROM telemetry.settled_event WHERE industry_key = @industryKey AND event_key > @newestEvent)
ORDER BY n.unit_key, n.business_date
ON CONFLICT (unit_key, business_date)
  DO UPDATE SET lowest_hour_flow = excluded.lowest_hour_flow, coverage = excluded.coverage;

-- name: forget
-- Forgets nights of units whose documents changed on days of event @eventKey. They are computed again when they are
-- asked for.
DELETE FROM alerting.night_flow n
USING telemetry.settled_event_day d
WHERE d.industry_key = @industryKey AND d.event_key = @eventKey AND n.industry_key = @industryKey
  AND n.business_date = d.business_date
  AND n.unit_key = ANY (d.changed_unit_keys);
