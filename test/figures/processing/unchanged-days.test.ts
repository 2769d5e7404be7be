import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { registerMeter } from '../../../src/industries/meters/meters.ts';
import { processDays } from '../../../src/figures/processing/process.ts';
import { rebuildIndustry } from '../../../src/figures/processing/rebuild-industry.ts';
import { rekeyIndustry } from '../../../src/industries/clock/rekey-industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { markStaleDays } from '../../../src/industries/provisioning/mark-stale-days.ts';
import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import type { Context } from '../../../src/context.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';
import {
  at,
  type Json,
  process,
  processedOf,
  requestOf,
  requireIndustry,
  type Row,
  send,
  staleOf,
  unit,
  virtual,
  works,
} from './works.ts';

/*
 * A run over all units leaves days of which nothing has changed. Whatever did change, such a run leaves nothing that
 * computing would change: the dry run computes every day.
 */

const [FIRST, LAST] = ['2026-03-02', '2026-03-04'];
const BY = { userId: 'olga', industryId: 'INTERNAL', address: null };
const NOTHING = { daily: 0, monthly: 0, yearly: 0 };

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

const UNITS = [
  unit('A', 'FLOW_CATEGORY'),
  unit('B', 'FLOW_CATEGORY'),
  unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
  virtual('OVER_A', '{A} * 2'),
  virtual('OVER_OVER', '{OVER_A} + {B}'),
  virtual('MAINS_TWICE', '{MAINS} * 2'),
];
/** The same id again changes it. `mains`: what sub-category MAINS holds. */
async function plant(
  units: readonly Json[] = UNITS,
  { industryId = mintId('LEAVE'), mains = ['A'], ...industry }: Json & { mains?: string[]; industryId?: string } = {},
): Promise<Industry> {
  const category = {
    standardCategoryId: 'FLOW_CATEGORY',
    subCategories: [{ id: 'MAINS', displayName: 'Mains', units: mains }],
  };
  const bundle = {
    industry: {
      industryId,
      industryName: industryId,
      meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } },
      ...industry,
    },
    units,
    categoriesV2: { ID_SOURCE: category },
  };
  await provisionIndustry({ context, bundle, markStale: markStaleDays(context as Context) }); // it uses the clock alone
  return requireIndustry(context, industryId);
}

/** Three days, every one of them processed. The register of A goes on, so that a day hands on to the next. */
async function settledPlant(): Promise<Industry> {
  const industry = await plant();
  const rows = [FIRST, '2026-03-03', LAST].flatMap((date, day): Row[] => [
    { unitId: 'A', createdOn: at(industry, date, 5), value: 1, summedValue: 100 + 10 * day },
    { unitId: 'B', createdOn: at(industry, date, 5), value: 10 },
    { unitId: 'TANK', createdOn: at(industry, date, 5), value: 50 + day },
  ]);
  await send(context, industry, rows);
  await leave(industry);
  return industry;
}
/** A run as a client asks for it. */
const leave = (industry: Industry, from = FIRST, to = LAST) =>
  process(context, industry, from, to, { recompute: false });
const again = ({ industryId }: Industry): Promise<Industry> => requireIndustry(context, industryId);

/** How many documents of each period computing would write. */
async function wouldWrite(industry: Industry, from = FIRST, to = LAST) {
  const { wouldWrite } = await process(context, industry, from, to, { write: false });
  const of = (period: keyof typeof NOTHING): number =>
    (wouldWrite?.[period].inserted ?? NaN) + (wouldWrite?.[period].changed ?? NaN);
  return { daily: of('daily'), monthly: of('monthly'), yearly: of('yearly') };
}
/** Transaction ids of every row that a run of these days could write. */
const rowVersions = async ({ industryKey }: Industry): Promise<unknown> =>
  context.database.execute(
    `SELECT 'document' AS source, xmin::text, unit_key::text || period || period_start AS id FROM telemetry.document WHERE industry_key = $1
     UNION ALL SELECT 'day', xmin::text, business_date::text FROM telemetry.processed_day WHERE industry_key = $1
     UNION ALL SELECT 'mark', xmin::text, business_date::text FROM telemetry.stale_day WHERE industry_key = $1
     UNION ALL SELECT 'event', xmin::text, event_key::text FROM telemetry.settled_event WHERE industry_key = $1 ORDER BY 1, 3`,
    [industryKey],
  );

