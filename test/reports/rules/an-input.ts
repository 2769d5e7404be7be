import type { PeriodEntry } from '../../../src/kernel/document/types.ts';
import { periodsSpan, type UnitSpan } from '../../../src/figures/rules/figures/unit-span.ts';
import { ALIKE } from '../../../src/figures/rules/processors/parameters.ts';
import type { Category, Industry, StoredUnit } from '../../../src/kernel/industry/industry.ts';
import type { Unit } from '../../../src/kernel/measure/unit.ts';
import type {
  ReportBuilder,
  ReportIncident,
  ReportInput,
  ReportNeed,
  ReportRequest,
  SpanSet,
} from '../../../src/reports/rules/input.ts';
import { planOf } from '../../../src/reports/rules/plan.ts';
import { businessDate, eachDate } from '../../../src/kernel/time/business-date.ts';
import { businessDateOf, dayStart } from '../../../src/kernel/time/business-clock.ts';
import { provenance } from '../../figures/rules/device-data/support.ts';

/** Input of builders in few words: units, sub-categories and a figure per unit and day, in milli-units. */
interface Parts {
  readonly units: readonly Unit[];
  readonly categoriesV2?: readonly Category[];
  readonly request: Pick<ReportRequest, 'service' | 'reportType'> & Partial<ReportRequest>;
  /** ISO. */
  readonly now: string;
  /** unitId to date to figure; a day that is not there has no reading. */
  readonly days: Readonly<Record<string, Readonly<Record<string, PeriodEntry['y']>>>>;
  readonly incidents?: readonly ReportIncident[];
}

const SLOTS = 24;

function industryOf({ units, categoriesV2 = [] }: Parts): Industry {
  const stored = (current: Unit, index: number): [string, StoredUnit] => [
    current.unitId,
    { unitKey: index + 1, current, versions: [] },
  ];
  return {
    industryKey: 1,
    industryId: 'ACME',
    industryName: 'Acme Works',
    place: 'Pune',
    isActive: true,
    isTest: false,
    clock: { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00', daysOffset: 0 },
    virtualNegativeCalc: false,
    meta: {},
    units: new Map(units.map(stored)),
    categories: {
      categories: new Map(),
      categoriesV2: new Map(categoriesV2.map((category) => [category.categoryKey, category])),
      standardCategories: new Map(),
    },
  };
}

/** What a builder would be given, from figures of days. */
export function inputOf(parts: Parts, needs: readonly ReportNeed[] = ['previous', 'lastYear']): ReportInput {
  const industry = industryOf(parts);
  const nowEpochMs = Date.parse(parts.now);
  const today = businessDateOf(industry.clock, nowEpochMs);
  const request: ReportRequest = {
    reportFormat: 'html',
    layout: 'v1',
    startDate: businessDate('2026-06-15'),
    endDate: null,
    unitIds: null,
    subCategories: [],
    useShift: true,
    divisionFactor: 1000,
    body: null,
    ...parts.request,
  };
  const plan = planOf(request);
  const spansOf = (range: SpanSet['days'] | null): SpanSet | null =>
    range === null
      ? null
      : { days: range, bucket: 'day', spans: new Map(parts.units.map((unit) => [unit.unitId, spanOf(unit, range)])) };
  const spanOf = (unit: Unit, { from, to }: SpanSet['days']): UnitSpan =>
    periodsSpan(
      unit,
      unit,
      [...eachDate(from, to)].map((date) => ({
        startEpochMs: dayStart(industry.clock, date),
        document: date > today ? null : documentOf(unit, date, parts.days[unit.unitId]?.[date] ?? null),
      })),
      ALIKE,
    );
  return {
    request,
    plan,
    industry,
    nowEpochMs,
    today,
    units: parts.units,
    period: spansOf(plan.days),
    previous: needs.includes('previous') ? spansOf(plan.previous) : null,
    lastYear: needs.includes('lastYear') ? spansOf(plan.lastYear) : null,
    yearToDate: null,
    registerEvents: null,
    balance: null,
    incidents: parts.incidents ?? null,
    findings: [],
    annotations: { listed: [], isComplete: true },
  };
}

const documentOf = (unit: Unit, date: string, value: PeriodEntry['y']) => ({
  id: `ACME_${date}_${unit.unitId}`,
  unitId: unit.unitId,
  industryId: 'ACME',
  date,
  value,
  hourly: [],
  meta: { offlineCount: 0, offlineDuration: 0 },
  tag: '',
  provenance: provenance(
    value === null
      ? { slotsGenuine: 0, readingsUsed: 0, coverageRatio: 0, estimatedShare: null }
      : { slotsExpected: SLOTS, slotsGenuine: SLOTS },
  ),
});

/** A builder's document over this input, with what the builder needs. */
export const built = (builder: ReportBuilder, parts: Parts) => {
  const { request } = inputOf(parts);
  return builder.build(inputOf(parts, builder.needs(request)));
};
