import { mean, middleOf } from '../../../kernel/statistics.ts';
import { runsOf } from '../runs.ts';
import type { Detector, InsightUnit, FoundSpan, Surroundings } from '../types.ts';
import { isMeasuredDay, lowestHourOf, noExamples, type Usual, usualBefore } from '../usual-days.ts';

/** Share of the mean hour above which the lowest flow is a leak. */
const MOST_SHARE = 0.02;
/** Days in a row without one still hour. */
const DAYS = 7;
/** Share of the usual days that must have had a still hour. */
const LEAST_STILL_SHARE = 0.9;

const lowestOf = (unit: InsightUnit, index: number): number => {
  const day = unit.days[index];
  return day === undefined || !isMeasuredDay(day) ? 0 : lowestHourOf(day);
};
const isStill = ({ days }: Usual): boolean =>
  days.filter((day) => lowestHourOf(day) <= 0).length >= LEAST_STILL_SHARE * days.length;

function detect(unit: InsightUnit, taken: readonly boolean[], { isIdle }: Surroundings): FoundSpan[] {
  const { days } = unit;
  let own = noExamples(days, taken, isIdle);
  let usual: Usual | null = null;
  const runs = runsOf(
    days.length,
    () => DAYS,
    (index, since) => {
      const day = days[index];
      if (day === undefined || taken[index] === true || isIdle(day.date) || !isMeasuredDay(day)) return 'neither';
      if (since === null) usual = usualBefore(days, index, own);
      const lowest = lowestOf(unit, index);
      if (usual === null || !isStill(usual) || lowest <= 0 || lowest > MOST_SHARE * usual.meanHour) {
        own = noExamples(days, taken, isIdle);
        return 'no';
      }
      own[index] = true;
      return 'yes';
    },
  );
  return runs.map((run) => {
    const indices = Array.from({ length: run.last - run.first + 1 }, (_, step) => run.first + step);
    const lowest = indices.map((index) => lowestOf(unit, index)).filter((flow) => flow > 0);
    const perHour = mean(lowest);
    const hours = middleOf(indices.map((index) => days[index]?.hours.length ?? 0));
    return {
      ...run,
      quantity: perHour * hours * indices.length,
      quantityPerDay: perHour * hours,
      confidence: Math.min(0.9, 0.5 + 0.02 * run.count),
      evidence: { lowestPerHour: perHour, daysWithoutStandstill: run.count },
    };
  });
}

export const CREEP: Detector = {
  kind: 'creep',
  groups: ['FLOW', 'CONSUMPTION'],
  detect,
};
