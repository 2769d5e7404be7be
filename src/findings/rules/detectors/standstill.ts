import { operatingDayOn } from '../operating-days.ts';
import { type DayVerdict, runsOf } from '../runs.ts';
import type { Detector, InsightUnit, FoundSpan, Surroundings } from '../types.ts';
import { isMeasuredDay, measuredHours, noExamples } from '../usual-days.ts';

/** Least measured hours of a day of standstill. */
const LEAST_HOURS = 18;

function detect({ days }: InsightUnit, taken: readonly boolean[], { isIdle }: Surroundings): FoundSpan[] {
  const usualDays = new Map<number, number>();
  const needed = new Map<number, number>();
  const excluded = noExamples(days, taken, isIdle);
  const own = [...excluded];
  const judge = (index: number, since: number | null): DayVerdict => {
    const day = days[index];
    if (day === undefined || taken[index] === true || !isMeasuredDay(day)) return 'neither';
    const hours = measuredHours(day);
    if (hours.some((hour) => hour !== 0)) {
      for (let at = since ?? index; at < index; at += 1) own[at] = excluded[at] === true;
      return 'no';
    }
    const use = operatingDayOn(days, index, own);
    if (since !== null) own[index] = true;
    if (use === null || use.enough === null || !use.isExpected || hours.length < LEAST_HOURS || isIdle(day.date))
      return 'neither';
    own[index] = true;
    usualDays.set(since ?? index, use.usualDay);
    needed.set(since ?? index, use.enough);
    return 'yes';
  };
  const runs = runsOf(days.length, (first) => needed.get(first) ?? Infinity, judge);
  return runs.map((run) => {
    const perDay = usualDays.get(run.first) ?? 0;
    return {
      ...run,
      quantity: perDay * run.count,
      quantityPerDay: perDay,
      confidence: Math.min(0.95, 0.6 + 0.06 * run.count),
      evidence: { daysWithoutUse: run.count, usualPerDay: perDay },
    };
  });
}

export const STANDSTILL: Detector = {
  kind: 'standstill',
  groups: ['FLOW', 'CONSUMPTION', 'ENERGY'],
  detect,
};
