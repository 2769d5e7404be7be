import { MILLI } from './exact.ts';
import type { Unit, UnitGroup } from './unit.ts';

/** The scale of a reading's `value`: thousandths of the unit's measure, percent of a tank, or the measure itself. */
export type ReadingScale = 'thousandths' | 'percent' | 'own measure';

/** By group (specification, User: batch processing, processors). Virtual units have figures and no readings. */
const SCALES: Readonly<Record<UnitGroup, ReadingScale>> = {
  FLOW: 'thousandths',
  CONSUMPTION: 'thousandths',
  ENERGY: 'thousandths',
  STOCK: 'percent',
  GROUND_WATER_LEVEL: 'own measure',
  QUALITY: 'own measure',
  VIRTUAL: 'thousandths',
};

export const scaleOfReadings = (group: UnitGroup): ReadingScale => SCALES[group];

/** The divisor that turns a reading into {@link measureOfReadings}. */
export const divisorOfReadings = (group: UnitGroup): number => (SCALES[group] === 'thousandths' ? MILLI : 1);

/** The measure in which a reading is shown. */
export const measureOfReadings = ({ group, siUnit }: Pick<Unit, 'group' | 'siUnit'>): string =>
  SCALES[group] === 'percent' ? '%' : siUnit;
