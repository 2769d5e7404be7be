import { runsOf } from '../runs.ts';
import type { Detector, InsightUnit, FoundSpan } from '../types.ts';
import { examplesBefore, isMeasuredDay, measuredHours } from '../usual-days.ts';

/** Least hours a day at the end of the tank, because one hour is a wave or a spike of the sensor. */
const LEAST_HOURS = 2;
/** Share of usual days above which a tank at this end is simply run that way. */
const MOST_USUAL_SHARE = 0.2;
const LEAST_DAYS = 3;

/** One end of a tank. A level beyond the tank's range is an error of the sensor and does not count. */
interface End {
  readonly kind: 'tank-overflow' | 'tank-dry';
  readonly says: string;
  readonly isAt: (percent: number) => boolean;
  readonly limitPercent: number;
  readonly extreme: (...levels: number[]) => number;
}

function tank({ kind, says, isAt, limitPercent, extreme }: End): Detector {
  const hoursAt = (unit: InsightUnit, index: number): number => {
    const day = unit.days[index];
    return day === undefined ? 0 : measuredHours(day).filter(isAt).length;
  };
  const detect = (unit: InsightUnit, taken: readonly boolean[]): FoundSpan[] => {
    const { days } = unit;
    let usualShare = 0;
    const runs = runsOf(
      days.length,
      () => 1,
      (index, since) => {
        const day = days[index];
        if (day === undefined || taken[index] === true || measuredHours(day).length === 0) return 'neither';
        if (hoursAt(unit, index) < LEAST_HOURS) return isMeasuredDay(day) ? 'no' : 'neither';
        if (since !== null) return 'yes';
        const examples = examplesBefore(days, index, taken);
        const at = examples.filter((example) => measuredHours(example).filter(isAt).length >= LEAST_HOURS);
        usualShare = examples.length === 0 ? 1 : at.length / examples.length;
        return examples.length >= LEAST_DAYS && usualShare <= MOST_USUAL_SHARE ? 'yes' : 'neither';
      },
    );
    return runs.map((run) => {
      const levels = days
        .slice(run.first, run.last + 1)
        .flatMap(measuredHours)
        .filter(isAt);
      return {
        ...run,
        quantity: null,
        quantityPerDay: null,
        confidence: Math.min(0.95, 0.6 + 0.03 * levels.length),
        evidence: { hours: levels.length, limitPercent, worstPercent: extreme(...levels) },
      };
    });
  };
  return { kind, says, groups: ['STOCK'], detect };
}

export const TANK_OVERFLOW = tank({
  kind: 'tank-overflow',
  says: 'The tank is full to the brim, which it seldom is',
  limitPercent: 99,
  isAt: (percent) => percent >= 99 && percent <= 120,
  extreme: Math.max,
});

export const TANK_DRY = tank({
  kind: 'tank-dry',
  says: 'The tank is empty, which it seldom is',
  limitPercent: 2,
  isAt: (percent) => percent <= 2 && percent >= -1,
  extreme: Math.min,
});
