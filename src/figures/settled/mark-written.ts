import type { Querier } from '../../platform/database/database.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { WrittenDocument } from '../store/write-documents.ts';
import { holdMarks, markUnfinished, type StaleDay } from '../../ledger/store/ledger.ts';
import type { VirtualPlan } from '../virtual-plan.ts';
import { composesPeriods, type RunScope } from './run-scope.ts';
import type { WrittenDays } from './settle.ts';

/**
 * Marks the days whose daily documents a run has just written, in the transaction that writes them: were the run to end
 * here, their months and years would not agree with them. A run that composes no periods leaves days that were never
 * processed as they are: nobody takes their documents for settled.
 */
export async function markWritten(
  db: Querier,
  request: RunScope,
  written: readonly WrittenDocument[],
  { seen, planFor, now }: { seen: readonly StaleDay[]; planFor: (date: BusinessDate) => VirtualPlan; now: Date },
): Promise<Pick<WrittenDays, 'seen' | 'unfinished'>> {
  if (written.length === 0) return { seen, unfinished: [] };
  const { industry } = request;
  const known = new Map(seen.map((day) => [day.businessDate, rebuiltBy(industry, day, planFor(day.businessDate))]));
  const writes = written.map(({ unitKey, periodStart }) => ({
    businessDate: periodStart,
    unitKey: known.get(periodStart)?.has(unitKey) === true ? null : unitKey,
  }));
  const held = new Set((await holdMarks(db, industry.industryKey, seen)).map((day) => day.businessDate));
  const marks = await markUnfinished(db, industry.industryKey, writes, composesPeriods(request), now);
  // A mark that someone else set or renewed since it was seen is not this run's to clear.
  const renewed = new Map(
    marks.filter((mark) => !mark.isNew && held.has(mark.businessDate)).map((mark) => [mark.businessDate, mark]),
  );
  return {
    seen: seen.map((day) => renewed.get(day.businessDate) ?? day),
    unfinished: marks.filter((mark) => mark.isNew),
  };
}

/** Keys of the units that a day's mark has rebuilt: those it names and what depends on them. */
function rebuiltBy({ units }: Industry, { unitKeys }: StaleDay, plan: VirtualPlan): ReadonlySet<number> {
  const marked = new Set(unitKeys);
  const unitIds = [...units.values()].filter((unit) => marked.has(unit.unitKey)).map((unit) => unit.current.unitId);
  for (const unitId of plan.graph.dependantsOf(unitIds)) {
    const unit = units.get(unitId);
    if (unit !== undefined) marked.add(unit.unitKey);
  }
  return marked;
}
