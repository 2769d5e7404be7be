import { limitOf, type LimitsInForce } from '../kinds.ts';
import { runsOf } from '../runs.ts';
import type { Detector, FoundSpan, InsightDay, InsightUnit } from '../types.ts';
import { examplesBefore, isMeasuredDay, measuredHours } from '../usual-days.ts';

/** Least hours a day at the end of the tank, because one hour is a wave or a spike of the sensor. */
const LEAST_HOURS = 2;
/** Share of usual days above which a tank at this end is simply run that way. */
const MOST_USUAL_SHARE = 0.2;
const LEAST_DAYS = 3;

/** Percent of the sensor's own range. A level beyond it is an error of the sensor and does not count. */
const LEAST_PERCENT = -1;
const MOST_PERCENT = 120;
export const isLevelOfSensor = (percent: number): boolean => percent >= LEAST_PERCENT && percent <= MOST_PERCENT;
/** Content from which on a tank is full to the brim. */
const BRIM_PERCENT = 99;

/** One end of a tank. */
interface End {
  readonly kind: 'overflow' | 'tank-full' | 'tank-low';
  readonly limitOf: (limits: LimitsInForce | undefined) => number;
  readonly isAt: (percent: number, limitPercent: number) => boolean;
  readonly extreme: (...levels: number[]) => number;
}

function tank({ kind, limitOf: limitPercentOf, isAt: isBeyond, extreme }: End): Detector {
  const detect = (unit: InsightUnit, taken: readonly boolean[]): FoundSpan[] => {
    const { days } = unit;
    const limitPercent = limitPercentOf(unit.limits);
    const isAt = (percent: number): boolean => isLevelOfSensor(percent) && isBeyond(percent, limitPercent);
    const hoursAt = (day: InsightDay): number => measuredHours(day).filter(isAt).length;
    const runs = runsOf(
      days.length,
      () => 1,
      (index, since) => {
        const day = days[index];
        if (day === undefined || taken[index] === true || measuredHours(day).length === 0) return 'neither';
        if (hoursAt(day) < LEAST_HOURS) return isMeasuredDay(day) ? 'no' : 'neither';
        if (since !== null) return 'yes';
        const examples = examplesBefore(days, index, taken);
        const usually = examples.filter((example) => hoursAt(example) >= LEAST_HOURS);
        return examples.length >= LEAST_DAYS && usually.length <= MOST_USUAL_SHARE * examples.length
          ? 'yes'
          : 'neither';
      },
    );
    const newest = days.findLast((day) => measuredHours(day).length > 0)?.hours.findLast((level) => level !== null);
    return runs.map((run, index) => {
      const levels = days
        .slice(run.first, run.last + 1)
        .flatMap(measuredHours)
        .filter(isAt);
      return {
        ...run,
        quantity: null,
        quantityPerDay: null,
        confidence: Math.min(0.95, 0.6 + 0.03 * levels.length),
        isOpen: index === runs.length - 1 && newest != null && isAt(newest),
        evidence: { hours: levels.length, limitPercent, worstPercent: extreme(...levels) },
      };
    });
  };
  return { kind, groups: ['STOCK'], detect };
}

export const OVERFLOW = tank({
  kind: 'overflow',
  limitOf: () => BRIM_PERCENT,
  isAt: (percent, limit) => percent >= limit,
  extreme: Math.max,
});

/** Content from which on a tank is full. */
export const fullPercentOf = (limits: LimitsInForce | undefined): number =>
  limitOf(limits, 'tank-full') ?? BRIM_PERCENT;

/** Content at or below which a tank is low. */
export const lowPercentOf = (limits: LimitsInForce | undefined): number => limitOf(limits, 'tank-low') ?? 0;

export const TANK_FULL = tank({
  kind: 'tank-full',
  limitOf: fullPercentOf,
  isAt: (percent, limit) => percent >= limit,
  extreme: Math.max,
});

export const TANK_LOW = tank({
  kind: 'tank-low',
  limitOf: lowPercentOf,
  isAt: (percent, limit) => percent <= limit,
  extreme: Math.min,
});

/** Whether a tank had an hour at one of its ends. Without one its earlier days decide nothing. */
export function isAtAnEnd({ group, days, runningDay, limits }: InsightUnit): boolean {
  const [low, full] = [lowPercentOf(limits), Math.min(fullPercentOf(limits), BRIM_PERCENT)];
  const isEnd = (percent: number): boolean => isLevelOfSensor(percent) && (percent <= low || percent >= full);
  const all = runningDay === undefined ? days : [...days, runningDay];
  return group === 'STOCK' && all.some((day) => measuredHours(day).some(isEnd));
}
