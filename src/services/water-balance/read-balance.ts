import type { Context } from '../../context.ts';
import { unitsOf } from '../../domain/device-data/categories.ts';
import { customSpan } from '../../domain/figures/span.ts';
import type { UnitSpan } from '../../domain/figures/unit-span.ts';
import { CATEGORY_GENERATIONS, type Category, type Industry, type StoredUnit, unitAsOf } from '../../domain/industry/industry.ts';
import type { Unit } from '../../domain/measure/unit.ts';
import { businessDateOf } from '../../domain/time/business-clock.ts';
import { addDays, eachDate, formatRequestDate } from '../../domain/time/business-date.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { accuracyOf } from '../../domain/water-balance/accuracy.ts';
import { type BalanceCategories, type WaterBalance, waterBalance } from '../../domain/water-balance/balance.ts';
import { type Before, type Meter, meterOf } from '../../domain/water-balance/meter.ts';
import { type WaterSource, waterSourceOf } from '../../domain/water-balance/neutrality.ts';
import { formsOf, type Stretch } from '../../domain/water-balance/sensitivity.ts';
import { firstReadingDate } from '../../store/readings.ts';
import { readSpans } from '../figures/read-spans.ts';
import { createVirtualPlanner, type VirtualPlan } from '../figures/virtual-plan.ts';

type Reading = Pick<Context, 'database' | 'clock'>;

export interface BalanceRequest {
  readonly startDate: BusinessDate;
  /** The last day, included. */
  readonly endDate: BusinessDate;
  readonly divisionFactor: number;
}

export interface BalanceAnswer extends WaterBalance { readonly period: { readonly startDate: string; readonly endDate: string } }

/** Categories of the balance, found as deviceDataV2 finds them. */
function categoriesOf({ categories }: Industry): BalanceCategories {
  const find = (key: string): Category | null => CATEGORY_GENERATIONS.flatMap((generation) => categories[generation].get(key) ?? [])[0] ?? null;
  return { inflow: find('ID_SOURCE'), outflow: find('ID_CONSUMPTION'), rawStock: find('ID_RAW_WATER_STOCK'), recycledStock: find('ID_RECYCLED_WATER_STOCK') };
}

/**
 * GET waterBalance, the generic form. Every figure is that of deviceDataV2 over the same days.
 * @throws ServiceError 1403 for a range that is too long or ends before it begins.
 */
export async function readBalance(context: Reading, industry: Industry, { startDate, endDate, divisionFactor }: BalanceRequest): Promise<BalanceAnswer> {
  const span = customSpan(startDate, endDate, { from: 'startDate', to: 'endDate' });
  const today = businessDateOf(industry.clock, context.clock.now());
  const begun = [...eachDate(startDate, endDate)].filter((date) => date <= today);
  const categories = categoriesOf(industry);
  const unitIds = unitsOf(industry, Object.values(categories).flatMap((category: Category | null) => category ?? []));
  const plans = stretchesOf(industry, begun);
  const needed = [...new Set([...unitIds, ...plans.flatMap(({ plan }) => unitIds.flatMap((unitId) => [...plan.graph.transitiveOperandsOf(unitId)]))])];
  const tankIds = needed.filter((unitId) => groupOn(industry, unitId, endDate) === 'STOCK');

  const [spans, dayBefore] = await Promise.all([
    readSpans(context, industry, needed, span),
    readSpans(context, industry, tankIds, { kind: 'DAYS', dates: [addDays(startDate, -1)] }),
  ]);
  const meters = new Map<string, Meter>();
  for (const [unitId, unitSpan] of spans) {
    const stored = industry.units.get(unitId);
    const unit = stored === undefined ? null : measuringUnit(stored, begun);
    if (stored === undefined || unit === null) continue;
    const before = unit.group === 'STOCK' ? await levelBefore(context, stored, { startDate, unitSpan, dayBefore: dayBefore.get(unitId) ?? null }) : null;
    meters.set(unitId, meterOf({
      span: unitSpan, accuracy: accuracyOf(unit, metaOf(stored)), daysBegun: begun.length,
      tank: before === null ? null : { before, capacities: [addDays(startDate, -1), ...begun].map((date) => unitAsOf(stored, date).maxCapacity) },
    }));
  }
  const forms = formsOf(unitIds, {
    stretches: plans.map(({ start, end, plan }): Stretch => ({
      start, end, addAllUnitIds: plan.addAllUnitIds,
      formulas: plan.virtualUnits.filter(({ unit }) => spans.has(unit.unitId)).map((planned) => ({ ...planned, unitId: planned.unit.unitId })),
    })),
    meters,
    virtualFigure: (unitId, day) => numberOrNull(spans.get(unitId)?.entries[day]?.y),
  });
  const waterSources = new Map(unitIds.flatMap((unitId): [string, WaterSource][] => {
    const stored = industry.units.get(unitId);
    const source = stored === undefined ? null : waterSourceOf(metaOf(stored));
    return source === null ? [] : [[unitId, source]];
  }));
  return {
    period: { startDate: formatRequestDate(startDate), endDate: formatRequestDate(endDate) },
    ...waterBalance({ categories, spans, meters, forms, waterSources, divisionFactor }),
  };
}

const numberOrNull = (figure: unknown): number | null => (typeof figure === 'number' ? figure : null);
const groupOn = ({ units }: Industry, unitId: string, date: BusinessDate): Unit['group'] | null => {
  const stored = units.get(unitId);
  return stored === undefined ? null : unitAsOf(stored, date).group;
};

/** What meta holds beside the fields that decide figures; it counts for every day. */
const metaOf = ({ versions }: StoredUnit): Readonly<Record<string, unknown>> => versions.at(-1)?.meta ?? {};

/** The unit with readings of its own that counted last; null where it was virtual on every day. */
function measuringUnit(stored: StoredUnit, begun: readonly BusinessDate[]): Unit | null {
  const inForce = new Set(begun.map((date) => unitAsOf(stored, date)));
  if (inForce.size === 0) inForce.add(stored.current);
  return [...inForce].findLast(({ group }) => group !== 'VIRTUAL') ?? null;
}

/** Days with the same plan of virtual units, one after another. */
function stretchesOf(industry: Industry, begun: readonly BusinessDate[]): { start: number; end: number; plan: VirtualPlan }[] {
  const planFor = createVirtualPlanner(industry);
  const stretches: { start: number; end: number; plan: VirtualPlan }[] = [];
  for (const [day, date] of begun.entries()) {
    const plan = planFor(date);
    const last = stretches.at(-1);
    if (last?.plan === plan) last.end = day + 1;
    else stretches.push({ start: day, end: day + 1, plan });
  }
  return stretches;
}

/** A document says 0 where nothing was ever read; that is no level. */
async function levelBefore(
  { database }: Reading, { unitKey }: StoredUnit, { startDate, unitSpan, dayBefore }: { startDate: BusinessDate; unitSpan: UnitSpan; dayBefore: UnitSpan | null },
): Promise<Before> {
  const level = unitSpan.figures?.meta.openingStock ?? null;
  const read = dayBefore?.entries[0];
  if (read !== undefined && read.y !== null) return { level, estimatedShare: read.estimatedShare ?? 0, isOfItsDay: true };
  const first = level === 0 ? await firstReadingDate(database, [unitKey]) : null;
  const isNone = level === null || (level === 0 && (first === null || first >= startDate));
  return { level: isNone ? null : level, estimatedShare: 0, isOfItsDay: false };
}
