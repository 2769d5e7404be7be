import { IANAZone } from 'luxon';
import { DAY_MS, MINUTE_MS } from '../../kernel/time/durations.ts';
import { instantOfLocal } from '../../kernel/time/shift-starts.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { RuleSchedule } from './rule.ts';
import type { Severity } from '../../kernel/severity.ts';

/** Milliseconds since midnight of `HH:MM`. */
function timeOfDayMs(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
}

/**
 * Time at which a message may leave: now, or the end of the quiet hours that `now` is in. Quiet hours are times of the
 * clock on the wall. A start or end in the hour that clocks skip comes where the clock stands next. One in the hour
 * that clocks repeat comes at its second time.
 */
export function mayLeaveAt(
  schedule: RuleSchedule,
  industryTimezone: string,
  severity: Severity,
  now: EpochMillis,
): EpochMillis {
  const { quietHours } = schedule;
  if (!schedule.enabled || quietHours === null) return now;
  if (severity === 'critical' && !schedule.holdCritical) return now;
  const startMs = timeOfDayMs(quietHours.start);
  const endMs = timeOfDayMs(quietHours.end);
  if (startMs === endMs) return now;
  const zone = IANAZone.create(schedule.timezone ?? industryTimezone);
  const localMidnight = Math.floor((now + zone.offset(now) * MINUTE_MS) / DAY_MS) * DAY_MS;
  // Quiet hours that began yesterday may still last; clocks that change move no quiet hours further than that.
  const ends = [localMidnight - DAY_MS, localMidnight, localMidnight + DAY_MS]
    .map((day) => ({
      from: instantOfLocal(zone, day + startMs),
      to: instantOfLocal(zone, day + endMs + (endMs < startMs ? DAY_MS : 0)),
    }))
    .filter(({ from, to }) => from <= now && now < to)
    .map(({ to }) => to);
  return Math.max(now, ...ends);
}
