import type { BusinessDate, EpochMillis } from '../time/types.ts';
import { type Industry, type StoredUnit, unitAsOf } from './industry.ts';
import { figureSettings } from '../measure/unit.ts';
import { businessDateOf } from '../time/business-clock.ts';
import { FIRST_DATE } from '../time/business-date.ts';

/**
 * The first business day whose figures units or their meters decide otherwise in `after` than in `before`; null when
 * there is none. A unit that has come decides from the beginning, because others may be computed from it. How units
 * are called decides nothing.
 */
export function firstChangedDate(before: Industry, after: Industry): BusinessDate | null {
  const dates = [...after.units].flatMap(([unitId, unit]) => {
    const known = before.units.get(unitId);
    return known === undefined ? [FIRST_DATE] : changedDates(known, unit, after.clock);
  });
  return dates.toSorted()[0] ?? null;
}

function changedDates(before: StoredUnit, after: StoredUnit, clock: Industry['clock']): BusinessDate[] {
  const dates = [...before.versions, ...after.versions].map(({ effectiveFrom }) => effectiveFrom);
  const versions = [...new Set(dates)].filter((date) => rulesOf(before, date) !== rulesOf(after, date));
  const retired = [before, after].flatMap(({ retirement }) => retirement?.lastDate ?? []);
  const retirement = before.retirement?.lastDate === after.retirement?.lastDate ? [] : retired;
  return [...versions, ...retirement, ...changedMeters(before, after).map((instant) => businessDateOf(clock, instant))];
}

const rulesOf = (unit: StoredUnit, date: BusinessDate): string => JSON.stringify(figureSettings(unitAsOf(unit, date)));

/** Instants from which another meter counts. */
function changedMeters(before: StoredUnit, after: StoredUnit): number[] {
  const [old, now] = [before, after].map(
    ({ current }) =>
      new Map((current.meters ?? []).map((meter) => [JSON.stringify(meter), meter.installedAtEpochMs] as const)),
  );
  return [...(old ?? []), ...(now ?? [])].flatMap(([meter, instant]) =>
    old?.has(meter) === true && now?.has(meter) === true ? [] : [instant],
  );
}

/** The last business day of a unit that was retired at an instant, from which it sends nothing. */
export const lastDateInUse = (clock: Industry['clock'], retiredAtEpochMs: EpochMillis): BusinessDate =>
  businessDateOf(clock, retiredAtEpochMs - 1);

/** Whether a unit counts on a business day; undefined: on any. A unit in use counts on every day. */
export const countsOn = ({ retirement }: Pick<StoredUnit, 'retirement'>, date: BusinessDate | undefined): boolean =>
  retirement === undefined || date === undefined || date <= retirement.lastDate;

/**
 * Industries with all their units, by these units. Copies with fewer units (industryFrom, withNamed) share the map, so
 * what is remembered of the whole industry, such as its plan of virtual units, is found again from each copy.
 */
const WHOLES = new WeakMap<ReadonlyMap<string, StoredUnit>, Industry>();

/**
 * The industry with its retired units among the others: what figures of past days are read by. Figures themselves end
 * with the last day of such a unit. What may be changed or sent today is asked of the units in use.
 */
export function withRetired(industry: Industry): Industry {
  const { unitsEver } = industry;
  if (unitsEver === undefined || unitsEver === industry.units) return industry;
  const known = WHOLES.get(unitsEver);
  // A report by calendar days has the units under another clock.
  if (known?.clock === industry.clock) return known;
  const whole = { ...industry, units: unitsEver };
  WHOLES.set(unitsEver, whole);
  return whole;
}

/**
 * The industry with the units that counted on some day from `from` on: those of a period that begins then. undefined:
 * with all there ever were.
 */
export function industryFrom(industry: Industry, from: BusinessDate | undefined): Industry {
  const { unitsEver } = industry;
  if (unitsEver === undefined) return industry;
  return { ...industry, units: new Map([...unitsEver].filter(([, unit]) => countsOn(unit, from))) };
}

/** The industry with those of its retired units that something names, among the units in use. */
export const withNamed = (industry: Industry, unitIds: readonly string[]): Industry => ({
  ...industry,
  units: new Map([
    ...industry.units,
    ...unitIds.flatMap((unitId) => {
      const unit = industry.unitsEver?.get(unitId);
      return unit === undefined ? [] : [[unitId, unit] as const];
    }),
  ]),
});

/** The given ids of units that counted on some day from `from` on. */
export const countingFrom = (
  { units }: Pick<Industry, 'units'>,
  unitIds: Iterable<string>,
  from: BusinessDate | undefined,
): readonly string[] =>
  [...unitIds].filter((unitId) => {
    const unit = units.get(unitId);
    return unit !== undefined && countsOn(unit, from);
  });

export const isInUse = ({ retirement }: StoredUnit): boolean => retirement === undefined;

/** Whether a unit is a device in use at an instant, such as the last one of a day. A virtual unit has no device. */
export const isDeviceAt = ({ current, retirement }: StoredUnit, epochMs: EpochMillis): boolean =>
  current.group !== 'VIRTUAL' && (retirement === undefined || retirement.atEpochMs > epochMs);
