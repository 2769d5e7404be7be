import type { DailyDocument } from '../../domain/document/types.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import type { DayFailures } from '../../domain/processors/failure.ts';
import { processVirtualDay, type VirtualDay } from '../../domain/processors/virtual.ts';
import { dayWindow } from '../../domain/time/business-clock.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import type { PlannedVirtualUnit, VirtualPlan } from './virtual-plan.ts';

/** One day of an industry's units as far as it is computed. */
export interface DayInWork {
  readonly industry: Industry;
  readonly date: BusinessDate;
  readonly plan: VirtualPlan;
  readonly documents: Map<string, DailyDocument>;
  /** Where virtual units among them failed, by unitId. */
  readonly failures: Map<string, DayFailures>;
}

/**
 * Adds the documents and failures of virtual units, in dependency order, to those of the units that they use. What is
 * there already, of a sealed day, stays, and so does that it failed.
 * @param needed null: all of them
 */
export function computeVirtual(day: DayInWork, needed: ReadonlySet<string> | null, figuresOnly: boolean): void {
  for (const planned of day.plan.virtualUnits) {
    const { unitId } = planned.unit;
    if (needed !== null && !needed.has(unitId)) continue;
    const stored = day.documents.get(unitId);
    if (stored !== undefined) {
      if (stored.provenance.failed === true) day.failures.set(unitId, failuresOf(stored));
      continue;
    }
    const virtualDay = virtualDayOf(day, planned);
    // A day without length has no hours to evaluate.
    const { document, failures } = processVirtualDay(figuresOnly ? { ...virtualDay, dayLengthSeconds: 0 } : virtualDay);
    day.documents.set(unitId, document);
    day.failures.set(unitId, failures);
  }
}

/** Of a stored document that failed. Which of its hours merely had no data was not written down: missing is never 0. */
function failuresOf({ unitId, hourly }: DailyDocument): DayFailures {
  const failure = { unitId, kind: 'stored' } as const;
  return { day: failure, hours: hourly.map(({ y }) => (y === null ? failure : null)) };
}

/** What the processor of a virtual unit needs on a day, from the documents and failures of the units it uses. */
export function virtualDayOf(
  { industry, date, plan, documents, failures }: DayInWork,
  { unit, cyclic, failure, operandUnits, usesAddAll, usesFigures, virtualOperandIds, evaluate }: PlannedVirtualUnit,
): VirtualDay {
  const window = dayWindow(industry.clock, date);
  const documentsOf = (unitIds: readonly string[]): DailyDocument[] =>
    unitIds.flatMap((unitId) => documents.get(unitId) ?? []);
  return {
    industryId: industry.industryId,
    unit,
    date,
    dayStartEpochMs: window.startEpochMs,
    dayLengthSeconds: window.lengthSeconds,
    // A cyclic unit has no operands that could be computed before it.
    operands: cyclic ? new Map() : new Map([...operandUnits].map(([id, unitIds]) => [id, documentsOf(unitIds)])),
    addAll: usesAddAll && !cyclic ? documentsOf(plan.addAllUnitIds) : [],
    usesFigures,
    failure,
    operandFailures: virtualOperandIds.flatMap((unitId) => failures.get(unitId) ?? []),
    negativeAllowed: industry.virtualNegativeCalc,
    evaluate,
  };
}
