-- The bound up to which rollups may be materialised, and the industries that have running days before it. Two tables of
-- a few rows.

-- name: hold
-- Locks the row until the transaction ends. A later statement tells whose clocks decide, because only that one sees the
-- result of a wait.
SELECT before_date::text FROM telemetry.materialised FOR UPDATE;

-- name: state
SELECT before_date::text, EXISTS (SELECT FROM telemetry.unmaterialised_day) AS has_unmaterialised_days
FROM telemetry.materialised;

-- name: raise
UPDATE telemetry.materialised SET before_date = greatest(before_date, @date::date);

-- name: add_days
INSERT INTO telemetry.unmaterialised_day (industry_key, from_date) VALUES (@industryKey, @from);

-- name: days
-- Days of all industries, because the refresh serves them all.
SELECT unmaterialised_day_key, from_date::text FROM telemetry.unmaterialised_day ORDER BY unmaterialised_day_key;

-- name: remove_days
DELETE FROM telemetry.unmaterialised_day WHERE unmaterialised_day_key = ANY (@keys::bigint[]);
