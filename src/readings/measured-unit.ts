import type { Industry, StoredUnit } from '../kernel/industry/industry.ts';
import { scaleOfReadings } from '../kernel/measure/reading-scale.ts';
import { dayStart } from '../kernel/time/business-clock.ts';
import type { MeasuredUnit, TankCapacity } from './rules/stored-value.ts';

const capacitiesOf = ({ clock }: Pick<Industry, 'clock'>, { versions }: StoredUnit): readonly TankCapacity[] =>
  versions.map(({ effectiveFrom, unit: { maxCapacity, volumeCurve } }, at) => ({
    fromMs: at === 0 ? Number.NEGATIVE_INFINITY : dayStart(clock, effectiveFrom),
    maxCapacity,
    isSurveyed: volumeCurve !== undefined,
  }));

/** A unit with every capacity that its tank has had. */
export function measuredUnitOf(industry: Pick<Industry, 'clock'>, stored: StoredUnit): MeasuredUnit {
  const { unitId, siUnit, group } = stored.current;
  const capacities = scaleOfReadings(group) === 'percent' ? capacitiesOf(industry, stored) : [];
  return { unitId, siUnit, group, capacities };
}
