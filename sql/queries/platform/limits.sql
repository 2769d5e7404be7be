-- Uses of limits, counted as in sql/idempotent/030_limits.sql. The primary keys (key_hash) answer.

-- name: take
SELECT extract(epoch FROM tenant.count_use(@keyHash, @uses::int[], @seconds::int[], @at)) * 1000 AS refused_until;

-- name: forget_ended
-- Upkeep: removes rows none of whose windows runs at @at.
DELETE FROM tenant.limit_use WHERE (SELECT max(ended) FROM unnest(ends_at) AS ended) <= @at;

-- name: give_back
-- Takes one use back from windows that still run. A missing row needs nothing.
UPDATE tenant.limit_use
SET used = (SELECT array_agg(CASE WHEN ended > @at THEN greatest(uses - 1, 0) ELSE uses END ORDER BY place)
            FROM unnest(used, ends_at) WITH ORDINALITY AS held (uses, ended, place))
WHERE key_hash = @keyHash;

-- name: keep_network
-- A network that is known until @until.
INSERT INTO tenant.known_network (key_hash, known_until) VALUES (@keyHash, @until)
ON CONFLICT (key_hash) DO UPDATE SET known_until = excluded.known_until;

-- name: forget_networks
DELETE FROM tenant.known_network WHERE known_until <= @at;

-- name: is_network_known
SELECT EXISTS (SELECT FROM tenant.known_network WHERE key_hash = ANY (@keyHashes::bytea[])
               AND known_until > @at) AS known;
