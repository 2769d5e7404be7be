import { atOnce } from '../../../../src/kernel/pieces.ts';
import type { DailyDocument, Unheard } from '../../../../src/kernel/document/types.ts';
import { hoursSpan, periodsSpan, type UnitSpan } from '../../../../src/figures/rules/figures/unit-span.ts';
import { ALIKE } from '../../../../src/figures/rules/processors/parameters.ts';
import type { Category, Industry, StoredUnit } from '../../../../src/kernel/industry/industry.ts';
import type { Unit } from '../../../../src/kernel/measure/unit.ts';
import { planOf } from '../../../../src/reports/rules/plan.ts';
import type {
  DayRange,
  ReportFinding,
  ReportIncident,
  ReportInput,
  ReportRequest,
  SpanSet,
} from '../../../../src/reports/rules/input.ts';
import { businessDateOf, dayStart } from '../../../../src/kernel/time/business-clock.ts';
import { businessDate, daysBetween, eachDate, formatRequestDate } from '../../../../src/kernel/time/business-date.ts';
import { HOUR_MS } from '../../../../src/kernel/time/durations.ts';
import type { BusinessClock, BusinessDate } from '../../../../src/kernel/time/types.ts';
import { waterBalanceInSteps } from '../../../../src/balance/rules/balance.ts';
import { meterOf } from '../../../../src/balance/rules/meter.ts';
import { accuracyOf } from '../../../../src/balance/rules/accuracy.ts';
import { formsOf } from '../../../../src/balance/rules/sensitivity.ts';
import { entry, provenance, unit } from '../../../figures/rules/device-data/support.ts';

/* A works in UTC whose days can be worked out by hand: 24 slots a day, figures in milli-units. */

const SLOTS = 24;
const CLOCK: BusinessClock = { timezone: 'UTC', shiftStartAt: '00:00:00', daysOffset: 0 };

/** A day's figure; null: the unit sent nothing. An object: with the genuine slots of the day, or parameters. */
type Day = number | null | Readonly<Record<string, number | null>>;

interface Metered {
  readonly standardCategoryId?: string;
  readonly displayName?: string;
  readonly changes?: Partial<Unit>;
  /** Of the period, of the one before and of the same a year ago. */
  readonly days: readonly Day[];
  readonly before?: readonly Day[];
  readonly yearAgo?: readonly Day[];
  /** Hours of the one day of the period; its figure is their sum, or of a level the last. */
  readonly hours?: readonly Day[];
  /** Genuine slots of each day of the period that has a figure. */
  readonly genuine?: number;
  /** What passed unheard on the first day of the period. */
  readonly unheard?: Unheard;
}

export interface Works {
  readonly request: Pick<ReportRequest, 'service' | 'reportType'> & Partial<ReportRequest>;
  /** The clock: an ISO instant. */
  readonly now: string;
  readonly units: Readonly<Record<string, Metered>>;
  readonly categories?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly incidents?: readonly ReportIncident[];
  readonly findings?: readonly ReportFinding[];
}

const STANDARD_OF_KEY: Readonly<Record<string, string>> = {
  ID_RAW_WATER_STOCK: 'STOCK_CATEGORY',
  stockCategory: 'STOCK_CATEGORY',
  energyCategory: 'ENERGY_CATEGORY',
  qualityCategory: 'QUALITY_CATEGORY',
};

export function reportInput(works: Works): ReportInput {
  const request: ReportRequest = {
    reportFormat: 'html',
    layout: 'v1',
    startDate: businessDate('2026-06-01'),
    endDate: null,
    unitIds: null,
    subCategories: [],
    useShift: true,
    divisionFactor: 1000,
    body: null,
    ...works.request,
  };
  const nowEpochMs = Date.parse(works.now);
  const industry = industryOf(works);
  const plan = planOf(request);
  const today = businessDateOf(CLOCK, nowEpochMs);
  const set = (days: DayRange | null, pick: (metered: Metered) => readonly Day[] | undefined): SpanSet | null =>
    days === null
      ? null
      : {
          days,
          bucket: plan.bucket,
          spans: new Map(
            Object.entries(works.units).map(([unitId, metered]) => {
              const of = required(industry.units.get(unitId)).current;
              return [
                unitId,
                plan.bucket === 'hour'
                  ? hoursOf(of, days.from, metered, pick(metered) ?? [], nowEpochMs)
                  : spanOf(of, days, pick(metered) ?? [], { today, metered }),
              ];
            }),
          ),
        };
  const period = set(plan.days, ({ days }) => days);
  return {
    request,
    plan,
    industry,
    nowEpochMs,
    today,
    units: [...industry.units.values()].map(({ current }) => current),
    period,
    previous: set(plan.previous, ({ before }) => before),
    lastYear: set(plan.lastYear, ({ yearAgo }) => yearAgo),
    yearToDate: null,
    registerEvents: new Map(),
    balance: period === null ? null : balanceOf(industry, period, request.divisionFactor),
    incidents: works.incidents ?? [],
    findings: works.findings ?? [],
    annotations: { listed: [], isComplete: true },
  };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is there.');
  return value;
}

