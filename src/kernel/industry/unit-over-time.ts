import type { Unit } from '../measure/unit.ts';
import { dayStart } from '../time/business-clock.ts';
import type { BusinessClock, EpochMillis } from '../time/types.ts';
import type { StoredUnit } from './industry.ts';

/** A unit as it counts at an instant. */
export type UnitAt = (at: EpochMillis) => Unit;

/** The unit over time: at each instant as it counts on the business day of it. */
export function unitOverTime(clock: BusinessClock, stored: StoredUnit): UnitAt {
  const [first, ...later] = stored.versions;
  const unit = first?.unit ?? stored.current;
  if (later.length === 0) return () => unit;
  const changes = later.map((version) => ({ atEpochMs: dayStart(clock, version.effectiveFrom), unit: version.unit }));
  return (at) => changes.findLast(({ atEpochMs }) => atEpochMs <= at)?.unit ?? unit;
}
