import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { readDays } from '../../../src/figures/read-days.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import {
  at,
  documents,
  exported,
  process,
  processedOf,
  type Row,
  send,
  staleOf,
  unit,
  virtual,
  works,
} from './works.ts';

let context: TestContext;

beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

const UNITS = [
  unit('A', 'FLOW_CATEGORY'),
  unit('B', 'FLOW_CATEGORY'),
  unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
  virtual('OVER_A', '{A} * 2'),
  virtual('OVER_OVER', '{OVER_A} + 1'),
  virtual('OVER_B', '{B} * 2'),
];

describe('days before the year of the first reading', () => {
  it('are left out and counted; a unit that begins later has its documents without data', async () => {
    const industry = await works(context, UNITS);
    await send(context, industry, [
      { unitId: 'A', createdOn: at(industry, '2026-02-15', 5), value: 1 },
      { unitId: 'B', createdOn: at(industry, '2026-03-10', 5), value: 1 },
    ]);
    const result = await process(context, industry, '2025-11-20', '2026-02-16');
    expect(result).toMatchObject({
      days: 47,
      daysBeforeReadings: 42,
      computed: { daily: 47 * UNITS.length, monthly: 2 * UNITS.length, yearly: UNITS.length },
    });
    expect(await process(context, industry, '2025-11-20', '2026-02-16', { write: false })).toMatchObject({
      days: 47,
      daysBeforeReadings: 42,
    });
    const days = (await documents<DailyDocument>(context, industry, 'DAILY')).filter((day) => day.unitId === 'B');
    expect(days[0]).toMatchObject({ date: '01/01/2026', value: null, meta: { offlineDuration: 1440 } });
  });

  it('are processed where they have documents or are marked, so that no mark waits for ever', async () => {
    const industry = await works(context, UNITS);
    await process(context, industry, '2025-01-10', '2025-01-11');
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-02-15', 5), value: 1 }]);
    await context.database.execute(
      `INSERT INTO telemetry.stale_day (industry_key, business_date, unit_keys, causes, marked_at) VALUES ($1, '2025-01-05', '{}', '{}', now())`,
      [industry.industryKey],
    );
    expect(await process(context, industry, '2025-01-01', '2025-01-31')).toMatchObject({
      days: 3,
      daysBeforeReadings: 28,
    });
    expect(await processedOf(context, industry)).toEqual(['2025-01-05', '2025-01-10', '2025-01-11']);
    expect(await staleOf(context, industry)).toEqual(['2026-02-15: A: late reading']);
  });

  it('are read as they would be stored', async () => {
    const industry = await works(context, [
      unit('A', 'FLOW_CATEGORY'),
      unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
    ]);
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-02-15', 5), value: 1 }]);
    const found = await readDays(context, {
      industry,
      unitIds: new Set(['A', 'TANK']),
      dates: [businessDate('2025-01-10')],
      withEntries: true,
    });
    expect(
      [...(found.get(businessDate('2025-01-10'))?.values() ?? [])].map(({ value, meta }) => [
        value,
        meta.offlineCount,
        meta.offlineDuration,
      ]),
    ).toEqual([
      [null, 0, 1440],
      [null, 288, 1440],
    ]);
  });
});

describe('what a day hands on', () => {
  const tankDay = async (industry: Industry, date: string) =>
    (await documents<DailyDocument>(context, industry, 'DAILY')).find(
      (document) => document.unitId === 'TANK' && document.date === date,
    );

  it('reaches the processed days after it, up to the next with a level or register of its own, in the same run', async () => {
    const industry = await works(context, [
      unit('M1', 'FLOW_CATEGORY'),
      unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
      virtual('FROM', '{TANK}#meta#openingStock'),
    ]);
    await send(
      context,
      industry,
      ['2026-02-26', '2026-03-02', '2026-03-03'].flatMap((date, index): Row[] => [
        { unitId: 'TANK', createdOn: at(industry, date, 5), value: 50 + index },
        { unitId: 'M1', createdOn: at(industry, date, 5), value: 1, summedValue: 100 * (index + 1) },
      ]),
    );
    await process(context, industry, '2026-02-26', '2026-03-03');
    // 499 litres jumped from 100 to 199 on the 2nd of March; now the meter shows 150 on the 27th already, and the tank
    // 90 %.
    await send(context, industry, [
      { unitId: 'TANK', createdOn: at(industry, '2026-02-27', 23), value: 90 },
      { unitId: 'M1', createdOn: at(industry, '2026-02-27', 23), value: 50, summedValue: 150 },
    ]);
    const result = await process(context, industry, '2026-02-27', '2026-02-27');
    expect(result.days).toBe(1);
    expect(result.staleElsewhere).toEqual([]);
    expect(await staleOf(context, industry)).toEqual([]);
    expect((await tankDay(industry, '28/02/2026'))?.meta.openingStock).toBe(900);
    expect((await tankDay(industry, '02/03/2026'))?.meta.openingStock).toBe(900);
    expect((await tankDay(industry, '03/03/2026'))?.meta.openingStock).toBe(510);

    const scratch = await works(context, [
      unit('M1', 'FLOW_CATEGORY'),
      unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
      virtual('FROM', '{TANK}#meta#openingStock'),
    ]);
    await send(context, scratch, [
      ...['2026-02-26', '2026-03-02', '2026-03-03'].flatMap((date, index): Row[] => [
        { unitId: 'TANK', createdOn: at(scratch, date, 5), value: 50 + index },
        { unitId: 'M1', createdOn: at(scratch, date, 5), value: 1, summedValue: 100 * (index + 1) },
      ]),
      { unitId: 'TANK', createdOn: at(scratch, '2026-02-27', 23), value: 90 },
      { unitId: 'M1', createdOn: at(scratch, '2026-02-27', 23), value: 50, summedValue: 150 },
    ]);
    await process(context, scratch, '2026-02-26', '2026-03-03');
    expect(await exported(context, industry)).toBe(await exported(context, scratch));
  });

  it('is left to the jobs of days that are stale anyway, and to those of a run that settles nothing', async () => {
    const industry = await works(context, [
      unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
      unit('B', 'FLOW_CATEGORY'),
    ]);
    await process(context, industry, '2026-02-26', '2026-02-28');
    await send(context, industry, [
      { unitId: 'TANK', createdOn: at(industry, '2026-02-26', 5), value: 40 },
      { unitId: 'B', createdOn: at(industry, '2026-02-27', 5), value: 40 },
    ]);
    const partial = await process(context, industry, '2026-02-26', '2026-02-26', { yearly: false });
    expect(partial.staleElsewhere).toEqual(['2026-02-27', '2026-02-28']);
    expect(await staleOf(context, industry)).toEqual([
      '2026-02-26: TANK: late reading',
      '2026-02-27: TANK B: earlier day, late reading',
      '2026-02-28: TANK: earlier day',
    ]);
    await process(context, industry, '2026-02-26', '2026-02-28');
    expect(await staleOf(context, industry)).toEqual([]);
    expect((await tankDay(industry, '28/02/2026'))?.meta.openingStock).toBe(400);
  });
});
