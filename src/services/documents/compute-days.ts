import type { Querier } from '../../database/database.ts';
import type { DailyDocument } from '../../domain/document/types.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { processDay } from '../../domain/processors/registry.ts';
import { createFigureProcessor } from '../../domain/processors/silent-days.ts';
import { processVirtualDay, type VirtualDay } from '../../domain/processors/virtual.ts';
import { dayWindow } from '../../domain/time/business-clock.ts';
import type { BusinessDate, EpochMillis } from '../../domain/time/types.ts';
import { loadUnitDays } from './load-days.ts';
import { createVirtualPlanner, type PlannedVirtualUnit, type VirtualPlan } from './virtual-plan.ts';

export interface DaysToCompute {
  readonly industry: Industry;
  /** Ascending. */
  readonly dates: readonly BusinessDate[];
  /** Units whose documents are wanted; null: all of the industry. */
  readonly unitIds: ReadonlySet<string> | null;
  readonly mustReadReadings: (date: BusinessDate) => boolean;
  readonly now: EpochMillis;
  /** true: hourly entries are not needed and may be empty. */
  readonly figuresOnly?: boolean;
}

/** The documents of one business day, by unitId. */
export interface ComputedDay {
  readonly date: BusinessDate;
  readonly documents: ReadonlyMap<string, DailyDocument>;
  /** How its virtual units were computed. */
  readonly plan: VirtualPlan;
}

/**
 * Daily documents from readings and rollups: units with readings first, then virtual units in dependency order. What a
 * wanted virtual unit uses is computed too and left out of the result. The same function serves the batch (which stores
 * its result), the running day and any day without a settled document, so all give the same figures.
 */
export async function* computeDays(db: Querier, request: DaysToCompute): AsyncGenerator<ComputedDay> {
  const { industry, unitIds } = request;
  const figuresOnly = request.figuresOnly === true;
  const process = figuresOnly ? createFigureProcessor() : processDay;
  const planFor = createVirtualPlanner(industry);
  const needed = unitIds === null ? null : withOperands(request, planFor);
  // A unit may have been a meter once and be virtual today, or the other way round.
  const units = [...industry.units.values()].filter((stored) =>
    stored.versions.some((version) => version.unit.group !== 'VIRTUAL') && (needed === null || needed.has(stored.current.unitId)));

  for await (const { date, unitDays } of loadUnitDays(db, { ...request, units })) {
    const documents = new Map<string, DailyDocument>();
    for (const unitDay of unitDays) documents.set(unitDay.unit.unitId, process(unitDay));
    const plan = planFor(date);
    computeVirtual(industry, date, plan, needed, documents, figuresOnly);
    yield { date, plan, documents: unitIds === null ? documents : new Map([...documents].filter(([unitId]) => unitIds.has(unitId))) };
  }
}

/** The wanted units and everything that the virtual ones among them use, on any of the days. */
function withOperands({ dates, unitIds }: DaysToCompute, planFor: (date: BusinessDate) => VirtualPlan): ReadonlySet<string> {
  const needed = new Set(unitIds);
  for (const plan of new Set(dates.map(planFor))) {
    for (const unitId of unitIds ?? []) {
      for (const operand of plan.graph.transitiveOperandsOf(unitId)) needed.add(operand);
    }
  }
  return needed;
}

function computeVirtual(industry: Industry, date: BusinessDate, plan: VirtualPlan, needed: ReadonlySet<string> | null, documents: Map<string, DailyDocument>, figuresOnly: boolean): void {
  for (const planned of plan.virtualUnits) {
    const { unitId } = planned.unit;
    if (needed !== null && !needed.has(unitId)) continue;
    const virtualDay = virtualDayOf(industry, date, plan, planned, documents);
    // A day without length has no hours to evaluate.
    documents.set(unitId, processVirtualDay(figuresOnly ? { ...virtualDay, dayLengthSeconds: 0 } : virtualDay));
  }
}

/** What the processor of a virtual unit needs on a day, from the documents of the units it uses. */
export function virtualDayOf(
  industry: Industry, date: BusinessDate, plan: VirtualPlan, { unit, cyclic, operandUnits, usesAddAll, evaluate }: PlannedVirtualUnit, documents: ReadonlyMap<string, DailyDocument>,
): VirtualDay {
  const window = dayWindow(industry.clock, date);
  const documentsOf = (unitIds: readonly string[]): DailyDocument[] => unitIds.flatMap((unitId) => documents.get(unitId) ?? []);
  return {
    industryId: industry.industryId, unit, date, dayStartEpochMs: window.startEpochMs, dayLengthSeconds: window.lengthSeconds,
    // A cyclic unit has no operands that could be computed before it.
    operands: cyclic ? new Map() : new Map([...operandUnits].map(([id, unitIds]) => [id, documentsOf(unitIds)])),
    addAll: usesAddAll && !cyclic ? documentsOf(plan.nonVirtualUnitIds) : [],
    negativeAllowed: industry.virtualNegativeCalc,
    evaluate,
  };
}
