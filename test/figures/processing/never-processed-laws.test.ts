import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MonthlyDocument, YearlyDocument } from '../../../src/kernel/document/types.ts';
import { type Industry, unitAsOf } from '../../../src/kernel/industry/industry.ts';
import { countsOn, withRetired } from '../../../src/kernel/industry/retired.ts';
import { businessDateOf, dayStart } from '../../../src/kernel/time/business-clock.ts';
import {
  addDays,
  businessDate,
  earlierOf,
  firstOfMonth,
  firstOfYear,
  lastOfMonth,
  monthOf,
} from '../../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../../src/kernel/time/types.ts';
import { readMonths } from '../../../src/figures/read-months.ts';
import { composeYear } from '../../../src/figures/rules/processors/compose.ts';
import { ALIKE } from '../../../src/figures/rules/processors/parameters.ts';
import { monthsOfYear } from '../../../src/figures/rules/figures/span.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { runs } from '../../support/property-runs.ts';
import {
  at,
  dates,
  documents,
  type Json,
  process,
  type Row,
  send,
  staleOf,
  unit,
  virtual,
  works,
  type WorksOptions,
} from './works.ts';

/*
 * Months and years of young industries: few units, few readings, settings and clocks that change, units that come and
 * go. Most of their days happened before anything was sent, and one of them stands in for others.
 */

let context: TestContext;

beforeAll(async () => {
  context = await testContext('2025-01-10T12:00:00Z');
});

/** Choices that follow from a seed. */
function choices(seed: number) {
  let state = seed;
  const below = (end: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * end);
  };
  return {
    below,
    is: (percent: number): boolean => below(100) < percent,
    of: <T>(items: readonly T[]): T => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('Nothing to choose from.');
      return item;
    },
  };
}
type Choices = ReturnType<typeof choices>;

/** Days of 23, 23.5, 24.5 and 25 hours in the first months of 2025, and days that begin at odd times. */
const CLOCKS: readonly WorksOptions[] = [
  { timezone: 'Australia/Lord_Howe', shiftStartAt: '00:30:00' },
  { timezone: 'Pacific/Auckland', shiftStartAt: '06:30:00' },
  { timezone: 'Europe/Berlin', shiftStartAt: '18:15:00', daysOffset: 1 },
  { timezone: 'UTC' },
];
const MOMENTS = ['2025-02-20T12:00:00Z', '2025-03-20T12:00:00Z', '2025-04-05T12:00:00Z', '2025-04-20T12:00:00Z'];
const METERS = ['A', 'B', 'C', 'D', 'E'];
const PARAMS = {
  ph: { displayName: 'pH', siUnit: '' },
  last: { displayName: 'L', siUnit: '', isLatest: true },
};
const FORMULAS = [
  '{A} + 5',
  '{A} * 2 - {B}',
  '{A} / {B}',
  'ADD_ALL',
  '{B}#meta#openingStock + {C}',
  '{C} - {D} + {E}',
  '12',
];

function meter(unitId: string, { of, is }: Choices): Json {
  const more = {
    dataUpdateFrequency: of([300, 300, 90, 3600, 5400]),
    ...(is(30) ? { meta: { effectiveFrom: of(['05/01/2025', '18/02/2025', '01/12/2024', null]) } } : {}),
  };
  switch (of(['FLOW', 'FLOW', 'FLOW', 'STOCK', 'GROUND_WATER_LEVEL', 'QUALITY', 'ENERGY'] as const)) {
    case 'FLOW':
      return unit(unitId, of(['FLOW_CATEGORY', 'CONSUMPTION_CATEGORY']), more);
    case 'STOCK':
      return unit(unitId, 'STOCK_CATEGORY', { ...more, maxCapacity: of([500, 1000]) });
    case 'GROUND_WATER_LEVEL':
      return unit(unitId, 'GROUND_WATER_LEVEL', more);
    case 'QUALITY':
      return unit(unitId, 'QUALITY_CATEGORY', { ...more, params: PARAMS });
    case 'ENERGY':
      return unit(unitId, 'ENERGY_CATEGORY', { ...more, params: PARAMS, meta: { ...more.meta, pRef: 2 } });
  }
}

function unitsOf(drawn: Choices): Json[] {
  const meters = METERS.map((unitId) => meter(unitId, drawn));
  const twin = { ...meters[drawn.below(5)], unitId: 'TWIN', displayName: 'Twin' };
  return [...meters, twin, virtual('V', drawn.of(FORMULAS)), virtual('W', drawn.of([...FORMULAS, '{V} * 2']))];
}

/** One unit gets other settings or another group, comes or goes. */
function changed(units: readonly Json[], drawn: Choices): Json[] {
  const index = drawn.below(units.length);
  const unitId = String(units[index]?.['unitId']);
  switch (drawn.of(['settings', 'settings', 'virtual', 'gone', 'new', 'formula'] as const)) {
    case 'settings':
      return units.with(index, meter(unitId, drawn));
    case 'virtual':
      return units.map((one) => (one['unitId'] === 'D' ? virtual('D', drawn.of(['{A} + 5', '{B} * 3'])) : one));
    case 'gone':
      return units.toSpliced(index, 1);
    case 'new':
      return [...units, meter(`N${drawn.below(1000)}`, drawn)];
    case 'formula':
      return [...units.filter((one) => one['unitId'] !== 'V'), virtual('V', drawn.of(FORMULAS))];
  }
}

