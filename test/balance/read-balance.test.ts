import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import { ingestReadings } from '../../src/readings/ingest.ts';
import { readBalance } from '../../src/balance/read-balance.ts';
import { findIndustry } from '../../src/platform/directory/store/industries.ts';
import { mintId, testContext, type TestContext } from '../support/database.ts';

/*
 * A plant in UTC whose meters report every six hours. A day of INLET is 4 x 100,000 litres, of REUSE 4 x 10,000. LINE
 * is a virtual use: INLET alone until 10/06/2026, and INLET + REUSE from then on. DRAW is what leaves the tank.
 */
const industryId = mintId('PLANT');
const unit = (
  unitId: string,
  standardCategoryId: string,
  meta: Record<string, unknown>,
  more: Record<string, unknown> = {},
) => ({
  unitId,
  displayName: `Unit ${unitId}`,
  standardCategoryId,
  siUnit: 'KL',
  dataUpdateFrequency: 21_600,
  meta,
  ...more,
});
const of = (standardCategoryId: string, id: string, ...units: string[]) => ({
  standardCategoryId,
  subCategories: [{ id, displayName: id, units }],
});
const bundle = (line: Record<string, unknown>) => ({
  industry: {
    industryId,
    industryName: 'Plant',
    meta: { timezone: 'UTC', shift: { startAt: '00:00:00' }, virtualNegativeCalc: true },
  },
  units: [
    unit('INLET', 'FLOW_CATEGORY', { accuracyPercent: 0.5, waterSource: 'fresh' }),
    unit('REUSE', 'FLOW_CATEGORY', { waterSource: 'recycled' }),
    unit('TANK', 'STOCK_CATEGORY', {}, { maxCapacity: 1_000_000 }),
    unit('NEW_TANK', 'STOCK_CATEGORY', {}, { maxCapacity: 1_000_000 }),
    unit('LINE', 'virtualCategory', line),
    unit('DRAW', 'virtualCategory', { calculations: '{TANK}#meta#openingStock - {TANK}' }),
  ],
  categoriesV2: {
    ID_SOURCE: of('FLOW_CATEGORY', 'IN', 'INLET', 'REUSE', 'DRAW'),
    ID_CONSUMPTION: of('FLOW_CATEGORY', 'OUT', 'LINE'),
    ID_RAW_WATER_STOCK: of('STOCK_CATEGORY', 'TANKS', 'TANK'),
    ID_RECYCLED_WATER_STOCK: of('STOCK_CATEGORY', 'NEW_TANKS', 'NEW_TANK'),
  },
});

let context: TestContext;
let industry: Industry;
const read = (startDate: string, endDate: string) =>
  readBalance(context, industry, {
    startDate: businessDate(startDate),
    endDate: businessDate(endDate),
    divisionFactor: 1000,
  });
const plusMinus = (...halfWidths: readonly number[]) =>
  expect.closeTo((1.96 * Math.hypot(...halfWidths)) / Math.sqrt(3), 4);

beforeAll(async () => {
  context = await testContext('2026-06-12T00:00:00Z');
  await provisionIndustry({ context, bundle: bundle({ calculations: '{INLET}' }), markStale: async () => {} });
  await provisionIndustry({
    context,
    bundle: bundle({ calculations: '{INLET} + {REUSE}', effectiveFrom: '10/06/2026' }),
    markStale: async () => {},
  });
  const found = await findIndustry(context.database, industryId, context.clock.now());
  if (found === null) throw new Error('The industry was not provisioned.');
  industry = found;
  const rows = ['08', '09', '10', '11'].flatMap((day) =>
    [3, 9, 15, 21].flatMap((hour) => {
      const createdOn = `2026-06-${day}T${String(hour).padStart(2, '0')}:00:00Z`;
      return [
        { unitId: 'INLET', createdOn, value: 100_000 },
        ...(day === '11' && hour > 3
          ? []
          : [{ unitId: 'REUSE', createdOn, value: 10_000, interpolated: day === '09' && hour === 3 }]),
        { unitId: 'TANK', createdOn, value: 10 * Number(day) - 60 },
        ...(day < '10' ? [] : [{ unitId: 'NEW_TANK', createdOn, value: 50 }]),
      ];
    }),
  );
  await ingestReadings({ context, onStaleDays: async () => {} }, industry, [rows.map((row) => ({ row }))], 'http');
});

