import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument, MonthlyDocument, YearlyDocument } from '../../../src/kernel/document/types.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { namedStatements } from '../../../src/platform/database/named-query.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import {
  at,
  documents,
  type Json,
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

async function processedWorks(): Promise<Industry> {
  const industry = await works(context, UNITS);
  await send(
    context,
    industry,
    ['2026-02-27', '2026-02-28', '2026-03-01'].flatMap((date, day): Row[] => [
      { unitId: 'A', createdOn: at(industry, date, 5), value: 1, summedValue: 100 + day },
      { unitId: 'B', createdOn: at(industry, date, 5), value: 10 },
      { unitId: 'TANK', createdOn: at(industry, date, 5), value: 50 + day },
    ]),
  );
  await process(context, industry, '2026-02-27', '2026-03-01');
  return industry;
}

/** What is stored of every document, as it would be seen by comparing whole rows: transaction ids included. */
const rowVersions = async (industry: Industry): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await context.database.execute<{ id: string; version: string }>(
        `SELECT u.unit_id || ' ' || d.period || ' ' || d.period_start AS id, d.xmin::text AS version FROM telemetry.document d JOIN tenant.unit u USING (unit_key) WHERE d.industry_key = $1`,
        [industry.industryKey],
      )
    ).map(({ id, version }) => [id, version]),
  );

/** A database that refuses every write, that of a rollup's refresh included. */
const readOnly = (database: Database): Database => {
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (inner) => {
      await inner.execute('SET TRANSACTION READ ONLY');
      return work(inner);
    });
  return {
    ...database,
    transaction,
    ...namedStatements((name, parameters) => transaction((inner) => inner.many(name, parameters))),
    execute: (text, parameters) => transaction((inner) => inner.execute(text, parameters)),
  };
};

/** Every row of the industry that a batch could touch. */
async function wholeTables(industry: Industry): Promise<string> {
  const ofUnits = `unit_key IN (SELECT unit_key FROM tenant.unit WHERE industry_key = ${industry.industryKey})`;
  const ofIndustry = `industry_key = ${industry.industryKey}`;
  const tables = [
    ['telemetry.document', ofIndustry],
    ['telemetry.processed_day', ofIndustry],
    ['telemetry.stale_day', ofIndustry],
    ['telemetry.quarantine', ofIndustry],
    ['telemetry.reading', ofUnits],
    ['telemetry.parameter_reading', ofUnits],
    ['telemetry.unit_state', ofUnits],
    ['telemetry.register_event', ofUnits],
    ['tenant.industry', ofIndustry],
    ['tenant.unit', ofIndustry],
    ['tenant.unit_version', ofUnits],
  ];
  const parts: string[] = [];
  for (const [table = '', condition] of tables) {
    // Compressed rows, which another test of the run may have made, have no transaction id.
    const version = table.endsWith('reading') ? '' : 't.xmin::text || ';
    const [row] = await context.database.execute<{ rows: number; digest: string | null }>(
      `SELECT count(*) AS rows, md5(string_agg(${version}t::text, '\n' ORDER BY t::text)) AS digest FROM ${table} t WHERE ${condition}`,
    );
    parts.push(`${table} ${row?.rows} ${row?.digest}`);
  }
  return parts.join('\n');
}

