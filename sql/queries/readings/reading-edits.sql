-- Edits of single readings. reading_key answers questions about readings, primary keys the rest.

-- name: readings
-- Readings of unit @unitKey from instant @fromAt to @toAt, both included, on business days @from to @to.
SELECT round(date_part('epoch', r.created_on) * 1000) AS created_on_epoch_ms, r.value, r.summed_value AS register,
       r.register_excluded, r.estimated, r.offline_minutes,
       (SELECT json_object_agg(p.name, s.value) FROM telemetry.parameter_reading s JOIN telemetry.parameter p
        USING (parameter_key)
        WHERE s.unit_key = r.unit_key AND s.business_at = r.business_at AND s.created_on = r.created_on) AS parameters
FROM telemetry.reading r
WHERE r.unit_key = @unitKey AND r.business_at >= @from::date AND r.business_at < @to::date + 1
  AND r.created_on BETWEEN @fromAt AND @toAt
ORDER BY r.business_at, r.created_on;

-- name: edges
-- The last genuine reading of unit @unitKey before the span @fromAt to @toAt, and the first one after it. The search
-- ends at instants @earliest and @latest, on business days @from to @to. @basis says what the readings must have:
-- register, level or parameters. Excluded registers are left out. The key (unit_key, created_on) answers.
WITH genuine AS NOT MATERIALIZED (
  SELECT r.created_on FROM telemetry.reading r
  WHERE r.unit_key = @unitKey AND NOT r.estimated AND r.business_at >= @from::date::timestamp
    AND r.business_at < @to::date::timestamp + interval '1 day'
    AND CASE @basis::text WHEN 'register' THEN r.summed_value IS NOT NULL AND NOT r.register_excluded
                      WHEN 'level' THEN r.value IS NOT NULL
                      ELSE EXISTS (SELECT FROM telemetry.parameter_reading s
                                   WHERE s.unit_key = r.unit_key AND s.business_at = r.business_at
                                     AND s.created_on = r.created_on) END)
SELECT round(date_part('epoch', (SELECT created_on FROM genuine WHERE created_on < @fromAt
                                 AND created_on >= @earliest
                                 ORDER BY created_on DESC LIMIT 1)) * 1000) AS before_ms,
       round(date_part('epoch', (SELECT created_on FROM genuine WHERE created_on >= @toAt AND created_on <= @latest
                                 ORDER BY created_on LIMIT 1)) * 1000) AS after_ms;

-- name: remove
-- Removes readings of unit @unitKey at instants @instants on business days @from to @to, with their parameters. The
-- days are timestamps, because a removal by a date finds no compressed row (TimescaleDB 2.23).
WITH samples AS (
  DELETE FROM telemetry.parameter_reading s USING unnest(@instants::timestamptz[]) AS i (created_on)
  WHERE s.unit_key = @unitKey AND s.created_on = i.created_on AND s.business_at >= @from::timestamp
    AND s.business_at < @to::timestamp + INTERVAL '1 day'),
stamped AS (UPDATE telemetry.unit_state SET stamp = random() WHERE unit_key = @unitKey)
DELETE FROM telemetry.reading r USING unnest(@instants::timestamptz[]) AS i (created_on)
WHERE r.unit_key = @unitKey AND r.created_on = i.created_on AND r.business_at >= @from::timestamp
  AND r.business_at < @to::timestamp + INTERVAL '1 day'
RETURNING (r.business_at::date)::text AS business_date,
          round(date_part('epoch', r.created_on) * 1000) AS created_on_epoch_ms;

-- name: restate
-- Restates the newest reading of unit @unitKey after readings at @instants, perhaps the newest, were removed. An
-- archived month's newest reading comes from the copies of its days. The bits of its hour, one for each minute with a
-- genuine reading, tell whether it was estimated.
UPDATE telemetry.unit_state s
SET created_on = n.created_on, value = n.value, summed_value = n.summed_value, estimated = n.estimated,
    received_at = n.received_at,
    params = CASE WHEN n.is_sealed
      THEN (SELECT jsonb_object_agg(p.name, q.last_value) FROM telemetry.sealed_parameter_rollup_daily q
            JOIN telemetry.parameter p USING (parameter_key)
            WHERE q.unit_key = @unitKey AND q.bucket = n.business_at)
      ELSE (SELECT jsonb_object_agg(p.name, q.value) FROM telemetry.parameter_reading q JOIN telemetry.parameter p
            USING (parameter_key)
            WHERE q.unit_key = @unitKey AND q.business_at = n.business_at AND q.created_on = n.created_on) END