describe('a balance read from an industry', () => {
  it('takes virtual units apart by the formula in force on each day, so that a meter on both sides cancels', async () => {
    // 09/06 and 10/06. In: INLET 800, REUSE 80, DRAW 20 - 40 KL of 1000, which is -200. Out: INLET 800 and REUSE of the
    // second day 40.
    const { figures, waterBalance } = await read('2026-06-09', '2026-06-10');
    expect(waterBalance).toMatchObject({ totalInflow: 680, totalOutflow: 840, balance: -160 });
    // Left of the balance: REUSE of the first day (40 of its 80, an eighth of the readings estimated) and two levels of
    // the tank.
    expect(figures.balance.band?.plusMinus).toEqual(plusMinus(40 * 0.02, 40 / 8, 10, 10));
    // DRAW is what the tank lost, so the change of the tank doubles it.
    expect(figures.unaccounted).toMatchObject({
      value: -360,
      band: { plusMinus: plusMinus(40 * 0.02, 40 / 8, 20, 20) },
    });
  });

  it('goes by the accuracy that a unit declares, and by its missing slots', async () => {
    // 11/06: REUSE sent one of its four readings, so 30 more are expected.
    const { figures, uncertainty } = await read('2026-06-11', '2026-06-11');
    expect(figures.inflow).toMatchObject({
      value: 400 + 10 - 100,
      band: { plusMinus: plusMinus(400 * 0.005, 10 * 0.02, 30, 10, 10) },
    });
    expect(figures.outflow).toMatchObject({ value: 410, band: { plusMinus: plusMinus(400 * 0.005, 10 * 0.02, 30) } });
    expect(uncertainty.meters).toContainEqual({
      unitId: 'INLET',
      displayName: 'Unit INLET',
      accuracyPercent: 0.5,
      of: 'quantity',
      source: 'meta.accuracyPercent of the unit',
    });
  });

  it('knows no stock change of a tank that was never read before, and knows it from the next day on', async () => {
    expect((await read('2026-06-10', '2026-06-10')).figures.recycledStockChange).toMatchObject({
      value: null,
      band: null,
    });
    expect((await read('2026-06-11', '2026-06-11')).figures.recycledStockChange).toMatchObject({
      value: 0,
      band: { plusMinus: plusMinus(10, 10) },
    });
  });

  it('knows no band of a formula that takes a level from before the first reading', async () => {
    const { figures, uncertainty } = await read('2026-06-08', '2026-06-08');
    expect(figures.inflow).toMatchObject({ value: 400 + 40 - 200, band: null });
    expect(uncertainty.unknown).toContainEqual({ unitId: 'TANK', displayName: 'Unit TANK', cause: 'missing' });
  });

  it('counts the running day as far as it has come', async () => {
    const { figures } = await read('2026-06-11', '2026-06-20');
    expect(figures.inflow).toMatchObject({ value: 310, coverage: expect.closeTo(9 / 12, 1) });
    expect(figures.stockChange.value).toBe(100);
  });

  it('rates the water of its sources by what they declare', async () => {
    // DRAW, which says nothing, is -100 KL.
    expect((await read('2026-06-09', '2026-06-09')).sustainability).toMatchObject({
      waterNeutralityIndex: expect.closeTo(40 / 300, 4),
      freshWithdrawal: 300,
      recycled: 40,
      rating: 'not water neutral',
    });
  });
});
