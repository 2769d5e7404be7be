import { SILENT_AFTER_MINUTES } from '../../kernel/measure/offline-thresholds.ts';
import { customSpan, type Span } from '../../figures/rules/figures/span.ts';
import { earlierOf, firstOfMonth } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';

export const DIAGRAM_TYPES = ['HOUR', 'DATE'] as const;
export type DiagramType = (typeof DIAGRAM_TYPES)[number];

export interface DiagramDays {
  readonly type: DiagramType;
  readonly date1: BusinessDate;
  /** Last day of a DATE window; null: date1 alone. A window of HOUR shows date1 and ignores this. */
  readonly date2: BusinessDate | null;
}

/** Days that a diagram shows. */
export interface DiagramWindow {
  readonly flows: Span;
  /**
   * The span whose last level a tank shows, because levels do not add up. Opening level and completeness of tanks are
   * those of `flows`, so that closing less opening level is the change over the window.
   */
  readonly stocks: Span;
  readonly lastDate: BusinessDate;
  /** The window ends with the running business day, so the newest reading counts. */
  readonly isLive: boolean;
  /** date1 is the running business day. */
  readonly isToday: boolean;
  /**
   * Minutes without a reading after which a unit is offline. Spec gap: the thresholds are of an hour, day and month
   * view. HOUR is the hour view (15), one day of DATE the day view (60), several days are the month view (1800).
   */
  readonly onlineMinutes: number;
}

/**
 * The windows of a diagram (specification, User: water balance, rules 1 and 2). HOUR: the hours of date1. DATE: the
 * days from date1 to date2; tanks show their level at the end of that month, or as it is now when the month is running.
 * Spec gap: the month is that of the last day that has begun. Its last level stands for its end, because a tank that
 * sent nothing on the last day would count as empty in formulas.
 * @throws ServiceError 1403 when date2 is before date1 or too far behind it.
 */
export function diagramWindow({ type, date1, date2 }: DiagramDays, today: BusinessDate): DiagramWindow {
  const isToday = date1 === today;
  if (type === 'HOUR') {
    const hours: Span = { kind: 'HOURS', date: date1 };
    return {
      flows: hours,
      stocks: hours,
      lastDate: date1,
      isLive: isToday,
      isToday,
      onlineMinutes: SILENT_AFTER_MINUTES.hour,
    };
  }
  const lastDate = date2 ?? date1;
  const flows = customSpan(date1, lastDate, { from: 'date1', to: 'date2' });
  const onlineMinutes = lastDate === date1 ? SILENT_AFTER_MINUTES.day : SILENT_AFTER_MINUTES.month;
  return {
    flows,
    stocks: { kind: 'MONTHS', months: [stockMonthOf(date1, lastDate, today)] },
    lastDate,
    isLive: lastDate >= today && date1 <= today,
    isToday,
    onlineMinutes,
  };
}

/** First day of the month whose level is shown. A window of later months has not begun, so that nothing is shown. */
const stockMonthOf = (date1: BusinessDate, lastDate: BusinessDate, today: BusinessDate): BusinessDate =>
  firstOfMonth(firstOfMonth(date1) <= today ? earlierOf(lastDate, today) : lastDate);
