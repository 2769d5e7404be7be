-- Readings moved to their places on another clock, one unit and some weeks at a time. Unit and days are constants, so
-- only their segments of compressed chunks are unpacked. Index: reading_key (unit_key, business_at, created_on) and
-- that of samples.

-- name: extent
-- All units of industry @industryKey, removed ones too, and the bounds of their readings. A unit without readings has
-- no row.
SELECT array_agg(u.unit_key ORDER BY u.unit_key) AS unit_keys, min(s.first_business_date)::text AS first_business_date,
       round(date_part('epoch', max(s.created_on)) * 1000) AS newest_epoch_ms
FROM tenant.unit u JOIN telemetry.unit_state s USING (unit_key)
WHERE u.industry_key = @industryKey
HAVING count(*) > 0;

-- name: copy_readings
-- Copies readings of unit @unitKey to their place. Candidates stand between @standFrom and @standBefore (end excluded)
-- and elsewhere than on their day of @dates, which begin at @dayStarts and end at @dayEnds (epoch ms). The later
-- arrival stays where a reading exists already (it was sent under both clocks).
WITH day AS (
  SELECT d.date, to_timestamp(d.start_ms / 1000) AS starts_at, to_timestamp(d.end_ms / 1000) AS ends_at
  FROM unnest(@dates::date[], @dayStarts::float8[], @dayEnds::float8[]) AS d (date, start_ms, end_ms)),
stamped AS (UPDATE telemetry.unit_state SET stamp = random() WHERE unit_key = @unitKey),
copied AS (
  INSERT INTO telemetry.reading AS r
    (unit_key, created_on, business_at, value, summed_value, estimated, offline_minutes, register_excluded, received_at)
  SELECT DISTINCT ON (o.created_on) o.unit_key, o.created_on,
                  d.date + least(o.created_on - d.starts_at, interval '23:59:59.999999'),
         o.value, o.summed_value, o.estimated, o.offline_minutes, o.register_excluded, o.received_at
  FROM telemetry.reading o JOIN day d ON o.created_on >= d.starts_at AND o.created_on < d.ends_at
  WHERE o.unit_key = @unitKey AND o.business_at >= @standFrom::timestamp AND o.business_at < @standBefore::timestamp
    AND o.business_at <> d.date + least(o.created_on - d.starts_at, interval '23:59:59.999999')
  ORDER BY o.created_on, o.received_at DESC, o.business_at DESC
  ON CONFLICT (unit_key, business_at, created_on) DO UPDATE
    SET value = excluded.value, summed_value = excluded.summed_value, estimated = excluded.estimated,
        offline_minutes = excluded.offline_minutes,
        register_excluded = excluded.register_excluded, received_at = excluded.received_at
    WHERE excluded.received_at > r.received_at
  RETURNING business_at)
SELECT (business_at::date)::text AS business_date, count(*) AS row_count FROM copied GROUP BY 1;

-- name: remove_readings
-- Removes readings that stand elsewhere than on their day, with the parameters of copy_readings.
WITH day AS (
  SELECT d.date, to_timestamp(d.start_ms / 1000) AS starts_at, to_timestamp(d.end_ms / 1000) AS ends_at
  FROM unnest(@dates::date[], @dayStarts::float8[], @dayEnds::float8[]) AS d (date, start_ms, end_ms)),
stamped AS (UPDATE telemetry.unit_state SET stamp = random() WHERE unit_key = @unitKey),
removed AS (
  DELETE FROM telemetry.reading o USING day d
  WHERE o.unit_key = @unitKey AND o.business_at >= @standFrom::timestamp AND o.business_at < @standBefore::timestamp
    AND o.created_on >= d.starts_at AND o.created_on < d.ends_at
    AND o.business_at <> d.date + least(o.created_on - d.starts_at, interval '23:59:59.999999')
  RETURNING o.business_at)
SELECT (business_at::date)::text AS business_date, count(*) AS row_count FROM removed GROUP BY 1;

