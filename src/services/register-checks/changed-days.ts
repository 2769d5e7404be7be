import type { BusinessDate } from '../../domain/time/types.ts';
import type { StoredRegister } from '../../store/register-events.ts';

/**
 * Business days whose figures change with the flags: the days of the readings concerned and, where another register now is the last
 * one known when such a day ends, the next day that has a register (its first hour compares itself with it). `before` and `after` are
 * the same readings in time order. Ascending.
 */
export function daysChangedBy(before: readonly StoredRegister[], after: readonly StoredRegister[]): readonly BusinessDate[] {
  const changed = new Set<BusinessDate>();
  let lastBefore: number | null = null;
  let lastAfter: number | null = null;
  let handedOnDiffers = false;
  let date: BusinessDate | null = null;
  after.forEach((reading, index) => {
    const flagBefore = before[index]?.excluded ?? reading.excluded;
    if (reading.date !== date) handedOnDiffers = lastBefore !== lastAfter;
    date = reading.date;
    if (flagBefore !== reading.excluded) changed.add(reading.date);
    if (handedOnDiffers && (!flagBefore || !reading.excluded)) changed.add(reading.date);
    if (!flagBefore) lastBefore = reading.register;
    if (!reading.excluded) lastAfter = reading.register;
  });
  return [...changed].sort();
}
