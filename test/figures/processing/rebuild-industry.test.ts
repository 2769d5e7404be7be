import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { rebuildBacklog, rebuildIndustry } from '../../../src/figures/processing/rebuild-industry.ts';
import { BACKLOG_QUEUE, enqueueRebuilds, REBUILD_QUEUE } from '../../../src/ledger/ask-for-rebuilds.ts';
import { markStale, rebuildLock } from '../../../src/ledger/store/ledger.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import {
  at,
  dates,
  documents,
  exported,
  jobsByHand,
  process,
  processedOf,
  send,
  shuffled,
  staleOf,
  unit,
  virtual,
  works,
} from './works.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

const UNITS = [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY')];
const NOVEMBER = dates('2026-11-01', '2026-11-20');
/** Days of two units: two at once, three a run. */
const LIMITS = { atOnce: 4, perRun: 6 };

/** Readings of days that were never processed. */
const sendDays = (industry: Industry, days: readonly string[], value = 1) =>
  send(
    context,
    industry,
    days.flatMap((date, day) =>
      ['A', 'B'].map((unitId) => ({ unitId, createdOn: at(industry, date, 5), value: value + day })),
    ),
  );
const staleDatesOf = async (industry: Industry): Promise<string[]> =>
  (await staleOf(context, industry)).map((mark) => mark.slice(0, 10));
const ask = (jobs: ReturnType<typeof jobsByHand>, industry: Industry, days: readonly string[]) =>
  enqueueRebuilds(jobs.queue, industry, days, context.clock.now());

describe('stale days of an industry that wait together', () => {
  it('are one run, which composes each month and year once', async () => {
    const industry = await works(context, UNITS);
    const days = dates('2026-02-20', '2026-03-10');
    await sendDays(industry, days);
    const jobs = jobsByHand(context);
    for (const date of days) await ask(jobs, industry, [date]);
    expect(jobs.waiting).toHaveLength(1);
    expect(await rebuildIndustry(context, jobs.queue, industry.industryId)).toMatchObject({
      days: 19,
      computed: { daily: 38, monthly: 4, yearly: 2 },
      written: { daily: 38, monthly: 4, yearly: 2 },
    });
    expect(await staleOf(context, industry)).toEqual([]);
    expect(await processedOf(context, industry)).toEqual(days);
  });

  it('are rebuilt with the units that each of them names', async () => {
    const industry = await works(context, [...UNITS, virtual('OVER', '{A} * 2')]);
    await process(context, industry, '2026-11-01', '2026-11-06');
    await send(
      context,
      industry,
      ['2026-11-01', '2026-11-02', '2026-11-05'].map((date) => ({
        unitId: 'A',
        createdOn: at(industry, date, 5),
        value: 3,
      })),
    );
    await send(
      context,
      industry,
      ['2026-11-03', '2026-11-05'].map((date) => ({ unitId: 'B', createdOn: at(industry, date, 5), value: 3 })),
    );
    const result = await rebuildIndustry(context, jobsByHand(context).queue, industry.industryId);
    // A with OVER on two days, B on one, all three on one; each day hands its register on, which has not changed.
    expect(result).toMatchObject({ days: 4, computed: { daily: 8, monthly: 3, yearly: 3 }, written: { daily: 8 } });
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('that are more than is done at once: the newest first, then the newest of the backlog, then from the oldest on', async () => {
    const industry = await works(context, UNITS);
    await sendDays(industry, NOVEMBER.slice(0, 12));
    const jobs = jobsByHand(context, LIMITS);
    await ask(jobs, industry, NOVEMBER.slice(0, 12));
    const steps: string[] = [];
    let before = await staleDatesOf(industry);
    for (let queue = await jobs.workOne(); queue !== null; queue = await jobs.workOne()) {
      const left = new Set(await staleDatesOf(industry));
      const settled = before.filter((date) => !left.has(date)).map((date) => Number(date.slice(8)));
      if (settled.length > 0) steps.push(`${queue} ${settled.join(' ')}`);
      before = [...left];
    }
    expect(steps).toEqual([
      `${REBUILD_QUEUE} 11 12`,
      `${BACKLOG_QUEUE} 8 9 10`,
      `${BACKLOG_QUEUE} 1 2 3`,
      `${BACKLOG_QUEUE} 4 5 6`,
      `${BACKLOG_QUEUE} 7`,
    ]);
  });

  it('of which one alone is more than a run: it is rebuilt all the same', async () => {
    const industry = await works(context, UNITS);
    await sendDays(industry, NOVEMBER.slice(0, 3));
    const jobs = jobsByHand(context, { atOnce: 1, perRun: 1 });
    await ask(jobs, industry, NOVEMBER);
    await jobs.work();
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('that were never processed and have no end yet are left alone', async () => {
    context.clock.set('2026-11-20T23:59:00Z');
    const industry = await works(context, UNITS);
    await sendDays(industry, ['2026-11-20']);
    expect(await rebuildIndustry(context, jobsByHand(context).queue, industry.industryId)).toBeNull();
    expect(await staleDatesOf(industry)).toEqual(['2026-11-20']);
    context.clock.set('2026-11-21T00:00:00Z');
  });
});

describe('a correction', () => {
  it('of another industry settles while a backlog is under way, and one of the same industry, too', async () => {
    const [busy, other] = [await works(context, UNITS), await works(context, UNITS)];
    await process(context, other, '2026-11-20', '2026-11-20');
    const days = dates('2026-09-01', '2026-10-30');
    await sendDays(busy, days);
    const jobs = jobsByHand(context, LIMITS);
    await ask(jobs, busy, days);
    await jobs.workOne();
    await jobs.workOne();
    await jobs.workOne();
    const begun = (await staleDatesOf(busy)).length;
    expect(begun).toBeGreaterThan(40);
    await send(context, other, [{ unitId: 'A', createdOn: at(other, '2026-11-20', 7), value: 5 }]);
    await ask(jobs, other, ['2026-11-20']);
    // Of a day that has been rebuilt already: its mark is younger than those of the backlog.
    context.clock.set('2026-11-21T00:00:01Z');
    await send(context, busy, [{ unitId: 'A', createdOn: at(busy, '2026-09-01', 7), value: 5 }]);
    await ask(jobs, busy, ['2026-09-01']);
    // The run that waits already, and then these two.
    for (let job = 0; job < 3; job += 1) await jobs.workOne();
    expect(await staleOf(context, other)).toEqual([]);
    const left = await staleDatesOf(busy);
    expect(left).not.toContain('2026-09-01');
    expect(left.length).toBeGreaterThan(30);
    await jobs.work();
    expect(await staleOf(context, busy)).toEqual([]);
    context.clock.set('2026-11-21T00:00:00Z');
  });
});

/** A context in which `hook` runs before the n-th transaction. */
function beforeTransaction(nth: number, hook: () => Promise<void>): TestContext {
  let begun = 0;
  const transaction: Database['transaction'] = async (work) => {
    begun += 1;
    if (begun === nth) await hook();
    return context.database.transaction(work);
  };
  return { ...context, database: { ...context.database, transaction } };
}

describe('a rebuild', () => {
  it('that ends in the middle leaves its days marked, and the next one does all of it', async () => {
    const [broken, whole] = [await works(context, UNITS), await works(context, UNITS)];
    for (const industry of [broken, whole]) await sendDays(industry, NOVEMBER.slice(0, 5));
    for (const nth of [1, 2, 3, 4]) {
      const dying = beforeTransaction(nth, () => Promise.reject(new Error('the process ends here')));
      await expect(rebuildIndustry(dying, jobsByHand(context).queue, broken.industryId)).rejects.toThrow(
        'the process ends here',
      );
      expect(await staleDatesOf(broken)).toEqual(NOVEMBER.slice(0, 5));
    }
    for (const industry of [broken, whole])
      await rebuildIndustry(context, jobsByHand(context).queue, industry.industryId);
    expect(await staleOf(context, broken)).toEqual([]);
    expect(await exported(context, broken)).toBe(await exported(context, whole));
  });

  it('leaves days that were marked meanwhile, its own and others, to a job that it asks for', async () => {
    const industry = await works(context, UNITS);
    await sendDays(industry, NOVEMBER.slice(0, 3));
    const jobs = jobsByHand(context);
    const late = beforeTransaction(3, async () => {
      context.clock.set('2026-11-21T00:00:01Z');
      await send(
        context,
        industry,
        ['2026-11-02', '2026-11-10'].map((date) => ({ unitId: 'A', createdOn: at(industry, date, 9), value: 100 })),
      );
      // Sent away, because the industry is being rebuilt.
      expect(await rebuildIndustry(context, jobs.queue, industry.industryId)).toBeNull();
      expect(jobs.waiting).toEqual([]);
    });
    await rebuildIndustry(late, jobs.queue, industry.industryId);
    expect(await staleDatesOf(industry)).toEqual(['2026-11-02', '2026-11-10']);
    expect(jobs.waiting.map((job) => job.queue)).toContain(REBUILD_QUEUE);
    await jobs.work();
    expect(await staleOf(context, industry)).toEqual([]);
    const values = (await documents(context, industry, 'DAILY'))
      .filter((day) => day.unitId === 'A')
      .map((day) => day.value);
    expect(values).toEqual([1, 102, 3, 100]);
    context.clock.set('2026-11-21T00:00:00Z');
  });

  it("never meets another one of the same industry, and is in nobody else's way", async () => {
    const [industry, other] = [await works(context, UNITS), await works(context, UNITS)];
    for (const each of [industry, other]) await sendDays(each, NOVEMBER.slice(0, 2));
    await context.database.withLock(rebuildLock(industry.industryKey), async () => {
      expect(await rebuildIndustry(context, jobsByHand(context).queue, industry.industryId)).toBeNull();
      expect(
        await rebuildBacklog(context, jobsByHand(context).queue, { industryId: industry.industryId, from: null }),
      ).toBeNull();
      expect(await rebuildIndustry(context, jobsByHand(context).queue, other.industryId)).toMatchObject({ days: 2 });
    });
    expect(await staleDatesOf(industry)).toEqual(NOVEMBER.slice(0, 2));
    expect(await rebuildIndustry(context, jobsByHand(context).queue, industry.industryId)).toMatchObject({ days: 2 });
  });

  it('that can not settle a day ends, and asks for no run that would do the same again', async () => {
    const industry = await works(context, UNITS);
    await sendDays(industry, NOVEMBER.slice(0, 8));
    // Whoever looks at it marks it again.
    const always = {
      ...context,
      database: {
        ...context.database,
        transaction: ((work) =>
          context.database.transaction(async (inner) => {
            const result = await work(inner);
            await markStale(
              inner,
              industry.industryKey,
              [{ businessDate: '2026-11-05', unitKey: 1, cause: 'late reading' }],
              new Date(context.clock.now()),
            );
            return result;
          })) satisfies Database['transaction'],
      },
    };
    const jobs = jobsByHand(always, LIMITS);
    await rebuildBacklog(
      always,
      { send: async () => {} },
      { industryId: industry.industryId, from: { after: null, sinceEpochMs: context.clock.now() } },
      LIMITS,
    );
    await rebuildBacklog(
      always,
      jobs.queue,
      {
        industryId: industry.industryId,
        from: { after: businessDate('2026-11-07'), sinceEpochMs: context.clock.now() },
      },
      LIMITS,
    );
    expect(jobs.waiting).toEqual([]);
  });
});

describe('figures after backlogs that were worked off run by run', () => {
  it('are those of one batch over the days, whatever was sent in which order and when', async () => {
    for (const seed of [1, 2, 3]) {
      const units = [
        ...UNITS,
        unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 100 }),
        virtual('OVER', '{A} * 2'),
        virtual('ALL', 'ADD_ALL'),
      ];
      const [healed, batched] = [await works(context, units), await works(context, units)];
      const rows = (industry: Industry) =>
        shuffled(
          dates('2026-10-20', '2026-11-12').flatMap((date, day) =>
            ['A', 'B', 'TANK'].flatMap((unitId, index) =>
              [3, 15].map((hour) => ({
                unitId,
                createdOn: at(industry, date, hour + index),
                value: ((day * 7 + hour + index * seed) % 40) / (unitId === 'TANK' ? 50 : 1),
                ...(unitId === 'TANK' ? {} : { summedValue: day * 100 + hour * 3 + index }),
              })),
            ),
          ),
          seed,
        );
      const jobs = jobsByHand(context, { atOnce: 3 + seed, perRun: 4 * seed + 2 });
      const all = rows(healed);
      for (let start = 0; start < all.length; start += 37) {
        context.clock.set(new Date(context.clock.now() + 1000).toISOString());
        const sent = await send(context, healed, all.slice(start, start + 37));
        await ask(jobs, healed, sent.staleDates);
        for (let job = 0; job < (start + seed) % 3; job += 1) await jobs.workOne();
      }
      await jobs.work();
      expect(await staleOf(context, healed)).toEqual([]);
      await send(context, batched, rows(batched));
      await process(context, batched, '2026-10-20', '2026-11-12');
      expect(await exported(context, healed), `seed ${seed}`).toBe(await exported(context, batched));
    }
    context.clock.set('2026-11-21T00:00:00Z');
  });
});