-- name: copy_samples
-- Copies samples of parameters to their places. Samples have no time of arrival, so an existing sample stays.
WITH day AS (
  SELECT d.date, to_timestamp(d.start_ms / 1000) AS starts_at, to_timestamp(d.end_ms / 1000) AS ends_at
  FROM unnest(@dates::date[], @dayStarts::float8[], @dayEnds::float8[]) AS d (date, start_ms, end_ms)),
copied AS (
  INSERT INTO telemetry.parameter_reading (unit_key, parameter_key, created_on, business_at, value, estimated)
  SELECT o.unit_key, o.parameter_key, o.created_on,
         d.date + least(o.created_on - d.starts_at, interval '23:59:59.999999'), o.value, o.estimated
  FROM telemetry.parameter_reading o JOIN day d ON o.created_on >= d.starts_at AND o.created_on < d.ends_at
  WHERE o.unit_key = @unitKey AND o.business_at >= @standFrom::timestamp AND o.business_at < @standBefore::timestamp
    AND o.business_at <> d.date + least(o.created_on - d.starts_at, interval '23:59:59.999999')
  ON CONFLICT (unit_key, parameter_key, business_at, created_on) DO NOTHING
  RETURNING business_at)
SELECT (business_at::date)::text AS business_date, count(*) AS row_count FROM copied GROUP BY 1;

-- name: remove_samples
WITH day AS (
  SELECT d.date, to_timestamp(d.start_ms / 1000) AS starts_at, to_timestamp(d.end_ms / 1000) AS ends_at
  FROM unnest(@dates::date[], @dayStarts::float8[], @dayEnds::float8[]) AS d (date, start_ms, end_ms)),
removed AS (
  DELETE FROM telemetry.parameter_reading o USING day d
  WHERE o.unit_key = @unitKey AND o.business_at >= @standFrom::timestamp AND o.business_at < @standBefore::timestamp
    AND o.created_on >= d.starts_at AND o.created_on < d.ends_at
    AND o.business_at <> d.date + least(o.created_on - d.starts_at, interval '23:59:59.999999')
  RETURNING o.business_at)
SELECT (business_at::date)::text AS business_date, count(*) AS row_count FROM removed GROUP BY 1;

-- name: renew_bounds
-- First business days of units @unitKeys whose readings begin on @from or later.
UPDATE telemetry.unit_state s SET
  first_business_date = coalesce((SELECT r.business_at::date FROM telemetry.reading r WHERE r.unit_key = s.unit_key
                                  ORDER BY r.business_at LIMIT 1), s.first_business_date),
  first_register_date = CASE WHEN s.first_register_date >= @from::date THEN
    (SELECT r.business_at::date FROM telemetry.reading r WHERE r.unit_key = s.unit_key AND r.summed_value IS NOT NULL
     ORDER BY r.business_at LIMIT 1)
    ELSE s.first_register_date END
WHERE s.unit_key = ANY (@unitKeys::int[])
  AND (s.first_business_date >= @from::date OR s.first_register_date >= @from::date);

-- name: forget_periods
-- Days, months and years of industry @industryKey that begin on @from or later have not ended under its new clock, so
-- they are not processed periods. The feed of changes tells of the removed documents.
WITH forgotten AS (DELETE FROM telemetry.processed_day WHERE industry_key = @industryKey
                   AND business_date >= @from::date),
newest AS MATERIALIZED (SELECT telemetry.newest_change(@industryKey) AS change_no),
removed AS (
  DELETE FROM telemetry.document d WHERE industry_key = @industryKey AND period_start >= @from::date
  RETURNING unit_key, period, period_start,
            coalesce(value_by_parameter::json, to_json(value), 'null') AS previous_value)
INSERT INTO telemetry.removed_document AS t (industry_key, unit_key, period, period_start, change_no, previous_value,
                                             causes)
SELECT @industryKey, r.unit_key, r.period, r.period_start,
       newest.change_no + row_number() OVER (ORDER BY r.unit_key, r.period, r.period_start), r.previous_value,
       '{clock change}'
FROM removed r, newest
ON CONFLICT (unit_key, period, period_start) DO UPDATE
  SET change_no = excluded.change_no, previous_value = excluded.previous_value, causes = excluded.causes;
