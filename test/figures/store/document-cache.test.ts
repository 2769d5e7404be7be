import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Querier } from '../../../src/platform/database/database.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate, eachDate } from '../../../src/kernel/time/business-date.ts';
import { readDays } from '../../../src/figures/read-days.ts';
import { readMonths } from '../../../src/figures/read-months.ts';
import type { ReadSettled } from '../../../src/figures/store/settled-documents.ts';
import { readDocuments, readFigures } from '../../../src/figures/store/read-documents.ts';
import { createFigureCaches } from '../../../src/figures/store/figure-caches.ts';
import { createDocumentsCache, createFiguresCache } from '../../../src/figures/store/document-cache.ts';
import { at, process, send, unit, virtual, works } from '../processing/works.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { runs } from '../../support/property-runs.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-03-15T12:00:00Z');
});

const UNITS = [
  unit('A', 'FLOW_CATEGORY'),
  unit('B', 'FLOW_CATEGORY'),
  unit('Q', 'QUALITY_CATEGORY'),
  virtual('SUM', '{A} + {B}'),
];
const FIRST = '2026-03-01';
const LAST = '2026-03-10';
const DATES = [...eachDate(businessDate(FIRST), businessDate(LAST))];

const spanOf = (industry: Industry, unitIds: readonly string[] = [...industry.units.keys()], to = LAST) => ({
  industryId: industry.industryId,
  from: businessDate(FIRST),
  to: businessDate(to),
  units: new Map(
    unitIds.flatMap((unitId) => {
      const key = industry.units.get(unitId)?.unitKey;
      return key === undefined ? [] : [[key, unitId] as const];
    }),
  ),
});

async function processedWorks(): Promise<Industry> {
  const industry = await works(context, UNITS);
  await send(
    context,
    industry,
    DATES.map((date, index) => ({ unitId: 'A', createdOn: at(industry, date, 5), value: index + 1 })),
  );
  await process(context, industry, FIRST, LAST);
  return industry;
}

/** Whatever is shared must not be changed by who reads it: in a module that is an error. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** The same by a statement of its own, for settled days. */
async function readAlone(industry: Industry, settled: ReadonlySet<string>, withEntries: boolean) {
  const span = { ...spanOf(industry), period: 'DAILY' as const };
  const read = await (withEntries ? readDocuments : readFigures)(context.database, span);
  return read
    .filter(({ periodStart }) => settled.has(periodStart))
    .map(({ unitKey, periodStart, document }) => ({ unitKey, periodStart, document }))
    .toSorted(byUnitAndDay);
}

type Placed = { readonly unitKey: number; readonly periodStart: string };
const byUnitAndDay = (a: Placed, b: Placed): number =>
  a.unitKey - b.unitKey || (a.periodStart < b.periodStart ? -1 : 1);

const sorted = async (kept: ReadSettled, db: Querier, industry: Industry, unitIds?: readonly string[]) => {
  const { settled, stored } = await kept(db, industry.industryKey, spanOf(industry, unitIds));
  stored.forEach(frozen);
  return {
    settled: [...settled].sort(),
    stored: stored.toSorted(byUnitAndDay),
  };
};

/**
 * What may happen to settled days, by whoever: through the service, by part of a run, by hand, and by transactions that
 * fail.
 */
type Change = {
  readonly kind: 'send' | 'rebuild' | 'part' | 'virtual' | 'by hand' | 'rolled back' | 'remove' | 'read';
  readonly day: number;
  readonly value: number;
};
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('send', 'rebuild', 'part', 'virtual', 'by hand', 'rolled back', 'remove', 'read'),
  day: fc.integer({ min: 0, max: DATES.length - 1 }),
  value: fc.integer({ min: 0, max: 999 }),
});

async function apply(industry: Industry, kept: ReadSettled, { kind, day, value }: Change): Promise<void> {
  const date = DATES[day] ?? FIRST;
  const byHand = (db: Querier) =>
    db.execute(
      `UPDATE telemetry.document SET value = $3 WHERE industry_key = $1 AND period = 'DAILY' AND period_start = $2 AND value IS DISTINCT FROM $3`,
      [industry.industryKey, date, value],
    );
  switch (kind) {
    case 'send':
      await send(context, industry, [{ unitId: value % 2 === 0 ? 'A' : 'B', createdOn: at(industry, date, 6), value }]);
      return;
    case 'rebuild':
      await process(context, industry, date, date);
      return;
    case 'part':
      await process(context, industry, date, date, { unitIds: new Set(['B']) });
      return;
    case 'virtual':
      await process(context, industry, date, date, { updateOnlyVirtual: true });
      return;
    case 'by hand':
      await byHand(context.database);
      return;
    case 'rolled back': {
      // Read inside, so that what never came to be is kept.
      const failing = context.database.transaction(async (transaction) => {
        await byHand(transaction);
        await kept(transaction, industry.industryKey, spanOf(industry));
        throw new Error('given up');
      });
      await expect(failing).rejects.toThrow('given up');
      return;
    }
    case 'remove':
      await context.database.execute(
        `DELETE FROM telemetry.document WHERE unit_key = $1 AND period = 'DAILY' AND period_start = $2`,
        [industry.units.get('B')?.unitKey, date],
      );
      return;
    case 'read':
      await kept(context.database, industry.industryKey, spanOf(industry, value % 2 === 0 ? ['A'] : ['B', 'SUM']));
      return;
  }
}