const industryOf = ({ units, categories = {} }: Works): Industry => ({
  industryKey: 1,
  industryId: 'WORKS',
  industryName: 'Works of Pune',
  place: 'Pune',
  isActive: true,
  isTest: false,
  clock: CLOCK,
  virtualNegativeCalc: false,
  meta: {},
  units: new Map(
    Object.entries(units).map(([unitId, { standardCategoryId, displayName, changes }]): [string, StoredUnit] => [
      unitId,
      {
        unitKey: 1,
        current: unit(unitId, standardCategoryId, {
          ...(displayName === undefined ? {} : { displayName }),
          ...changes,
        }),
        versions: [],
      },
    ]),
  ),
  categories: {
    categories: new Map(),
    categoriesV2: new Map(
      Object.entries(categories).map(([categoryKey, subCategories]): [string, Category] => [
        categoryKey,
        {
          categoryKey,
          standardCategoryId: STANDARD_OF_KEY[categoryKey] ?? 'FLOW_CATEGORY',
          subCategories: Object.entries(subCategories).map(([id, unitIds]) => ({
            id,
            displayName: `Sub ${id}`,
            units: unitIds,
          })),
        },
      ]),
    ),
    standardCategories: new Map(),
  },
});

function spanOf(
  of: Unit,
  { from, to }: DayRange,
  figures: readonly Day[],
  { today, metered }: { readonly today: BusinessDate; readonly metered: Metered },
): UnitSpan {
  const dates = [...eachDate(from, to)];
  return periodsSpan(
    of,
    of,
    dates.map((date, index) => ({
      startEpochMs: dayStart(CLOCK, date),
      document: date > today ? null : documentOf(of, date, figures, index, metered),
    })),
    ALIKE,
  );
}

/** Hours as given; of the other periods a day is spread evenly. */
function hoursOf(of: Unit, date: BusinessDate, metered: Metered, figures: readonly Day[], now: number): UnitSpan {
  const [day = null] = figures;
  const isPeriod = figures === metered.days;
  const hours =
    isPeriod && metered.hours !== undefined
      ? metered.hours
      : Array.from({ length: SLOTS }, () => (typeof day === 'number' ? day / SLOTS : day));
  const start = dayStart(CLOCK, date);
  const document = {
    ...documentOf(of, date, figures, 0, metered),
    hourly: hours.map((y, hour) => ({
      ...entry(y, { x: new Date(start + hour * HOUR_MS).toISOString() }),
      ...(of.group === 'STOCK' ? { percentage: typeof y === 'number' ? (y / (of.maxCapacity ?? 1)) * 100 : null } : {}),
    })),
  };
  return hoursSpan(of, { startEpochMs: start, lengthSeconds: SLOTS * 3600 }, start > now ? null : document, now);
}

function documentOf(
  of: Unit,
  date: BusinessDate,
  figures: readonly Day[],
  index: number,
  metered: Metered,
): DailyDocument {
  const value = figures[index] ?? null;
  const measured = value === null ? 0 : (metered.genuine ?? SLOTS);
  const isOfPeriod = figures === metered.days;
  return {
    id: `${of.unitId}-${date}`,
    unitId: of.unitId,
    industryId: 'WORKS',
    value,
    date: formatRequestDate(date),
    hourly: [],
    tag: `${date}_DAILY`,
    meta: {
      offlineCount: SLOTS - measured,
      offlineDuration: (SLOTS - measured) * 60,
      ...(of.group === 'STOCK'
        ? { maxCapacity: of.maxCapacity, percentage: typeof value === 'number' ? 50 : null, openingStock: 500_000 }
        : {}),
      ...(of.group === 'FLOW' || of.group === 'ENERGY' ? { flowFactor: of.flowFactor, ir: 1000, fr: 2000 } : {}),
      ...(isOfPeriod && index === 0 && metered.unheard !== undefined ? { unheard: metered.unheard } : {}),
    },
    provenance: provenance({
      slotsExpected: SLOTS,
      slotsGenuine: measured,
      readingsUsed: measured,
      coverageRatio: measured / SLOTS,
      estimatedShare: measured === 0 ? null : 0,
    }),
  };
}

function balanceOf(industry: Industry, { days, spans }: SpanSet, divisionFactor: number) {
  const find = (key: string): Category | null => industry.categories.categoriesV2.get(key) ?? null;
  const daysBegun = daysBetween(days.from, days.to) + 1;
  const meters = new Map(
    [...spans].map(([unitId, span]) => [
      unitId,
      meterOf({
        span,
        accuracy: accuracyOf(span.unit, {}),
        daysBegun,
        tank:
          span.unit.group === 'STOCK'
            ? {
                before: { level: 500_000, estimatedShare: 0, isOfItsDay: true },
                capacities: Array.from({ length: daysBegun + 1 }, () => span.unit.maxCapacity),
              }
            : null,
      }),
    ]),
  );
  return atOnce(
    waterBalanceInSteps({
      categories: {
        inflow: find('ID_SOURCE'),
        outflow: find('ID_CONSUMPTION'),
        rawStock: find('ID_RAW_WATER_STOCK'),
        recycledStock: null,
      },
      spans,
      meters,
      forms: formsOf([...spans.keys()], {
        meters,
        stretches: [{ start: 0, end: daysBegun, formulas: [], addAllUnitIds: [] }],
        virtualFigure: () => null,
      }),
      waterSources: new Map(),
      divisionFactor,
    }),
  );
}
