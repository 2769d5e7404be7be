import { firstOfMonth, firstOfYear } from '../time/business-date.ts';
import type { BusinessDate } from '../time/types.ts';

/** Everything that reacts to settled days. A new consumer gets the events that are written from then on. */
export const SETTLED_CONSUMERS = ['totals', 'alerts', 'insights', 'pages', 'restatements'] as const;
export type SettledConsumer = (typeof SETTLED_CONSUMERS)[number];

/** A day of a {@link DaySettled} event. */
interface SettledDay {
  readonly date: BusinessDate;
  /** Units whose documents of the day changed since an event last told of it. */
  readonly changedUnitKeys: readonly number[];
  /** Causes of its marks; `batch` where nobody had marked the day. */
  readonly causes: readonly string[];
  readonly markedAt: Date | null;
}

/** The event: days of an industry are settled, with their months and years. */
export interface DaySettled {
  readonly eventKey: number;
  readonly industryKey: number;
  readonly settledAt: Date;
  /** Ascending. */
  readonly days: readonly SettledDay[];
  /** Units whose figures changed on any of the days. */
  readonly changedUnitKeys: readonly number[];
  /** First business days of the periods whose figures changed. */
  readonly changedPeriods: Readonly<Record<'daily' | 'monthly' | 'yearly', readonly BusinessDate[]>>;
}

/** The event as its days make it. */
export function daySettled(event: Pick<DaySettled, 'eventKey' | 'industryKey' | 'settledAt' | 'days'>): DaySettled {
  const changed = event.days.filter((day) => day.changedUnitKeys.length > 0);
  const daily = changed.map(({ date }) => date);
  return {
    ...event,
    changedUnitKeys: [...new Set(changed.flatMap((day) => day.changedUnitKeys))].sort((a, b) => a - b),
    changedPeriods: {
      daily,
      monthly: [...new Set(daily.map(firstOfMonth))],
      yearly: [...new Set(daily.map(firstOfYear))],
    },
  };
}