FROM (
  (SELECT false AS is_sealed, business_at, created_on, value, summed_value, estimated, received_at
   FROM telemetry.reading
   WHERE unit_key = @unitKey ORDER BY business_at DESC, created_on DESC LIMIT 1)
  UNION ALL
  (SELECT true, d.bucket, d.last_at, d.last_value, d.last_register,
          NOT EXISTS (SELECT FROM telemetry.sealed_rollup_hourly h
                      WHERE h.unit_key = @unitKey AND h.bucket >= d.bucket AND h.bucket < d.bucket + interval '1 day'
                        AND h.last_at = d.last_at
                        AND CASE WHEN m.minute < 30 THEN coalesce(h.genuine_minutes_low, 0) >> m.minute
                                 ELSE coalesce(h.genuine_minutes_high, 0) >> (m.minute - 30) END & 1 = 1),
          d.last_at
   FROM telemetry.sealed_rollup_daily d
   JOIN tenant.unit u USING (unit_key)
   -- A day longer than 24 hours folds the rest into its last minute.
   CROSS JOIN LATERAL (
     SELECT least(floor(date_part('epoch', d.last_at - telemetry.day_start(u.industry_key, d.bucket::date)) / 60),
                  1439)::int % 60 AS minute) AS m
   WHERE d.unit_key = @unitKey AND d.last_at IS NOT NULL ORDER BY d.bucket DESC LIMIT 1)
  ORDER BY business_at DESC, created_on DESC LIMIT 1) AS n
WHERE s.unit_key = @unitKey AND s.created_on = ANY (@instants::timestamptz[]);

-- name: forget_state
-- A unit without any reading left counts as one that has never sent.
DELETE FROM telemetry.unit_state s
WHERE s.unit_key = @unitKey AND NOT EXISTS (SELECT FROM telemetry.reading r WHERE r.unit_key = @unitKey)
  AND NOT EXISTS (SELECT FROM telemetry.sealed_rollup_daily d WHERE d.unit_key = @unitKey);

-- name: add
INSERT INTO telemetry.reading_edit (industry_key, unit_key, kind, reason, made_by, made_at, readings, first_on, last_on)
VALUES (@industryKey, @unitKey, @kind, @reason, @madeBy, @madeAt, @readings::jsonb,
        CASE WHEN @kind = 'estimate' THEN (@readings::jsonb -> 0 ->> 'createdOn')::timestamptz END,
        CASE WHEN @kind = 'estimate' THEN (@readings::jsonb -> -1 ->> 'createdOn')::timestamptz END)
RETURNING edit_id;

-- name: estimate_spans
-- Estimates of units @unitKeys of industry @industryKey between instants @froms and @untils, both included,
-- of acts that were not undone.
SELECT DISTINCT e.unit_key, round(date_part('epoch', e.first_on) * 1000) AS from_epoch_ms,
                round(date_part('epoch', e.last_on) * 1000) AS to_epoch_ms
FROM unnest(@unitKeys::int[], @froms::timestamptz[], @untils::timestamptz[]) AS i (unit_key, from_at, to_at)
JOIN telemetry.reading_edit e ON e.industry_key = @industryKey AND e.unit_key = i.unit_key AND e.kind = 'estimate'
  AND e.undone_at IS NULL
  AND e.last_on >= i.from_at AND e.first_on <= i.to_at
ORDER BY 1, 2, 3;

-- name: hold_estimates
-- The lock for storing readings among estimates of units @unitKeys, taken after the placement, because each holder has
-- to see what the others have stored.
SELECT pg_advisory_xact_lock(7224008, u.unit_key) FROM (SELECT unnest(@unitKeys::int[]) AS unit_key ORDER BY 1) AS u;

-- name: estimate_acts
SELECT edit_id, readings FROM telemetry.reading_edit
WHERE industry_key = @industryKey AND unit_key = @unitKey AND kind = 'estimate' AND undone_at IS NULL
  AND last_on >= @fromAt
  AND first_on <= @toAt
