-- name: bare_upsert
-- The comparison of the benchmark: an upsert of every column with the same idempotence, without checks and verdicts.
INSERT INTO telemetry.reading (unit_key, created_on, business_at, value, summed_value, estimated, offline_minutes,
                               received_at)
SELECT i.unit_key, to_timestamp(i.created_on_ms / 1000), i.business_at, i.value, i.summed_value, false, NULL,
       date_trunc('minute', now())
FROM unnest(@unitKeys::int[], @epochsMs::float8[], @readings::timestamp[], @values::float8[],
            @registers::float8[]) AS i (unit_key, created_on_ms, business_at, value, summed_value)
ON CONFLICT (unit_key, business_at, created_on) DO UPDATE
  SET value = excluded.value, summed_value = excluded.summed_value, estimated = excluded.estimated,
      offline_minutes = excluded.offline_minutes, received_at = excluded.received_at;

-- name: fill
-- Readings every five minutes of all units from @from up to @to, made by the database, because a client that sends a
-- billion readings takes hours. @litres are those of the 288 slots of a day, and each unit is @shift slots ahead of
-- the one before. The register of a slot is that of the litres of all slots up to it.
WITH pattern AS (
  SELECT s.slot - 1 AS slot, s.litres, sum(s.litres) OVER (ORDER BY s.slot) AS register, sum(s.litres) OVER () AS of_day
  FROM unnest(@litres::float8[]) WITH ORDINALITY AS s (litres, slot)),
filled AS (
  INSERT INTO telemetry.reading (unit_key, created_on, business_at, value, summed_value, received_at)
  SELECT u.unit_key, t.at AT TIME ZONE 'UTC', t.at, p.litres, div(n.slot, 288) * p.of_day + p.register,
         t.at AT TIME ZONE 'UTC'
  FROM unnest(@unitKeys::int[]) WITH ORDINALITY AS u (unit_key, number)
  CROSS JOIN generate_series(@from::timestamp, @to::timestamp - interval '5 minutes', interval '5 minutes') AS t (at)
  CROSS JOIN LATERAL (SELECT (date_part('epoch', t.at) / 300 + (u.number - 1) * @shift)::bigint AS slot) n
  JOIN pattern p ON p.slot = n.slot % 288
  ON CONFLICT (unit_key, business_at, created_on) DO NOTHING
  RETURNING 1)
SELECT count(*)::float8 AS readings FROM filled;
