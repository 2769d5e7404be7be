import { limitOf } from '../kinds.ts';
import { runsOf } from '../runs.ts';
import type { Detector, FoundSpan, InsightDay, InsightUnit, Surroundings } from '../types.ts';
import { examplesBefore, LEAST_USUAL_DAYS, measuredHours } from '../usual-days.ts';

/** Least measured hours of a judged day. */
const LEAST_HOURS = 18;
/** Least share of the usual days on which the level has moved. A level that often rests tells nothing by resting. */
const LEAST_MOVING_SHARE = 0.8;

const isConstant = (day: InsightDay): boolean => {
  const hours = measuredHours(day);
  return hours.every((level) => level === hours[0]);
};

/** Days on which a level that usually moves is one and the same in every hour. */
function detect({ days, limits }: InsightUnit, taken: readonly boolean[], { isIdle }: Surroundings): FoundSpan[] {
  const enough = limitOf(limits, 'stuck') ?? Infinity;
  const own = [...taken];
  const runs = runsOf(
    days.length,
    () => enough,
    (index, since) => {
      const day = days[index];
      if (day === undefined || taken[index] === true || measuredHours(day).length < LEAST_HOURS) return 'neither';
      const level = measuredHours(day)[0];
      if (!isConstant(day) || (since !== null && measuredHours(days[since] ?? day)[0] !== level)) return 'no';
      // A tank moves by what people do, so a day on which the site stands still tells nothing.
      if (since === null && isIdle(day.date)) return 'neither';
      const examples = examplesBefore(days, since ?? index, own);
      const moving = examples.filter((example) => !isConstant(example));
      if (examples.length < LEAST_USUAL_DAYS || moving.length < LEAST_MOVING_SHARE * examples.length) return 'neither';
      own[index] = true;
      return 'yes';
    },
  );
  return runs.map((run) => ({
    ...run,
    quantity: null,
    quantityPerDay: null,
    confidence: Math.min(0.95, 0.6 + 0.06 * run.count),
    evidence: { daysConstant: run.count, level: measuredHours(days[run.first] ?? days[0] ?? never())[0] ?? null },
  }));
}

function never(): never {
  throw new Error('A run has a first day.');
}

export const STUCK: Detector = { kind: 'stuck', groups: ['STOCK', 'GROUND_WATER_LEVEL'], detect };