describe('a day of which nothing has changed since it was processed', () => {
  it('is left as it is by a run over all units: nothing is computed and nothing written', async () => {
    const industry = await settledPlant();
    const before = await rowVersions(industry);
    expect(await leave(await again(industry))).toMatchObject({
      days: 0,
      daysUnchanged: 3,
      computed: NOTHING,
      written: NOTHING,
      staleElsewhere: [],
    });
    expect(await rowVersions(industry)).toEqual(before);
  });

  it('is computed where somebody asks for it, by some units, or by single periods', async () => {
    const industry = await settledPlant();
    const computed = async (more: Parameters<typeof process>[4]) =>
      (await process(context, industry, FIRST, FIRST, { recompute: false, ...more })).computed;
    expect(await computed({ recompute: true })).toEqual({ daily: 6, monthly: 6, yearly: 6 });
    expect(await computed({ unitIds: new Set(['B']) })).toEqual({ daily: 2, monthly: 2, yearly: 2 });
    expect(await computed({ updateOnlyVirtual: true })).toEqual({ daily: 3, monthly: 3, yearly: 3 });
    expect(await computed({ daily: false })).toEqual({ daily: 0, monthly: 6, yearly: 6 });
    expect(await computed({ yearly: false })).toEqual({ daily: 6, monthly: 6, yearly: 0 });
    expect(await computed({ write: false })).toEqual({ daily: 6, monthly: 6, yearly: 6 });
    // None of them has written anything.
    expect(await computed({})).toEqual(NOTHING);
  });

  it('is computed once more where it was processed before digests were kept', async () => {
    const industry = await settledPlant();
    await context.database.execute(
      'UPDATE telemetry.processed_day SET rules_digest = NULL, documents_revision = NULL WHERE industry_key = $1',
      [industry.industryKey],
    );
    expect(await leave(industry)).toMatchObject({ days: 3, daysUnchanged: 0, written: NOTHING });
    expect(await leave(industry)).toMatchObject({ days: 0, daysUnchanged: 3 });
  });
});

