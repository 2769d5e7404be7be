import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataContext } from '../../src/context.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { createClockReader } from '../../src/kernel/time/business-clock.ts';
import { SentRowsBuilder } from '../../src/readings/sent-rows.ts';
import type { StoredRows, StoreOptions } from '../../src/readings/store-rows.ts';
import { storeRowsWithRetry } from '../../src/readings/store-rows-with-retry.ts';
import { compressOldChunks } from '../../src/readings/chunks.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { ledger, mintWorks, quarantined, slots, stored } from './works.ts';
import { runs } from '../support/property-runs.ts';

let context: OwnContext;
beforeAll(async () => {
  context = await ownContext('2026-11-21T12:00:00Z', { COMPRESS_AFTER_DAYS: '35' });
});

type Row = Record<string, unknown>;
const START = Date.parse('2026-11-17T22:00:00Z');
const figure = fc.integer({ min: -3, max: 3 });

/**
 * A batch as somebody sends it: repeats and corrections within it, rows that are refused, parameters that come and go.
 */
const batch: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    unitId: fc.constantFrom('M1', 'M2', 'LAB', 'POWER', 'NOBODY'),
    createdOn: fc.integer({ min: 0, max: 30 }).map((slot) => new Date(START + slot * 300_000).toISOString()),
    value: figure,
    summedValue: fc.option(figure, { nil: null }),
    interpolated: fc.boolean(),
    paramValue: fc.dictionary(fc.constantFrom('ph', 'tds'), figure, { noNullPrototype: true }),
  }),
  { minLength: 1, maxLength: 25 },
);

/** What a guess makes of rows; the transactions that were begun are counted. */
async function store(
  { database, clock }: DataContext,
  industry: Industry,
  rows: readonly Row[],
  presence: StoreOptions['presence'],
): Promise<StoredRows & { transactions: number }> {
  const builder = new SentRowsBuilder(industry, createClockReader(industry.clock));
  rows.forEach((row, index) => builder.add({ row }, index, clock.now()));
  let transactions = 0;
  const counting: Pick<typeof database, 'transaction'> = {
    transaction: (work) => {
      transactions += 1;
      return database.transaction(work);
    },
  };
  const result = await storeRowsWithRetry(counting, builder.finish(), {
    industry,
    source: 'http',
    closedBefore: '2026-11-21',
    receivedAt: new Date(clock.now()),
    presence,
  });
  return { ...result, transactions };
}

const everythingOf = async (industry: Industry) => ({
  tables: await stored(context, industry),
  ledger: await ledger(context, industry),
  quarantined: await quarantined(context, industry),
});
/** But for the name of the industry, which stands in the reasons of refusals. */
const asText = (industry: Industry, value: unknown): string =>
  JSON.stringify(value).replaceAll(industry.industryId, 'WORKS');

/** Units of two industries have keys of their own, and what is taken for new is known by its unit's oldest alone. */
const withoutKeys = ({ changed, changes, extents: _ofKeys, ...counts }: StoredRows) => ({
  ...counts,
  groups: changes.groups.map(({ businessDate, isNew, count }) => `${businessDate} ${isNew} ${count}`).toSorted(),
  changed: changed.map(({ businessDate, isNew }) => `${businessDate} ${isNew}`).toSorted(),
});

describe('readings that are taken for new', () => {
  it('and upserted ones leave the same tables and counts, whatever was stored before, repeated or corrected', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 4 }), async (batches) => {
        const [inserted, upserted] = [await mintWorks(context), await mintWorks(context)];
        for (const rows of batches) {
          const { transactions: _one, ...fast } = await store(context, inserted, rows, 'none stored');
          const { transactions: _other, ...plain } = await store(context, upserted, rows, 'some stored');
          expect(withoutKeys(fast)).toEqual(withoutKeys(plain));
        }
        expect(asText(inserted, await everythingOf(inserted))).toEqual(asText(upserted, await everythingOf(upserted)));
      }),
      { numRuns: runs(25) },
    );
  });

  it('take one transaction when they are new, and another one when one of them is not', async () => {
    const works = await mintWorks(context);
    const rows = slots('M1', '2026-11-01T00:30:00Z', 100);
    expect(await store(context, works, rows.slice(0, 50), 'none stored')).toMatchObject({
      inserted: 50,
      updated: 0,
      transactions: 1,
    });
    expect(await store(context, works, rows.slice(49), 'none stored')).toMatchObject({
      inserted: 50,
      updated: 0,
      transactions: 2,
    });
    expect(await store(context, works, rows, 'some stored')).toMatchObject({
      inserted: 0,
      updated: 0,
      transactions: 1,
    });
  });

  it('are told by the newest reading of each unit, without trying', async () => {
    const works = await mintWorks(context);
    const rows = [...slots('M1', '2026-10-01T00:30:00Z', 1200), ...slots('M2', '2026-10-01T00:30:00Z', 1200)];
    const behind = rows.filter((_, index) => index % 1200 < 600);
    const ahead = rows.filter((_, index) => index % 1200 >= 600);
    // The second is behind what M1 has, though ahead of what M2 has: upserted at once.
    expect(await store(context, works, ahead.slice(0, 600), 'not known')).toMatchObject({
      inserted: 600,
      transactions: 1,
    });
    expect(await store(context, works, [...behind, ...ahead], 'not known')).toMatchObject({
      inserted: 1800,
      updated: 0,
      transactions: 1,
    });
    expect(await store(context, works, rows, 'not known')).toMatchObject({ inserted: 0, updated: 0, transactions: 1 });
  });

  it('by two senders at once are stored once and counted once', async () => {
    const works = await mintWorks(context);
    const rows = [...slots('M1', '2026-10-01T00:30:00Z', 3000), ...slots('M2', '2026-10-01T00:30:00Z', 3000)];
    const results = await Promise.all([
      store(context, works, rows, 'none stored'),
      store(context, works, rows.toReversed(), 'none stored'),
      store(context, works, rows.slice(1500, 4500), 'none stored'),
    ]);
    expect(results.reduce((sum, result) => sum + result.inserted, 0)).toBe(rows.length);
    expect(results.map(({ updated }) => updated)).toEqual([0, 0, 0]);
    expect((await stored(context, works)).readings).toHaveLength(rows.length);
  });

  it('of a compressed day are found there, too', async () => {
    const works = await mintWorks(context);
    const rows = slots('M1', '2026-03-01T00:30:00Z', 600);
    await store(context, works, rows.slice(0, 500), 'none stored');
    expect(await compressOldChunks(context)).toBeGreaterThan(0);
    expect(await store(context, works, rows.slice(500), 'none stored')).toMatchObject({
      inserted: 100,
      transactions: 1,
    });
    await compressOldChunks(context);
    const corrected = rows.map((row, index) => (index === 7 ? { ...row, value: 1 } : row));
    expect(await store(context, works, corrected, 'none stored')).toMatchObject({
      inserted: 0,
      updated: 1,
      transactions: 2,
    });
    expect((await stored(context, works)).readings).toHaveLength(600);
  });
});
