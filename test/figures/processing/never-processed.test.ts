import { beforeAll, describe, expect, it } from 'vitest';
import type { MonthlyDocument, YearlyDocument } from '../../../src/kernel/document/types.ts';
import { completenessOf, partOfDocument, partsOfSpan } from '../../../src/kernel/document/completeness.ts';
import { businessDate, firstOfYear, monthOf } from '../../../src/kernel/time/business-date.ts';
import { readMonths } from '../../../src/figures/read-months.ts';
import { readYears } from '../../../src/figures/read-years.ts';
import { backfillDays } from '../../../src/figures/processing/backfill-days.ts';
import { backfillMonths } from '../../../src/figures/processing/backfill-months.ts';
import type { UnsavedDocument } from '../../../src/figures/processing/unsaved-documents.ts';
import type { Querier } from '../../../src/platform/database/database.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, documents, process, send, unit, virtual, works } from './works.ts';

let context: TestContext;

beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

const UNITS = [
  unit('A', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
  unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000, dataUpdateFrequency: 300 }),
  virtual('TWICE', '{A} * 2'),
];

describe('history of two days', () => {
  it('makes its month and its year no more complete than their days are, on every road', async () => {
    const industry = await works(context, UNITS);
    await send(
      context,
      industry,
      ['2025-09-10', '2025-09-11'].flatMap((date) =>
        [5, 6].map((hour) => ({ unitId: 'A', createdOn: at(industry, date, hour), value: 3 })),
      ),
    );
    await process(context, industry, '2025-09-10', '2025-09-11');
    const [month] = (await documents<MonthlyDocument>(context, industry, 'MONTHLY')).filter(
      ({ unitId }) => unitId === 'A',
    );
    const [year] = (await documents<YearlyDocument>(context, industry, 'YEARLY')).filter(
      ({ unitId }) => unitId === 'A',
    );
    // 288 slots a day: 8,640 in September and 105,120 in the year, of which four have a reading.
    expect(month).toMatchObject({ value: 12, provenance: { slotsGenuine: 4, slotsExpected: 8640 } });
    expect(year).toMatchObject({ value: 12, provenance: { slotsGenuine: 4, slotsExpected: 105_120 } });
    // 28 days without a reading, and of both days all but the two hours.
    expect(month?.meta.offlineDuration).toBeGreaterThanOrEqual(28 * 1440);

    await expectSameAsRead(industry, '2025-09-01');
  });
});

describe('a first year of many units of few kinds', () => {
  // Auckland has days of 23 and of 25 hours before the first reading.
  const OPTIONS = { timezone: 'Pacific/Auckland' };
  const GROUPS = ['FLOW_CATEGORY', 'CONSUMPTION_CATEGORY', 'ENERGY_CATEGORY', 'STOCK_CATEGORY', 'GROUND_WATER_LEVEL'];
  const settings = { dataUpdateFrequency: 300, maxCapacity: 1000 };
  const units = (frequency: number) => [
    ...GROUPS.flatMap((group) => [1, 2].map((number) => unit(`${group}${number}`, group, settings))),
    unit('Q', 'QUALITY_CATEGORY', { ...settings, params: { ph: { displayName: 'pH', siUnit: '' } } }),
    unit('CHANGED', 'FLOW_CATEGORY', { ...settings, dataUpdateFrequency: frequency }),
    unit('LATER', 'FLOW_CATEGORY', settings),
    virtual('ALL', 'ADD_ALL'),
    virtual('TWICE', '{FLOW_CATEGORY1} * 2 + {ALL}'),
  ];

  it('has in its months and years what readers of them compute, units without a reading included', async () => {
    context.clock.set('2025-05-10T00:00:00Z');
    const { industryId } = await works(context, units(300), OPTIONS);
    context.clock.set('2025-10-19T11:00:00Z');
    const industry = await works(context, units(600), { ...OPTIONS, industryId });
    const rows = (date: string, unitIds: readonly string[]) =>
      unitIds.map((unitId) => ({ unitId, createdOn: at(industry, date, 5), value: 7, summedValue: 100 }));
    await send(
      context,
      industry,
      rows('2025-10-10', ['FLOW_CATEGORY1', 'STOCK_CATEGORY1', 'ENERGY_CATEGORY1', 'CHANGED']),
    );
    await process(context, industry, '2025-10-10', '2025-10-10');
    await send(context, industry, rows('2025-08-07', ['LATER']));
    await process(context, industry, '2025-08-07', '2025-08-07');
    const years = await documents<YearlyDocument>(context, industry, 'YEARLY');
    // Of one kind, and both silent all year.
    const [one, other] = ['CONSUMPTION_CATEGORY1', 'CONSUMPTION_CATEGORY2'].map((unitId) =>
      years.find((year) => year.unitId === unitId),
    );
    // 292 days until 19 October, one of 25 hours and one of 23 among them, with 12 slots an hour.
    expect(one?.provenance).toMatchObject({ slotsExpected: 292 * 288, slotsGenuine: 0 });
    expect(other).toEqual({ ...one, id: other?.id, unitId: 'CONSUMPTION_CATEGORY2' });
    await expectSameAsRead(industry, '2025-10-01');
    await expectSameAsRead(industry, '2025-08-01');
  });
});

