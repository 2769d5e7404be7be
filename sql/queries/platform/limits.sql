-- Uses of limits; sql/idempotent/030_limits.sql says how they are counted. The primary keys (key_hash) answer.

-- name: take
SELECT extract(epoch FROM tenant.count_use($1, $2::int[], $3::int[], $4)) * 1000 AS refused_until;

-- name: forget_ended
-- Rows none of whose windows runs at $1; upkeep.
DELETE FROM tenant.limit_use WHERE (SELECT max(ended) FROM unnest(ends_at) AS ended) <= $1;

-- name: give_back
-- Takes one use back, of windows that still run; what is not there needs nothing.
UPDATE tenant.limit_use
SET used = (SELECT array_agg(CASE WHEN ended > $2 THEN greatest(uses - 1, 0) ELSE uses END ORDER BY place)
            FROM unnest(used, ends_at) WITH ORDINALITY AS held (uses, ended, place))
WHERE key_hash = $1;

-- name: keep_network
-- A network that is known until $2.
INSERT INTO tenant.known_network (key_hash, known_until) VALUES ($1, $2)
ON CONFLICT (key_hash) DO UPDATE SET known_until = excluded.known_until;

-- name: forget_networks
DELETE FROM tenant.known_network WHERE known_until <= $1;

-- name: is_network_known
SELECT EXISTS (SELECT FROM tenant.known_network WHERE key_hash = ANY ($1::bytea[]) AND known_until > $2) AS known;
