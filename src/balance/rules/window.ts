import { customSpan, type Span } from '../../figures/rules/figures/span.ts';
import { firstOfMonth, lastOfMonth } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';

export const DIAGRAM_TYPES = ['HOUR', 'DATE'] as const;
export type DiagramType = (typeof DIAGRAM_TYPES)[number];

export interface DiagramDays {
  readonly type: DiagramType;
  readonly date1: BusinessDate;
  /** Last day of a DATE window, null: date1 alone. HOUR shows date1 and does not use it. */
  readonly date2: BusinessDate | null;
}

/** Which days a diagram shows. */
export interface DiagramWindow {
  readonly flows: Span;
  /**
   * Of tanks the level, which is no sum. Their opening level and how much of them was measured are those of `flows`, so
   * that closing less opening is what the window changed.
   */
  readonly stocks: Span;
  readonly lastDate: BusinessDate;
  /** The window ends with the running business day, so what counts is the newest reading. */
  readonly isLive: boolean;
  /** date1 is the running business day. */
  readonly isToday: boolean;
  /** A unit without a newer reading is offline. */
  readonly onlineMinutes: number;
}

/**
 * Spec gap: which view a window is (specification, States: 15 minutes by the hour, 60 by the day, 1,800 by the month).
 * A window of one day is seen by the day, a longer one by the month.
 */
const ONLINE_MINUTES = { hours: 15, day: 60, days: 1800 } as const;

/**
 * The windows of a diagram (specification, User: water balance, rules 1 and 2). HOUR: the hours of date1. DATE: the
 * days from date1 to date2; tanks at the end of that month when it is past, in the running month as they stand now.
 * Spec gap: the month is that of the last day.
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
      onlineMinutes: ONLINE_MINUTES.hours,
    };
  }
  const lastDate = date2 ?? date1;
  const flows = customSpan(date1, lastDate, { from: 'date1', to: 'date2' });
  const stockDate = stockDateOf(lastDate, today);
  const onlineMinutes = lastDate === date1 ? ONLINE_MINUTES.day : ONLINE_MINUTES.days;
  return {
    flows,
    stocks: onDay(stockDate),
    lastDate,
    isLive: lastDate >= today && date1 <= today,
    isToday,
    onlineMinutes,
  };
}

const onDay = (date: BusinessDate): Span => ({ kind: 'DAYS', dates: [date] });

function stockDateOf(lastDate: BusinessDate, today: BusinessDate): BusinessDate {
  if (firstOfMonth(lastDate) < firstOfMonth(today)) return lastOfMonth(lastDate);
  return firstOfMonth(lastDate) === firstOfMonth(today) ? today : lastDate;
}