describe('a first reading that is stored while silent days are computed', () => {
  const january = businessDate('2025-01-01');
  let isSent = false;

  /** A and B are alike. A sends its first reading once the silent days have been looked for. */
  async function sending(): Promise<{ db: Querier; of: Industry }> {
    context.clock.set('2025-03-01T00:00:00Z');
    const of = await works(context, [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY')]);
    isSent = false;
    const many: Querier['many'] = async (name, values) => {
      const rows = await context.database.many<never>(name, values);
      if (name === 'eventless-days.first_days' && !isSent) {
        isSent = true;
        await send(context, of, [{ unitId: 'A', createdOn: at(of, january, 5), value: 9 }]);
      }
      return rows;
    };
    return { db: { ...context.database, many }, of };
  }
  const januaryOf = <D>(found: readonly UnsavedDocument<D>[], of: Industry) =>
    ['A', 'B'].map(
      (unitId) =>
        found.find(({ unitKey, periodStart }) => unitKey === of.units.get(unitId)?.unitKey && periodStart === january)
          ?.document,
    );

  it('is in the day of its own unit alone', async () => {
    const { db, of } = await sending();
    const range = { from: january, to: businessDate('2025-02-28'), now: context.clock.now() };
    const days = await backfillDays(db, of, [...of.units.values()], range, () => false);
    expect([isSent, ...januaryOf(days, of).map((day) => day?.value)]).toEqual([true, 9, null]);
  });

  it('is in the month of its own unit alone', async () => {
    const { db, of } = await sending();
    const months = [january, businessDate('2025-02-01')];
    const composing = { industry: of, now: context.clock.now() };
    const found = await backfillMonths(db, composing, [...of.units.values()], months, () => false);
    const slots = januaryOf(found, of).map((month) => month?.provenance.slotsExpected);
    // The day of the reading is marked for A, and processed soon.
    expect([isSent, ...slots]).toEqual([true, 30 * 24, 31 * 24]);
  });
});

/** Stored months and years say what those computed from days say. */
async function expectSameAsRead(industry: Industry, month: string): Promise<void> {
  const unitIds = [...industry.units.keys()];
  const [start, date] = [firstOfYear(businessDate(month)), businessDate(month)];
  const months = await readMonths(context, { industry, unitIds: new Set(unitIds), months: [date] });
  const stored = await documents<MonthlyDocument>(context, industry, 'MONTHLY');
  const ended = (days: MonthlyDocument['daily'] | undefined) =>
    days?.filter(({ x }) => Date.parse(x) < context.clock.now());
  for (const { unitId, value, meta, provenance, daily } of stored.filter((one) => one.month === monthOf(date))) {
    const read = months.get(date)?.get(unitId);
    expect(read).toMatchObject({ value, meta, provenance });
    expect(ended(read?.daily)).toEqual(ended(daily));
  }
  const years = (await readYears(context, industry, unitIds, [start])).get(start);
  for (const year of await documents<YearlyDocument>(context, industry, 'YEARLY')) {
    const span = years?.get(year.unitId);
    expect(span?.figures?.value).toEqual(year.value);
    expect(completenessOf(span === undefined ? [] : partsOfSpan(span))).toEqual(completenessOf([partOfDocument(year)]));
  }
}