describe('what changed in between is seen', () => {
  const sent =
    (unitId: string, date: string, hours: number, value: number, more: Partial<Row> = {}) =>
    async (industry: Industry) => {
      await send(context, industry, [{ unitId, createdOn: at(industry, date, hours), value, ...more }]);
    };
  const changed =
    (units: readonly Json[], more: Parameters<typeof plant>[1] = {}) =>
    async ({ industryId }: Industry) => {
      await plant(units, { industryId, ...more });
    };
  const executed =
    (text: string) =>
    async ({ industryKey }: Industry) => {
      await context.database.execute(text, [industryKey]);
    };
  const since = { meta: { effectiveFrom: '03/03/2026' } };

  it.each<[string, days: number, change: (industry: Industry) => Promise<void>]>([
    ['a late reading', 2, sent('A', '2026-03-03', 7, 5)],
    ['a correction', 2, sent('B', '2026-03-03', 5, 11)],
    ['a register that the next day begins with', 3, sent('A', FIRST, 9, 4, { summedValue: 104 })],
    [
      'a factor from the second day on',
      3,
      changed([unit('A', 'FLOW_CATEGORY', { flowFactor: 3, ...since }), ...UNITS.slice(1)]),
    ],
    ['a formula', 3, changed([...UNITS.slice(0, 3), virtual('OVER_A', '{A} * 3'), ...UNITS.slice(4)])],
    ['the members of a sub-category, which mark no day', 3, changed(UNITS, { mains: ['A', 'B'] })],
    ['a unit that is new', 3, changed([...UNITS, unit('C', 'FLOW_CATEGORY')])],
    ['a unit that is gone', 3, changed(UNITS.slice(0, 5))],
    [
      'a clock that counts from a day to come',
      3,
      changed(UNITS, { meta: { timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' } } }),
    ],
    [
      'a document that somebody has changed by hand',
      1,
      executed(
        `UPDATE telemetry.document SET value = 99 WHERE industry_key = $1 AND period = 'DAILY' AND period_start = '2026-03-03' AND value = 10`,
      ),
    ],
    [
      'a document that somebody has removed by hand',
      1,
      executed(
        `DELETE FROM telemetry.document WHERE industry_key = $1 AND period = 'DAILY' AND period_start = '2026-03-03' AND value = 10`,
      ),
    ],
  ])('%s', async (_what, days, change) => {
    const industry = await settledPlant();
    await change(industry);
    const now = await again(industry);
    expect(await leave(now)).toMatchObject({ days, daysUnchanged: 3 - days });
    expect(await wouldWrite(now)).toEqual(NOTHING);
    expect(await staleOf(context, now)).toEqual([]);
    expect(await leave(now)).toMatchObject({ days: 0, daysUnchanged: 3 });
  });

  it('a meter that was exchanged', async () => {
    const industry = await settledPlant();
    const meter = {
      installedAtEpochMs: Date.parse(at(industry, '2026-03-03', 4)),
      serial: null,
      initialRegister: 109,
      finalRegisterOfOld: null,
    };
    await registerMeter({ ...context, queue: noQueue }, { industry, unitId: 'A', by: BY, meter, expected: null });
    const now = await again(industry);
    expect((await leave(now)).written).not.toEqual(NOTHING);
    expect(await wouldWrite(now)).toEqual(NOTHING);
  });

  it('a clock that was made to count from an earlier day', async () => {
    const industry = await settledPlant();
    const at6 = { meta: { timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' } } };
    const moved = await plant(UNITS, { industryId: industry.industryId, ...at6 });
    await rekeyIndustry(context as Context, moved, businessDate(FIRST));
    const now = await again(industry);
    await leave(now, '2026-03-01', '2026-03-05');
    expect(await wouldWrite(now, '2026-03-01', '2026-03-05')).toEqual(NOTHING);
    expect(await leave(now, '2026-03-01', '2026-03-05')).toMatchObject({ daysUnchanged: 5 });
  });

  it('a late reading of an earlier day that nobody has processed yet, by a run over the later day alone', async () => {
    const industry = await settledPlant();
    await sent('A', '2026-03-03', 9, 4, { summedValue: 114 })(industry);
    expect(await leave(industry, LAST, LAST)).toMatchObject({ days: 1, daysUnchanged: 0 });
    expect(await wouldWrite(industry, LAST, LAST)).toEqual(NOTHING);
  });

  it('a day before all of them that waits, by every run for as long as it waits', async () => {
    const industry = await settledPlant();
    await sent('TANK', '2026-02-25', 5, 20)(industry);
    expect(await leave(industry)).toMatchObject({ days: 3, daysUnchanged: 0 });
    expect(await leave(industry)).toMatchObject({ days: 3, daysUnchanged: 0 });
    expect(await wouldWrite(industry)).toEqual(NOTHING);
    await rebuildIndustry(context, noQueue, industry.industryId);
    expect(await leave(industry)).toMatchObject({ days: 0, daysUnchanged: 3 });
    expect(await wouldWrite(industry)).toEqual(NOTHING);
  });

  it('a correction that a job has answered, of some units alone', async () => {
    const industry = await settledPlant();
    await sent('A', '2026-03-03', 9, 4, { summedValue: 114 })(industry);
    await rebuildIndustry(context, noQueue, industry.industryId);
    expect(await staleOf(context, industry)).toEqual([]);
    expect(await leave(industry)).toMatchObject({ daysUnchanged: 1, written: NOTHING });
    expect(await wouldWrite(industry)).toEqual(NOTHING);
  });
});

describe('a day between days that are left', () => {
  it('is processed, and hands on to those behind it within the same run', async () => {
    const industry = await settledPlant();
    // As retention of another process would have it: the second day was never processed.
    await context.database.execute(
      `DELETE FROM telemetry.processed_day WHERE industry_key = $1 AND business_date = '2026-03-03'`,
      [industry.industryKey],
    );
    await context.database.execute(
      `UPDATE telemetry.document SET meta = jsonb_set(meta::jsonb, '{fr}', '1')::json WHERE industry_key = $1 AND period = 'DAILY' AND period_start = '2026-03-03' AND meta ->> 'fr' IS NOT NULL`,
      [industry.industryKey],
    );
    expect(await leave(industry)).toMatchObject({ days: 1, daysUnchanged: 2, staleElsewhere: [] });
    expect(await processedOf(context, industry)).toEqual([FIRST, '2026-03-03', LAST]);
    expect(await staleOf(context, industry)).toEqual([]);
    expect(await wouldWrite(industry)).toEqual(NOTHING);
  });

  it('is processed with its neighbours where registers are checked, because a check may mark them', async () => {
    const industry = await works(context, [
      unit('A', 'FLOW_CATEGORY', { meta: { registerChecks: { dropout: 'exclude' } } }),
      unit('B', 'FLOW_CATEGORY'),
    ]);
    await send(context, industry, [
      { unitId: 'A', createdOn: at(industry, '2026-03-03', 5), value: 1, summedValue: 9 },
    ]);
    await leave(industry);
    expect(await leave(industry)).toMatchObject({ days: 0, daysUnchanged: 3 });
    await send(context, industry, [{ unitId: 'B', createdOn: at(industry, LAST, 5), value: 1 }]);
    expect(await leave(industry)).toMatchObject({ days: 3, daysUnchanged: 0 });
  });
});

describe('races', () => {
  /** Runs the days, and does something right after the transaction that has written their documents. */
  async function runWith(industry: Industry, meanwhile: () => Promise<void>, more: Json = {}): Promise<void> {
    let isComputed = false;
    const transaction: Database['transaction'] = async (work) => {
      const result = await context.database.transaction(work);
      if (isComputed) {
        isComputed = false;
        await meanwhile();
      }
      return result;
    };
    const racing = { ...context, database: { ...context.database, transaction } };
    await processDays(racing, requestOf(industry, FIRST, LAST, { recompute: false, ...more }), () => {
      isComputed = true;
    });
  }

  it('leave to the next run what was marked while a run was under way', async () => {
    const industry = await settledPlant();
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, FIRST, 7), value: 5 }]);
    await runWith(industry, async () => {
      await send(context, industry, [{ unitId: 'A', createdOn: at(industry, LAST, 8), value: 6 }]);
    });
    expect(await staleOf(context, industry)).toEqual([`${LAST}: A: late reading`]);
    expect(await leave(industry)).toMatchObject({ days: 1, daysUnchanged: 2, written: { daily: 4 } });
    expect(await wouldWrite(industry)).toEqual(NOTHING);
  });

  it('never take documents of an older configuration, written before a run settles, for those of its own', async () => {
    const before = await settledPlant();
    // Members of a sub-category mark no day, so that the ledger knows nothing of this change.
    const after = await plant(UNITS, { industryId: before.industryId, mains: ['A', 'B'] });
    await leave(after);
    await runWith(
      after,
      async () => {
        await process(context, before, FIRST, LAST);
      },
      { recompute: true },
    );
    expect((await wouldWrite(after)).daily).toBe(3);
    expect(await leave(after)).toMatchObject({ days: 3, daysUnchanged: 0 });
    expect(await wouldWrite(after)).toEqual(NOTHING);
  });

  it('end well where a run is killed before it settles: the next one composes what it left', async () => {
    const industry = await settledPlant();
    await send(context, industry, [{ unitId: 'B', createdOn: at(industry, FIRST, 7), value: 5 }]);
    await expect(
      runWith(industry, async () => {
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await leave(industry)).toMatchObject({ days: 3, written: { daily: 0, monthly: 2, yearly: 2 } });
    expect(await wouldWrite(industry)).toEqual(NOTHING);
  });
});
