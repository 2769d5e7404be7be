import { inPieces } from '../kernel/pieces.ts';
import type { DataContext } from '../context.ts';
import { unitsOf } from '../figures/rules/device-data/categories.ts';
import { customSpan } from '../figures/rules/figures/span.ts';
import type { UnitSpan } from '../figures/rules/figures/unit-span.ts';
import {
  type Category,
  findCategory,
  type Industry,
  metaOf,
  type StoredUnit,
  unitAsOf,
} from '../kernel/industry/industry.ts';
import { industryFrom } from '../kernel/industry/retired.ts';
import { MILLI } from '../kernel/measure/exact.ts';
import { businessDateOf, dayWindow } from '../kernel/time/business-clock.ts';
import type { Unit } from '../kernel/measure/unit.ts';
import { addDays, eachDate, formatRequestDate } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { accuracyOf } from './rules/accuracy.ts';
import { type BalanceCategories, type WaterBalance, waterBalanceInSteps } from './rules/balance.ts';
import type { BalanceDay } from './rules/figure.ts';
import { type Before, type Meter, meterOf } from './rules/meter.ts';
import { type WaterSource, waterSourceOf } from './rules/neutrality.ts';
import { BALANCE_CATEGORY_KEYS } from './rules/placement.ts';
import { formsOf } from './rules/sensitivity.ts';
import type { Stretch } from './rules/units-over-days.ts';
import { firstReadingDate } from '../readings/store/readings.ts';
import { readSpans } from '../figures/read-spans.ts';
import { virtualPlannerOf, type VirtualPlan } from '../figures/virtual-plan.ts';

interface BalanceRequest {
  readonly startDate: BusinessDate;
  /** The last day, included. */
  readonly endDate: BusinessDate;
  readonly divisionFactor: number;
}

interface BalanceAnswer extends WaterBalance {
  readonly period: { readonly startDate: string; readonly endDate: string };
}

/**
 * GET waterBalance, the generic form. Every figure equals that of deviceDataV2 for the same days.
 * @throws ServiceError 1403 for a range that is too long or ends before it begins.
 */
export async function readBalance(
  context: DataContext,
  inUse: Industry,
  { startDate, endDate, divisionFactor }: BalanceRequest,
): Promise<BalanceAnswer> {
  const industry = industryFrom(inUse, startDate);
  const span = customSpan(startDate, endDate, { from: 'startDate', to: 'endDate' });
  const today = businessDateOf(industry.clock, context.clock.now());
  const begun = [...eachDate(startDate, endDate)].filter((date) => date <= today);
  const needs = balanceNeeds(industry, begun);
  const spans = await readSpans(context, industry, needs.wantedIds, span);
  return {
    period: { startDate: formatRequestDate(startDate), endDate: formatRequestDate(endDate) },
    ...(await balanceOver(context, industry, { ...needs, spans, startDate, begun, divisionFactor })),
  };
}

/** The balance of each day, equal to GET waterBalance for that day. */
export async function readBalanceDays(
  context: DataContext,
  industry: Industry,
  from: BusinessDate,
  to: BusinessDate,
): Promise<BalanceDay[]> {
  const days: BalanceDay[] = [];
  for (const date of eachDate(from, to)) {
    const { startEpochMs, endEpochMs } = dayWindow(industry.clock, date);
    // The running day is left out, because its inflow is known before its outflow.
    if (endEpochMs > context.clock.now()) break;
    const { figures } = await readBalance(context, industry, {
      startDate: date,
      endDate: date,
      divisionFactor: MILLI,
    });
    const { value, siUnit, band } = figures.unaccounted;
    days.push({
      startEpochMs,
      endEpochMs,
      siUnit,
      inflow: figures.inflow.value,
      imbalance: value,
      band95: band?.plusMinus ?? null,
    });
  }
  return days;
}

interface BalanceNeeds {
  readonly categories: BalanceCategories;
  /** Units of the balance's categories. */
  readonly unitIds: readonly string[];
  /** Units of the balance's categories, with the units that their formulas use. */
  readonly wantedIds: readonly string[];
  /** Plans of virtual units with the days on which each counts: `start` from 0, `end` excluded. */
  readonly plans: readonly { readonly start: number; readonly end: number; readonly plan: VirtualPlan }[];
}

/** Units and categories that a balance of these days needs. */
export function balanceNeeds(industry: Industry, begun: readonly BusinessDate[]): BalanceNeeds {
  const categories = categoriesOf(industry);
  const unitIds = unitsOf(
    industry,
    Object.values(categories).flatMap((category: Category | null) => category ?? []),
  );
  const plans = plansOf(industry, begun);
  const operands = plans.flatMap(({ plan }) => [...plan.graph.transitiveOperandsOf(unitIds)]);
  return { categories, unitIds, plans, wantedIds: [...new Set([...unitIds, ...operands])] };
}

interface BalanceDays extends BalanceNeeds {
  /** The span of each wanted unit over the days. */
  readonly spans: ReadonlyMap<string, UnitSpan>;
  readonly startDate: BusinessDate;
  readonly begun: readonly BusinessDate[];
  readonly divisionFactor: number;
}

