-- Uses of limits; sql/idempotent/030_limits.sql says how they are counted.

-- name: take
SELECT extract(epoch FROM tenant.count_use($1, $2::int[], $3::int[], $4)) * 1000 AS refused_until;

-- name: forget_ended
-- Rows none of whose windows runs at $1; upkeep.
DELETE FROM tenant.limit_use WHERE (SELECT max(ended) FROM unnest(ends_at) AS ended) <= $1;
