import { beforeAll, describe, expect, it } from 'vitest';
import { namedStatements } from '../../src/platform/database/named-query.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate, eachDate } from '../../src/kernel/time/business-date.ts';
import { readDays } from '../../src/figures/read-days.ts';
import { readMonths } from '../../src/figures/read-months.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, process, send, staleOf, unit, virtual, works } from './processing/works.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-03-03T12:00:00Z');
});

const UNITS = [unit('A', 'FLOW_CATEGORY'), virtual('OVER', '{A} * 2')];
const days = async (industry: Industry, ...dates: string[]) => {
  const found = await readDays(context, {
    industry,
    unitIds: new Set(industry.units.keys()),
    dates: dates.map((date) => businessDate(date)),
    withEntries: true,
  });
  return [...found].map(
    ([date, byUnit]) =>
      `${date} ${[...byUnit]
        .map(([unitId, document]) => `${unitId}=${String(document.value)}`)
        .sort()
        .join(' ')}`,
  );
};
const months = async (industry: Industry, ...dates: string[]) => {
  const found = await readMonths(context, {
    industry,
    unitIds: new Set(industry.units.keys()),
    months: dates.map((date) => businessDate(date)),
  });
  return [...found].map(
    ([date, byUnit]) =>
      `${date} ${[...byUnit]
        .map(([unitId, document]) => `${unitId}=${String(document.value)}`)
        .sort()
        .join(' ')}`,
  );
};

/** The days of February without entries, and the statements that were asked for them. */
async function february(industry: Industry, unitIds: readonly string[]) {
  const asked: string[] = [];
  const database: TestContext['database'] = {
    ...context.database,
    ...namedStatements((name, parameters) => {
      asked.push(name);
      return context.database.many(name, parameters);
    }),
  };
  const dates = [...eachDate(businessDate('2026-02-01'), businessDate('2026-02-28'))];
  const found = await readDays(
    { database, clock: context.clock },
    { industry, unitIds: new Set(unitIds), dates, withEntries: false },
  );
  return { asked, found };
}

