-- Months of readings on their way into the archive and back. Every statement names the unit or the industry. Index:
-- reading_key, parameter_reading_key. Unit and days are constants, so only their segments of compressed chunks are
-- unpacked.

-- name: units
-- Every unit of the industry, removed ones included.
SELECT unit_key, unit_id FROM tenant.unit WHERE industry_key = @industryKey ORDER BY unit_key;

-- name: row_counts
-- Row counts of units @unitKeys for business days @from to before @until. Units without rows are left out.
SELECT unit_key, sum(readings)::int8 AS readings, sum(samples)::int8 AS samples
FROM (
  SELECT unit_key, count(*) AS readings, 0 AS samples FROM telemetry.reading
  WHERE unit_key = ANY (@unitKeys::int[]) AND business_at >= @from::date::timestamp
    AND business_at < @until::date::timestamp
  GROUP BY unit_key
  UNION ALL
  SELECT unit_key, 0, count(*) FROM telemetry.parameter_reading
  WHERE unit_key = ANY (@unitKeys::int[]) AND business_at >= @from::date::timestamp
    AND business_at < @until::date::timestamp
  GROUP BY unit_key) AS counted
GROUP BY unit_key ORDER BY unit_key;

-- part: of_unit
unit_key = @unitKey AND business_at >= @from::date::timestamp AND business_at < @until::date::timestamp

-- name: reading_facts
-- Totals of readings of unit @unitKey of business days @from to before @until, see
-- src/keeping/rules/archive/row-facts.ts. No row without readings.
SELECT sum(row_count)::int8 AS row_count, coalesce(sum(value_sum), 0)::text AS value_sum,
       encode(sha256(string_agg(day_hash, ''::bytea ORDER BY day)), 'hex') AS checksum
FROM (
  SELECT business_at::date AS day, count(*) AS row_count, sum((value * 1e6)::int8) AS value_sum,
         sha256(string_agg(
           timestamptz_send(created_on) || timestamp_send(business_at)
           || boolsend(value IS NOT NULL) || float8send(coalesce(value, 0)) || boolsend(summed_value IS NOT NULL)
             || float8send(coalesce(summed_value, 0))
           || boolsend(estimated) || boolsend(offline_minutes IS NOT NULL) || float4send(coalesce(offline_minutes, 0))
             || boolsend(register_excluded)
           || timestamptz_send(received_at), ''::bytea ORDER BY business_at, created_on)) AS day_hash
  FROM telemetry.reading WHERE @@of_unit GROUP BY business_at::date) AS of_day
HAVING count(*) > 0;

-- name: sample_facts
SELECT sum(row_count)::int8 AS row_count, sum(value_sum)::text AS value_sum,
       encode(sha256(string_agg(day_hash, ''::bytea ORDER BY day)), 'hex') AS checksum
FROM (
  SELECT r.business_at::date AS day, count(*) AS row_count, sum((r.value * 1e9)::int8) AS value_sum,
         sha256(string_agg(
           convert_to(p.name, 'UTF8') || '\x00'::bytea || timestamptz_send(r.created_on)
             || timestamp_send(r.business_at) || float8send(r.value) || boolsend(r.estimated),
           ''::bytea ORDER BY r.business_at, r.created_on, p.name COLLATE "C")) AS day_hash
  FROM telemetry.parameter_reading r JOIN telemetry.parameter p USING (parameter_key)
  WHERE @@of_unit GROUP BY r.business_at::date) AS of_day
HAVING count(*) > 0;

-- name: readings
-- Readings of unit @unitKey of business days @from to before @until, column by column as the database sends them. No
-- row without readings.
SELECT array_send(array_agg(created_on)) AS created_on, array_send(array_agg(business_at)) AS business_at,
       array_send(array_agg(value)) AS value,
       array_send(array_agg(summed_value)) AS register, array_send(array_agg(estimated)) AS estimated,
       array_send(array_agg(offline_minutes)) AS offline_minutes,
       array_send(array_agg(register_excluded)) AS register_excluded, array_send(array_agg(received_at)) AS received_at
FROM (
  SELECT * FROM telemetry.reading WHERE @@of_unit ORDER BY business_at, created_on) AS r
HAVING count(*) > 0;

-- name: samples
SELECT array_agg(name) AS parameter, array_send(array_agg(created_on)) AS created_on,
       array_send(array_agg(business_at)) AS business_at,
       array_send(array_agg(value)) AS value, array_send(array_agg(estimated)) AS estimated
FROM (
  SELECT p.name, r.created_on, r.business_at, r.value, r.estimated
  FROM telemetry.parameter_reading r JOIN telemetry.parameter p USING (parameter_key)
  WHERE @@of_unit ORDER BY r.business_at, r.created_on, p.name COLLATE "C") AS s
HAVING count(*) > 0;

