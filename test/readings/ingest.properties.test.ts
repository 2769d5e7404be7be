import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { ROWS_PER_TRANSACTION } from '../../src/readings/sent-rows.ts';
import { ingestReadings } from '../../src/readings/ingest.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { asRows, ingest, ledger, mintWorks, slots, stored } from './works.ts';
import { runs } from '../support/property-runs.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
});

type Row = Record<string, unknown>;
const START = Date.parse('2026-11-17T22:00:00Z');
const figure = fc.oneof(fc.double({ min: -1e11, max: 1e11, noNaN: true }), fc.integer({ min: -1000, max: 1000 }));
const minutes = fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: null });

/** Readings with distinct keys over the end of a business day and into the next. */
const rows: fc.Arbitrary<Row[]> = fc.uniqueArray(
  fc
    .record({
      unitId: fc.constantFrom('M1', 'M2', 'LAB', 'POWER', 'TANK'),
      createdOn: fc.integer({ min: 0, max: 60 }).map((slot) => new Date(START + slot * 300_000).toISOString()),
      value: figure,
      summedValue: fc.option(figure, { nil: null }),
      interpolated: fc.boolean(),
      offlinePeriod: minutes,
      paramValue: fc.dictionary(fc.constantFrom('ph', 'tds', 'voltage'), fc.integer({ min: -100, max: 100 }), {
        noNullPrototype: true,
      }),
    })
    // A unit of quality is read by its parameters.
    .map((row) => (row.unitId === 'LAB' ? { ...row, paramValue: { ph: 7, ...row.paramValue } } : row)),
  { selector: (row) => `${row.unitId} ${row.createdOn}`, minLength: 1, maxLength: 60 },
);

/** A set of rows, one order of them, and where it is cut into separate requests. */
const sendings = rows.chain((set) =>
  fc.record({
    set: fc.constant(set),
    order: fc.shuffledSubarray(set, { minLength: set.length }),
    requests: fc.integer({ min: 1, max: 4 }),
  }),
);

describe('whatever the order and however they are split', () => {
  it('the same readings leave the same tables', async () => {
    await fc.assert(
      fc.asyncProperty(sendings, async ({ set, order, requests }) => {
        const [whole, split] = [await mintWorks(context), await mintWorks(context)];
        await ingest(context, whole, set);
        const size = Math.ceil(order.length / requests);
        for (let from = 0; from < order.length; from += size)
          await ingest(context, split, order.slice(from, from + size));
        expect(await stored(context, split)).toEqual(await stored(context, whole));
        expect(await ledger(context, split)).toEqual(await ledger(context, whole));
      }),
      { numRuns: runs(15) },
    );
  });

  it('sending everything again afterwards changes nothing and counts nothing as changed', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (set) => {
        const works = await mintWorks(context);
        await ingest(context, works, set);
        const before = await stored(context, works);
        expect(await ingest(context, works, set)).toMatchObject({
          inserted: 0,
          updated: 0,
          unchanged: set.length,
          rejected: 0,
          staleDates: [],
        });
        expect(await stored(context, works)).toEqual(before);
      }),
      { numRuns: runs(15) },
    );
  });

  it('what was received is inserted, updated, unchanged or rejected, and nothing else', async () => {
    const anything = fc.array(
      fc.oneof(
        fc.jsonValue(),
        rows.map((set) => set[0]),
      ),
      { maxLength: 40 },
    );
    const works = await mintWorks(context);
    await fc.assert(
      fc.asyncProperty(anything, async (given) => {
        const result = await ingest(context, works, given);
        expect(result.received).toBe(given.length);
        expect(result.inserted + result.updated + result.unchanged + result.rejected).toBe(given.length);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('two senders of overlapping rows at once', () => {
  it('are both acknowledged and leave what one after the other leaves', async () => {
    const works = await mintWorks(context);
    const alone = await mintWorks(context);
    const all = [...slots('M1', '2026-10-01T00:30:00Z', 6000), ...slots('M2', '2026-10-01T00:30:00Z', 6000)];
    const send = (industry: Industry, sent: readonly Row[]) =>
      ingestReadings({ context, onStaleDays: async () => {} }, industry, [asRows(sent)], 'http');
    const results = await Promise.all([
      send(works, all),
      send(works, all.toReversed()),
      send(works, all.slice(3000, 9000)),
    ]);
    expect(results.map((result) => result.received)).toEqual([12_000, 12_000, 6000]);
    expect(results.reduce((sum, result) => sum + result.inserted, 0)).toBe(12_000);
    expect(results.reduce((sum, result) => sum + result.updated, 0)).toBe(0);
    await send(alone, all);
    expect(await stored(context, works)).toEqual(await stored(context, alone));
  });
});

describe('a stream that breaks off', () => {
  const failing = async function* (rowsBefore: readonly Row[]) {
    yield asRows(rowsBefore);
    throw new Error('the line went dead');
  };

  it('rejects, keeps what was committed, has told of it, and asks for the rebuild of the days it changed', async () => {
    const works = await mintWorks(context);
    const told: number[] = [];
    const stale: (readonly string[])[] = [];
    const sent = failing(slots('M1', '2026-01-01T00:30:00Z', ROWS_PER_TRANSACTION + 7));
    const ingesting = ingestReadings(
      {
        context,
        onStaleDays: async (_, dates) => {
          stale.push(dates);
        },
      },
      works,
      sent,
      'http',
      (result) => told.push(result.received),
    );
    await expect(ingesting).rejects.toThrow('the line went dead');
    expect(told).toEqual([ROWS_PER_TRANSACTION]);
    expect((await stored(context, works)).readings).toHaveLength(ROWS_PER_TRANSACTION);
    expect(stale.map((dates) => dates[0])).toEqual(['2026-01-01']);
  });

  it('a deadlock that the database resolved against a batch is tried again', async () => {
    const works = await mintWorks(context);
    let attempts = 0;
    const database = {
      ...context.database,
      transaction: <T>(work: Parameters<typeof context.database.transaction<T>>[0]): Promise<T> =>
        (attempts += 1) < 3
          ? Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' }))
          : context.database.transaction(work),
    };
    expect(
      await ingest({ database, clock: context.clock }, works, slots('M1', '2026-10-01T00:30:00Z', 3)),
    ).toMatchObject({ inserted: 3 });
    expect(attempts).toBe(3);
  });
});
