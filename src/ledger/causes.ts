import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import type { StaleDay } from './store/ledger.ts';
import type { ClockReader } from '../kernel/time/business-clock.ts';

/**
 * Milliseconds before its end at which a day counts as closed. A transaction that began just before the end and commits
 * just after the day's batch has read still leaves its mark.
 */
const CLOSING_MARGIN_MILLISECONDS = 120_000;

/** First business day that is not closed. A change of an earlier day marks it stale. */
export const closedBefore = (clock: Pick<ClockReader, 'businessDateOf'>, now: EpochMillis): BusinessDate =>
  clock.businessDateOf(now + CLOSING_MARGIN_MILLISECONDS);

/** Why a day is processed that nobody has marked: it was due, or somebody has asked for the run. */
const BATCH = 'batch';

/** A day whose marks a run has answered. */
export interface AnsweredDay {
  readonly businessDate: BusinessDate;
  readonly causes: readonly string[];
  /** Time of its oldest mark; null: it had none. */
  readonly markedAt: Date | null;
}

export const unmarked = (businessDate: BusinessDate): AnsweredDay => ({
  businessDate,
  causes: [BATCH],
  markedAt: null,
});
export const marked = ({ businessDate, causes, markedAt }: StaleDay): AnsweredDay => ({
  businessDate,
  causes: Object.keys(causes).sort(),
  markedAt,
});

/** Why documents of periods are written: causes of the marks of days in them. `startOf`: the period of a day. */
export function causesOfPeriods(
  seen: readonly StaleDay[],
  startOf: (date: BusinessDate) => BusinessDate,
): (periodStart: BusinessDate) => readonly string[] {
  const found = Map.groupBy(seen, (day) => startOf(day.businessDate));
  return (periodStart) =>
    [...new Set(found.get(periodStart)?.flatMap((day) => Object.keys(day.causes)) ?? [BATCH])].sort();
}
