-- Storing of readings: one set-based upsert per batch. All statements run in one transaction with rows sorted by unit
-- and instant, so two senders of the same rows meet in the same order and cannot deadlock. Index: reading_key
-- (unit_key, business_at, created_on).

-- name: insert
-- Readings none of which is stored yet. A stored row fails the statement (unique_violation), and "store" takes its
-- place. The search for stored rows and the report on each would be a third of the cost of a reading.
INSERT INTO telemetry.reading (unit_key, created_on, business_at, value, summed_value, estimated, offline_minutes,
                               received_at)
SELECT i.unit_key, i.created_on, i.business_at, i.value, i.summed_value, i.estimated, i.offline_minutes, @receivedAt
FROM unnest(@unitKeys::int[], @createdOns::timestamptz[], @businessAts::timestamp[], @values::float8[],
            @registers::float8[], @isEstimated::bool[], @offlineMinutes::real[])
  AS i (unit_key, created_on, business_at, value, summed_value, estimated, offline_minutes);

-- name: store
-- Inserts or corrects readings. A row that equals the stored one is not touched (and not returned). xmax = 0 tells an
-- inserted row from an updated one. A changed register loses its exclusion, because the register checks decide again.
-- @isPartial: a figure that a row lacks stays as it is stored, unless a measured row takes the place of an estimate
-- (r.estimated <= excluded.estimated: it does not).
WITH stored AS (
  INSERT INTO telemetry.reading AS r
    (unit_key, created_on, business_at, value, summed_value, estimated, offline_minutes, received_at)
  SELECT i.unit_key, i.created_on, i.business_at, i.value, i.summed_value, i.estimated, i.offline_minutes, @receivedAt
  FROM unnest(@unitKeys::int[], @createdOns::timestamptz[], @businessAts::timestamp[], @values::float8[],
              @registers::float8[], @isEstimated::bool[], @offlineMinutes::real[])
    AS i (unit_key, created_on, business_at, value, summed_value, estimated, offline_minutes)
  ON CONFLICT (unit_key, business_at, created_on) DO UPDATE
    SET value = coalesce(excluded.value,
                         CASE WHEN @isPartial::bool AND r.estimated <= excluded.estimated THEN r.value END),
        summed_value = coalesce(excluded.summed_value,
                                CASE WHEN @isPartial AND r.estimated <= excluded.estimated THEN r.summed_value END),
        offline_minutes =
          coalesce(excluded.offline_minutes,
                   CASE WHEN @isPartial AND r.estimated <= excluded.estimated THEN r.offline_minutes END),
        estimated = excluded.estimated, received_at = excluded.received_at,
        register_excluded = r.register_excluded AND r.summed_value IS NOT DISTINCT FROM
          coalesce(excluded.summed_value,
                   CASE WHEN @isPartial AND r.estimated <= excluded.estimated THEN r.summed_value END)
    WHERE r.estimated <> excluded.estimated
       OR r.value IS DISTINCT FROM coalesce(excluded.value, CASE WHEN @isPartial THEN r.value END)
       OR r.summed_value IS DISTINCT FROM coalesce(excluded.summed_value, CASE WHEN @isPartial THEN r.summed_value END)
       OR r.offline_minutes IS DISTINCT FROM
          coalesce(excluded.offline_minutes, CASE WHEN @isPartial THEN r.offline_minutes END)
  RETURNING unit_key, business_at, created_on, (xmax = 0) AS is_new)
SELECT unit_key, (business_at::date)::text AS business_date, is_new, count(*) AS count,
       round(date_part('epoch', min(created_on)) * 1000) AS oldest_epoch_ms,
       array_agg(round(date_part('epoch', created_on) * 1000)) FILTER (WHERE @withNewInstants::bool
         OR NOT is_new) AS instants
FROM stored
GROUP BY unit_key, business_at::date, is_new;

-- name: newest_of_each
-- Newest instant (epoch ms) of each unit that ever sent one. Primary key of unit_state.
SELECT unit_key, round(date_part('epoch', created_on) * 1000) AS newest_ms FROM telemetry.unit_state
WHERE unit_key = ANY (@unitKeys::int[]);

