import { stockLevel, type Tank } from '../../figures/rules/processors/stock.ts';
import { exact } from '../../kernel/measure/exact.ts';

const PERCENT = 100;

/** Content of a tank by one of its readings. */
interface TankContent {
  /** Milli-units; null: no capacity is declared. */
  readonly level: number | null;
  readonly percent: number | null;
}

/**
 * Level and share of capacity of a reading, as figures and findings have them: the reading of a tank without a curve is
 * the share, that of a surveyed one is percent of its height.
 */
export function tankContent(tank: Tank, reading: number): TankContent {
  const level = stockLevel(tank, reading);
  const { maxCapacity, volumeCurve } = tank;
  if (level === null || maxCapacity === null || maxCapacity <= 0) return { level, percent: null };
  return { level, percent: volumeCurve === undefined ? exact(reading) : (PERCENT * level) / maxCapacity };
}
