import type { DataContext } from '../../context.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { newestInstantBy } from '../../readings/store/readings.ts';
import { virtualPlannerOf } from '../virtual-plan.ts';

/**
 * ISO 8601 UTC instant of the newest reading of these units up to now; null when they have none. A virtual unit is as
 * new as what it uses.
 */
export async function lastUpdatedTime(
  context: DataContext,
  industry: Industry,
  unitIds: readonly string[],
): Promise<string | null> {
  const now = context.clock.now();
  const sources = withOperands(industry, unitIds, now);
  const unitKeys = sources.flatMap((unitId) => industry.units.get(unitId)?.unitKey ?? []);
  if (unitKeys.length === 0) return null;
  const newest = await newestInstantBy(context.database, industry.clock, unitKeys, now);
  return newest === null ? null : new Date(newest).toISOString();
}

function withOperands(industry: Industry, unitIds: readonly string[], now: number): readonly string[] {
  if (!unitIds.some((unitId) => industry.units.get(unitId)?.current.group === 'VIRTUAL')) return unitIds;
  const { graph } = virtualPlannerOf(industry)(businessDateOf(industry.clock, now));
  return [...new Set([...unitIds, ...graph.transitiveOperandsOf(unitIds)])];
}
