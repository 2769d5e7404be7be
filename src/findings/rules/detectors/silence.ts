import { isoOf } from '../../../kernel/time/iso.ts';
import { addDays } from '../../../kernel/time/business-date.ts';
import { type DayWindow, endedHours } from '../../../kernel/time/business-clock.ts';
import { toleratedSilenceMinutes } from '../../../kernel/measure/unit.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/time/durations.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import { limitOf } from '../kinds.ts';
import type { Detector, FoundSpan, InsightDay, InsightUnit } from '../types.ts';

/** Time without a reading that every unit may have. */
const LEAST_MINUTES = 3 * 60;

/** Milliseconds without a reading that a unit may have. */
const toleratedMs = ({ limits, updateSeconds = 0 }: Pick<InsightUnit, 'limits' | 'updateSeconds'>): number =>
  MINUTE_MS * (limitOf(limits, 'silence') ?? toleratedSilenceMinutes(updateSeconds, LEAST_MINUTES));

/** Time without a reading, over hours and midnights. Days are indices. */
interface Stretch {
  readonly first: number;
  readonly last: number;
  readonly fromEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis;
  /** Whether no reading has followed. */
  readonly isOpen: boolean;
}

/**
 * Stretches of hours without a genuine reading, in order of time. An hour in which no reading was expected continues a
 * stretch and begins none.
 */
function stretchesOf({ days, lastSeenEpochMs = null }: InsightUnit): Stretch[] {
  const found: Stretch[] = [];
  let open: Stretch | null = null;
  let lastEpochMs: EpochMillis | null = null;
  for (const [index, { date, arrivals }] of days.entries()) {
    const before = days[index - 1];
    const isNext = before === undefined || addDays(before.date, 1) === date;
    if (arrivals === undefined) continue;
    for (const [hour, coverage] of arrivals.coverages.entries()) {
      const hourEpochMs = arrivals.startEpochMs + hour * HOUR_MS;
      if (hourEpochMs >= arrivals.untilEpochMs) break;
      if (open !== null && ((coverage ?? 0) > 0 || (!isNext && open.last !== index))) {
        found.push(open);
        open = null;
      }
      if (coverage === null ? open === null : coverage > 0) continue;
      const before: Before = { lastEpochMs, lastSeenEpochMs: index === 0 ? lastSeenEpochMs : null };
      const begun: Begun = open ?? { first: index, fromEpochMs: beginOf(arrivals, hour, before) };
      open = {
        first: begun.first,
        last: index,
        fromEpochMs: begun.fromEpochMs,
        toEpochMs: Math.min(hourEpochMs + HOUR_MS, arrivals.untilEpochMs),
        isOpen: false,
      };
    }
    lastEpochMs = arrivals.lastEpochMs ?? lastEpochMs;
  }
  if (open === null) return found;
  return [...found, { ...open, isOpen: open.toEpochMs === days.at(-1)?.arrivals?.untilEpochMs }];
}

type Begun = Pick<Stretch, 'first' | 'fromEpochMs'>;
interface Before {
  readonly lastEpochMs: EpochMillis | null;
  readonly lastSeenEpochMs: EpochMillis | null;
}

/** The last reading before an hour without any, as far as the days or the unit tell it; otherwise the hour's begin. */
function beginOf(
  { startEpochMs, lastEpochMs: ofDay }: NonNullable<InsightDay['arrivals']>,
  hour: number,
  before: Before,
): EpochMillis {
  const hourEpochMs = startEpochMs + hour * HOUR_MS;
  const known = hour > 0 ? [ofDay] : [before.lastEpochMs, before.lastSeenEpochMs];
  return known.find((at) => at !== null && at < hourEpochMs) ?? hourEpochMs;
}

/**
 * The first hours of a running day. A unit that sent a genuine reading in each of them is not silent on that day, if
 * {@link isHeardByHours} holds for it: at most the hour that runs has none so far. null: the day's hours are not those
 * of a usual day.
 */
export function hoursToBeHeard(day: DayWindow, now: EpochMillis): number | null {
  const hours = day.lengthSeconds * 1000 === DAY_MS ? endedHours(day, now) : null;
  return hours === null ? null : Math.max(1, hours);
}

