import { HOURS_OF_DAY } from '../../kernel/time/durations.ts';
import { daysBetween } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { mean, middleOf, quantile } from '../../kernel/statistics.ts';
import type { FindingKind } from './kinds.ts';
import type { Found, InsightDay, InsightUnit, Surroundings } from './types.ts';
import { examplesBefore, isMeasuredDay, LEAST_HABIT_DAYS } from './usual-days.ts';

/** Kinds of findings by which a unit's use has changed. */
const CHANGED_KINDS: readonly FindingKind[] = ['leak', 'burst', 'unusual-use'];
/** Days behind the change that are compared, at most and at least. */
const MOST_NEW_DAYS = 14;
const LEAST_NEW_DAYS = 4;
/** Days by which an open finding of either unit may begin before the pair is found, and still be part of it. */
const DAYS_APART = 3;
/** A day is compared with this one of its nearest days in a habit, because one day may be alike by chance. */
const NEAREST = 3;
/** Share of a habit's days whose distances make its band. The farthest days are left out. */
const BAND_SHARE = 0.9;
/** Factor on the band, because a habit changes with the season. */
const BAND_TIMES = 1.2;
/** Share of the new days that must be within the band of the other habit, and no nearer to the unit's own. */
const FIT_SHARE = 0.8;
/** Share of the new days that must be nearer to the other habit. Days of rest are as near to both. */
const NEARER_SHARE = 0.5;
/** Distance of mean days beyond which two units are not compared day by day, which takes long. */
const MOST_APART = 0.5;
/** The distance for means over all days, including days that are no example. */
const MOST_ROUGHLY_APART = 0.65;
/** Days before the change that these means cover. */
const HABIT_DAYS = 28;
/** Number of units that one step compares before it gives way. */
const UNITS_AT_ONCE = 100;

/** Distance of two days: 0 for the same hours, 1 for nothing in common. */
function distanceOf(a: InsightDay['hours'], b: InsightDay['hours']): number {
  let [apart, together] = [0, 0];
  for (const [hour, own] of a.entries()) {
    const other = b[hour] ?? null;
    if (own === null || other === null) continue;
    apart += Math.abs(own - other);
    together += Math.max(Math.abs(own), Math.abs(other));
  }
  return together === 0 ? 0 : apart / together;
}

const distanceTo = (day: InsightDay, habit: readonly InsightDay[]): number =>
  habit.map((one) => distanceOf(day.hours, one.hours)).sort((a, b) => a - b)[NEAREST - 1] ?? 1;

/** A unit before and after a change. */
interface Half {
  readonly unitId: string;
  readonly old: readonly InsightDay[];
  readonly fresh: readonly InsightDay[];
  /** Mean day by elapsed hour. */
  readonly oldMean: readonly number[];
  readonly freshMean: readonly number[];
}

/** A unit before and after a day; null: too few days are known on either side. */
function halfOf({ unitId, days }: InsightUnit, since: BusinessDate, isIdle: Surroundings['isIdle']): Half | null {
  const index = days.findIndex(({ date }) => date >= since);
  if (index < 0) return null;
  const taken = days.map(({ date }) => isIdle(date));
  const old = examplesBefore(days, index, taken);
  // The day of the change belongs to neither side, because part of it is still old.
  const fresh = days
    .slice(index + 1)
    .filter((day) => isMeasuredDay(day) && !isIdle(day.date))
    .slice(0, MOST_NEW_DAYS);
  if (old.length < LEAST_HABIT_DAYS || fresh.length < LEAST_NEW_DAYS) return null;
  return { unitId, old, fresh, oldMean: meanOf(old), freshMean: meanOf(fresh) };
}

const meanOf = (days: readonly InsightDay[]): number[] =>
  Array.from({ length: HOURS_OF_DAY }, (_, hour) => mean(days.flatMap((day) => day.hours[hour] ?? [])));

/** Whether the mean new day of one unit is near to the mean old day of the other. */
const isNear = ({ freshMean }: Half, { oldMean }: Half): boolean => distanceOf(freshMean, oldMean) <= MOST_APART;

/** Usual distance of a habit's days from its other days. */
function bandOf({ old }: Half): number {
  const othersThan = (day: InsightDay): InsightDay[] => old.filter((one) => one !== day);
  const distances = old.map((day) => distanceTo(day, othersThan(day)));
  return BAND_TIMES * quantile(distances, BAND_SHARE);
}

