import { businessDateOf } from '../time/business-clock.ts';
import { FIRST_DATE } from '../time/business-date.ts';
import type { BusinessDate } from '../time/types.ts';
import { type Industry, type StoredUnit, unitAsOf } from './industry.ts';

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

const rulesOf = (unit: StoredUnit, date: BusinessDate): string => {
  const { displayName: _name, meters: _meters, ...rules } = unitAsOf(unit, date);
  return JSON.stringify(rules);
};

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