-- name: first_unsettled
-- The first business day of industry @industryKey from @from to before @until that is stale, or has readings and was
-- never processed. Null: all days are settled.
SELECT min(business_date)::text AS business_date
FROM (
  SELECT business_date FROM telemetry.stale_day
  WHERE industry_key = @industryKey AND business_date >= @from::date AND business_date < @until::date
  UNION ALL
  SELECT day::date FROM generate_series(@from::date, @until::date - 1, interval '1 day') AS day
  WHERE NOT EXISTS (SELECT FROM telemetry.processed_day p WHERE p.industry_key = @industryKey
                    AND p.business_date = day::date)
    AND EXISTS (SELECT FROM tenant.unit u
                WHERE u.industry_key = @industryKey AND EXISTS (
                  SELECT FROM telemetry.reading r
                  WHERE r.unit_key = u.unit_key AND r.business_at >= day::date::timestamp
                    AND r.business_at < day::date + 1 OFFSET 0))) AS unsettled;

-- name: seal_hours
SELECT telemetry.seal_hours(@unitKeys::int[], @from::date, @until::date),
       telemetry.seal_parameter_hours(@unitKeys::int[], @from::date, @until::date);

-- name: seal_days
SELECT telemetry.seal_days(@unitKeys::int[], @from::date, @until::date),
  telemetry.seal_parameter_days(@unitKeys::int[], @from::date, @until::date);

-- name: seal_months
SELECT telemetry.seal_months(@unitKeys::int[], @from::date, @until::date),
       telemetry.seal_parameter_months(@unitKeys::int[], @from::date, @until::date);

-- name: remove_readings
WITH stamped AS (UPDATE telemetry.unit_state SET stamp = random() WHERE unit_key = @unitKey)
DELETE FROM telemetry.reading WHERE @@of_unit;

-- name: remove_samples
DELETE FROM telemetry.parameter_reading WHERE @@of_unit;

-- name: seal
INSERT INTO telemetry.sealed_month (industry_key, month, sealed_at) VALUES (@industryKey, @from, @at);

-- name: unseal
DELETE FROM telemetry.sealed_month WHERE industry_key = @industryKey AND month = @from;

-- part: copies
unit_key = ANY (@unitKeys::int[]) AND bucket >= @from::date::timestamp AND bucket < @until::date::timestamp

-- name: forget_hours
-- Removes copies of rollups of units @unitKeys of business days @from to before @until.
DELETE FROM telemetry.sealed_rollup_hourly WHERE @@copies;

-- name: forget_days
DELETE FROM telemetry.sealed_rollup_daily WHERE @@copies;

-- name: forget_months
DELETE FROM telemetry.sealed_rollup_monthly WHERE @@copies;

-- name: forget_parameter_hours
DELETE FROM telemetry.sealed_parameter_rollup_hourly WHERE @@copies;

-- name: forget_parameter_days
DELETE FROM telemetry.sealed_parameter_rollup_daily WHERE @@copies;

-- name: forget_parameter_months
DELETE FROM telemetry.sealed_parameter_rollup_monthly WHERE @@copies;

-- part: reading_rows
WITH stamped AS (UPDATE telemetry.unit_state SET stamp = random() WHERE unit_key = @unitKey)
INSERT INTO telemetry.reading AS r (unit_key, created_on, business_at, value, summed_value, estimated, offline_minutes,
                                    register_excluded, received_at)
SELECT @unitKey, i.* FROM unnest(@createdOns::timestamptz[], @businessAts::timestamp[], @values::float8[],
                                 @registers::float8[], @isEstimated::bool[], @offlineMinutes::real[],
                           @isExcluded::bool[], @receivedAts::timestamptz[]) AS i

-- part: sample_rows
INSERT INTO telemetry.parameter_reading AS p (unit_key, parameter_key, created_on, business_at, value, estimated)
SELECT @unitKey, i.* FROM unnest(@parameterKeys::int[], @createdOns::timestamptz[], @businessAts::timestamp[],
                                 @values::float8[], @isEstimated::bool[]) AS i

-- name: insert_readings
-- Readings of unit @unitKey with all their columns, where the month has none. No check judges them, because they were
-- judged on arrival.
@@reading_rows;

-- name: insert_samples
@@sample_rows;

-- name: restore_readings
-- Readings where an earlier attempt has left some, which stay. The search for them takes a third more time.
@@reading_rows
ON CONFLICT (unit_key, business_at, created_on) DO UPDATE
  SET value = excluded.value, summed_value = excluded.summed_value, estimated = excluded.estimated,
      offline_minutes = excluded.offline_minutes,
      register_excluded = excluded.register_excluded, received_at = excluded.received_at
  WHERE (r.value, r.summed_value, r.estimated, r.offline_minutes, r.register_excluded, r.received_at)
        IS DISTINCT FROM (excluded.value, excluded.summed_value, excluded.estimated, excluded.offline_minutes,
                          excluded.register_excluded, excluded.received_at);

