import { DateTime } from 'luxon';
import type { FigureRow } from '../../figures/rules/figures/figure-rows.ts';
import { MOST_THINNED_MS } from '../../figures/rules/device-data/thinned.ts';
import { calendarDate } from '../../kernel/format/date-text.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import { addDays, daysBetween, earlierOf, formatRequestDate } from '../../kernel/time/business-date.ts';
import { writeIso } from '../../kernel/time/iso.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { addressOf } from '../dates.ts';
import type { Visit } from '../page.ts';
import type { ShownSpan } from './span.ts';

/** The time whose readings are drawn, `toMs` excluded. */
export interface ReadingsWindow {
  readonly fromMs: EpochMillis;
  readonly toMs: EpochMillis;
}

/** A day and when it begins. */
type BegunDay = Pick<FigureRow, 'date' | 'start'>;

const SHORTEST_MS = HOUR_MS;

/** When another day begins: by the same local time as a known one, else by the clock of today. */
function startOf(day: BusinessDate, known: BegunDay | null, { timezone, startAt }: Visit['clock']): EpochMillis {
  const zone = { zone: timezone };
  const start =
    known === null
      ? DateTime.fromISO(`${day}T${startAt}`, zone)
      : DateTime.fromISO(known.start, zone).plus({ days: daysBetween(known.date, day) });
  return start.toMillis();
}

/** The days of a span as a window. Of a long span its last part, as much as is drawn at once. */
export function windowOfSpan({ from, to }: ShownSpan, known: BegunDay | null, visit: Visit): ReadingsWindow {
  const { clock } = visit;
  const toMs = startOf(addDays(earlierOf(to, clock.today), 1), known, clock);
  return { fromMs: Math.max(startOf(from, known, clock), toMs - MOST_THINNED_MS), toMs };
}

/** The window that the address names; null: none, or none that can be drawn. */
export function askedWindow({ c, nowMs }: Pick<Visit, 'c' | 'nowMs'>): ReadingsWindow | null {
  const [fromMs, toMs] = [c.req.query('from'), c.req.query('to')].map((text) => Date.parse(text ?? ''));
  const isOne = fromMs !== undefined && toMs !== undefined && fromMs < toMs && fromMs < nowMs;
  return isOne && toMs - fromMs <= MOST_THINNED_MS ? { fromMs, toMs } : null;
}

export const windowAddress = ({ c }: Pick<Visit, 'c'>, { fromMs, toMs }: ReadingsWindow): string => {
  const { id = '', type = null, date = null, measure = null } = c.req.query();
  const query = { id, type, date, measure, from: writeIso(fromMs), to: writeIso(toMs) };
  return `${addressOf('/app/unit', query)}#readings`;
};

/** Windows beside this one and around it; null: there is none. */
export function windowsAround({ fromMs, toMs }: ReadingsWindow, nowMs: EpochMillis) {
  const length = toMs - fromMs;
  const [half, quarter] = [Math.round(length / 2), Math.round(length / 4)];
  return {
    earlier: { fromMs: fromMs - half, toMs: toMs - half },
    longer: length * 2 > MOST_THINNED_MS ? null : { fromMs: fromMs - half, toMs: toMs + half },
    shorter: length / 2 < SHORTEST_MS ? null : { fromMs: fromMs + quarter, toMs: toMs - quarter },
    later: toMs >= nowMs ? null : { fromMs: fromMs + half, toMs: toMs + half },
  } satisfies Readonly<Record<string, ReadingsWindow | null>>;
}

/** Days of calendars that hold a span and a window, so that whatever is noted on them can be asked for. */
export function daysOfBoth(
  { from, to }: ShownSpan,
  window: ReadingsWindow | null,
  { timezone, today }: Visit['clock'],
): { readonly startDate: string; readonly endDate: string } {
  const first = window === null ? from : addDays(calendarDate(window.fromMs, timezone), -1);
  const last = window === null ? to : calendarDate(window.toMs, timezone);
  const end = last > to ? last : to;
  return {
    startDate: formatRequestDate(earlierOf(first, from)),
    endDate: formatRequestDate(window === null ? earlierOf(to, today) : end),
  };
}
