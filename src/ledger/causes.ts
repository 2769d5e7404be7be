import type { BusinessDate } from '../kernel/time/types.ts';
import type { StaleDay } from './store/ledger.ts';

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
