-- The business clock: where an industry's days begin, and where an instant stands in them.
-- The same rules in TypeScript: src/domain/time/day-rule.ts and business-clock.ts; a property test holds the two together.
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

-- The same for the clock of an industry, which may have had several rules (tenant.industry_clock). A day begins by the rule of its date,
-- but never after a later rule has begun to count; an instant is placed by the newest rule that has begun, on one of that rule's dates.

create or replace function telemetry.day_start(p_industry_key int, p_date date)
returns timestamptz
language sql stable parallel safe
return (
  select least(telemetry.day_start(p_date, r.timezone, r.shift_start_at, r.days_offset), r.ends_at)
  from (
    select k.*, min(telemetry.day_start(k.from_date, k.timezone, k.shift_start_at, k.days_offset))
                  over (order by k.from_date rows between 1 following and unbounded following) as ends_at
    from tenant.industry_clock k
    where k.industry_key = p_industry_key) r
  where r.from_date <= p_date
  order by r.from_date desc
  limit 1);

comment on function telemetry.day_start(int, date) is
  'Instant at which business day p_date of an industry begins, by the rule of its clock that counts for that date.';

create or replace function telemetry.business_date(p_industry_key int, p_instant timestamptz)
returns date
language sql stable parallel safe
return (
  select least(telemetry.business_date(p_instant, r.timezone, r.shift_start_at, r.days_offset), r.until_date - 1)
  from (
    select k.*, lead(k.from_date) over (order by k.from_date) as until_date, row_number() over (order by k.from_date) as number,
           min(telemetry.day_start(k.from_date, k.timezone, k.shift_start_at, k.days_offset))
             over (order by k.from_date rows between current row and unbounded following) as begins_at
    from tenant.industry_clock k
    where k.industry_key = p_industry_key) r
  where p_instant is not null and (r.number = 1 or r.begins_at <= p_instant)
  order by r.from_date desc
  limit 1);

comment on function telemetry.business_date(int, timestamptz) is
  'Business day of an industry that contains p_instant: the date D with day_start(D) <= p_instant < day_start(D + 1).';

create or replace function telemetry.business_at(p_industry_key int, p_instant timestamptz)
returns timestamp
language sql stable parallel safe
return telemetry.business_date(p_industry_key, p_instant)
  + least(p_instant - telemetry.day_start(p_industry_key, telemetry.business_date(p_industry_key, p_instant)), interval '23:59:59.999999');

comment on function telemetry.business_at(int, timestamptz) is
  'Position of p_instant on the business clock of an industry, without time zone, as readings carry it. What lies beyond 24 hours of a long day is folded into 23:59:59.999999.';
