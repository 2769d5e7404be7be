import type { StoredUnit } from '../industry/industry.ts';
import type { Unit, UnitGroup } from '../measure/unit.ts';
import type { Reading, Rejection } from './reading.ts';

type Given = Pick<Reading, 'value' | 'register' | 'parameters'>;

const hasTotal = ({ value, register }: Given): boolean => value !== null || register !== null;

function hasParameter({ parameters }: Given, { params }: Pick<Unit, 'params'>): boolean {
  const given = Object.keys(parameters);
  return Object.keys(params).length === 0 ? given.length > 0 : given.some((name) => Object.hasOwn(params, name));
}

interface Needs {
  readonly isMet: (given: Given, unit: Pick<Unit, 'params'>) => boolean;
  readonly words: string;
}

const AMOUNT: Needs = { isMet: hasTotal, words: 'value or summedValue, a number' };
const LEVEL: Needs = { isMet: ({ value }) => value !== null, words: 'value, a number' };

/** What a reading must have to say anything of its unit; null: it takes none. */
const NEEDS: Readonly<Record<UnitGroup, Needs | null>> = {
  FLOW: AMOUNT,
  CONSUMPTION: AMOUNT,
  ENERGY: {
    isMet: (given, unit) => hasTotal(given) || hasParameter(given, unit),
    words: 'value, summedValue or a parameter of the unit',
  },
  STOCK: LEVEL,
  GROUND_WATER_LEVEL: LEVEL,
  QUALITY: { isMet: hasParameter, words: 'a parameter of the unit' },
  VIRTUAL: null,
};

const isMet = (unit: Unit, given: Given): boolean => NEEDS[unit.group]?.isMet(given, unit) ?? false;

/**
 * Why a reading says nothing of its unit; null: it does. Spec gap: what becomes of a reading without the figure that
 * its unit is read by. It is refused, because it would take the place of one that has the figure. A unit that was of
 * another group before takes what it took then.
 */
export function misfitOf({ current, versions }: StoredUnit, reading: Reading): Rejection | null {
  if (isMet(current, reading) || versions.some(({ unit }) => isMet(unit, reading))) return null;
  const { unitId } = reading;
  return {
    unitId,
    code: 'no_value',
    reason: `unitId '${unitId}' is a unit of ${current.group}, and the reading has none of what is read of it: allowed is ${NEEDS[current.group]?.words ?? 'no reading'}`,
  };
}
