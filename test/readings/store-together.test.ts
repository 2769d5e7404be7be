import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { createClockReader } from '../../src/kernel/time/business-clock.ts';
import { type SentRows, SentRowsBuilder } from '../../src/readings/sent-rows.ts';
import type { StoredRows } from '../../src/readings/store-rows.ts';
import { mayShareTransaction, storeTogether } from '../../src/readings/store-together.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { runs } from '../support/property-runs.ts';
import { ingest, ledger, mintWorks, stored } from './works.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
/** The running day of the works began at 00:30 UTC. */
const TODAY = '2026-11-21';
let context: TestContext;
let works: Industry;
beforeAll(async () => {
  context = await testContext(new Date(NOW).toISOString());
  works = await mintWorks(context);
});

const reading = (unitId: string, minute: number, value: number) => ({
  unitId,
  createdOn: new Date(Date.parse('2026-11-21T01:00:00Z') + minute * 60_000).toISOString(),
  value: unitId === 'LAB' ? { ph: value } : value,
});
type Row = ReturnType<typeof reading>;

/** Rows as one sender sends them. */
function sentOf(rows: readonly unknown[]): SentRows {
  const builder = new SentRowsBuilder(works, createClockReader(works.clock));
  for (const [index, row] of rows.entries()) builder.add({ row }, index, NOW);
  return builder.finish();
}

/** The transactions of a store that ends each one when it is told to. */
function heldStore() {
  const transactions: { readonly values: (number | null)[]; readonly end: (error?: Error) => void }[] = [];
  const database = {};
  const store = (sent: SentRows): Promise<StoredRows> =>
    new Promise((resolve, reject) => {
      const values = Array.from(sent.order, (index) => sent.placed.value(index));
      const groups = sent.days.map((day) => ({ ...day, isNew: true, instants: null, oldestEpochMs: 0 }));
      const all: StoredRows = {
        inserted: sent.order.length,
        updated: 0,
        staleDates: [],
        changed: groups,
        extents: sent.extents,
        changes: { groups, touched: [] },
        corrections: 0,
        decided: new Set(),
      };
      transactions.push({ values, end: (error) => (error === undefined ? resolve(all) : reject(error)) });
    });
  const send = (...rows: Row[]): Promise<StoredRows> =>
    storeTogether(database, works, { sent: sentOf(rows), closedBefore: TODAY, store });
  /** Values of the readings of all transactions that have begun so far. */
  const begun = async (count: number): Promise<(number | null)[][]> => {
    await expect.poll(() => transactions.length).toBeGreaterThanOrEqual(count);
    return transactions.map(({ values }) => values);
  };
  return { transactions, send, begun };
}

