import { beforeAll, describe, expect, it } from 'vitest';
import type { ProcessedDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import type { BatchRequest } from '../../../src/figures/processing/request.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, documents, process, type Row, send, unit, virtual, works } from './works.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

const UNITS = [
  unit('A', 'FLOW_CATEGORY'),
  unit('B', 'FLOW_CATEGORY'),
  unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
  unit('WELL', 'GROUND_WATER_LEVEL', { siUnit: 'm' }),
  virtual('OVER_A', '{A} * 2'),
  virtual('OVER_OVER', '{OVER_A} + {TANK}#meta#openingStock'),
];
const DAYS = ['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01', '2026-02-02'];

async function processedWorks(): Promise<Industry> {
  const industry = await works(context, UNITS);
  await send(
    context,
    industry,
    DAYS.flatMap((date, day): Row[] => [
      { unitId: 'A', createdOn: at(industry, date, 5), value: 1.1, summedValue: 100.1 + day },
      { unitId: 'B', createdOn: at(industry, date, 5), value: 10 },
      { unitId: 'WELL', createdOn: at(industry, date, 5), value: -2 - day / 10 },
      ...(date < '2026-01-31' ? [{ unitId: 'TANK', createdOn: at(industry, date, 5), value: 50 + day }] : []),
    ]),
  );
  await process(context, industry, '2025-12-30', '2026-02-02');
  return industry;
}

/** Every stored document by its id, as text, with the time at which it was computed. */
async function stored(industry: Industry): Promise<ReadonlyMap<string, string>> {
  const all = (
    await Promise.all(
      (['DAILY', 'MONTHLY', 'YEARLY'] as const).map((period) =>
        documents<ProcessedDocument>(context, industry, period),
      ),
    )
  ).flat();
  return new Map(all.map((document) => [document.id, JSON.stringify(document)]));
}

/** Runs dry, then really, and expects the one to have said what the other does. */
async function expectForetold(industry: Industry, from: string, to: string, more: Partial<BatchRequest> = {}) {
  const before = await stored(industry);
  const dry = await process(context, industry, from, to, { ...more, write: false });
  expect(await stored(industry)).toEqual(before);
  const real = await process(context, industry, from, to, more);
  const after = await stored(industry);
  const changed = [...after].filter(([id, text]) => before.get(id) !== text).map(([id]) => id);
  const { wouldWrite } = dry;
  if (wouldWrite === null) throw new Error('a dry run says what it would write');
  expect([...wouldWrite.daily.ids, ...wouldWrite.monthly.ids, ...wouldWrite.yearly.ids].sort()).toEqual(changed.sort());
  for (const period of ['daily', 'monthly', 'yearly'] as const) {
    const { inserted, changed: differing, unchanged, ids } = wouldWrite[period];
    expect([period, inserted + differing]).toEqual([period, real.written?.[period]]);
    expect([period, inserted + differing + unchanged]).toEqual([period, real.computed[period]]);
    expect([period, ids.filter((id) => !before.has(id)).length]).toEqual([period, inserted]);
  }
  expect(dry).toMatchObject({ computed: real.computed, written: null });
  return wouldWrite;
}

describe('a dry run says what a run would write', () => {
  it('nothing, where all is as it should be', async () => {
    const wouldWrite = await expectForetold(await processedWorks(), '2025-12-30', '2026-02-02');
    expect(wouldWrite.daily).toEqual({ inserted: 0, changed: 0, unchanged: 35 * UNITS.length, ids: [] });
  });

  it('of a late reading: day, month, year, and the virtual units that depend on it', async () => {
    const industry = await processedWorks();
    await send(context, industry, [
      { unitId: 'A', createdOn: at(industry, '2025-12-31', 6), value: 2, summedValue: 103.1 },
    ]);
    const { daily, monthly, yearly } = await expectForetold(industry, '2025-12-31', '2026-01-02');
    expect(daily.ids).toContain(`${industry.industryId}_31-12-2025_OVER_OVER_DAILY`);
    expect(monthly.ids).toEqual(
      ['A', 'OVER_A', 'OVER_OVER'].map((unitId) => `${industry.industryId}_12-2025_${unitId}_MONTHLY`),
    );
    expect(yearly.changed).toBeGreaterThanOrEqual(3);
  });

  it("of a tank's late level: the days after the range that begin with it, and their months and years", async () => {
    const industry = await processedWorks();
    await send(context, industry, [{ unitId: 'TANK', createdOn: at(industry, '2026-01-01', 20), value: 90 }]);
    const { daily, monthly } = await expectForetold(industry, '2026-01-01', '2026-01-01');
    expect(daily.ids).toContain(`${industry.industryId}_02-02-2026_TANK_DAILY`);
    expect(monthly.ids).toContain(`${industry.industryId}_02-2026_OVER_OVER_MONTHLY`);
  });

  it('of days that were never processed: documents that are new', async () => {
    const industry = await works(context, UNITS);
    await send(context, industry, [
      { unitId: 'WELL', createdOn: at(industry, '2026-01-31', 5), value: -2 },
      { unitId: 'WELL', createdOn: at(industry, '2026-02-01', 5), value: -4 },
    ]);
    const { daily, monthly, yearly } = await expectForetold(industry, '2026-01-30', '2026-02-02');
    expect([daily.inserted, monthly.inserted, yearly.inserted]).toEqual([
      4 * UNITS.length,
      2 * UNITS.length,
      UNITS.length,
    ]);
  });

  it('of some units, of the virtual ones alone, and of single periods', async () => {
    const industry = await processedWorks();
    await send(context, industry, [
      { unitId: 'A', createdOn: at(industry, '2026-01-31', 6), value: 2 },
      { unitId: 'B', createdOn: at(industry, '2026-01-31', 6), value: 2 },
      { unitId: 'WELL', createdOn: at(industry, '2026-01-31', 6), value: -9 },
    ]);
    await expectForetold(industry, '2026-01-31', '2026-02-01', { updateOnlyVirtual: true });
    await expectForetold(industry, '2026-01-31', '2026-02-01', { unitIds: new Set(['A']), yearly: false });
    await expectForetold(industry, '2026-01-31', '2026-02-01', { monthly: false });
    await expectForetold(industry, '2026-01-31', '2026-02-01', { daily: false });
    await expectForetold(industry, '2026-01-31', '2026-02-01');
  });

  it('nothing and the same, whatever the names of parameters and the order in which they came', async () => {
    const industry = await works(context, [
      unit('RIVER', 'QUALITY_CATEGORY', { params: { turbidity: {}, pH: {} } }),
      unit('PUMP', 'ENERGY_CATEGORY', { params: { voltage: {}, pf: {} } }),
    ]);
    const named = (date: string, names: readonly string[]): Row[] => {
      const figures = Object.fromEntries(names.map((name, index) => [name, index + 1.5]));
      const createdOn = at(industry, date, 5);
      return [
        { unitId: 'RIVER', createdOn, value: figures },
        { unitId: 'PUMP', createdOn, value: 1, paramValue: figures },
      ];
    };
    await send(context, industry, [
      ...named('2025-12-31', ['zz', 'chlorine', 'é']),
      ...named('2026-01-01', ['b', 'turbidity', 'cadmium', 'a']),
      ...named('2026-01-02', ['aa', 'pH', '10', 'zz', '9']),
    ]);
    await expectForetold(industry, '2025-12-31', '2026-01-02');
    const same = await expectForetold(industry, '2025-12-31', '2026-01-02');
    expect([same.daily, same.monthly, same.yearly].map(({ ids }) => ids)).toEqual([[], [], []]);
    await send(context, industry, named('2026-01-31', ['voltage', 'a', 'chlorine']));
    await expectForetold(industry, '2026-01-31', '2026-01-31');
  });

  it('lists a hundred ids of each period at most, and counts all', async () => {
    const industry = await works(context, UNITS);
    const { wouldWrite } = await process(context, industry, '2025-10-01', '2025-10-31', { write: false });
    expect(wouldWrite?.daily).toMatchObject({ inserted: 31 * UNITS.length, changed: 0, unchanged: 0 });
    expect(wouldWrite?.daily.ids).toHaveLength(100);
  });
});
