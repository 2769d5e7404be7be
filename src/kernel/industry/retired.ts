import type { BusinessDate } from '../time/types.ts';
import type { Industry, StoredUnit } from './industry.ts';

/** Whether a unit counts on a business day; undefined: on any. A unit in use counts on every day. */
export const countsOn = ({ retirement }: Pick<StoredUnit, 'retirement'>, date: BusinessDate | undefined): boolean =>
  retirement === undefined || date === undefined || date <= retirement.lastDate;

const KNOWN = new WeakMap<Industry, Industry>();

/**
 * The industry with its retired units among the others: what figures of past days are read by. Figures themselves end
 * with the last day of such a unit. What may be changed or sent today is asked of the units in use.
 */
export function withRetired(industry: Industry): Industry {
  const { unitsEver } = industry;
  if (unitsEver === undefined || unitsEver === industry.units) return industry;
  const known = KNOWN.get(industry);
  if (known !== undefined) return known;
  const whole = { ...industry, units: unitsEver };
  KNOWN.set(industry, whole);
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

/** Those of the ids that are units of the industry and counted on some day from `from` on. */
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