/** The balance of days, from units that have been read already. */
export async function balanceOver(
  context: DataContext,
  industry: Industry,
  { categories, unitIds, plans, spans, startDate, begun, divisionFactor }: BalanceDays,
): Promise<WaterBalance> {
  const meters = await readMeters(context, industry, { spans, startDate, begun });
  const stretches = plans.map(({ start, end, plan }): Stretch => ({
    start,
    end,
    addAllUnitIds: plan.addAllUnitIds,
    formulas: plan.virtualUnits
      .filter(({ unit }) => spans.has(unit.unitId))
      .map((planned) => ({ ...planned, unitId: planned.unit.unitId })),
  }));
  const virtualFigure = (unitId: string, day: number): number | null => {
    const figure = spans.get(unitId)?.entries[day]?.y;
    return typeof figure === 'number' ? figure : null;
  };
  const steps = waterBalanceInSteps({
    categories,
    spans,
    meters,
    forms: formsOf(unitIds, { stretches, meters, virtualFigure }),
    waterSources: waterSourcesOf(industry, unitIds),
    divisionFactor,
  });
  return inPieces(steps);
}

/** Categories of the balance, by the same keys as in deviceDataV2. */
const categoriesOf = (industry: Industry): BalanceCategories => ({
  inflow: findCategory(industry, BALANCE_CATEGORY_KEYS.inflow),
  outflow: findCategory(industry, BALANCE_CATEGORY_KEYS.outflow),
  rawStock: findCategory(industry, BALANCE_CATEGORY_KEYS.rawStock),
  recycledStock: findCategory(industry, BALANCE_CATEGORY_KEYS.recycledStock),
});

function plansOf(industry: Industry, begun: readonly BusinessDate[]): BalanceNeeds['plans'] {
  const planFor = virtualPlannerOf(industry);
  const plans: { start: number; end: number; plan: VirtualPlan }[] = [];
  for (const [day, date] of begun.entries()) {
    const plan = planFor(date);
    const last = plans.at(-1);
    if (last?.plan === plan) last.end = day + 1;
    else plans.push({ start: day, end: day + 1, plan });
  }
  return plans;
}

const waterSourcesOf = ({ units }: Industry, unitIds: readonly string[]): ReadonlyMap<string, WaterSource> =>
  new Map(
    unitIds.flatMap((unitId): [string, WaterSource][] => {
      const stored: StoredUnit | undefined = units.get(unitId);
      const source = stored === undefined ? null : waterSourceOf(metaOf(stored));
      return source === null ? [] : [[unitId, source]];
    }),
  );

interface MeteredPeriod {
  readonly spans: ReadonlyMap<string, UnitSpan>;
  readonly startDate: BusinessDate;
  /** Days of the period that have begun, ascending. */
  readonly begun: readonly BusinessDate[];
}

/** Meters over a period: units with readings of their own. Tanks come with their level before the period. */
async function readMeters(
  context: DataContext,
  industry: Industry,
  { spans, startDate, begun }: MeteredPeriod,
): Promise<ReadonlyMap<string, Meter>> {
  const measuring = [...spans].flatMap(([unitId, span]) => {
    const stored = industry.units.get(unitId);
    const unit = stored === undefined ? null : measuringUnit(stored, begun);
    return stored === undefined || unit === null ? [] : [{ stored, span, unit }];
  });
  const dayBefore = addDays(startDate, -1);
  const tankIds = measuring.filter(({ unit }) => unit.group === 'STOCK').map(({ unit }) => unit.unitId);
  const before = await readSpans(context, industry, tankIds, { kind: 'DAYS', dates: [dayBefore] });
  return new Map(
    await Promise.all(
      measuring.map(
        async ({ stored, span, unit }) =>
          [
            unit.unitId,
            meterOf({
              span,
              accuracy: accuracyOf(unit, metaOf(stored)),
              daysBegun: begun.length,
              tank:
                unit.group !== 'STOCK'
                  ? null
                  : {
                      before: await levelBefore(context, stored, startDate, span, before.get(unit.unitId) ?? null),
                      capacities: [dayBefore, ...begun].map((date) => unitAsOf(stored, date).maxCapacity),
                    },
            }),
          ] as const,
      ),
    ),
  );
}

/** The unit as it was when it last had readings of its own; null when it was virtual on every day. */
function measuringUnit(stored: StoredUnit, begun: readonly BusinessDate[]): Unit | null {
  const inForce = begun.length === 0 ? [stored.current] : begun.map((date) => unitAsOf(stored, date));
  return inForce.findLast(({ group }) => group !== 'VIRTUAL') ?? null;
}

/** Level of a tank before the period. A document says 0 where no level was ever read, so such a 0 becomes null. */
async function levelBefore(
  { database }: DataContext,
  { unitKey }: StoredUnit,
  startDate: BusinessDate,
  span: UnitSpan,
  dayBefore: UnitSpan | null,
): Promise<Before> {
  const level = span.figures?.meta.openingStock ?? null;
  const read = dayBefore?.entries[0];
  if (read !== undefined && read.y !== null)
    return { level, estimatedShare: read.estimatedShare ?? 0, isOfItsDay: true };
  const first = level === 0 ? await firstReadingDate(database, [unitKey]) : null;
  const isNone = level === null || (level === 0 && (first === null || first >= startDate));
  return { level: isNone ? null : level, estimatedShare: 0, isOfItsDay: false };
}
