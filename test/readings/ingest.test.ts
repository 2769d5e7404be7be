import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { ROWS_PER_TRANSACTION } from '../../src/readings/sent-rows.ts';
import { ingestReadings } from '../../src/readings/ingest.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { asRows, ingest, latestOf, ledger, mintWorks, quarantined, slots, stored } from './works.ts';

let context: TestContext;
let works: Industry;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
});
const fresh = async (): Promise<Industry> => {
  works = await mintWorks(context);
  return works;
};

/** The running day of the works began at 00:30 UTC; this is the middle of it. */
const TODAY = '2026-11-21T06:00:00Z';
const A_CLOSED_DAY = '2026-11-18T06:00:00Z';

describe('the same readings again', () => {
  it('change nothing: not the readings, not the newest, not the ledger', async () => {
    await fresh();
    const rows = [
      ...slots('M1', A_CLOSED_DAY, 30),
      ...slots('M2', TODAY, 5),
      { unitId: 'LAB', createdOn: TODAY, value: { ph: 7.1, tds: 300 } },
    ];
    expect(await ingest(context, works, rows)).toMatchObject({
      received: 36,
      inserted: 36,
      updated: 0,
      unchanged: 0,
      rejected: 0,
    });
    const before = await rowVersions(works);
    expect(await ingest(context, works, rows)).toMatchObject({
      received: 36,
      inserted: 0,
      updated: 0,
      unchanged: 36,
      rejected: 0,
      staleDates: [],
    });
    expect(await rowVersions(works)).toEqual(before);
  });

  it('with one changed row update one', async () => {
    await fresh();
    const rows = slots('M1', A_CLOSED_DAY, 30);
    await ingest(context, works, rows);
    const corrected = rows.map((row, index) => (index === 7 ? { ...row, value: 55 } : row));
    expect(await ingest(context, works, corrected)).toMatchObject({
      received: 30,
      inserted: 0,
      updated: 1,
      unchanged: 29,
    });
    expect((await stored(context, works)).readings[7]).toMatchObject({ value: 55 });
  });

  it('within one batch count as unchanged; a differing repeat is a correction and the last one sent holds', async () => {
    await fresh();
    const [row = {}] = slots('M1', A_CLOSED_DAY, 1);
    expect(await ingest(context, works, [row, row, { ...row, value: 1 }, { ...row, value: 2 }])).toMatchObject({
      received: 4,
      inserted: 1,
      updated: 2,
      unchanged: 1,
    });
    expect((await stored(context, works)).readings).toMatchObject([{ value: 2 }]);
  });

  it('written with another offset or as text are the same readings', async () => {
    await fresh();
    await ingest(context, works, [{ unitId: 'M1', createdOn: '2026-11-18T06:00:00Z', value: 5, offlinePeriod: 0.1 }]);
    expect(
      await ingest(context, works, [
        {
          unitId: 'M1',
          createdOn: '2026-11-18T11:30:00.000+05:30',
          value: '5.0',
          offlinePeriod: '0.1',
          interpolated: 'false',
        },
      ]),
    ).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 });
  });
});

describe('the order of rows', () => {
  it('does not matter: three shuffled closed days leave what sorted ones leave', async () => {
    const rows = [...slots('M1', '2026-11-16T00:30:00Z', 3 * 288), ...slots('TANK', '2026-11-16T00:30:00Z', 100)];
    const sorted = await mintWorks(context);
    const shuffled = await mintWorks(context);
    await ingest(context, sorted, rows);
    // A fixed shuffle: 331 has no divisor in common with the number of rows.
    await ingest(
      context,
      shuffled,
      rows.map((_, index) => rows[(index * 331) % rows.length]),
    );
    expect(await stored(context, shuffled)).toEqual(await stored(context, sorted));
    expect(await ledger(context, shuffled)).toEqual(await ledger(context, sorted));
    expect((await ledger(context, sorted)).map((day) => day.business_date)).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
    ]);
  });

  it('does not matter across batches either', async () => {
    await fresh();
    const rows = slots('M1', '2026-01-01T00:30:00Z', ROWS_PER_TRANSACTION + 10);
    const backwards = rows.toReversed();
    const groups = [asRows(backwards.slice(0, 7)), asRows(backwards.slice(7))];
    const result = await ingestReadings({ context, onStaleDays: async () => {} }, works, groups, 'http');
    expect(result).toMatchObject({ received: ROWS_PER_TRANSACTION + 10, inserted: ROWS_PER_TRANSACTION + 10 });
    expect(await latestOf(context, works, 'M1')).toMatchObject({ value: 100 + ROWS_PER_TRANSACTION + 9 });
  });
});