function rowOf(industry: Industry, unitId: string, date: string, drawn: Choices): Row | null {
  const head = { unitId, createdOn: at(industry, date, drawn.below(20)), interpolated: drawn.is(20) };
  const value = 1 + drawn.below(90);
  const stored = industry.units.get(unitId);
  if (stored === undefined || stored.current.group === 'VIRTUAL') return null;
  switch (unitAsOf(stored, businessDate(date)).group) {
    case 'FLOW':
    case 'CONSUMPTION':
      return { ...head, value, ...(drawn.is(60) ? { summedValue: 1000 + value } : {}) };
    case 'ENERGY':
      return { ...head, value, paramValue: { ph: value, last: value } };
    case 'QUALITY':
      return { ...head, value: { ph: value, last: value } };
    case 'STOCK':
    case 'GROUND_WATER_LEVEL':
      return { ...head, value };
    default:
      return null;
  }
}

const yesterday = (industry: Industry): BusinessDate =>
  addDays(businessDateOf(industry.clock, context.clock.now()), -1);

/** Sends a few readings and processes their days, other days, and whatever that marks. Returns the days. */
async function batch(industry: Industry, drawn: Choices, before: ReadonlySet<string>): Promise<Set<string>> {
  const all = dates(drawn.is(20) ? '2024-12-10' : '2025-01-01', yesterday(industry));
  const rows = Array.from({ length: 1 + drawn.below(4) }, () => {
    const date = drawn.of(drawn.is(50) ? all : all.slice(-15));
    return { date, row: rowOf(industry, drawn.of([...industry.units.keys()]), date, drawn) };
  });
  const sent = rows.flatMap(({ row }) => (row === null ? [] : [row]));
  if (sent.length > 0) await send(context, industry, sent);
  const ended = yesterday(industry);
  const processed = new Set<string>();
  const processDay = async (date: string): Promise<void> => {
    if ((await process(context, industry, date, date)).days > 0) processed.add(date);
  };
  // A stored month knows of the days that had ended when it was written.
  const lastDays = [...before].map((date) => earlierOf(lastOfMonth(businessDate(date)), ended));
  for (const date of new Set([...rows.map((row) => row.date), ...(drawn.is(50) ? [drawn.of(all)] : []), ...lastDays]))
    await processDay(date);
  for (let round = 0; round < 4; round += 1)
    for (const mark of await staleOf(context, industry)) await processDay(mark.slice(0, 10));
  expect(await staleOf(context, industry)).toEqual([]);
  return processed;
}

/** Stored months and years of these days say what is composed of days as readers have them. */
async function expectSameAsRead(inUse: Industry, processed: ReadonlySet<string>): Promise<void> {
  const industry = withRetired(inUse);
  const { industryId, clock } = industry;
  const until = yesterday(industry);
  const unitIds = new Set(industry.units.keys());
  const storedMonths = await documents<MonthlyDocument>(context, industry, 'MONTHLY');
  const storedYears = await documents<YearlyDocument>(context, industry, 'YEARLY');
  const days = [...processed].map((date) => businessDate(date));
  const changedMonths = new Set(days.map(firstOfMonth));
  for (const year of new Set(days.map(firstOfYear))) {
    const months = await readMonths(context, { industry, unitIds, months: [...monthsOfYear(year)], until });
    for (const stored of industry.units.values()) {
      const { unitId } = stored.current;
      if (!countsOn(stored, year)) continue;
      for (const month of changedMonths) {
        const read = months.get(month)?.get(unitId);
        if (read === undefined || firstOfYear(month) !== year) continue;
        const found = storedMonths.find((one) => one.unitId === unitId && one.month === monthOf(month));
        const { daily, ...figures } = read;
        expect(found).toMatchObject(figures);
        expect(found?.daily).toEqual(daily);
      }
      const read = composeYear({
        industryId,
        unit: unitAsOf(stored, lastOfMonth(addDays(year, 350))),
        year: year.slice(0, 4),
        months: monthsOfYear(year).map((month) => ({
          month: monthOf(month),
          startEpochMs: dayStart(clock, month),
          document: months.get(month)?.get(unitId) ?? null,
        })),
        unlike: ALIKE,
      });
      expect(storedYears.find((one) => one.unitId === unitId && one.year === year.slice(0, 4))).toEqual(read);
    }
  }
}

describe('months and years of young industries', () => {
  it('say what their days say, whatever came, went or changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), async (seed) => {
        const drawn = choices(seed);
        let options = drawn.of(CLOCKS);
        let units = unitsOf(drawn);
        let processed: ReadonlySet<string> = new Set();
        context.clock.set('2025-01-10T12:00:00Z');
        const { industryId } = await works(context, units, options);
        for (const moment of MOMENTS) {
          context.clock.set(moment);
          if (drawn.is(60)) units = changed(units, drawn);
          else if (drawn.is(40)) options = drawn.of(CLOCKS);
          const industry = await works(context, units, { ...options, industryId });
          processed = await batch(industry, drawn, processed);
          await expectSameAsRead(industry, processed);
        }
      }),
      { numRuns: runs(40), endOnFailure: true },
    );
  }, 600_000);
});