-- name: parameter_keys
-- Gives each new name a key for all time. Returns the keys of all names asked for.
WITH wanted AS (SELECT DISTINCT name FROM unnest(@names::text[]) AS w (name)),
     added AS (INSERT INTO telemetry.parameter (name)
               SELECT name FROM wanted WHERE name NOT IN (SELECT name FROM telemetry.parameter) ORDER BY name
               ON CONFLICT (name) DO UPDATE SET name = excluded.name
               RETURNING name, parameter_key)
SELECT name, parameter_key FROM added
UNION ALL
SELECT p.name, p.parameter_key FROM telemetry.parameter p JOIN wanted USING (name);

-- name: store_parameters
-- Samples of named parameters. Returns the readings of which at least one sample is new or changed.
WITH stored AS (
  INSERT INTO telemetry.parameter_reading AS p (unit_key, parameter_key, created_on, business_at, value, estimated)
  SELECT i.unit_key, i.parameter_key, i.created_on, i.business_at, i.value, i.estimated
  FROM unnest(@unitKeys::int[], @parameterKeys::int[], @createdOns::timestamptz[], @businessAts::timestamp[],
              @values::float8[], @isEstimated::bool[])
    AS i (unit_key, parameter_key, created_on, business_at, value, estimated)
  ON CONFLICT (unit_key, parameter_key, business_at, created_on) DO UPDATE
    SET value = excluded.value, estimated = excluded.estimated
    WHERE p.value <> excluded.value OR p.estimated <> excluded.estimated
  RETURNING unit_key, business_at, created_on)
SELECT unit_key, (business_at::date)::text AS business_date,
       round(date_part('epoch', created_on) * 1000) AS created_on_epoch_ms
FROM stored
GROUP BY unit_key, business_at::date, created_on;

-- name: insert_parameters
-- Samples of readings that were inserted just now, so none of them can be stored.
INSERT INTO telemetry.parameter_reading (unit_key, parameter_key, created_on, business_at, value, estimated)
SELECT i.unit_key, i.parameter_key, i.created_on, i.business_at, i.value, i.estimated
FROM unnest(@unitKeys::int[], @parameterKeys::int[], @createdOns::timestamptz[], @businessAts::timestamp[],
            @values::float8[], @isEstimated::bool[])
  AS i (unit_key, parameter_key, created_on, business_at, value, estimated);

-- name: units_with_parameters
-- Units with samples between two business days, both included. One index probe per unit and chunk.
SELECT u.unit_key
FROM unnest(@unitKeys::int[]) AS u (unit_key)
WHERE EXISTS (SELECT FROM telemetry.parameter_reading p
              WHERE p.unit_key = u.unit_key AND p.business_at >= @firstDate::date
                AND p.business_at < @lastDate::date + 1);

-- name: drop_parameters
-- Removes earlier samples of parameters that a corrected reading no longer names. @unitKeys-@isEstimated: readings.
-- @sampleUnitKeys-@sampleCreatedOns: their present samples. @firstDate, @lastDate: first and last business day of the
-- readings, for the chunks. The days are timestamps, because a removal by a date finds no compressed row (TimescaleDB
-- 2.23). @isPartial: estimates in the place of measured readings alone are removed, because other readings of the
-- instant may have told the rest.
DELETE FROM telemetry.parameter_reading p
USING unnest(@unitKeys::int[], @createdOns::timestamptz[], @businessAts::timestamp[], @isEstimated::bool[])
  AS r (unit_key, created_on, business_at, estimated)
WHERE p.unit_key = r.unit_key AND p.business_at = r.business_at AND p.created_on = r.created_on
  AND p.business_at >= @firstDate::timestamp AND p.business_at < @lastDate::timestamp + INTERVAL '1 day'
  AND (p.estimated > r.estimated OR NOT @isPartial::bool)
  AND NOT EXISTS (SELECT FROM unnest(@sampleUnitKeys::int[], @sampleParameterKeys::int[],
                                     @sampleCreatedOns::timestamptz[]) AS k (unit_key, parameter_key, created_on)
                  WHERE k.unit_key = p.unit_key AND k.parameter_key = p.parameter_key AND k.created_on = p.created_on)
RETURNING p.unit_key, (p.business_at::date)::text AS business_date,
          round(date_part('epoch', p.created_on) * 1000) AS created_on_epoch_ms;

