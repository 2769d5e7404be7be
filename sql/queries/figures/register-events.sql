-- Register checks: inputs and results of the classification. Each statement reads one unit, because a classification
-- follows one register through time. Index: reading_key (unit_key, business_at, created_on); primary keys of
-- register_event and register_overrule.

-- name: hold
-- One judge holds an industry's registers at a time, to the end of the transaction. An older judgement can then never
-- overwrite a newer one.
SELECT pg_advisory_xact_lock(7224003, @industryKey);

-- name: units_on_record
-- Units that have events or overrules. Units whose checks were removed still have flags to clear.
SELECT unit_key FROM telemetry.register_event WHERE unit_key = ANY (@unitKeys::int[])
UNION
SELECT unit_key FROM telemetry.register_overrule WHERE unit_key = ANY (@unitKeys::int[]);

-- name: bounds
-- Positions of the @countedAround-th counted register (above 0, not excluded by the operator) before day @from and
-- after day @to. Null where there are fewer. The search goes along reading_key from the window outwards.
SELECT (SELECT r.business_at FROM telemetry.reading r
        WHERE r.unit_key = @unitKey AND r.business_at >= s.first_register_date AND r.business_at < @from::timestamp
          AND r.summed_value > 0
          AND NOT EXISTS (SELECT FROM telemetry.register_overrule o
                          WHERE o.unit_key = @unitKey AND o.created_on = r.created_on AND o.action = 'exclude')
        ORDER BY r.business_at DESC, r.created_on DESC OFFSET @countedAround::int - 1
          LIMIT 1)::text AS from_business_at,
       (SELECT r.business_at FROM telemetry.reading r
        WHERE r.unit_key = @unitKey AND r.business_at >= @to::timestamp + INTERVAL '1 day' AND r.summed_value > 0
          AND NOT EXISTS (SELECT FROM telemetry.register_overrule o
                          WHERE o.unit_key = @unitKey AND o.created_on = r.created_on AND o.action = 'exclude')
        ORDER BY r.business_at, r.created_on OFFSET @countedAround::int - 1 LIMIT 1)::text AS to_business_at,
       s.first_register_date::text
FROM telemetry.unit_state s
WHERE s.unit_key = @unitKey AND s.first_register_date IS NOT NULL;

-- name: readings
-- Readings with a register from business_at @fromBusinessAt to @toBusinessAt (both included, null: to the end), as one
-- array of [instant (epoch ms), register, excluded, business day (days since 1970)].
SELECT json_agg(json_build_array(round(date_part('epoch', created_on) * 1000), summed_value, register_excluded,
                                 business_at::date - DATE '1970-01-01')
                ORDER BY business_at, created_on) AS readings
FROM telemetry.reading
WHERE unit_key = @unitKey AND business_at >= @fromBusinessAt::timestamp
  AND business_at <= coalesce(@toBusinessAt::timestamp, 'infinity')
  AND summed_value IS NOT NULL;

-- name: set_excluded
-- Sets or clears the flag of readings @epochsMs (epoch ms) of days @from..@to. Unit and days are constants, so only
-- their segments of compressed chunks are unpacked. The days are timestamps, because an update by a date finds no
-- compressed row (TimescaleDB 2.23).
WITH stamped AS (UPDATE telemetry.unit_state SET stamp = random() WHERE unit_key = @unitKey)
UPDATE telemetry.reading r SET register_excluded = f.excluded
FROM (SELECT to_timestamp(ms / 1000) AS created_on, excluded
      FROM unnest(@epochsMs::float8[], @isExcluded::bool[]) AS u (ms, excluded)
      ORDER BY ms) AS f
WHERE r.unit_key = @unitKey AND r.business_at >= @from::timestamp AND r.business_at < @to::timestamp + INTERVAL '1 day'
  AND r.created_on = f.created_on AND r.register_excluded <> f.excluded;