describe('a batch restricted to units', () => {
  it('rewrites these, what is computed from them directly and indirectly, and nothing else', async () => {
    const industry = await processedWorks();
    const before = await rowVersions(industry);
    await send(context, industry, [
      { unitId: 'A', createdOn: at(industry, '2026-02-28', 4), value: 2 },
      { unitId: 'B', createdOn: at(industry, '2026-02-28', 4), value: 2 },
    ]);
    const result = await process(context, industry, '2026-02-28', '2026-02-28', { unitIds: new Set(['A']) });
    expect(result.computed).toEqual({ daily: 3, monthly: 3, yearly: 3 });
    const after = await rowVersions(industry);
    expect(
      Object.keys(after)
        .filter((id) => after[id] !== before[id])
        .sort(),
    ).toEqual([
      'A DAILY 2026-02-28',
      'A MONTHLY 2026-02-01',
      'A YEARLY 2026-01-01',
      'OVER_A DAILY 2026-02-28',
      'OVER_A MONTHLY 2026-02-01',
      'OVER_A YEARLY 2026-01-01',
      'OVER_OVER DAILY 2026-02-28',
      'OVER_OVER MONTHLY 2026-02-01',
      'OVER_OVER YEARLY 2026-01-01',
    ]);
    // B still waits.
    expect(await staleOf(context, industry)).toEqual(['2026-02-28: A B: late reading']);
    await process(context, industry, '2026-02-28', '2026-02-28', { unitIds: new Set(['A', 'B']) });
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('brings along what its dependants use and is stale, and the dependants of that, so that the export adds up', async () => {
    const industry = await works(context, [
      unit('F1', 'FLOW_CATEGORY'),
      unit('F2', 'FLOW_CATEGORY'),
      unit('F3', 'FLOW_CATEGORY'),
      unit('F4', 'FLOW_CATEGORY'),
      virtual('V', '{F1} + {TWICE}'),
      virtual('TWICE', '{F2} * 2'),
      virtual('W', '{F2} + {F3}'),
      virtual('APART', '{F4}'),
    ]);
    const meters = ['F1', 'F2', 'F3', 'F4'];
    const sendAll = (hour: number, value: number) =>
      send(
        context,
        industry,
        meters.map((unitId): Row => ({ unitId, createdOn: at(industry, '2026-02-28', hour), value })),
      );
    const values = async () =>
      Object.fromEntries(
        (await documents<DailyDocument>(context, industry, 'DAILY')).map((day) => [day.unitId, day.value]),
      );
    await sendAll(5, 1);
    // A day that was never processed has no documents that could be behind, or all of them are.
    await process(context, industry, '2026-02-28', '2026-02-28', { unitIds: new Set(['F1']) });
    expect(await values()).toEqual({ F1: 1, F2: 1, F3: 1, V: 3, TWICE: 2, W: 2 });
    await process(context, industry, '2026-02-28', '2026-02-28');
    await sendAll(6, 10);
    const dry = await process(context, industry, '2026-02-28', '2026-02-28', {
      unitIds: new Set(['F1']),
      write: false,
    });
    const result = await process(context, industry, '2026-02-28', '2026-02-28', { unitIds: new Set(['F1']) });
    expect(await values()).toEqual({ F1: 11, F2: 11, F3: 11, F4: 1, V: 33, TWICE: 22, W: 22, APART: 1 });
    expect(result.written).toEqual({ daily: 6, monthly: 6, yearly: 6 });
    expect(dry.computed).toEqual(result.computed);
    const months = Object.fromEntries(
      (await documents<MonthlyDocument>(context, industry, 'MONTHLY')).map((month) => [month.unitId, month.value]),
    );
    expect(months).toEqual({ F1: 11, F2: 11, F3: 11, F4: 1, V: 33, TWICE: 22, W: 22, APART: 1 });
    expect(await staleOf(context, industry)).toEqual(['2026-02-28: F1 F2 F3 F4: late reading']);
  });

  it('to some units and to virtual ones writes the listed virtual units alone', async () => {
    const industry = await processedWorks();
    const before = await rowVersions(industry);
    await send(context, industry, [
      { unitId: 'A', createdOn: at(industry, '2026-02-28', 4), value: 2 },
      { unitId: 'B', createdOn: at(industry, '2026-02-28', 4), value: 2 },
    ]);
    const result = await process(context, industry, '2026-02-28', '2026-02-28', {
      updateOnlyVirtual: true,
      unitIds: new Set(['A', 'OVER_A', 'B']),
    });
    expect(result.computed).toEqual({ daily: 1, monthly: 1, yearly: 1 });
    const after = await rowVersions(industry);
    expect([
      ...new Set(
        Object.keys(after)
          .filter((id) => after[id] !== before[id])
          .map((id) => id.split(' ')[0]),
      ),
    ]).toEqual(['OVER_A']);
    expect(await staleOf(context, industry)).toEqual(['2026-02-28: A B: late reading']);
  });

  it('to virtual units that are listed leaves a day marked whose other virtual units use them', async () => {
    const industry = await processedWorks();
    await context.database.execute(
      `UPDATE telemetry.document SET value = 7 WHERE unit_key = $1 AND period = 'DAILY' AND period_start = '2026-02-28'`,
      [industry.units.get('OVER_A')?.unitKey],
    );
    await process(context, industry, '2026-02-28', '2026-02-28', {
      updateOnlyVirtual: true,
      unitIds: new Set(['OVER_A']),
    });
    expect(await staleOf(context, industry)).toEqual(['2026-02-28: OVER_A: unfinished run']);
    await process(context, industry, '2026-02-28', '2026-02-28');
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('does not settle a day that was never wholly processed', async () => {
    const industry = await works(context, UNITS);
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-05', 5), value: 1 }]);
    await process(context, industry, '2026-03-05', '2026-03-05', { unitIds: new Set(['A']) });
    expect(await processedOf(context, industry)).toEqual([]);
    expect(await staleOf(context, industry)).toEqual(['2026-03-05: A: late reading']);
  });

  it('to virtual units rewrites no other', async () => {
    const industry = await processedWorks();
    const before = await rowVersions(industry);
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-02-28', 4), value: 2 }]);
    await process(context, industry, '2026-02-28', '2026-02-28', { updateOnlyVirtual: true });
    const after = await rowVersions(industry);
    expect(
      [
        ...new Set(
          Object.keys(after)
            .filter((id) => after[id] !== before[id])
            .map((id) => id.split(' ')[0]),
        ),
      ].sort(),
    ).toEqual(['OVER_A', 'OVER_OVER']);
    const valueOf = async (unitId: string) =>
      (await documents<DailyDocument>(context, industry, 'DAILY')).find(
        (day) => day.unitId === unitId && day.date === '28/02/2026',
      )?.value;
    const [behind, ahead] = [await valueOf('A'), await valueOf('OVER_A')];
    expect(await staleOf(context, industry)).toEqual(['2026-02-28: A: late reading']);
    // What the sweep does with the mark brings the unit up to the virtual one, whose figure was right before.
    await process(context, industry, '2026-02-28', '2026-02-28');
    expect([await staleOf(context, industry), await valueOf('OVER_A')]).toEqual([[], ahead]);
    expect(await valueOf('A')).not.toBe(behind);
  });
});

describe('a dry run', () => {
  it('computes everything and writes nothing at all, the rollups included', async () => {
    const industry = await processedWorks();
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-02-28', 4), value: 2 }]);
    const before = await wholeTables(industry);
    const guarded = { ...context, database: readOnly(context.database) };
    expect(await process(guarded, industry, '2026-02-24', '2026-03-02', { write: false })).toEqual({
      days: 7,
      daysNotEnded: 0,
      daysSealed: 0,
      sealedStretches: [],
      daysBeforeReadings: 0,
      daysUnchanged: 0,
      computed: { daily: 42, monthly: 12, yearly: 6 },
      written: null,
      staleElsewhere: [],
      wouldWrite: expect.objectContaining({ yearly: expect.objectContaining({ inserted: 0, changed: 3 }) }),
    });
    expect(await wholeTables(industry)).toBe(before);
    // Guard and comparison both notice a run that writes.
    await expect(process(guarded, industry, '2026-02-24', '2026-03-02')).rejects.toThrow('read-only');
    await process(context, industry, '2026-02-28', '2026-02-28');
    expect(await wholeTables(industry)).not.toBe(before);
  });
});

describe('a day is settled', () => {
  it('only by a run that also writes its month and year, so that none of them is read while it is behind', async () => {
    const industry = await processedWorks();
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-02-28', 4), value: 2 }]);
    for (const part of [{ monthly: false }, { yearly: false }, { daily: false }] satisfies Json[]) {
      await process(context, industry, '2026-02-28', '2026-02-28', part);
      expect(await staleOf(context, industry)).toEqual(['2026-02-28: A: late reading']);
    }
    await process(context, industry, '2026-02-28', '2026-02-28');
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('last: whatever a run that breaks off leaves undone is still marked', async () => {
    const industry = await processedWorks();
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-02-28', 4), value: 2 }]);
    const transactions = { begun: 0 };
    const breaking = {
      ...context,
      database: {
        ...context.database,
        transaction: <T>(work: Parameters<typeof context.database.transaction<T>>[0]) => {
          transactions.begun += 1;
          // The days are written in the first transaction; the process ends before the month follows.
          if (transactions.begun === 2) throw new Error('the process ends here');
          return context.database.transaction(work);
        },
      },
    };
    await expect(process(breaking, industry, '2026-02-28', '2026-02-28')).rejects.toThrow('the process ends here');
    expect(await staleOf(context, industry)).toEqual(['2026-02-28: A: late reading']);
    await process(context, industry, '2026-02-28', '2026-02-28');
    const months = await documents<MonthlyDocument>(context, industry, 'MONTHLY');
    expect(months.find((month) => month.unitId === 'A' && month.month === '02/2026')?.value).toBe(4);
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('not before it has ended', async () => {
    const industry = await works(context, UNITS);
    const result = await process(context, industry, '2026-11-20', '2026-11-23');
    expect(result).toMatchObject({ days: 1, daysNotEnded: 3, computed: { daily: 6, monthly: 6, yearly: 6 } });
    expect(await processedOf(context, industry)).toEqual(['2026-11-20']);
    expect(await process(context, industry, '2026-11-21', '2026-11-30')).toMatchObject({
      days: 0,
      daysNotEnded: 10,
      computed: { daily: 0, monthly: 0, yearly: 0 },
    });
    expect(await process(context, industry, '2026-03-05', '2026-03-01')).toMatchObject({ days: 0, daysNotEnded: 0 });
  });
});

describe('months and years', () => {
  it('of ground water average the daily levels, in the year as in the month', async () => {
    const industry = await works(context, [unit('WELL', 'GROUND_WATER_LEVEL')]);
    // 10 and 20 in January, 60 in February: 15 and 60; the year's mean of days is 30, not 37.5.
    await send(
      context,
      industry,
      [
        ['2026-01-10', 10],
        ['2026-01-11', 20],
        ['2026-02-10', 60],
      ].map(([date, value]) => ({ unitId: 'WELL', createdOn: at(industry, String(date), 3), value })),
    );
    await process(context, industry, '2026-01-01', '2026-02-28');
    expect(
      (await documents<MonthlyDocument>(context, industry, 'MONTHLY')).map((month) => [
        month.value,
        month.meta.average,
      ]),
    ).toEqual([
      [20, 15],
      [60, 60],
    ]);
    expect(
      (await documents<YearlyDocument>(context, industry, 'YEARLY')).map((year) => [year.value, year.meta.average]),
    ).toEqual([[60, 30]]);
  });
});

describe('a changed clock', () => {
  it('leaves readings in the hours in which they were recorded: none is lost, and the batch over rollups says the same', async () => {
    const industry = await works(context, [unit('M1', 'FLOW_CATEGORY')], { shiftStartAt: '06:00:00' });
    await send(
      context,
      industry,
      Array.from({ length: 24 }, (_, hour) => ({
        unitId: 'M1',
        createdOn: at(industry, '2026-03-02', hour),
        value: hour + 1,
      })),
    );
    const moved = await works(context, [unit('M1', 'FLOW_CATEGORY')], {
      industryId: industry.industryId,
      shiftStartAt: '08:00:00',
    });
    // One day from the readings, five days from the rollups.
    for (const [from, to] of [
      ['2026-03-02', '2026-03-02'],
      ['2026-02-28', '2026-03-04'],
    ] as const) {
      await process(context, moved, from, to);
      const day = (await documents<DailyDocument>(context, moved, 'DAILY')).find(
        (document) => document.date === '02/03/2026',
      );
      expect(day?.value).toBe(300);
      expect(day?.hourly.map((hour) => hour.y)).toEqual(Array.from({ length: 24 }, (_, hour) => hour + 1));
    }
  });
});
