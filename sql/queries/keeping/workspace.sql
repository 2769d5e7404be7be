-- Figures of all industries at once, for operators. Every statement names its industries, or leaves out none but the
-- operators' own.

-- name: industries
-- Every industry but @exceptIndustryId, with its present units and the time of their newest reading.
SELECT i.industry_id, i.industry_name, i.place, i.is_active, count(u.unit_key) AS total_units,
       max(s.created_on) AS last_updated
FROM tenant.industry i
LEFT JOIN tenant.unit u ON u.industry_key = i.industry_key AND u.removed_at IS NULL
LEFT JOIN telemetry.unit_state s ON s.unit_key = u.unit_key
WHERE i.industry_id <> @exceptIndustryId
GROUP BY i.industry_key
ORDER BY i.industry_id;

-- name: silent_devices
-- Silent units of industries @industryKeys: units that can send, without a reading in the @minutes minutes before the
-- industry's instant @asOfs on or after business day @date. A unit whose newest reading is from before that instant
-- needs no search, so each search asks that first. reading_key gives other units' last reading before it; the daily
-- rollup does where retention or the archive has removed the readings. Units that began to send later are left out,
-- because they may not have been there. A unit that was retired later was still in use. A unit is silent at once when
-- its network told that its devices have died, and no reading has come by another way since.
WITH sender AS (
  SELECT i.industry_id, u.unit_key, u.unit_id, u.display_name, u.position, p.as_of, s.created_on AS newest,
         s.first_business_date
  FROM unnest(@industryKeys::int[], @asOfs::timestamptz[]) AS p (industry_key, as_of)
  JOIN tenant.industry i USING (industry_key)
  JOIN tenant.unit u USING (industry_key)
  CROSS JOIN LATERAL tenant.unit_in_force(u.unit_key, 'infinity') v
  LEFT JOIN telemetry.unit_state s ON s.unit_key = u.unit_key
  WHERE (u.removed_at IS NULL OR u.removed_at > p.as_of)
    AND v.standard_category_id NOT IN ('virtualCategory', 'VIRTUAL_CATEGORY', 'VIRTUAL')
    AND (s.first_business_date IS NULL OR s.first_business_date <= @date::date)
), seen AS (
  SELECT sender.*, count(*) OVER () AS total,
         CASE WHEN sender.newest <= sender.as_of THEN sender.newest
         ELSE greatest(r.created_on, sealed.last_at, archived.last_at) END AS last_seen
  FROM sender
  LEFT JOIN LATERAL (
    SELECT r.created_on FROM telemetry.reading r
    WHERE sender.newest > sender.as_of
      AND r.unit_key = sender.unit_key AND r.business_at >= sender.first_business_date
        AND r.business_at < @date::date + 1
        AND r.created_on <= sender.as_of
    ORDER BY r.business_at DESC, r.created_on DESC LIMIT 1) r ON true
  LEFT JOIN LATERAL (
    SELECT d.last_at FROM telemetry.rollup_daily d
    WHERE sender.newest > sender.as_of AND r.created_on IS NULL AND EXISTS (SELECT FROM telemetry.seal)
      AND d.unit_key = sender.unit_key AND d.bucket < (@date::date + 1)::timestamp
    ORDER BY d.bucket DESC LIMIT 1) sealed ON true
  LEFT JOIN LATERAL (
    SELECT d.last_at FROM telemetry.sealed_rollup_daily d
    WHERE sender.newest > sender.as_of AND d.unit_key = sender.unit_key AND d.bucket < (@date::date + 1)::timestamp
    ORDER BY d.bucket DESC LIMIT 1) archived ON true
)
SELECT industry_id, unit_id, display_name, last_seen, total
FROM seen
WHERE last_seen IS NULL OR last_seen <= as_of - @minutes::int * interval '1 minute'
   OR (SELECT bool_and(d.died_at IS NOT NULL AND d.died_at BETWEEN seen.last_seen AND seen.as_of)
       FROM tenant.source_device d
       WHERE d.unit_key = seen.unit_key AND d.first_heard_at IS NOT NULL)
ORDER BY industry_id, position, unit_key;