-- name: remove_events
-- Removes events that reach into @fromEpochMs..@toEpochMs (epoch ms, null: open) and do not begin at one of
-- @fromEpochsMs.
DELETE FROM telemetry.register_event
WHERE unit_key = @unitKey
  AND last_at >= coalesce(to_timestamp(@fromEpochMs::float8 / 1000), '-infinity')
    AND from_at <= coalesce(to_timestamp(@toEpochMs::float8 / 1000), 'infinity')
  AND from_at <> ALL (SELECT to_timestamp(ms / 1000) FROM unnest(@fromEpochsMs::float8[]) AS k (ms));

-- name: write_events
-- An unchanged event stays untouched. An event whose end or evidence grew keeps its time of detection.
INSERT INTO telemetry.register_event AS e (unit_key, from_at, last_at, to_at, kind, action, evidence, detected_at)
SELECT @unitKey, to_timestamp(n.from_ms / 1000), to_timestamp(n.last_ms / 1000), to_timestamp(n.to_ms / 1000), n.kind,
       n.action, n.evidence, @at
FROM json_to_recordset(@events::json) AS n (from_ms float8, last_ms float8, to_ms float8, kind text, action text,
                                       evidence jsonb)
ON CONFLICT (unit_key, from_at) DO UPDATE
  SET last_at = excluded.last_at, to_at = excluded.to_at, kind = excluded.kind, action = excluded.action,
      evidence = excluded.evidence,
      detected_at = CASE WHEN e.kind = excluded.kind THEN e.detected_at ELSE excluded.detected_at END
  WHERE (e.last_at, e.to_at, e.kind, e.action, e.evidence) IS DISTINCT FROM (excluded.last_at, excluded.to_at,
      excluded.kind, excluded.action, excluded.evidence);

-- name: events
-- Events of units that reach into [@fromEpochMs, @toEpochMs) (epoch ms), in time order.
SELECT unit_key, kind, action, round(date_part('epoch', from_at) * 1000) AS from_epoch_ms,
       round(date_part('epoch', last_at) * 1000) AS last_epoch_ms,
       round(date_part('epoch', to_at) * 1000) AS to_epoch_ms, evidence, detected_at
FROM telemetry.register_event
WHERE unit_key = ANY (@unitKeys::int[]) AND from_at < to_timestamp(@toEpochMs::float8 / 1000)
  AND last_at >= to_timestamp(@fromEpochMs::float8 / 1000)
ORDER BY from_at, unit_key;

-- name: overrules
-- Operators' overrules of readings of units in [@fromEpochMs, @toEpochMs) (epoch ms), in time order.
SELECT unit_key, round(date_part('epoch', created_on) * 1000) AS created_on_epoch_ms, action, decided_by,
       decided_at
FROM telemetry.register_overrule
WHERE unit_key = ANY (@unitKeys::int[]) AND created_on >= to_timestamp(@fromEpochMs::float8 / 1000)
  AND created_on < to_timestamp(@toEpochMs::float8 / 1000)
ORDER BY created_on, unit_key;

-- name: overrule
INSERT INTO telemetry.register_overrule AS o (unit_key, created_on, action, decided_by, decided_at)
VALUES (@unitKey, to_timestamp(@createdOnEpochMs::float8 / 1000), @action, @decidedBy, @decidedAt)
ON CONFLICT (unit_key, created_on)
  DO UPDATE SET action = excluded.action, decided_by = excluded.decided_by, decided_at = excluded.decided_at
WHERE o.action <> excluded.action;

-- name: withdraw_overrule
DELETE FROM telemetry.register_overrule WHERE unit_key = @unitKey
  AND created_on = to_timestamp(@createdOnEpochMs::float8 / 1000);

-- name: register_at
-- Register and business day of one reading; no row when it has no register. @date is the day of its instant. The days
-- next to it are searched too, because the industry's clock may have been another one when it was recorded.
SELECT summed_value, (business_at::date)::text AS business_date
FROM telemetry.reading
WHERE unit_key = @unitKey AND business_at >= @date::timestamp - INTERVAL '2 days'
  AND business_at < @date::timestamp + INTERVAL '3 days' AND created_on = to_timestamp(@epochMs::float8 / 1000)
    AND summed_value IS NOT NULL;
