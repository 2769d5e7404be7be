import type { VirtualPlan } from '../documents/virtual-plan.ts';
import type { BatchRequest } from './request.ts';

/** Unit ids whose documents a run writes: those asked for and what depends on them; the virtual ones alone where only they are wanted. */
export function unitsToWrite(request: BatchRequest, plan: VirtualPlan): ReadonlySet<string> {
  const asked = request.unitIds ?? new Set(request.industry.units.keys());
  const all = new Set([...asked].filter((unitId) => request.industry.units.has(unitId)));
  for (const dependant of plan.graph.dependantsOf(all)) all.add(dependant);
  if (!request.updateOnlyVirtual) return all;
  return all.difference(new Set(plan.nonVirtualUnitIds));
}