/** Distance of a unit's new days from another unit's old days; null: they do not fit. */
function fitOf(own: Half, other: Half): number | null {
  const days = own.fresh.map((day) => ({ to: distanceTo(day, other.old), from: distanceTo(day, own.old) }));
  const least = FIT_SHARE * days.length;
  if (days.filter(({ to, from }) => to <= from).length < least) return null;
  if (days.filter(({ to, from }) => to < from).length < NEARER_SHARE * days.length) return null;
  const band = bandOf(other);
  return days.filter(({ to, from }) => to <= from && to <= band).length < least
    ? null
    : middleOf(days.map(({ to }) => to));
}

/** Distance of two units from a perfect exchange; null: one of them does not fit the other. */
function exchangeOf(one: Half, other: Half): number | null {
  if (!isNear(one, other) || !isNear(other, one)) return null;
  const fit = fitOf(one, other);
  const back = fit === null ? null : fitOf(other, one);
  return fit === null || back === null ? null : fit + back;
}

/** Two units whose readings have been exchanged since a day, in order of ids. */
interface SwappedPair {
  readonly unitIds: readonly [string, string];
  readonly since: BusinessDate;
}

/** Running sums of a unit's hours up to each day, so that the mean of any stretch of days is a subtraction. */
interface HourSums {
  readonly dates: readonly BusinessDate[];
  /** 24 entries for each day, and 24 before the first day. */
  readonly sums: Float64Array;
  readonly counts: Int32Array;
}

function hourSumsOf({ days }: InsightUnit): HourSums {
  const sums = new Float64Array((days.length + 1) * HOURS_OF_DAY);
  const counts = new Int32Array((days.length + 1) * HOURS_OF_DAY);
  for (const [index, { hours }] of days.entries())
    for (let hour = 0; hour < HOURS_OF_DAY; hour += 1) {
      const at = index * HOURS_OF_DAY + hour;
      const value = hours[hour] ?? null;
      sums[at + HOURS_OF_DAY] = (sums[at] ?? 0) + (value ?? 0);
      counts[at + HOURS_OF_DAY] = (counts[at] ?? 0) + (value === null ? 0 : 1);
    }
  return { dates: days.map(({ date }) => date), sums, counts };
}

/** Mean hours of days `from` (included) to `end` (excluded); null where no day has the hour. */
function meanHours({ dates, sums, counts }: HourSums, from: number, end: number): (number | null)[] {
  const [first, last] = [Math.max(0, from) * HOURS_OF_DAY, Math.min(dates.length, end) * HOURS_OF_DAY];
  return Array.from({ length: HOURS_OF_DAY }, (_, hour) => {
    const count = (counts[last + hour] ?? 0) - (counts[first + hour] ?? 0);
    return count <= 0 ? null : ((sums[last + hour] ?? 0) - (sums[first + hour] ?? 0)) / count;
  });
}

/** Mean days of a unit before and after a day, over all days; null on a side without days. */
function roughlyAround(running: HourSums, since: BusinessDate) {
  const index = running.dates.findIndex((date) => date >= since);
  return index < 0
    ? null
    : {
        old: meanHours(running, index - HABIT_DAYS, index),
        fresh: meanHours(running, index + 1, index + 1 + MOST_NEW_DAYS),
      };
}

type Rough = NonNullable<ReturnType<typeof roughlyAround>>;

const isRoughlyExchanged = (one: Rough, other: Rough): boolean =>
  distanceOf(one.fresh, other.old) <= MOST_ROUGHLY_APART && distanceOf(other.fresh, one.old) <= MOST_ROUGHLY_APART;

/** Facts of the units of a site, each computed once. */
interface Known {
  readonly units: readonly InsightUnit[];
  readonly halves: Halves;
  readonly around: (unit: InsightUnit, since: BusinessDate) => Rough | null;
}

/** The unit that a changed one was exchanged with; null: none, or more than one may be it. */
function* otherOf(
  unit: InsightUnit,
  { units, halves, around }: Known,
  since: BusinessDate,
): Generator<void, string | null> {
  const [own, ownRough] = [halves(unit, since), around(unit, since)];
  if (own === null || ownRough === null) return null;
  const near: { readonly unitId: string; readonly distance: number }[] = [];
  for (const [index, one] of units.entries()) {
    if (index % UNITS_AT_ONCE === 0) yield;
    if (one.unitId === unit.unitId || one.group !== unit.group) continue;
    const rough = around(one, since);
    if (rough === null || !isRoughlyExchanged(ownRough, rough)) continue;
    const other = halves(one, since);
    const distance = other === null ? null : exchangeOf(own, other);
    if (other !== null && distance !== null) near.push({ unitId: other.unitId, distance });
  }
  const [nearest, next] = near.sort((a, b) => a.distance - b.distance);
  return nearest === undefined || nearest.distance === next?.distance ? null : nearest.unitId;
}