describe('small bodies of an industry', () => {
  it('are stored at once while nothing is stored, and by one transaction when they come meanwhile', async () => {
    const { transactions, send, begun } = heldStore();
    const first = send(reading('M1', 0, 1));
    expect(await begun(1)).toEqual([[1]]);
    const others = [send(reading('M2', 0, 2), reading('M2', 5, 3)), send(reading('TANK', 0, 4))];
    transactions[0]?.end();
    expect(await begun(2)).toEqual([[1], [2, 3, 4]]);
    transactions[1]?.end();
    expect((await Promise.all([first, ...others])).map(({ inserted }) => inserted)).toEqual([1, 2, 1]);
  });

  it('that name one unit are stored one after another in order of arrival', async () => {
    const { transactions, send, begun } = heldStore();
    const all = [send(reading('M1', 0, 1)), send(reading('M1', 0, 2)), send(reading('M1', 0, 3), reading('M2', 0, 4))];
    all.push(send(reading('M2', 0, 5)), send(reading('TANK', 0, 6)));
    transactions[0]?.end();
    expect(await begun(2)).toEqual([[1], [2, 6]]);
    transactions[1]?.end();
    expect((await begun(3))[2]).toEqual([3, 4]);
    transactions[2]?.end();
    expect((await begun(4))[3]).toEqual([5]);
    transactions[3]?.end();
    await Promise.all(all);
  });

  it('are stored each by itself when their transaction fails, and only the one that cannot be stored says so', async () => {
    const { transactions, send, begun } = heldStore();
    const first = send(reading('M1', 0, 1));
    const [good, bad] = [send(reading('M2', 0, 2)), send(reading('TANK', 0, 3))];
    transactions[0]?.end();
    await begun(2);
    transactions[1]?.end(new Error('it does not fit'));
    expect((await begun(4)).slice(2)).toEqual([[2], [3]]);
    transactions[2]?.end();
    transactions[3]?.end(new Error('it does not fit'));
    await Promise.all([first, good]);
    await expect(bad).rejects.toThrow('it does not fit');
    const next = send(reading('M1', 5, 4));
    await begun(5);
    transactions[4]?.end();
    expect(await next).toMatchObject({ inserted: 1 });
  });

  it('are all refused at once when the database is away, because none of them is the reason', async () => {
    const { transactions, send, begun } = heldStore();
    const first = send(reading('M1', 0, 1));
    const others = [send(reading('M2', 0, 2)), send(reading('TANK', 0, 3))];
    transactions[0]?.end();
    await begun(2);
    transactions[1]?.end(Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' }));
    for (const other of others) await expect(other).rejects.toThrow('nobody listens');
    await first;
    expect(transactions).toHaveLength(2);
  });

  it('of one unit hold up nobody else, however many of them wait', async () => {
    const { transactions, send, begun } = heldStore();
    const bodies = Array.from({ length: 25 }, (_, hour) =>
      Array.from({ length: 90 }, (_row, second) => reading('M1', hour * 10 + second / 60, 2)),
    );
    const all = [send(reading('M1', 0, 1)), ...bodies.map((rows) => send(...rows))];
    all.push(send(reading('M2', 0, 3)));
    transactions[0]?.end();
    expect((await begun(2))[1]).toContain(3);
    for (let at = 1; at <= bodies.length; at += 1) {
      await begun(at + 1);
      transactions[at]?.end();
    }
    await Promise.all(all);
  });

  it('have at most 100 readings, none of a closed day, none that is refused, and none that corrects another', () => {
    const many = (count: number) => sentOf(Array.from({ length: count }, (_, minute) => reading('M1', minute / 60, 1)));
    expect(mayShareTransaction(many(100), TODAY)).toBe(true);
    expect(mayShareTransaction(many(101), TODAY)).toBe(false);
    expect(mayShareTransaction(sentOf([reading('M1', 0, 1), reading('M1', 0, 2)]), TODAY)).toBe(false);
    expect(mayShareTransaction(sentOf([reading('M1', -60, 1)]), TODAY)).toBe(false);
    expect(mayShareTransaction(sentOf([reading('M1', 0, 1), reading('NO_SUCH', 0, 1)]), TODAY)).toBe(false);
    expect(mayShareTransaction(sentOf([]), TODAY)).toBe(false);
  });
});

const UNIT_IDS = ['M1', 'M2', 'TANK', 'LAB', 'POWER'] as const;
const rowsOf = (unitId: string) =>
  fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 3 }))
      .map(([at, value]) => reading(unitId, at, value)),
    { minLength: 1, maxLength: 6 },
  );
/** Readings of each unit that are stored before, and those that its device sends. */
const bodies = fc.tuple(...UNIT_IDS.map((unitId) => fc.record({ before: rowsOf(unitId), sent: rowsOf(unitId) })));

describe('devices that send at the same time', () => {
  it('hear what became of their own readings, as if each had sent alone', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, async (each) => {
        const [together, alone] = [await mintWorks(context), await mintWorks(context)];
        const before = each.flatMap((body) => body.before);
        await ingest(context, together, before);
        await ingest(context, alone, before);
        const told = await Promise.all(each.map(({ sent }) => ingest(context, together, sent)));
        for (const [index, { sent }] of each.entries()) expect(told[index]).toEqual(await ingest(context, alone, sent));
        expect(await stored(context, together)).toEqual(await stored(context, alone));
        expect(await ledger(context, together)).toEqual(await ledger(context, alone));
      }),
      { numRuns: runs(15) },
    );
  });
});
