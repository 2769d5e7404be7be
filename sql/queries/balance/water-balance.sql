-- Water-balance graphs. The primary key (industry_key, version) answers everything.

-- name: hold
-- The lock admits one save of an industry's graph at a time, until the transaction ends, because each counts on from
-- the version before.
SELECT industry_key FROM tenant.industry WHERE industry_key = @industryKey FOR NO KEY UPDATE;

-- name: newest
SELECT version, saved_at, saved_by, document FROM tenant.water_balance_graph
WHERE industry_key = @industryKey
ORDER BY version DESC
LIMIT 1;

-- name: find
SELECT version, saved_at, saved_by, document FROM tenant.water_balance_graph
WHERE industry_key = @industryKey AND version = @version;

-- name: newest_version
SELECT coalesce(max(version), 0) AS version FROM tenant.water_balance_graph WHERE industry_key = @industryKey;

-- name: list
-- Versions of the graph, newest first, with counts of their parts. The documents themselves are not sent.
SELECT version, saved_at, saved_by,
       json_array_length(document #> '{nodes,physicalNodes}') AS physical_nodes,
       json_array_length(document #> '{nodes,virtualNodes}') AS virtual_nodes,
       json_array_length(document -> 'edges') AS edges,
       json_array_length(document #> '{metadata,pages}') AS pages
FROM tenant.water_balance_graph
WHERE industry_key = @industryKey
ORDER BY version DESC;

-- name: insert
INSERT INTO tenant.water_balance_graph (industry_key, version, saved_at, saved_by, document)
VALUES (@industryKey, @version, @savedAt, @savedBy, @document);

-- name: prune
DELETE FROM tenant.water_balance_graph WHERE industry_key = @industryKey AND version <= @upTo;
