-- The business clock: where an industry's days begin, and where an instant stands in them.
-- The same rules in TypeScript: src/kernel/time/day-rule.ts and business-clock.ts; a property test holds the two
-- together.
--
-- IMMUTABLE as far as PostgreSQL's own AT TIME ZONE is: its answers change with the server's time zone tables only.
-- Hours are added to UTC timestamps, because "timestamptz - interval" depends on the session's zone and is only STABLE.
--
-- Each body is one expression without FROM, so that the planner puts it in place of the call: called as functions,
-- nested, they take a hundred times as long. business_date repeats itself inside business_at for that reason.

CREATE OR REPLACE FUNCTION telemetry.day_start(p_date date, p_timezone text, p_shift_start time, p_days_offset int)
RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ((p_date + p_shift_start) AT TIME ZONE p_timezone AT TIME ZONE 'UTC' - p_days_offset * interval '24 hours')
  AT TIME ZONE 'UTC';

COMMENT ON FUNCTION telemetry.day_start(date, text, time, int) IS
  'Instant at which business day p_date begins: p_shift_start (local time in the IANA zone p_timezone) of that date, '
  'minus p_days_offset times 24 hours. The day ends where the next one begins: 24 hours later, more or less only '
  'where clocks change.';

CREATE OR REPLACE FUNCTION telemetry.shifted_local_date(p_instant timestamptz, p_timezone text, p_shift_start time,
                                                        p_days_offset int)
RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ((p_instant AT TIME ZONE 'UTC' + p_days_offset * interval '24 hours') AT TIME ZONE 'UTC' AT TIME ZONE p_timezone
  - p_shift_start::interval)::date;

COMMENT ON FUNCTION telemetry.shifted_local_date(timestamptz, text, time, int) IS
  'Local date in the IANA zone p_timezone at p_instant plus p_days_offset times 24 hours, less the shift start: a '
  'step of business_date, which corrects it near a change of clocks.';

-- The local date of the instant, less the shift, is its business day or the day after it: the latter where the start of
-- that day is a local time that clocks skip or repeat, since day_start takes the later reading of it. It is never the
-- day before.
CREATE OR REPLACE FUNCTION telemetry.business_date(p_instant timestamptz, p_timezone text, p_shift_start time,
                                                   p_days_offset int)
RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN telemetry.shifted_local_date(p_instant, p_timezone, p_shift_start, p_days_offset)
  - (p_instant < telemetry.day_start(
      telemetry.shifted_local_date(p_instant, p_timezone, p_shift_start, p_days_offset),
      p_timezone, p_shift_start, p_days_offset))::int;

COMMENT ON FUNCTION telemetry.business_date(timestamptz, text, time, int) IS
  'Business day that contains p_instant: the date D with day_start(D) <= p_instant < day_start(D + 1), for shift '
  'start p_shift_start, local in the IANA zone p_timezone, and p_days_offset times 24 hours subtracted.';

CREATE OR REPLACE FUNCTION telemetry.business_at(p_instant timestamptz, p_timezone text, p_shift_start time,
                                                 p_days_offset int)
RETURNS timestamp
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN telemetry.business_date(p_instant, p_timezone, p_shift_start, p_days_offset)
  + least(
      p_instant - telemetry.day_start(
        telemetry.business_date(p_instant, p_timezone, p_shift_start, p_days_offset),
        p_timezone, p_shift_start, p_days_offset),
      interval '23:59:59.999999');

COMMENT ON FUNCTION telemetry.business_at(timestamptz, text, time, int) IS
  'Position of p_instant on the business clock, without time zone: business_date at midnight plus the hours, minutes '
  'and microseconds since that day began. What lies beyond 24 hours of a long day is folded into 23:59:59.999999.';

-- The same for the clock of an industry, which may have had several rules (tenant.industry_clock). A day begins by the
-- rule of its date, but never after a later rule has begun to count; an instant is placed by the newest rule that has
-- begun, on one of that rule's dates.

CREATE OR REPLACE FUNCTION telemetry.day_start(p_industry_key int, p_date date)
RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (
  SELECT least(telemetry.day_start(p_date, r.timezone, r.shift_start_at, r.days_offset), r.ends_at)
  FROM (
    SELECT k.*, min(telemetry.day_start(k.from_date, k.timezone, k.shift_start_at, k.days_offset))
                  OVER (ORDER BY k.from_date ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS ends_at
    FROM tenant.industry_clock k
    WHERE k.industry_key = p_industry_key) r
  WHERE r.from_date <= p_date
  ORDER BY r.from_date DESC
  LIMIT 1);

COMMENT ON FUNCTION telemetry.day_start(int, date) IS
  'Instant at which business day p_date of an industry begins, by the rule of its clock that counts for that date.';

CREATE OR REPLACE FUNCTION telemetry.business_date(p_industry_key int, p_instant timestamptz)
RETURNS date
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (
  SELECT least(telemetry.business_date(p_instant, r.timezone, r.shift_start_at, r.days_offset), r.until_date - 1)
  FROM (
    SELECT k.*, lead(k.from_date) OVER (ORDER BY k.from_date) AS until_date,
           row_number() OVER (ORDER BY k.from_date) AS number,
           min(telemetry.day_start(k.from_date, k.timezone, k.shift_start_at, k.days_offset))
             OVER (ORDER BY k.from_date ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS begins_at
    FROM tenant.industry_clock k
    WHERE k.industry_key = p_industry_key) r
  WHERE p_instant IS NOT NULL AND (r.number = 1 OR r.begins_at <= p_instant)
  ORDER BY r.from_date DESC
  LIMIT 1);

COMMENT ON FUNCTION telemetry.business_date(int, timestamptz) IS
  'Business day of an industry that contains p_instant: the date D with day_start(D) <= p_instant < day_start(D + 1).';

CREATE OR REPLACE FUNCTION telemetry.business_at(p_industry_key int, p_instant timestamptz)
RETURNS timestamp
LANGUAGE sql STABLE PARALLEL SAFE
RETURN telemetry.business_date(p_industry_key, p_instant)
  + least(p_instant - telemetry.day_start(p_industry_key, telemetry.business_date(p_industry_key, p_instant)),
          interval '23:59:59.999999');

COMMENT ON FUNCTION telemetry.business_at(int, timestamptz) IS
  'Position of p_instant on the business clock of an industry, without time zone, as readings carry it. What lies '
  'beyond 24 hours of a long day is folded into 23:59:59.999999.';
