import type { StoredUnit } from '../../kernel/industry/industry.ts';
import type { Unit, UnitGroup } from '../../kernel/measure/unit.ts';
import type { Reading, RowRefusal } from './reading.ts';

type Given = Pick<Reading, 'value' | 'register' | 'parameters'>;

const hasTotal = ({ value, register }: Given): boolean => value !== null || register !== null;
const hasLevel = ({ value }: Given): boolean => value !== null;

/** The quantity that a reading must carry, by group of the unit. A declared parameter serves as well. */
const NEEDED: Readonly<Record<UnitGroup, { readonly has: (given: Given) => boolean; readonly words: string }>> = {
  FLOW: { has: hasTotal, words: 'value or summedValue, a number' },
  CONSUMPTION: { has: hasTotal, words: 'value or summedValue, a number' },
  ENERGY: { has: (given) => hasTotal(given) || hasAny(given), words: 'value, summedValue or a parameter' },
  STOCK: { has: hasLevel, words: 'value, a number' },
  GROUND_WATER_LEVEL: { has: hasLevel, words: 'value, a number' },
  QUALITY: { has: hasAny, words: 'a parameter' },
  VIRTUAL: { has: () => false, words: 'no reading' },
};

function hasAny({ parameters }: Given): boolean {
  return Object.keys(parameters).length > 0;
}

const fits = ({ group, params }: Unit, given: Given): boolean =>
  NEEDED[group].has(given) || Object.keys(given.parameters).some((name) => Object.hasOwn(params, name));

/**
 * The reason why a reading has nothing that its unit is read by; null when it has. Spec gap: such a reading is refused,
 * because it would take the place of a reading with the figure. A unit that was of another group before also takes the
 * readings of that group.
 */
export function unitMismatchOf({ current, versions }: StoredUnit, reading: Reading): RowRefusal | null {
  if (fits(current, reading) || versions.some(({ unit }) => fits(unit, reading))) return null;
  const { unitId } = reading;
  return {
    unitId,
    code: 'no_value',
    reason: `unitId '${unitId}' is a unit of ${current.group}, and the reading has none of what is read of it: allowed is ${NEEDED[current.group].words}`,
  };
}