function roughlyByDay(): Known['around'] {
  const running = new Map<string, HourSums>();
  const known = new Map<string, Rough | null>();
  return (unit, since) => {
    const key = `${since} ${unit.unitId}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const hours = running.get(unit.unitId) ?? hourSumsOf(unit);
    running.set(unit.unitId, hours);
    const rough = roughlyAround(hours, since);
    known.set(key, rough);
    return rough;
  };
}

type Halves = (unit: InsightUnit, since: BusinessDate) => Half | null;

/** Halves by unit and day, kept because many findings need the same. */
function halvesOf({ isIdle }: Surroundings): Halves {
  const known = new Map<string, Half | null>();
  return (unit, since) => {
    const key = `${since} ${unit.unitId}`;
    const found = known.get(key);
    const half = found === undefined ? halfOf(unit, since, isIdle) : found;
    known.set(key, half);
    return half;
  };
}

function* pairsOf(
  found: readonly Found[],
  units: readonly InsightUnit[],
  surroundings: Surroundings,
): Generator<void, SwappedPair[]> {
  const byId = new Map(units.map((unit) => [unit.unitId, unit]));
  const known: Known = { units, halves: halvesOf(surroundings), around: roughlyByDay() };
  const pairs: SwappedPair[] = [];
  // The earliest finding dates the swap. Findings of one day come in order of units.
  const changed = found
    .filter(({ kind }) => CHANGED_KINDS.includes(kind))
    .toSorted((a, b) => compare(a.firstDay, b.firstDay) || compare(a.unitId ?? '', b.unitId ?? ''));
  for (const { unitId, firstDay } of changed) {
    const unit = byId.get(unitId ?? '');
    if (unit === undefined || pairs.some(({ unitIds }) => unitIds.includes(unit.unitId))) continue;
    const other = byId.get((yield* otherOf(unit, known, firstDay)) ?? '');
    // The match must hold both ways: this unit has to be the nearest to the other one, too.
    if (other === undefined || (yield* otherOf(other, known, firstDay)) !== unit.unitId) continue;
    if (pairs.some(({ unitIds }) => unitIds.includes(other.unitId))) continue;
    const [a = '', b = ''] = [unit.unitId, other.unitId].sort(compare);
    pairs.push({ unitIds: [a, b], since: firstDay });
  }
  return pairs;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Pairs of meters whose readings were exchanged. Spec gap: a swap is one matter, so it takes the place of the findings
 * of either unit since then. One unit's finding is enough, because the other unit's new days may be unusual in no way.
 * Each finding is compared with all units, which takes long, so each step gives way.
 */
export function* swapsInSteps(
  found: readonly Found[],
  units: readonly InsightUnit[],
  surroundings: Surroundings,
): Generator<void, readonly Found[]> {
  const pairs = yield* pairsOf(found, units, surroundings);
  const partsOf = ({ unitIds, since }: SwappedPair): readonly Found[] =>
    found.filter((one) => unitIds.includes(one.unitId ?? '') && isOf(one, since));
  const parts = new Map(pairs.map((pair) => [pair, partsOf(pair)]));
  const replaced = new Set([...parts.values()].flat());
  return [
    ...found.filter((one) => !replaced.has(one)),
    ...[...parts].map(([pair, findings]) => swapOf(pair, findings)),
  ];
}

/** A swap in place of the findings that it explains. It is told at the first unit and names the other. */
function swapOf({ unitIds: [first, other], since }: SwappedPair, parts: readonly Found[]): Found {
  const days = <K extends 'raisedOn' | 'lastDay'>(name: K): BusinessDate[] => parts.map((one) => one[name]).sort();
  return {
    kind: 'swapped-meters',
    unitId: first,
    firstDay: since,
    raisedOn: days('raisedOn')[0] ?? since,
    lastDay: days('lastDay').at(-1) ?? since,
    isOpen: parts.some(({ isOpen }) => isOpen),
    quantity: null,
    quantityPerDay: null,
    confidence: Math.max(...parts.map(({ confidence }) => confidence)),
    evidence: { swappedWith: other, swappedUnits: [first, other], swappedSince: since },
  };
}

const isOf = ({ kind, firstDay, lastDay }: Found, since: BusinessDate): boolean => {
  const after = daysBetween(since, firstDay);
  return CHANGED_KINDS.includes(kind) && after >= -DAYS_APART && after <= MOST_NEW_DAYS && lastDay >= since;
};
