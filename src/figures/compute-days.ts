import type { Querier } from '../platform/database/database.ts';
import type { DailyDocument } from '../kernel/document/types.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { countsOn, withRetired } from '../kernel/industry/retired.ts';
import type { Unit } from '../kernel/measure/unit.ts';
import { processDay } from './rules/processors/registry.ts';
import { createFigureProcessor } from './rules/processors/memoise-silent-days.ts';
import { Piece } from '../kernel/pieces.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { computeVirtual, type DayInWork } from './compute-virtual.ts';
import { loadUnitDays } from './load-days.ts';
import type { ReadHours } from './store/hours-cache.ts';
import { partedBySeal } from './sealed-stretches.ts';
import { virtualPlannerOf, type VirtualPlan } from './virtual-plan.ts';

export interface DaysToCompute {
  readonly industry: Industry;
  /** Dates in ascending order. */
  readonly dates: readonly BusinessDate[];
  /** Units whose documents are wanted; null: all of the industry. */
  readonly unitIds: ReadonlySet<string> | null;
  /** Days before it are materialised and fresh; null: none is known to be. */
  readonly materialisedBefore: BusinessDate | null;
  readonly now: EpochMillis;
  /**
   * True when register checks of a unit's day have yet to run, so its figures are provisional. Absent: all have run.
   */
  readonly isUnchecked?: (date: BusinessDate, unit: Unit) => boolean;
  /** true: hourly entries are not needed and may be empty. */
  readonly figuresOnly?: boolean;
  /** Absent: hours are added up anew. */
  readonly readHours?: ReadHours;
}

/** The documents of one business day, by unitId. */
interface ComputedDay {
  readonly date: BusinessDate;
  readonly documents: ReadonlyMap<string, DailyDocument>;
  /** State of the day's virtual units, with everything that they use. */
  readonly work: DayInWork;
}

/**
 * Daily documents from readings and rollups: units with readings first, then virtual units in dependency order.
 * Operands of a wanted virtual unit are computed too and left out of the result. The same function serves the batch
 * (which stores its result), the running day and any day without a settled document, so all give the same figures.
 * Stored documents of a sealed day stand, and only units without one are computed from them.
 */
export async function* computeDays(db: Querier, request: DaysToCompute): AsyncGenerator<ComputedDay> {
  const industry = withRetired(request.industry);
  const { unitIds } = request;
  const [first] = request.dates;
  const figuresOnly = request.figuresOnly === true;
  const process = figuresOnly ? createFigureProcessor() : processDay;
  const planFor = virtualPlannerOf(industry);
  const needed = unitIds === null ? null : withOperands(request, planFor);
  // A unit may have been a meter once and be virtual today, or the other way round.
  const units = [...industry.units.values()].filter(
    (stored) =>
      countsOn(stored, first)
      && stored.versions.some((version) => version.unit.group !== 'VIRTUAL')
      && (needed === null || needed.has(stored.current.unitId)),
  );

  const documented = [...industry.units.values()].filter(
    (stored) => countsOn(stored, first) && (needed === null || needed.has(stored.current.unitId)),
  );
  const toPart = { industry, units: documented, dates: request.dates, figuresOnly };
  // Many days of few units are one long work.
  const piece = new Piece();
  for await (const { dates, stored } of partedBySeal(db, toPart)) {
    const lacking = units.filter(({ current }) => !dates.every((date) => stored?.get(date)?.has(current.unitId)));
    const loaded =
      lacking.length === 0
        ? dates.map((date) => ({ date, unitDays: [] }))
        : loadUnitDays(db, { ...request, industry, dates, units: lacking });
    for await (const { date, unitDays } of loaded) {
      const documents = new Map(stored?.get(date));
      for (const unitDay of unitDays) {
        if (piece.isOver) await piece.rest();
        const { unitId } = unitDay.unit;
        if (documents.has(unitId)) continue;
        const document = process(unitDay);
        // Only readings can be checked.
        const isProvisional = unitDay.hours.length > 0 && request.isUnchecked?.(date, unitDay.unit) === true;
        documents.set(unitId, isProvisional ? provisional(document) : document);
      }
      const work: DayInWork = { industry, date, plan: planFor(date), documents, failures: new Map() };
      computeVirtual(work, needed, figuresOnly);
      yield {
        date,
        work,
        documents: unitIds === null ? documents : new Map([...documents].filter(([unitId]) => unitIds.has(unitId))),
      };
    }
  }
}

/** The wanted units and everything that the virtual ones among them use, on any of the days. */
function withOperands(
  { dates, unitIds }: DaysToCompute,
  planFor: (date: BusinessDate) => VirtualPlan,
): ReadonlySet<string> {
  const needed = new Set(unitIds);
  for (const plan of new Set(dates.map(planFor)))
    for (const operand of plan.graph.transitiveOperandsOf(unitIds ?? [])) needed.add(operand);
  return needed;
}

const provisional = (document: DailyDocument): DailyDocument => ({
  ...document,
  provenance: { ...document.provenance, provisional: true },
});