-- name: restore_samples
@@sample_rows
ON CONFLICT (unit_key, parameter_key, business_at, created_on)
  DO UPDATE SET value = excluded.value, estimated = excluded.estimated
  WHERE p.value <> excluded.value OR p.estimated <> excluded.estimated;

-- name: renew_state
-- Newest reading and bounds of unit @unitKey, where its readings of business days @from to before @until reach beyond
-- the known ones: in a database that never had them.
INSERT INTO telemetry.unit_state AS s (unit_key, created_on, value, summed_value, params, estimated, received_at,
                                       first_business_date, first_register_date)
SELECT r.unit_key, r.created_on, r.value, r.summed_value,
       (SELECT jsonb_object_agg(p.name, q.value) FROM telemetry.parameter_reading q JOIN telemetry.parameter p
        USING (parameter_key)
        WHERE q.unit_key = @unitKey AND q.business_at = r.business_at AND q.created_on = r.created_on),
       r.estimated, r.received_at, bounds.first_date, bounds.first_register_date
FROM (SELECT min(business_at)::date AS first_date,
      (min(business_at) FILTER (WHERE summed_value IS NOT NULL))::date AS first_register_date, max(created_on) AS newest
      FROM telemetry.reading WHERE @@of_unit) AS bounds
JOIN telemetry.reading r ON r.unit_key = @unitKey AND r.created_on = bounds.newest
  AND r.business_at >= @from::date::timestamp
  AND r.business_at < @until::date::timestamp
ON CONFLICT (unit_key) DO UPDATE SET
  created_on   = greatest(s.created_on, excluded.created_on),
  value        = CASE WHEN excluded.created_on > s.created_on THEN excluded.value ELSE s.value END,
  summed_value = CASE WHEN excluded.created_on > s.created_on THEN excluded.summed_value ELSE s.summed_value END,
  params       = CASE WHEN excluded.created_on > s.created_on THEN excluded.params ELSE s.params END,
  estimated    = CASE WHEN excluded.created_on > s.created_on THEN excluded.estimated ELSE s.estimated END,
  received_at  = CASE WHEN excluded.created_on > s.created_on THEN excluded.received_at ELSE s.received_at END,
  first_business_date = least(s.first_business_date, excluded.first_business_date),
  first_register_date = least(s.first_register_date, excluded.first_register_date)
WHERE excluded.created_on > s.created_on OR excluded.first_business_date < s.first_business_date
   OR excluded.first_register_date < coalesce(s.first_register_date, 'infinity');

-- name: note_written
-- The newest archive of a month counts. A sealed month gets no new archive.
INSERT INTO operations.archive (industry_key, month, state, location, manifest, row_count, byte_count, written_at,
                                written_by)
VALUES (@industryKey, @month, 'written', @location, @manifest, @rowCount, @byteCount, @writtenAt, @writtenBy)
ON CONFLICT (industry_key, month) DO UPDATE SET
  state = 'written', location = excluded.location, manifest = excluded.manifest, row_count = excluded.row_count,
  byte_count = excluded.byte_count,
  written_at = excluded.written_at, written_by = excluded.written_by, sealed_at = NULL, restored_at = NULL,
  removal_began_at = NULL;

-- name: note_sealed
UPDATE operations.archive SET state = 'sealed', sealed_at = @at WHERE industry_key = @industryKey AND month = @from;

-- name: note_place
-- A sealed month whose files were proven at another place.
UPDATE operations.archive SET location = @location
WHERE industry_key = @industryKey AND month = @from AND state = 'sealed';

-- name: note_restored
UPDATE operations.archive SET state = 'restored', restored_at = @at WHERE industry_key = @industryKey AND month = @from;

-- name: begin_removal
-- The place is written again, because its files may have been copied to another place. Removal goes on only there.
UPDATE operations.archive SET removal_began_at = @at, location = @location WHERE industry_key = @industryKey
  AND month = @from;

-- name: forget
DELETE FROM operations.archive WHERE industry_key = @industryKey AND month = @from;

-- name: find
SELECT state, location, manifest, removal_began_at IS NOT NULL AS is_being_removed FROM operations.archive
WHERE industry_key = @industryKey AND month = @from;

-- name: list
-- Archives of industry @industryKey, or of all industries (null), newest months first.
SELECT i.industry_id, a.month::text AS month, a.state, a.row_count AS rows, a.byte_count AS bytes, a.written_at,
       a.written_by, a.sealed_at, a.restored_at, a.removal_began_at, a.location,
       (a.manifest ->> 'schemaVersion')::int AS schema_version, a.manifest -> 'files' AS files
FROM operations.archive a JOIN tenant.industry i USING (industry_key)
WHERE @industryKey::int IS NULL OR a.industry_key = @industryKey
ORDER BY a.month DESC, i.industry_id;
