import type { DailyDocument } from '../kernel/document/types.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { DayFailures } from './rules/processors/failure.ts';
import { type ProcessedVirtualDay, processVirtualDay, type VirtualDay } from './rules/processors/virtual.ts';
import { type DayWindow, dayWindow } from '../kernel/time/business-clock.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import type { PlannedVirtualUnit, VirtualPlan } from './virtual-plan.ts';

/** One day of an industry's units with the documents computed so far. */
export interface DayInWork {
  readonly industry: Industry;
  readonly date: BusinessDate;
  readonly plan: VirtualPlan;
  readonly documents: Map<string, DailyDocument>;
  /** Failures of virtual units by unitId. */
  readonly failures: Map<string, DayFailures>;
  /** The part of the day that is computed; absent: all of it. */
  readonly window?: Pick<DayWindow, 'startEpochMs' | 'lengthSeconds'>;
}

/**
 * Adds the documents and failures of virtual units, in dependency order, to those of the units that they use. Documents
 * and failures that a sealed day already has stay.
 * @param needed null: all of them
 */
export function computeVirtual(day: DayInWork, needed: ReadonlySet<string> | null, figuresOnly: boolean): void {
  for (const planned of day.plan.virtualUnits) {
    const { unitId } = planned.unit;
    if (needed !== null && !needed.has(unitId)) continue;
    const virtualDay = virtualDayOf(day, planned);
    // A day without length has no hours to evaluate.
    const processed = processVirtualDay(figuresOnly ? { ...virtualDay, dayLengthSeconds: 0 } : virtualDay);
    const stored = day.documents.get(unitId);
    day.documents.set(unitId, stored ?? processed.document);
    day.failures.set(unitId, stored === undefined ? processed.failures : failuresOfStored(stored, processed));
  }
}

/**
 * Failures of a stored document's hours. Documents do not tell a failed hour from one without data, so the formula is
 * computed again. Other figures than the stored ones mean that the formula was changed for days whose figures stay.
 * Every hour without a figure then counts as failed, because missing is never 0.
 */
function failuresOfStored(stored: DailyDocument, { document, failures }: ProcessedVirtualDay): DayFailures {
  const hasFailed = stored.provenance.failed === true;
  const isSame =
    stored.value === document.value
    && hasFailed === (failures.day !== null)
    && stored.hourly.length === document.hourly.length
    && stored.hourly.every(({ y }, hour) => y === document.hourly[hour]?.y);
  if (isSame) return failures;
  const failure = { unitId: stored.unitId, kind: 'stored' } as const;
  return { day: hasFailed ? failure : null, hours: stored.hourly.map(({ y }) => (y === null ? failure : null)) };
}

/** Input of a virtual unit's processor for a day, from the documents and failures of the units it uses. */
export function virtualDayOf(
  { industry, date, plan, documents, failures, window = dayWindow(industry.clock, date) }: DayInWork,
  { unit, cyclic, failure, operandUnits, usesAddAll, usesFigures, virtualOperandIds, evaluate }: PlannedVirtualUnit,
): VirtualDay {
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