/** Whether each reading covers a slot of its own hour, and an hour that has just begun is no silence yet. */
export const isHeardByHours = (unit: Pick<InsightUnit, 'limits' | 'updateSeconds'>): boolean =>
  (HOUR_MS / 1000) % (unit.updateSeconds ?? 0) === 0 && toleratedMs(unit) >= 2 * HOUR_MS;

/** A unit that has never sent a reading is silent on the running day, once that has lasted long enough. */
function neverHeard({ days, runningDay }: InsightUnit, tolerated: number): FoundSpan[] {
  const { startEpochMs, untilEpochMs } = runningDay?.arrivals ?? { startEpochMs: 0, untilEpochMs: 0 };
  if (untilEpochMs - startEpochMs <= tolerated) return [];
  const at = days.length - 1;
  const evidence = { silentSince: null, limitMinutes: tolerated / MINUTE_MS };
  return [{ first: at, raised: at, last: at, quantity: null, quantityPerDay: null, confidence: 0.99, evidence }];
}

/**
 * Silence of a unit whose devices are dead: from the death to the end of the days. A death before the first of the days
 * makes all of them silent.
 */
function dead({ days, lastSeenEpochMs, diedEpochMs }: InsightUnit): Stretch[] {
  const last = days.length - 1;
  const untilEpochMs = days[last]?.arrivals?.untilEpochMs ?? 0;
  if (diedEpochMs === undefined || diedEpochMs > untilEpochMs) return [];
  const first = days.findLastIndex(({ arrivals }) => (arrivals?.startEpochMs ?? Infinity) <= diedEpochMs);
  const fromEpochMs = Math.min(lastSeenEpochMs ?? diedEpochMs, diedEpochMs);
  return [{ first: Math.max(0, first), last, fromEpochMs, toEpochMs: untilEpochMs, isOpen: true }];
}

/** Silences by the hours without a reading. A death tells the same sooner. */
function detect(unit: InsightUnit): FoundSpan[] {
  const tolerated = toleratedMs(unit);
  if (unit.lastSeenEpochMs === null) {
    const never = neverHeard(unit, tolerated);
    return never.length > 0 ? never : silences(unit, dead(unit), tolerated);
  }
  const long = stretchesOf(unit).filter(({ fromEpochMs, toEpochMs }) => toEpochMs - fromEpochMs > tolerated);
  const { diedEpochMs = Infinity } = unit;
  // Later instants of a device whose clock was ahead end no silence since its death.
  if ((unit.lastSeenEpochMs ?? 0) > diedEpochMs)
    return silences(unit, [...long.filter(({ toEpochMs }) => toEpochMs <= diedEpochMs), ...dead(unit)], tolerated);
  return silences(unit, long.some(({ isOpen }) => isOpen) ? long : [...long, ...dead(unit)], tolerated);
}

/** Silences of one day or of neighbouring days are one finding. */
function silences(unit: InsightUnit, stretches: readonly Stretch[], tolerated: number): FoundSpan[] {
  const groups: Stretch[][] = [];
  for (const one of stretches) {
    const group = groups.at(-1);
    if (group !== undefined && one.first <= (group.at(-1)?.last ?? -2) + 1) group.push(one);
    else groups.push([one]);
  }
  return groups.flatMap((group): FoundSpan[] => {
    const [first, last] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined) return [];
    const millis = group.reduce((sum, { fromEpochMs, toEpochMs }) => sum + toEpochMs - fromEpochMs, 0);
    const raisedAt = first.fromEpochMs + tolerated;
    const raised = unit.days.findIndex(({ arrivals }) => (arrivals?.untilEpochMs ?? 0) > raisedAt);
    return [
      {
        first: first.first,
        raised: Math.max(first.first, raised),
        last: last.last,
        quantity: null,
        quantityPerDay: null,
        confidence: 0.99,
        isOpen: last.isOpen,
        evidence: {
          silentSince: isoOf(last.fromEpochMs),
          silentUntil: last.isOpen ? null : isoOf(last.toEpochMs),
          silentMinutes: Math.round(millis / MINUTE_MS),
          silences: group.length,
          limitMinutes: tolerated / MINUTE_MS,
        },
      },
    ];
  });
}

export const SILENCE: Detector = {
  kind: 'silence',
  groups: ['FLOW', 'CONSUMPTION', 'ENERGY', 'STOCK', 'GROUND_WATER_LEVEL', 'QUALITY'],
  detect,
};