ORDER BY edit_key;

-- name: withdraw
-- Records that the act's estimates of the instants @createdOn were withdrawn @at, and why. The act keeps the span of
-- its remaining estimates, or none, so that later readings outside the span do not ask for it again. Primary key.
UPDATE telemetry.reading_edit e
SET readings = n.readings, first_on = n.first_on, last_on = n.last_on, withdrawn_at = @at, withdrawn_cause = @cause,
    withdrawn_beside = @beside, withdrawn_readings = e.withdrawn_readings + cardinality(@createdOn::text[]),
    withdrawn_first_on = least(e.withdrawn_first_on, n.gone_first_on),
    withdrawn_last_on = greatest(e.withdrawn_last_on, n.gone_last_on)
FROM (
  SELECT jsonb_agg(CASE WHEN r.is_gone THEN r.reading || '{"after": null}' ELSE r.reading END ORDER BY r.number)
           AS readings,
         min(r.created_on) FILTER (WHERE r.stands) AS first_on, max(r.created_on) FILTER (WHERE r.stands) AS last_on,
         min(r.created_on) FILTER (WHERE r.is_gone) AS gone_first_on,
         max(r.created_on) FILTER (WHERE r.is_gone) AS gone_last_on
  FROM (
    SELECT o.reading, o.number, (o.reading ->> 'createdOn')::timestamptz AS created_on,
           g.created_on IS NOT NULL AS is_gone,
           g.created_on IS NULL AND o.reading ->> 'after' IS NOT NULL AS stands
    FROM telemetry.reading_edit a
    CROSS JOIN jsonb_array_elements(a.readings) WITH ORDINALITY AS o (reading, number)
    LEFT JOIN unnest(@createdOn::text[]) AS g (created_on) ON g.created_on = o.reading ->> 'createdOn'
    WHERE a.industry_key = @industryKey AND a.edit_id = @editId) AS r) AS n
WHERE e.industry_key = @industryKey AND e.edit_id = @editId;

-- part: withdrawal
json_build_object(
  'atEpochMs', round(date_part('epoch', e.withdrawn_at) * 1000), 'cause', e.withdrawn_cause,
  'besideEpochMs', round(date_part('epoch', e.withdrawn_beside) * 1000), 'readings', e.withdrawn_readings,
  'firstOnEpochMs', round(date_part('epoch', e.withdrawn_first_on) * 1000),
  'lastOnEpochMs', round(date_part('epoch', e.withdrawn_last_on) * 1000))

-- name: withdrawn_acts
-- Acts in force of which estimates of the unit were withdrawn, the last withdrawal first. An act is left out when a
-- later one has estimated among what was withdrawn. Index: reading_edit_estimates.
SELECT e.edit_id, e.made_by, e.reason, @@withdrawal AS withdrawn
FROM telemetry.reading_edit e
WHERE e.industry_key = @industryKey AND e.unit_key = @unitKey AND e.kind = 'estimate' AND e.undone_at IS NULL
  AND e.withdrawn_at IS NOT NULL
  AND NOT EXISTS (
    SELECT FROM telemetry.reading_edit l
    WHERE l.industry_key = @industryKey AND l.unit_key = @unitKey AND l.kind = 'estimate' AND l.edit_key > e.edit_key
      AND l.undone_at IS NULL AND l.made_at >= e.withdrawn_at
      AND least(l.first_on, l.withdrawn_first_on) <= e.withdrawn_last_on
      AND greatest(l.last_on, l.withdrawn_last_on) >= e.withdrawn_first_on)
ORDER BY e.withdrawn_at DESC, e.edit_key DESC
LIMIT @limit;

-- name: widest_gap
-- Milliseconds of the longest time without a reading of the unit between two instants, which count as readings. The key
-- (unit_key, business_at, created_on) answers.
SELECT round(date_part('epoch', max(g.length)) * 1000) AS widest_ms
FROM (
  SELECT i.at - lag(i.at) OVER (ORDER BY i.at) AS length
  FROM (
    SELECT r.created_on AS at FROM telemetry.reading r
    WHERE r.unit_key = @unitKey AND r.business_at >= @from::date AND r.business_at < @to::date + 1
      AND r.created_on BETWEEN @fromAt AND @toAt
    UNION ALL
    SELECT unnest(ARRAY[@fromAt::timestamptz, @toAt::timestamptz])) AS i) AS g;

