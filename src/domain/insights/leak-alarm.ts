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
