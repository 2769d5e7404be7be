-- Meters that replaced others in units. Index: (unit_key, installed_at); reading_key for the registers around them.

-- name: of_unit
-- Meters of unit @unitKey of industry @industryKey, oldest first.
SELECT m.meter_id, round(date_part('epoch', m.installed_at) * 1000) AS installed_at_epoch_ms, m.serial,
       m.initial_register, m.final_register_of_old, m.registered_by, m.registered_at, m.version
FROM tenant.meter m
WHERE m.industry_key = @industryKey AND m.unit_key = @unitKey
ORDER BY m.installed_at;

-- name: retired_at
-- The retirement of unit @unitId of industry @industryKey. Null: the unit is in use. No row: the industry has no such
-- unit.
SELECT removed_at FROM tenant.unit WHERE industry_key = @industryKey AND unit_id = @unitId;

-- name: first_reading
-- Instant of the unit's first reading, archived months included. The reading's day bounds the search. Null: the unit
-- never sent one.
SELECT round(date_part('epoch', least(
         (SELECT r.created_on FROM telemetry.unit_state s
          JOIN LATERAL (SELECT created_on FROM telemetry.reading
                        WHERE unit_key = s.unit_key AND business_at >= s.first_business_date
                        ORDER BY business_at, created_on LIMIT 1) AS r ON true
          WHERE s.unit_key = @unitKey),
         (SELECT d.first_at FROM telemetry.sealed_rollup_daily d WHERE d.unit_key = @unitKey ORDER BY d.bucket
          LIMIT 1))) * 1000) AS first_ms;

-- name: install
INSERT INTO tenant.meter (industry_key, unit_key, installed_at, serial, initial_register, final_register_of_old,
                          registered_by, registered_at)
SELECT @industryKey, u.unit_key, @installedAt, @serial, @initialRegister, @finalRegisterOfOld, @by, @at
  FROM tenant.unit u WHERE u.industry_key = @industryKey AND u.unit_key = @unitKey
RETURNING meter_id;

-- name: change
UPDATE tenant.meter SET installed_at = @installedAt, serial = @serial, initial_register = @initialRegister,
  final_register_of_old = @finalRegisterOfOld,
    version = version + 1
WHERE industry_key = @industryKey AND meter_id = @meterId::uuid;

-- name: remove
DELETE FROM tenant.meter WHERE industry_key = @industryKey AND meter_id = @meterId::uuid;

-- name: registers_around
-- The last register before an instant and the first one from it on, with instant and business day, in one row per
-- instant; null where there is none. Excluded registers are left out. @unitKey: the unit. Parallel arrays: instants
-- @instants, their positions @businessAts on the industry's clock, and the bounds of the search @froms and
-- @untils.
SELECT w.number::int AS number, b.summed_value AS before_register,
       round(date_part('epoch', b.created_on) * 1000) AS before_ms,
       a.summed_value AS after_register, round(date_part('epoch', a.created_on) * 1000) AS after_ms,
       a.business_at::date::text AS after_date
FROM unnest(@instants::timestamptz[], @businessAts::timestamp[], @froms::timestamptz[],
            @untils::timestamptz[]) WITH ORDINALITY AS w (at, business_at, from_at, until_at, number)
LEFT JOIN LATERAL (
  SELECT r.summed_value, r.created_on FROM telemetry.reading r
  WHERE r.unit_key = @unitKey AND r.business_at <= w.business_at AND r.created_on < w.at AND r.created_on >= w.from_at
    AND r.summed_value IS NOT NULL AND NOT r.register_excluded
  ORDER BY r.business_at DESC, r.created_on DESC LIMIT 1) AS b ON true
LEFT JOIN LATERAL (
  SELECT r.summed_value, r.created_on, r.business_at FROM telemetry.reading r
  WHERE r.unit_key = @unitKey AND r.business_at >= w.business_at AND r.created_on >= w.at AND r.created_on < w.until_at
    AND r.summed_value IS NOT NULL AND NOT r.register_excluded
  ORDER BY r.business_at, r.created_on LIMIT 1) AS a ON true
ORDER BY w.number;