describe.each([
  { what: 'figures', keep: createFiguresCache, withEntries: false },
  { what: 'documents with their hours', keep: createDocumentsCache, withEntries: true },
])('$what that are kept', ({ keep, withEntries }) => {
  it(
    'are those of the database after any history of corrections, also by other processes',
    { timeout: 240_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 10 }), async (changes) => {
          const industry = await processedWorks();
          // One that keeps everything, one that hardly keeps anything, and none.
          const keepers = [keep(), keep(90)];
          for (const each of changes) {
            for (const kept of keepers) await sorted(kept, context.database, industry);
            await apply(industry, keepers[0] as ReadSettled, each);
            const expected = await sorted(keep(), context.database, industry);
            const settledDays = new Set(expected.settled.map(([date]) => date));
            expect(expected.stored).toEqual(await readAlone(industry, settledDays, withEntries));
            for (const kept of keepers) expect(await sorted(kept, context.database, industry)).toEqual(expected);
          }
          const { figureCaches: _caches, ...anew } = context;
          const own = { [withEntries ? 'documents' : 'figures']: keepers[0] as ReadSettled };
          const kept = { ...anew, figureCaches: { ...createFigureCaches(), ...own } };
          const asked = { industry, unitIds: new Set(industry.units.keys()), dates: DATES, withEntries };
          expect(await readDays(kept, asked)).toEqual(await readDays(anew, asked));
          const months = { industry, unitIds: new Set(industry.units.keys()), months: [businessDate('2026-03-01')] };
          expect(await readMonths(kept, months)).toEqual(await readMonths(anew, months));
        }),
        { numRuns: runs(5) },
      );
    },
  );

  it('are not read again while nothing has changed, and of a corrected day alone afterwards', async () => {
    const industry = await processedWorks();
    const kept = keep();
    const first = await sorted(kept, context.database, industry);
    expect(first.stored).toHaveLength(DATES.length * UNITS.length);
    const second = await sorted(kept, context.database, industry);
    expect(second.stored.every((figures, index) => figures === first.stored[index])).toBe(true);
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-04', 6), value: 100 }]);
    // Marked: no longer settled, at once.
    expect((await sorted(kept, context.database, industry)).settled.map(([date]) => date)).toEqual(
      DATES.filter((date) => date !== '2026-03-04'),
    );
    await process(context, industry, '2026-03-04', '2026-03-04');
    const third = await sorted(kept, context.database, industry);
    expect([
      ...new Set(
        third.stored.filter((figures, index) => figures !== first.stored[index]).map(({ periodStart }) => periodStart),
      ),
    ]).toEqual(['2026-03-04']);
    expect(
      third.stored.find(
        ({ unitKey, periodStart }) => unitKey === industry.units.get('A')?.unitKey && periodStart === '2026-03-04',
      )?.document.value,
    ).toBe(104);
  });

  it("of one industry are never another one's", async () => {
    const kept = keep();
    const [one, other] = [await processedWorks(), await processedWorks()];
    await sorted(kept, context.database, one);
    const { stored } = await sorted(kept, context.database, other);
    expect([...new Set(stored.map(({ document }) => document.industryId))]).toEqual([other.industryId]);
    // Keys of units are not asked for under another industry, and would find no day of it.
    expect((await kept(context.database, one.industryKey, spanOf(other))).stored).toEqual(
      (await keep()(context.database, one.industryKey, spanOf(other))).stored,
    );
  });

  it('are bounded: a request for more than half of them is read anew, and the oldest days make room', async () => {
    const industry = await processedWorks();
    const again = async (mostDocuments: number): Promise<number> => {
      const kept = keep(mostDocuments);
      const first = await sorted(kept, context.database, industry);
      const second = await sorted(kept, context.database, industry);
      return second.stored.filter((figures, index) => figures === first.stored[index]).length;
    };
    // Ten days of four units.
    expect([await again(80), await again(79)]).toEqual([40, 0]);
    const kept = keep(80);
    const first = await sorted(kept, context.database, industry);
    for (let other = 0; other < 2; other += 1) await sorted(kept, context.database, await processedWorks());
    const second = await sorted(kept, context.database, industry);
    expect(second.stored.filter((figures, index) => figures === first.stored[index])).toEqual([]);
    expect(second).toEqual(first);
  });
});
