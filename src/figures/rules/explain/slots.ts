import type { OfflineInterval } from '../../../kernel/document/types.ts';
import { hoursOfDay } from '../processors/hours.ts';
import type { UnitDay } from '../processors/types.ts';

/**
 * Slots of a day or hour: how many were expected, held a genuine reading, and where none did (UTC, `to` exclusive,
 * merged).
 */
export interface ExplainedSlots {
  readonly expected: number;
  readonly genuine: number;
  readonly missing: readonly OfflineInterval[];
}

export function explainSlots(day: UnitDay, hour: number | null): ExplainedSlots {
  const hours = hoursOfDay(day).filter((_, index) => hour === null || index === hour);
  return {
    expected: hours.reduce((sum, { offline }) => sum + offline.slotsExpected, 0),
    genuine: hours.reduce((sum, { offline }) => sum + offline.slotsGenuine, 0),
    missing: merged(hours.flatMap(({ offline }) => offline.offlineIntervals)),
  };
}

function merged(intervals: readonly OfflineInterval[]): readonly OfflineInterval[] {
  const found: OfflineInterval[] = [];
  for (const interval of intervals) {
    const last = found.at(-1);
    if (last?.to === interval.from) found[found.length - 1] = { from: last.from, to: interval.to };
    else found.push(interval);
  }
  return found;
}