-- name: figures
-- Figures of stored readings, one of a unit at most. @firstDate, @lastDate: as above.
SELECT r.unit_key, r.value, r.summed_value AS register,
       (SELECT json_object_agg(p.name, s.value) FROM telemetry.parameter_reading s JOIN telemetry.parameter p
        USING (parameter_key)
        WHERE s.unit_key = r.unit_key AND s.business_at = r.business_at AND s.created_on = r.created_on) AS parameters
FROM unnest(@unitKeys::int[], @createdOns::timestamptz[], @businessAts::timestamp[]) AS i (unit_key, created_on,
  business_at)
JOIN telemetry.reading r USING (unit_key, business_at, created_on)
WHERE r.business_at >= @firstDate::date AND r.business_at < @lastDate::date + 1;

-- name: update_states
-- Newest instant and bounds of history per unit. The device's instant decides which reading is newest, never its
-- arrival. Each of these units has a changed reading, perhaps an old one, and gets another stamp: its default.
INSERT INTO telemetry.unit_state AS s
  (unit_key, created_on, value, summed_value, params, estimated, received_at, first_business_date, first_register_date)
SELECT i.unit_key, to_timestamp(i.created_on_ms / 1000), i.value, i.summed_value, i.params, i.estimated, @receivedAt,
       i.first_business_date, i.first_register_date
FROM unnest(@unitKeys::int[], @createdOnEpochsMs::float8[], @values::float8[], @registers::float8[],
            @parameters::jsonb[], @isEstimated::bool[], @firstBusinessDates::date[], @firstRegisterDates::date[])
  AS i (unit_key, created_on_ms, value, summed_value, params, estimated, first_business_date, first_register_date)
ORDER BY i.unit_key
ON CONFLICT (unit_key) DO UPDATE SET
  created_on   = greatest(s.created_on, excluded.created_on),
  value        = CASE WHEN excluded.created_on >= s.created_on THEN excluded.value ELSE s.value END,
  summed_value = CASE WHEN excluded.created_on >= s.created_on THEN excluded.summed_value ELSE s.summed_value END,
  params       = CASE WHEN excluded.created_on >= s.created_on THEN excluded.params ELSE s.params END,
  estimated    = CASE WHEN excluded.created_on >= s.created_on THEN excluded.estimated ELSE s.estimated END,
  received_at  = CASE WHEN excluded.created_on >= s.created_on THEN excluded.received_at ELSE s.received_at END,
  first_business_date = least(s.first_business_date, excluded.first_business_date),
  first_register_date = least(s.first_register_date, excluded.first_register_date),
  stamp        = excluded.stamp;

-- name: newest
-- Instant (epoch ms) of the newest reading up to @instant of all these units. ahead_keys: units whose devices have sent
-- later ones, of whose earlier ones latest_by tells; null: none has.
SELECT round(date_part('epoch', max(created_on) FILTER (WHERE created_on <= @instant)) * 1000) AS newest_ms,
       array_agg(unit_key) FILTER (WHERE created_on > @instant) AS ahead_keys
FROM telemetry.unit_state
WHERE unit_key = ANY (@unitKeys::int[]);

-- name: first_date
-- The first business date on which any of the units has a reading (primary key of unit_state).
SELECT min(first_business_date)::text AS first_date FROM telemetry.unit_state WHERE unit_key = ANY (@unitKeys::int[]);

-- name: latest
-- Newest reading of each unit asked for, in one look-up each, however long the history (primary key of unit_state).
SELECT unit_key, created_on, value, summed_value AS register, params AS parameters, estimated
FROM telemetry.unit_state
WHERE unit_key = ANY (@unitKeys::int[]);

-- name: latest_by
-- The newest reading up to @instant of each of these units. @at is @instant on the clock of their industry. Planning
-- takes longer with every chunk of readings, so ask for units alone that have sent later ones. Index: reading_key.
SELECT s.unit_key, r.created_on, r.value
FROM telemetry.unit_state s
CROSS JOIN LATERAL (
  SELECT r.created_on, r.value FROM telemetry.reading r
  WHERE r.unit_key = s.unit_key AND r.business_at >= s.first_business_date AND r.business_at <= @at::timestamp
    AND r.created_on <= @instant
  ORDER BY r.business_at DESC, r.created_on DESC LIMIT 1) r
WHERE s.unit_key = ANY (@unitKeys::int[]);
