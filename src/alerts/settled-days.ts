import type { Querier } from '../platform/database/database.ts';
import type { DaySettled } from '../kernel/document/day-settled.ts';
import { addDueDays } from './store/evaluations.ts';

/** Notes days whose figures have changed, so that the next evaluation checks them again. */
export async function noteSettledDays(transaction: Querier, { industryKey, days }: DaySettled): Promise<void> {
  const changed = days.filter(({ changedUnitKeys }) => changedUnitKeys.length > 0);
  if (changed.length === 0) return;
  const due = changed.map(({ date, changedUnitKeys }) => ({ date, unitKeys: [...changedUnitKeys].sort(byNumber) }));
  await addDueDays(transaction, industryKey, due);
}

const byNumber = (a: number, b: number): number => a - b;
