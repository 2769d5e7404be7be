import type { InsightDay } from './types.ts';
import type { Usual } from './usual-days.ts';

/** A leak, as far as it has been followed. */
export interface LeakAlarm {
  readonly usual: Usual;
  /** Indices of days. */
  readonly first: number;
  readonly raised: number;
  last: number;
  hasEnded: boolean;
  /** Looks at a later day. */
  readonly follow: (day: InsightDay, index: number) => void;
  readonly told: () => ToldLeak;
}

/** What people are told of it. Amounts are those of the unit's figures. */
interface ToldLeak {
  readonly method: string;
  readonly perHour: number;
  /** How sure it is, in deviations of what is usual. */
  readonly deviations: number;
  readonly evidence: Readonly<Record<string, number>>;
}

/** Of days on which a leak is followed, what they may say against it before it has ended. */
const CREDIT = 4;

interface Followed extends Pick<LeakAlarm, 'usual' | 'first' | 'raised'> {
  /** The logarithm of how much likelier a later day is with the leak than without; null: the day says nothing. */
  readonly saidBy: (day: InsightDay, index: number) => number | null;
  /** @param last index of the last day that spoke for the leak. */
  readonly told: (last: number) => ToldLeak;
}

/** A leak that has been raised, and has ended once later days have used up its credit. */
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