describe('rows that cannot be right', () => {
  it('2036 and 1970 are quarantined and leave the newest reading alone', async () => {
    await fresh();
    const result = await ingest(context, works, [
      ...slots('M1', TODAY, 1),
      { unitId: 'M1', createdOn: '2036-02-07T06:28:16Z', value: 9 },
      { unitId: 'M1', createdOn: '1970-01-01T00:00:00Z', value: 9 },
    ]);
    expect(result).toMatchObject({
      received: 3,
      inserted: 1,
      rejected: 2,
      reasons: { instant_future: 1, instant_too_old: 1 },
    });
    expect(result.errors.map(({ index, unitId }) => [index, unitId])).toEqual([
      [1, 'M1'],
      [2, 'M1'],
    ]);
    expect(await latestOf(context, works, 'M1')).toMatchObject({ created_on: '2026-11-21 06:00:00+00', value: 100 });
    expect((await quarantined(context, works)).map((row) => row.reason_code).sort()).toEqual([
      'instant_future',
      'instant_too_old',
    ]);
  });

  it("units that are unknown, virtual or another industry's take nothing, and good rows beside them are stored", async () => {
    const neighbour = await mintWorks(context);
    const mine = await mintWorks(context);
    await context.database.execute("UPDATE tenant.unit SET unit_id = 'ONLY_THEIRS' WHERE unit_key = $1", [
      neighbour.units.get('M1')?.unitKey,
    ]);
    const result = await ingest(context, mine, [
      ...slots('ONLY_THEIRS', TODAY, 1),
      ...slots('BALANCE', TODAY, 1),
      ...slots('__proto__', TODAY, 1),
      ...slots('M2', TODAY, 1),
    ]);
    expect(result).toMatchObject({ inserted: 1, rejected: 3, reasons: { unit_unknown: 2, unit_virtual: 1 } });
    expect((await stored(context, neighbour)).readings).toEqual([]);
  });

  it('NUL bytes, lone surrogates, huge strings and deep nesting are quarantined and take nothing down', async () => {
    await fresh();
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`) as unknown;
    const result = await ingest(context, works, [
      { unitId: 'M\u00001', createdOn: TODAY, value: 1 },
      { unitId: 'M1', createdOn: `${TODAY}\u0000`, value: 1 },
      { 'a\u0000b': 1 },
      { unitId: 'LAB', createdOn: TODAY, value: { 'p\u0000h': 7 } },
      { unitId: 'LAB', createdOn: TODAY, value: { '\ud800': 7 } },
      { unitId: 'x'.repeat(200_000), createdOn: TODAY, value: 1 },
      { unitId: 'M1', createdOn: TODAY, value: deep },
      deep,
      ...slots('M1', TODAY, 1),
    ]);
    expect(result).toMatchObject({ received: 9, inserted: 1, rejected: 8 });
    const held = await quarantined(context, works);
    expect(held).toHaveLength(8);
    expect(Math.max(...held.map((row) => row.raw.length))).toBeLessThanOrEqual(8192);
  });

  it('the smallest numbers a double holds do not break a batch', async () => {
    await fresh();
    expect(
      await ingest(context, works, [{ unitId: 'M1', createdOn: TODAY, value: 5e-324, offlinePeriod: 1e-60 }]),
    ).toMatchObject({ inserted: 1 });
    expect((await stored(context, works)).readings).toMatchObject([{ value: 5e-324, offline_minutes: 0 }]);
  });

  it('the same refused row again is the same case', async () => {
    await fresh();
    const bad = { unitId: 'NOBODY', createdOn: TODAY, value: 1 };
    await ingest(context, works, [bad, bad]);
    await ingest(context, works, [bad]);
    expect(await quarantined(context, works)).toMatchObject([{ times_received: 2, unit_id: 'NOBODY', source: 'http' }]);
  });

  it('only the first hundred are named in the answer, all are counted and kept', async () => {
    await fresh();
    const result = await ingest(context, works, slots('NOBODY', TODAY, 150));
    expect(result.rejected).toBe(150);
    expect(result.errors.map((error) => error.index)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(await quarantined(context, works)).toHaveLength(150);
  });
});

describe('parameters', () => {
  it('changed, added and no longer named by a correction change in the table too', async () => {
    await fresh();
    const at = A_CLOSED_DAY;
    await ingest(context, works, [
      { unitId: 'POWER', createdOn: at, value: 5, paramValue: { voltage: 230, current: 4 } },
    ]);
    const correction = [{ unitId: 'POWER', createdOn: at, value: 5, paramValue: { voltage: 231, frequency: 50 } }];
    expect(await ingest(context, works, correction)).toMatchObject({ inserted: 0, updated: 1, unchanged: 0 });
    expect((await stored(context, works)).samples.map(({ name, value }) => [name, value])).toEqual([
      ['frequency', 50],
      ['voltage', 231],
    ]);
    expect(await latestOf(context, works, 'POWER')).toMatchObject({ params: { voltage: 231, frequency: 50 } });
    expect((await ledger(context, works))[0]?.causes).toEqual(['correction', 'late reading']);
    expect(await ingest(context, works, correction)).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it('are all taken back by a correction that names none, in a batch without any parameters', async () => {
    await fresh();
    await ingest(context, works, [
      { unitId: 'POWER', createdOn: A_CLOSED_DAY, value: 5, paramValue: { voltage: 230 } },
    ]);
    expect(
      await ingest(context, works, [
        { unitId: 'POWER', createdOn: A_CLOSED_DAY, value: 5 },
        ...slots('M1', A_CLOSED_DAY, 3),
      ]),
    ).toMatchObject({ inserted: 3, updated: 1, unchanged: 0 });
    expect((await stored(context, works)).samples).toEqual([]);
  });

  it('given for new and for known readings of one batch count each reading once', async () => {
    await fresh();
    const reading = (slot: number, ph: number) => ({
      unitId: 'LAB',
      createdOn: new Date(Date.parse(A_CLOSED_DAY) + slot * 300_000).toISOString(),
      value: { ph, tds: 1 },
    });
    await ingest(context, works, [reading(0, 7), reading(1, 7)]);
    expect(await ingest(context, works, [reading(0, 7), reading(1, 8), reading(2, 7)])).toMatchObject({
      inserted: 1,
      updated: 1,
      unchanged: 1,
    });
  });

  it('may be named like members of every object', async () => {
    await fresh();
    const value = JSON.parse('{"valueOf": 1, "toString": 2, "hasOwnProperty": 3, "ph": 7}') as unknown;
    expect(await ingest(context, works, [{ unitId: 'LAB', createdOn: TODAY, value }])).toMatchObject({ inserted: 1 });
    expect((await stored(context, works)).samples.map(({ name }) => name)).toEqual([
      'hasOwnProperty',
      'ph',
      'toString',
      'valueOf',
    ]);
  });
});

describe('a reading of another kind than its unit', () => {
  it('waits in quarantine, and the right one keeps its place', async () => {
    await fresh();
    const rows = [
      { unitId: 'M1', createdOn: TODAY, value: 700 },
      { unitId: 'TANK', createdOn: TODAY, value: 50 },
      { unitId: 'LAB', createdOn: TODAY, value: { ph: 7 } },
    ];
    expect(await ingest(context, works, rows)).toMatchObject({ inserted: 3, rejected: 0 });
    const before = await stored(context, works);
    const others = [
      { unitId: 'M1', createdOn: TODAY, value: { ph: 1 } },
      { unitId: 'TANK', createdOn: TODAY, summedValue: 5 },
      { unitId: 'LAB', createdOn: TODAY, value: 7 },
    ];
    expect(await ingest(context, works, others)).toMatchObject({ updated: 0, rejected: 3 });
    expect(await stored(context, works)).toEqual(before);
  });
});

describe('the newest reading', () => {
  it('is not touched by a correction of an older one', async () => {
    await fresh();
    await ingest(context, works, slots('M1', TODAY, 3));
    await ingest(context, works, [{ ...slots('M1', TODAY, 1)[0], value: 1 }]);
    expect(await latestOf(context, works, 'M1')).toMatchObject({ created_on: '2026-11-21 06:10:00+00', value: 102 });
  });

  it('follows a correction of itself', async () => {
    await fresh();
    await ingest(context, works, slots('M1', TODAY, 3));
    await ingest(context, works, [{ ...slots('M1', TODAY, 3)[2], value: 1 }]);
    expect(await latestOf(context, works, 'M1')).toMatchObject({ created_on: '2026-11-21 06:10:00+00', value: 1 });
  });

  it("is the newest by the device's clock, not the last to arrive", async () => {
    await fresh();
    await ingest(context, works, slots('M1', TODAY, 1));
    await ingest(context, works, slots('M1', A_CLOSED_DAY, 1));
    expect(await latestOf(context, works, 'M1')).toMatchObject({ created_on: '2026-11-21 06:00:00+00' });
  });
});

describe('closed days', () => {
  it('that readings change are entered in the ledger with unit and cause, the running day is not', async () => {
    await fresh();
    const told: (readonly string[])[] = [];
    const onStaleDays = async (_: Industry, dates: readonly string[]): Promise<void> => {
      told.push(dates);
    };
    expect(
      (await ingest(context, works, [...slots('M1', A_CLOSED_DAY, 2), ...slots('M2', TODAY, 2)], { onStaleDays }))
        .staleDates,
    ).toEqual(['2026-11-18']);
    expect(await ledger(context, works)).toEqual([
      { business_date: '2026-11-18', units: ['M1'], causes: ['late reading'] },
    ]);
    await ingest(context, works, [{ ...slots('M1', A_CLOSED_DAY, 1)[0], value: 0 }, ...slots('M2', A_CLOSED_DAY, 1)], {
      onStaleDays,
    });
    expect(await ledger(context, works)).toEqual([
      { business_date: '2026-11-18', units: ['M1', 'M2'], causes: ['correction', 'late reading'] },
    ]);
    expect(told).toEqual([['2026-11-18'], ['2026-11-18']]);
  });

  it('count as closed in their last two minutes, not before', async () => {
    const late = await testContext('2026-11-22T00:27:59Z');
    const industry = await mintWorks(late);
    await ingest(late, industry, slots('M1', TODAY, 1));
    expect(await ledger(late, industry)).toEqual([]);
    late.clock.set('2026-11-22T00:28:00Z');
    await ingest(late, industry, slots('M1', TODAY, 2));
    expect((await ledger(late, industry)).map((day) => day.business_date)).toEqual(['2026-11-21']);
  });
});

/** Every row with the transaction that wrote it: a rewritten row differs even when its values do not. */
const rowVersions = (industry: Industry): Promise<unknown> =>
  context.database.execute(
    `SELECT (SELECT array_agg(r.xmin::text ORDER BY r.unit_key, r.created_on) FROM telemetry.reading r WHERE r.unit_key = ANY ($1::int[]) AND r.business_at > '2020-01-01') AS readings,
          (SELECT array_agg(p.xmin::text ORDER BY p.unit_key, p.parameter_key, p.created_on) FROM telemetry.parameter_reading p WHERE p.unit_key = ANY ($1::int[]) AND p.business_at > '2020-01-01') AS samples,
          (SELECT array_agg(s.xmin::text ORDER BY s.unit_key) FROM telemetry.unit_state s WHERE s.unit_key = ANY ($1::int[])) AS states,
          (SELECT array_agg(d.xmin::text ORDER BY d.business_date) FROM telemetry.stale_day d WHERE d.industry_key = $2) AS ledger`,
    [[...industry.units.values()].map((unit) => unit.unitKey), industry.industryKey],
  );
