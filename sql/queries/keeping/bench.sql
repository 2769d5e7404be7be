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
