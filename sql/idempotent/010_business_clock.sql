-- The business clock: where an industry's days begin, and where an instant stands in them.
-- The same rules in TypeScript: src/domain/time/business-clock.ts; a property test holds the two together.
--
-- IMMUTABLE as far as PostgreSQL's own AT TIME ZONE is: its answers change with the server's time zone tables only. Hours are
-- added to UTC timestamps, because "timestamptz - interval" depends on the session's zone and is only STABLE.
--
-- Each body is one expression without FROM, so that the planner puts it in place of the call: called as functions, nested,
-- they take a hundred times as long. business_date repeats itself inside business_at for that reason.

create or replace function telemetry.day_start(p_date date, p_timezone text, p_shift_start time, p_days_offset int)
returns timestamptz
language sql immutable parallel safe
return ((p_date + p_shift_start) at time zone p_timezone at time zone 'UTC' - p_days_offset * interval '24 hours') at time zone 'UTC';

comment on function telemetry.day_start(date, text, time, int) is
  'Instant at which business day p_date begins: p_shift_start (local time in the IANA zone p_timezone) of that date, minus p_days_offset times 24 hours. The day ends where the next one begins: 24 hours later, more or less only where clocks change.';

create or replace function telemetry.shifted_local_date(p_instant timestamptz, p_timezone text, p_shift_start time, p_days_offset int)
returns date
language sql immutable parallel safe
return ((p_instant at time zone 'UTC' + p_days_offset * interval '24 hours') at time zone 'UTC' at time zone p_timezone
  - p_shift_start::interval)::date;

comment on function telemetry.shifted_local_date(timestamptz, text, time, int) is
  'Local date in the IANA zone p_timezone at p_instant plus p_days_offset times 24 hours, less the shift start: a step of business_date, which corrects it near a change of clocks.';

-- The local date of the instant, less the shift, is its business day or the day after it: the latter where the start of that
-- day is a local time that clocks skip or repeat, since day_start takes the later reading of it. It is never the day before.
create or replace function telemetry.business_date(p_instant timestamptz, p_timezone text, p_shift_start time, p_days_offset int)
returns date
language sql immutable parallel safe
return telemetry.shifted_local_date(p_instant, p_timezone, p_shift_start, p_days_offset)
  - (p_instant < telemetry.day_start(
      telemetry.shifted_local_date(p_instant, p_timezone, p_shift_start, p_days_offset),
      p_timezone, p_shift_start, p_days_offset))::int;

comment on function telemetry.business_date(timestamptz, text, time, int) is
  'Business day that contains p_instant: the date D with day_start(D) <= p_instant < day_start(D + 1), for shift start p_shift_start, local in the IANA zone p_timezone, and p_days_offset times 24 hours subtracted.';

create or replace function telemetry.business_at(p_instant timestamptz, p_timezone text, p_shift_start time, p_days_offset int)
returns timestamp
language sql immutable parallel safe
return telemetry.business_date(p_instant, p_timezone, p_shift_start, p_days_offset)
  + least(
      p_instant - telemetry.day_start(
        telemetry.business_date(p_instant, p_timezone, p_shift_start, p_days_offset),
        p_timezone, p_shift_start, p_days_offset),
      interval '23:59:59.999999');

comment on function telemetry.business_at(timestamptz, text, time, int) is
  'Position of p_instant on the business clock, without time zone: business_date at midnight plus the hours, minutes and microseconds since that day began. What lies beyond 24 hours of a long day is folded into 23:59:59.999999.';
