import type { InsightDay } from './types.ts';
import type { Usual } from './usual-days.ts';

/** A leak that is being followed from day to day. */
export interface LeakAlarm {
  readonly usual: Usual;
  /** Indices of days. */
  readonly first: number;
  readonly raised: number;
  last: number;
  hasEnded: boolean;
  /** Takes a later day into account. */
  readonly follow: (day: InsightDay, index: number) => void;
  readonly told: () => ToldLeak;
}

/** Facts of a leak for people. Amounts are in the unit's figures. */
interface ToldLeak {
  readonly method: string;
  readonly perHour: number;
  /** Certainty, in deviations of usual days. */
  readonly deviations: number;
  readonly evidence: Readonly<Record<string, number>>;
}

/** Evidence against a leak that its days may add up to before it has ended. */
const CREDIT = 4;

interface Followed extends Pick<LeakAlarm, 'usual' | 'first' | 'raised'> {
  /** Log likelihood ratio of a later day with the leak against without; null: the day tells nothing. */
  readonly saidBy: (day: InsightDay, index: number) => number | null;
  /** @param last index of the last day with evidence for the leak. */
  readonly told: (last: number) => ToldLeak;
}

/** A leak that has been raised. It ends when later days have used up its credit. */
export function followedLeak({ usual, first, raised, saidBy, told }: Followed): LeakAlarm {
  let credit = CREDIT;
  const alarm: LeakAlarm = {
    usual,
    first,
    raised,
    last: raised,
    hasEnded: false,
    follow: (day, index) => {
      const said = saidBy(day, index);
      if (said === null) return;
      credit = Math.min(CREDIT, credit + said);
      alarm.hasEnded = credit <= 0;
      if (said > 0) alarm.last = index;
    },
    told: () => told(alarm.last),
  };
  return alarm;
}
