-- How far rollups may be materialised, and which industries have days before it that still run. Two tables of a few
-- rows.

-- name: hold
-- Holds the row until the transaction ends, and tells whose clocks decide in a statement of its own, which sees what
-- was waited for.
SELECT before_date::text FROM telemetry.materialised FOR UPDATE;

-- name: state
SELECT before_date::text, EXISTS (SELECT FROM telemetry.live_days) AS has_live_days FROM telemetry.materialised;

-- name: raise
UPDATE telemetry.materialised SET before_date = greatest(before_date, @date::date);

-- name: add_live
INSERT INTO telemetry.live_days (industry_key, from_date) VALUES (@industryKey, @from);

-- name: live
-- Of all industries: the refresh serves them all.
SELECT live_key, from_date::text FROM telemetry.live_days ORDER BY live_key;

-- name: remove_live
DELETE FROM telemetry.live_days WHERE live_key = ANY (@liveKeys::bigint[]);
