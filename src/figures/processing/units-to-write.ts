import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { processedDays, type StaleDay } from '../../ledger/store/ledger.ts';
import type { VirtualPlan } from '../virtual-plan.ts';
import type { BatchRequest } from './request.ts';

/** True when a unit's stored documents may be behind its readings on one of the days. */
type IsStale = (unitId: string) => boolean;

/**
 * Unit ids whose documents a run writes: the units asked for and their dependants, and stale operands of each virtual
 * unit, since its figures come from readings and would not agree with documents that are behind. Spec gap: a run of
 * virtual units alone writes those asked for. Their stale operands stay marked, and the sweep brings them up to date.
 *
 * @param plans of the days that are written together
 */
export function unitsToWrite(
  { industry, unitIds, updateOnlyVirtual }: BatchRequest,
  plans: Iterable<VirtualPlan>,
  isStale: IsStale = () => false,
): ReadonlySet<string> {
  const asked = [...(unitIds ?? industry.units.keys())].filter((unitId) => industry.units.has(unitId));
  const distinct = [...new Set(plans)];
  if (updateOnlyVirtual)
    return new Set(
      asked.filter((unitId) => distinct.some((plan) => plan.virtualUnits.some(({ unit }) => unit.unitId === unitId))),
    );
  const all = new Set(asked);
  // A unit that is brought along has dependants of its own, and those use other units.
  for (let before = -1; before < all.size;) {
    before = all.size;
    for (const { graph } of distinct) {
      for (const dependant of graph.dependantsOf(all)) all.add(dependant);
      for (const operand of graph.transitiveOperandsOf(all)) if (isStale(operand)) all.add(operand);
    }
  }
  return all;
}

/**
 * Units to write on days `from`..`to`, whose marks `stale` were seen before; null: all. On a day that was never
 * processed every document may be behind.
 */
export async function unitsOfDays(
  db: Querier,
  request: BatchRequest,
  dates: readonly BusinessDate[],
  planFor: (date: BusinessDate) => VirtualPlan,
  stale: readonly StaleDay[],
): Promise<ReadonlySet<string> | null> {
  const { industry, unitIds, updateOnlyVirtual } = request;
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined || (unitIds === null && !updateOnlyVirtual)) return null;
  const processed = await processedDays(db, industry.industryKey, from, to);
  const isUnprocessed = dates.some((date) => !processed.has(date));
  const staleKeys = new Set(stale.filter((day) => processed.has(day.businessDate)).flatMap((day) => day.unitKeys));
  return unitsToWrite(
    request,
    dates.map(planFor),
    (unitId) => isUnprocessed || staleKeys.has(industry.units.get(unitId)?.unitKey ?? -1),
  );
}
