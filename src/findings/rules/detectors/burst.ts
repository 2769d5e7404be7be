import type { Detector, InsightUnit, FoundSpan, Surroundings } from '../types.ts';
import { isMeasuredDay, noExamples, usualBefore } from '../usual-days.ts';

/** Least hours in a row, each above the highest usual hour by the factor below. */
const LEAST_HOURS = 3;
/** Factor by which each hour of a burst exceeds the highest usual one. */
export const BURST_TIMES_HIGHEST = 1.6;
/** Least excess of these hours together, as a share of a usual day. */
const LEAST_DAY_SHARE = 0.5;

interface Hours {
  readonly from: number;
  readonly count: number;
  readonly excess: number;
  readonly highest: number;
}

function detect({ days }: InsightUnit, taken: readonly boolean[], { isIdle }: Surroundings): FoundSpan[] {
  const own = noExamples(days, taken, isIdle);
  const spans: FoundSpan[] = [];
  days.forEach((day, index) => {
    if (taken[index] === true || !isMeasuredDay(day)) return;
    const usual = usualBefore(days, index, own);
    if (usual === null) return;
    const limit = BURST_TIMES_HIGHEST * usual.highestHour;
    let worst: Hours | null = null;
    let running: Hours | null = null;
    day.hours.forEach((flow, hour) => {
      if (flow === null || flow <= limit) {
        running = null;
        return;
      }
      const before: Hours = running ?? { from: hour, count: 0, excess: 0, highest: 0 };
      const excess = before.excess + flow - (usual.byHour[hour]?.median ?? 0);
      running = { from: before.from, count: before.count + 1, excess, highest: Math.max(before.highest, flow) };
      if (worst === null || running.excess > worst.excess) worst = running;
    });
    const found = worst as Hours | null; // assigned inside the callback, which the compiler does not follow
    const usualDay = usual.meanHour * usual.hoursOfDay;
    if (found === null || found.count < LEAST_HOURS || found.excess < LEAST_DAY_SHARE * usualDay) return;
    own[index] = true;
    const previous = spans.at(-1);
    const goesOn = previous !== undefined && previous.last === index - 1;
    if (goesOn) spans.pop();
    const quantity = found.excess + (goesOn ? (previous.quantity ?? 0) : 0);
    spans.push({
      first: goesOn ? previous.first : index,
      raised: goesOn ? previous.raised : index,
      last: index,
      quantity,
      quantityPerDay: quantity / (goesOn ? index - previous.first + 1 : 1),
      confidence: Math.min(0.95, 0.5 + 0.1 * (found.highest / Math.max(usual.highestHour, Number.MIN_VALUE))),
      evidence: {
        hours: found.count,
        fromHour: found.from,
        highestHour: found.highest,
        usualHighestHour: usual.highestHour,
        usualPerDay: usualDay,
      },
    });
  });
  return spans;
}

export const BURST: Detector = {
  kind: 'burst',
  groups: ['FLOW', 'CONSUMPTION'],
  detect,
};
