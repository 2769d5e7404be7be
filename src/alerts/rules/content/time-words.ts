import { IANAZone } from 'luxon';
import { dateText } from '../../../kernel/format/date-text.ts';
import { utcDateOf } from '../../../kernel/time/business-date.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1440;

/** The instant as clocks of the zone show it, written as if it were UTC. */
const shownThere = (instant: EpochMillis, timezone: string): EpochMillis =>
  instant + IANAZone.create(timezone).offset(instant) * MINUTE_MS;

/** `14:20`, and `14:20 on 04 Jun 2026` where that is another day than `now`; both by clocks of the zone. */
export function localTimeWords(instant: EpochMillis, now: EpochMillis, timezone: string): string {
  const there = shownThere(instant, timezone);
  const time = new Date(there).toISOString().slice(11, 16);
  const date = utcDateOf(there);
  return date === utcDateOf(shownThere(now, timezone)) ? time : `${time} on ${dateText(date)}`;
}

/** `04 Jun 2026, 14:20 (Asia/Kolkata)` */
export function localInstantWords(instant: EpochMillis, timezone: string): string {
  const there = shownThere(instant, timezone);
  return `${dateText(utcDateOf(there))}, ${new Date(there).toISOString().slice(11, 16)} (${timezone})`;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The length from which hours are left out. */
const DAYS_ALONE_MINUTES = 10 * MINUTES_PER_DAY;

/** `1 day`, `12 days` */
export const dayWords = (days: number): string => counted(days, 'day', 'days');

/** `45 min`, `3 h 20 min`, `3 days 9 h`, `12 days`; less than a minute is `1 min`. */
export function durationWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE_MS));
  if (minutes > DAYS_ALONE_MINUTES) return dayWords(Math.round(minutes / MINUTES_PER_DAY));
  const days = Math.floor(minutes / MINUTES_PER_DAY);
  const hours = Math.floor((minutes % MINUTES_PER_DAY) / MINUTES_PER_HOUR);
  const rest = minutes % MINUTES_PER_HOUR;
  if (days > 0) return [dayWords(days), ...(hours > 0 ? [`${hours} h`] : [])].join(' ');
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ');
}