-- name: decide
INSERT INTO telemetry.decided_reading (industry_key, unit_key, created_on, edit_id)
SELECT @industryKey, @unitKey, i.created_on, i.edit_id
  FROM unnest(@createdOns::timestamptz[], @editIds::uuid[]) AS i (created_on, edit_id)
ON CONFLICT (unit_key, created_on) DO UPDATE SET edit_id = excluded.edit_id;

-- name: undecide
DELETE FROM telemetry.decided_reading WHERE unit_key = @unitKey AND created_on = ANY (@instants::timestamptz[])
RETURNING round(date_part('epoch', created_on) * 1000) AS created_on_ms, edit_id;

-- name: decided_instants
-- Decided instants of units @unitKeys of industry @industryKey, from @fromAt to @toAt, both included. Primary key.
SELECT unit_key, round(date_part('epoch', created_on) * 1000) AS created_on_epoch_ms
FROM telemetry.decided_reading
WHERE industry_key = @industryKey AND unit_key = ANY (@unitKeys::int[]) AND created_on BETWEEN @fromAt
  AND @toAt;

-- name: decided_by
-- Edits that decide about these readings now.
SELECT edit_id FROM telemetry.decided_reading WHERE unit_key = @unitKey AND created_on = ANY (@instants::timestamptz[]);

-- name: find
SELECT e.edit_id, e.edit_key, u.unit_id, e.kind, e.reason, e.made_by, e.made_at, e.undone_by, e.undone_at, e.readings
FROM telemetry.reading_edit e JOIN tenant.unit u USING (unit_key)
WHERE e.industry_key = @industryKey AND e.edit_id = @editId;

-- name: earlier_decision
-- The last edit of a reading before edit @editKey that still stands. No row: the device decides.
SELECT e.edit_id FROM telemetry.reading_edit e
WHERE e.unit_key = @unitKey AND e.industry_key = @industryKey AND e.kind <> 'estimate' AND e.undone_at IS NULL
  AND e.edit_key < @editKey
  AND e.readings @> jsonb_build_array(jsonb_build_object('createdOn', @createdOn::text))
ORDER BY e.edit_key DESC LIMIT 1;

-- name: undone_estimates
-- Instants of @instants, as edits write them, whose last estimate before edit @editKey was undone since.
SELECT i.created_on
FROM unnest(@instants::text[]) AS i (created_on)
WHERE (SELECT e.undone_at FROM telemetry.reading_edit e
       WHERE e.industry_key = @industryKey AND e.unit_key = @unitKey AND e.kind = 'estimate' AND e.edit_key < @editKey
         AND e.readings @> jsonb_build_array(jsonb_build_object('createdOn', i.created_on))
       ORDER BY e.edit_key DESC LIMIT 1) IS NOT NULL;

-- name: undo
-- A row comes back when the edit was not undone before.
UPDATE telemetry.reading_edit SET undone_by = @by, undone_at = @at
WHERE industry_key = @industryKey AND edit_id = @editId AND undone_at IS NULL
RETURNING edit_id;

-- name: list
-- A page of edits, newest first. @unitKey null: of all units. @before null: from the newest on. An edit of many
-- readings shows the first ten.
SELECT e.edit_id, e.edit_key, u.unit_id, e.kind, e.reason, e.made_by, e.made_at, e.undone_by, e.undone_at,
       jsonb_path_query_array(e.readings, '$[0 to 9]') AS readings, jsonb_array_length(e.readings) AS reading_count,
       CASE WHEN e.withdrawn_at IS NOT NULL THEN @@withdrawal END AS withdrawn
FROM telemetry.reading_edit e JOIN tenant.unit u USING (unit_key)
WHERE e.industry_key = @industryKey AND (@unitKey::integer IS NULL OR e.unit_key = @unitKey)
  AND (@before::bigint IS NULL OR e.edit_key < @before)
ORDER BY e.edit_key DESC
LIMIT @limit;
