-- Times at which all devices of a unit were dead, as their networks told. The primary key answers; a unit has few rows.

-- name: hold
-- Two messages about devices of one unit wait for each other, because each may be about the last one that lives.
SELECT unit_key FROM tenant.unit WHERE industry_key = @industryKey AND unit_key = ANY (@unitKeys::int[])
ORDER BY unit_key FOR NO KEY UPDATE;

-- name: settle
-- Begins and ends deaths of units @unitKeys by what is known of their devices, and returns the units of both. A device
-- that was never heard does not count.
WITH told AS (
  SELECT u.unit_key, coalesce(bool_and(d.died_at IS NOT NULL), false) AS is_dead
  FROM unnest(@unitKeys::int[]) AS u (unit_key)
  LEFT JOIN tenant.source_device d ON d.unit_key = u.unit_key AND d.industry_key = @industryKey
                                  AND d.first_heard_at IS NOT NULL
  GROUP BY u.unit_key
), ended AS (
  UPDATE tenant.unit_death AS x SET ended_at = greatest(x.died_at, @at) FROM told
  WHERE x.industry_key = @industryKey AND x.unit_key = told.unit_key AND NOT told.is_dead AND x.ended_at IS NULL
  RETURNING x.unit_key
), begun AS (
  INSERT INTO tenant.unit_death AS x (unit_key, died_at, industry_key)
  SELECT unit_key, @at, @industryKey FROM told
  WHERE is_dead AND NOT EXISTS (SELECT FROM tenant.unit_death x
                                WHERE x.unit_key = told.unit_key AND x.ended_at IS NULL)
  ON CONFLICT (unit_key, died_at) DO UPDATE SET ended_at = NULL
  RETURNING x.unit_key
)
SELECT unit_key FROM ended UNION ALL SELECT unit_key FROM begun;

-- name: forget
-- Deaths of units @unitKeys that ended before @before: longer ago than any rule looks back.
DELETE FROM tenant.unit_death
WHERE industry_key = @industryKey AND unit_key = ANY (@unitKeys::int[]) AND ended_at < @before;

-- name: lasting
-- Deaths of units @unitKeys that had not ended by the unit's own instant @froms, in order of time.
SELECT d.unit_key, date_part('epoch', d.died_at) * 1000 AS died_at, date_part('epoch', d.ended_at) * 1000 AS ended_at
FROM unnest(@unitKeys::int[], @froms::timestamptz[]) AS u (unit_key, from_at)
JOIN tenant.unit_death d ON d.industry_key = @industryKey AND d.unit_key = u.unit_key
                        AND coalesce(d.ended_at, 'infinity') >= u.from_at
ORDER BY d.unit_key, d.died_at;
