-- The days from which units have readings. Indexes: unit_state_pkey, sealed_rollup_daily_key.

-- name: first_days
-- The business day of the first reading of each of units @unitKeys, archived months included. A unit that never sent
-- one has no row.
SELECT u.unit_key, least(s.first_business_date, d.bucket::date)::text AS first_date
FROM unnest(@unitKeys::int[]) AS u (unit_key)
LEFT JOIN telemetry.unit_state s USING (unit_key)
LEFT JOIN LATERAL (SELECT bucket FROM telemetry.sealed_rollup_daily WHERE unit_key = u.unit_key
                   ORDER BY bucket LIMIT 1) d ON true
WHERE s.first_business_date IS NOT NULL OR d.bucket IS NOT NULL;