describe('days and months that are read', () => {
  it('without entries have the same figures, in the days before a unit began as well', async () => {
    const industry = await works(
      context,
      [
        ...UNITS,
        unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
        unit('NEVER', 'QUALITY_CATEGORY'),
        virtual('RATIO', '{A} / {TANK}#meta#openingStock'),
      ],
      { timezone: 'Pacific/Auckland', shiftStartAt: '06:00:00' },
    );
    await send(context, industry, [
      { unitId: 'A', createdOn: at(industry, '2026-02-28', 5), value: 7.1 },
      { unitId: 'TANK', createdOn: at(industry, '2026-02-27', 5), value: 50 },
    ]);
    const dates = [...eachDate(businessDate('2025-09-20'), businessDate('2026-03-03'))];
    const read = (withEntries: boolean) =>
      readDays(context, { industry, unitIds: new Set(industry.units.keys()), dates, withEntries });
    const figures = async (withEntries: boolean) =>
      [...(await read(withEntries))].flatMap(([, byUnit]) =>
        [...byUnit.values()].map((document) => ({ ...document, hourly: [] })),
      );
    const whole = await figures(true);
    expect(whole).toHaveLength(165 * 5);
    expect(await figures(false)).toEqual(whole);
  });

  it('are there whatever their state; what has not begun is absent', async () => {
    const industry = await works(context, UNITS);
    await send(
      context,
      industry,
      ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'].map((date, index) => ({
        unitId: 'A',
        createdOn: at(industry, date, 5),
        value: 10 ** index,
      })),
    );
    await process(context, industry, '2026-02-28', '2026-03-01');
    expect(await days(industry, '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04')).toEqual([
      '2026-02-28 A=1 OVER=2',
      '2026-03-01 A=10 OVER=20',
      '2026-03-02 A=100 OVER=200',
      '2026-03-03 A=1000 OVER=2000',
    ]);
    expect(await months(industry, '2026-02-01', '2026-03-01', '2026-04-01')).toEqual([
      '2026-02-01 A=1 OVER=2',
      '2026-03-01 A=1110 OVER=2220',
    ]);
  });

  it('follow a late reading at once, before anything is rebuilt', async () => {
    const industry = await works(context, UNITS);
    await process(context, industry, '2026-02-01', '2026-03-02');
    expect(await months(industry, '2026-02-01')).toEqual(['2026-02-01 A=null OVER=null']);
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-02-10', 5), value: 7 }]);
    expect(await staleOf(context, industry)).toEqual(['2026-02-10: A: late reading']);
    expect(await days(industry, '2026-02-10')).toEqual(['2026-02-10 A=7 OVER=14']);
    expect(await months(industry, '2026-02-01')).toEqual(['2026-02-01 A=7 OVER=14']);
  });

  it('of settled days are one statement, so that no day can settle between what is known of it and its documents', async () => {
    const industry = await works(context, UNITS);
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-02-10', 5), value: 7 }]);
    await process(context, industry, '2026-02-01', '2026-02-28');
    const { asked, found } = await february(industry, ['A', 'OVER']);
    expect(
      [...found.values()].flatMap((byUnit) => [...byUnit.values()]).filter(({ value }) => value === 7 || value === 14),
    ).toHaveLength(2);
    expect(asked).toEqual(['documents.read_settled_figures']);
  });

  it('are computed of the units alone that were added after they were settled', async () => {
    const before = await works(context, UNITS);
    await send(context, before, [{ unitId: 'A', createdOn: at(before, '2026-02-10', 5), value: 7 }]);
    await process(context, before, '2026-02-01', '2026-02-28');
    const { industryId } = before;
    const industry = await works(context, [...UNITS, unit('NEW', 'FLOW_CATEGORY')], { industryId });
    const { asked, found } = await february(industry, ['A', 'OVER', 'NEW']);
    expect([...found.values()].map((byUnit) => byUnit.size)).toEqual(Array(28).fill(3));
    expect(found.get(businessDate('2026-02-10'))?.get('OVER')?.value).toBe(14);
    expect(asked.filter((name) => name.endsWith('hours'))).toEqual([]);
  });

  it('have a document of a unit that was added after they were settled', async () => {
    const before = await works(context, UNITS);
    await send(context, before, [{ unitId: 'A', createdOn: at(before, '2026-03-01', 5), value: 7 }]);
    await process(context, before, '2026-03-01', '2026-03-01');
    const industry = await works(context, [...UNITS, virtual('THRICE', '{A} * 3')], { industryId: before.industryId });
    expect(await days(industry, '2026-03-01')).toEqual(['2026-03-01 A=7 OVER=14 THRICE=21']);
  });
});

describe('a unit that becomes virtual', () => {
  it.each([
    ['a meter that is computed from now on', '02/03/2026'],
    ['a meter that always should have been', '01/01/2026'],
  ])('%s counts on each day as what it was on that day', async (_, effectiveFrom) => {
    const before = await works(context, [...UNITS, unit('B', 'FLOW_CATEGORY')]);
    await send(
      context,
      before,
      ['2026-03-01', '2026-03-02'].flatMap((date) => [
        { unitId: 'A', createdOn: at(before, date, 5), value: 7 },
        { unitId: 'B', createdOn: at(before, date, 5), value: 1 },
      ]),
    );
    const industry = await works(
      context,
      [...UNITS, unit('B', 'virtualCategory', { meta: { calculations: '{A} * 10', effectiveFrom } })],
      { industryId: before.industryId },
    );
    await process(context, industry, '2026-03-01', '2026-03-02');
    const first = effectiveFrom === '02/03/2026' ? 1 : 70;
    expect(await days(industry, '2026-03-01', '2026-03-02')).toEqual([
      `2026-03-01 A=7 B=${first} OVER=14`,
      '2026-03-02 A=7 B=70 OVER=14',
    ]);
    // And back again.
    const back = await works(
      context,
      [...UNITS, unit('B', 'FLOW_CATEGORY', { meta: { effectiveFrom: '02/03/2026' } })],
      { industryId: before.industryId },
    );
    await process(context, back, '2026-03-01', '2026-03-02');
    expect(await days(back, '2026-03-01', '2026-03-02')).toEqual([
      `2026-03-01 A=7 B=${first} OVER=14`,
      '2026-03-02 A=7 B=1 OVER=14',
    ]);
  });
});
