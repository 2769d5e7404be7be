import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import { MILLI } from '../../kernel/measure/exact.ts';
import { divided, multiplied, type Ratio, ratioOf } from '../../kernel/measure/ratio.ts';
import { type ReadingScale, scaleOfReadings } from '../../kernel/measure/reading-scale.ts';
import type { Unit } from '../../kernel/measure/unit.ts';
import { dayStart } from '../../kernel/time/business-clock.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { measureNamed, PERCENT, thousandthsIn } from './measures.ts';

/** The capacity of a tank from an instant on. */
export interface TankCapacity {
  readonly fromMs: EpochMillis;
  /** In thousandths of the tank's measure; null: none is declared. */
  readonly maxCapacity: number | null;
  /** Readings are percent of the height, which a volume does not tell. */
  readonly isSurveyed: boolean;
}

/** The fields of a unit by which an amount of some measure becomes the value of its reading. */
export interface MeasuredUnit extends Pick<Unit, 'unitId' | 'siUnit' | 'group'> {
  /** Of a tank, oldest first; of another unit none. */
  readonly capacities: readonly TankCapacity[];
}

/** A unit with every capacity that its tank has had. */
export function measuredUnitOf({ clock }: Pick<Industry, 'clock'>, { current, versions }: StoredUnit): MeasuredUnit {
  const { unitId, siUnit, group } = current;
  const isTank = scaleOfReadings(group) === 'percent';
  const capacities = (isTank ? versions : []).map(
    ({ effectiveFrom, unit: { maxCapacity, volumeCurve } }, at): TankCapacity => ({
      fromMs: at === 0 ? Number.NEGATIVE_INFINITY : dayStart(clock, effectiveFrom),
      maxCapacity,
      isSurveyed: volumeCurve !== undefined,
    }),
  );
  return { unitId, siUnit, group, capacities };
}

/** The capacity by which a reading of an instant is a level; where none was declared, the first that was since. */
export function capacityAt({ capacities }: MeasuredUnit, atMs: EpochMillis): TankCapacity | null {
  const inForce = Math.max(
    0,
    capacities.findLastIndex(({ fromMs }) => fromMs <= atMs),
  );
  return capacities.slice(inForce).find(({ maxCapacity }) => maxCapacity !== null) ?? null;
}

/** Why amounts of a measure are no values of a unit. */
export type Unturned = 'other measure' | 'no capacity' | 'surveyed';

const ONE = ratioOf(1);
const THOUSAND = ratioOf(MILLI);
const HUNDRED = ratioOf(100);

/** How the readings of a unit count at an instant. */
interface Counting extends Pick<Unit, 'siUnit'> {
  readonly scale: ReadingScale;
  readonly capacity: TankCapacity | null;
}

/**
 * The factor that turns amounts of a measure into values of readings.
 * @param measure null: the unit's own, percent of a tank
 */
export function factorOfValues(measure: string | null, { siUnit, scale, capacity }: Counting): Ratio | Unturned {
  if (measure === null || (scale === 'percent' && measureNamed(measure) === PERCENT))
    return scale === 'thousandths' ? THOUSAND : ONE;
  const thousandths = thousandthsIn(measure, siUnit);
  if (thousandths === null) return 'other measure';
  if (scale === 'thousandths') return thousandths;
  if (scale === 'own measure') return divided(thousandths, THOUSAND) ?? 'other measure';
  if (capacity?.isSurveyed === true) return 'surveyed';
  return divided(multiplied(thousandths, HUNDRED), ratioOf(capacity?.maxCapacity ?? 0)) ?? 'no capacity';
}

/** The words behind a measure whose amounts are no values of a unit. */
export const whyUnturned = (why: Unturned, { unitId, siUnit }: Pick<Unit, 'unitId' | 'siUnit'>): string =>
  ({
    'other measure': `cannot be turned into ${siUnit}, the measure of ${unitId}`,
    'no capacity': `cannot be turned into percent of tank ${unitId}: it has no maxCapacity`,
    surveyed: `cannot be turned into percent of tank ${unitId}: it was surveyed, and is read in percent of its height`,
  })[why];
