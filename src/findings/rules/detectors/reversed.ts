import { runsOf } from '../runs.ts';
import type { Detector, InsightDay, InsightUnit, FoundSpan } from '../types.ts';

/** Least hours in which the register fell, and their least share of the hours in which it moved. */
const LEAST_FALLS = 3;
const FALL_SHARE = 0.8;
/** Days whose steps are judged together, because some meters count in a few hours a day. */
const DAYS_TOGETHER = 3;

interface Steps {
  readonly falls: number;
  readonly rises: number;
  readonly fallen: number;
}

/** Steps of the register from hour to hour. Without a register, hours with a negative figure count as falls. */
function stepsOf({ registers, hours }: InsightDay, before: number | null): Steps & { readonly last: number | null } {
  let [falls, rises, fallen, last] = [0, 0, 0, before];
  const count = (step: number): void => {
    if (step < 0) [falls, fallen] = [falls + 1, fallen - step];
    if (step > 0) rises += 1;
  };
  if (registers.some((register) => register !== null))
    for (const register of registers) {
      if (register === null) continue;
      if (last !== null) count(register - last);
      last = register;
    }
  else for (const hour of hours) count(hour ?? 0);
  return { falls, rises, fallen, last };
}

function detect({ days }: InsightUnit, taken: readonly boolean[]): FoundSpan[] {
  let last: number | null = null;
  const steps = days.map((day): Steps => {
    const found = stepsOf(day, last);
    last = found.last;
    return found;
  });
  const over = (from: number, to: number): Steps =>
    steps
      .slice(Math.max(0, from), to + 1)
      .reduce(
        (sum, day) => ({ falls: sum.falls + day.falls, rises: sum.rises + day.rises, fallen: sum.fallen + day.fallen }),
        { falls: 0, rises: 0, fallen: 0 },
      );
  const isBackwards = ({ falls, rises }: Steps): boolean =>
    falls >= LEAST_FALLS && falls >= FALL_SHARE * (falls + rises);
  const runs = runsOf(
    days.length,
    () => 1,
    (index, since) => {
      const today = steps[index];
      if (today === undefined || taken[index] === true || today.falls + today.rises === 0) return 'neither';
      if (today.falls < today.rises) return 'no';
      return since !== null || isBackwards(today) || isBackwards(over(index - DAYS_TOGETHER + 1, index))
        ? 'yes'
        : 'neither';
    },
  );
  return runs.map((run) => {
    const { falls, rises, fallen } = over(run.first, run.last);
    return {
      ...run,
      quantity: fallen,
      quantityPerDay: fallen / (run.last - run.first + 1),
      confidence: Math.min(0.98, 0.8 + 0.02 * falls),
      evidence: { hoursFalling: falls, hoursRising: rises, registerFell: fallen },
    };
  });
}

export const REVERSED: Detector = {
  kind: 'reversed',
  groups: ['FLOW', 'CONSUMPTION', 'ENERGY'],
  detect,
};