-- part: not_archived
NOT EXISTS (
  SELECT FROM tenant.unit u JOIN telemetry.sealed_rollup_hourly r ON r.unit_key = u.unit_key
  WHERE u.industry_key = h.industry_key AND r.bucket = b.bucket
    AND r.bucket >= @date::date::timestamp AND r.bucket < @date::date::timestamp + interval '1 day')

-- name: missing_hours
-- Hours @hours of business day @date, of industries @industryKeys, in which none of the industry's units has a reading.
-- Each unit with a reading of the day takes one probe of reading_key, until the first is found, or its hour in an
-- archived month. An hour begins at instant @hourStarts and ends at @hourEnds; time beyond 24 hours belongs to the last
-- bucket. The day stands beside the hour as a constant, because the probes then look into its chunks alone.
WITH sender AS (
  SELECT u.industry_key, array_agg(u.unit_key) AS unit_keys
  FROM tenant.unit u
  WHERE u.industry_key = ANY (@industryKeys::int[])
    AND EXISTS (SELECT FROM telemetry.reading r
                WHERE r.unit_key = u.unit_key AND r.business_at >= @date::date::timestamp
                  AND r.business_at < @date::date::timestamp + interval '1 day')
  GROUP BY u.industry_key)
SELECT i.industry_id, h.hour
FROM unnest(@industryKeys::int[], @hours::int[], @hourStarts::timestamptz[],
            @hourEnds::timestamptz[]) AS h (industry_key, hour, starts_at, ends_at)
JOIN tenant.industry i USING (industry_key)
LEFT JOIN sender s USING (industry_key)
CROSS JOIN LATERAL (SELECT @date::date + least(h.hour, 23) * interval '1 hour' AS bucket) AS b
WHERE NOT EXISTS (
    SELECT FROM unnest(s.unit_keys) AS u (unit_key)
    CROSS JOIN LATERAL (
      SELECT FROM telemetry.reading r
      WHERE r.unit_key = u.unit_key AND r.business_at >= b.bucket AND r.business_at < b.bucket + interval '1 hour'
        AND r.business_at >= @date::date::timestamp AND r.business_at < @date::date::timestamp + interval '1 day'
        AND r.created_on >= h.starts_at AND r.created_on < h.ends_at
      LIMIT 1) AS r)
  AND @@not_archived
ORDER BY i.industry_id, h.hour;

-- name: missing_sealed_hours
-- Missing hours @hours of business day @date whose readings retention has removed, of industries @industryKeys: the
-- hourly rollup answers. A statement of its own, because planning the rollup takes longer than answering a day that has
-- its readings.
SELECT i.industry_id, h.hour
FROM unnest(@industryKeys::int[], @hours::int[]) AS h (industry_key, hour)
JOIN tenant.industry i USING (industry_key)
CROSS JOIN LATERAL (SELECT @date::date + least(h.hour, 23) * interval '1 hour' AS bucket) AS b
WHERE NOT EXISTS (
    SELECT FROM tenant.unit u JOIN telemetry.rollup_hourly r ON r.unit_key = u.unit_key
    WHERE u.industry_key = h.industry_key AND r.bucket >= b.bucket AND r.bucket < b.bucket + interval '1 hour'
      AND r.bucket >= @date::date::timestamp AND r.bucket < @date::date::timestamp + interval '1 day')
  AND @@not_archived
ORDER BY i.industry_id, h.hour;

-- name: devices
-- Units with a device, of active industries, by their unitId or by industryId/unitId: one row per name @names and unit.
SELECT n.name, i.industry_key, i.industry_id, u.unit_id
FROM unnest(@names::text[]) AS n (name)
JOIN tenant.unit u ON u.unit_id = n.name
  OR (n.name LIKE '%/%' AND right(n.name, length(u.unit_id) + 1) = '/' || u.unit_id)
JOIN tenant.industry i ON i.industry_key = u.industry_key AND i.is_active
  AND (u.unit_id = n.name OR i.industry_id || '/' || u.unit_id = n.name)
CROSS JOIN LATERAL tenant.unit_in_force(u.unit_key, 'infinity') v
WHERE u.removed_at IS NULL AND v.standard_category_id NOT IN ('virtualCategory', 'VIRTUAL_CATEGORY', 'VIRTUAL')
ORDER BY n.name, i.industry_id;
