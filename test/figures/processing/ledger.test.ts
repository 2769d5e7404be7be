import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import type { DailyDocument, MonthlyDocument, YearlyDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { catchUpIndustry } from '../../../src/figures/processing/catch-up.ts';
import { rebuildIndustry } from '../../../src/figures/processing/rebuild-industry.ts';
import { sweepStaleDays } from '../../../src/ledger/waiting-days.ts';
import { noQueue, type QueueClient } from '../../../src/platform/queue/client.ts';
import { clearStale, markStale, markUnfinished, staleDays } from '../../../src/ledger/store/ledger.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, documents, process, processedOf, requireIndustry, send, staleOf, unit, virtual, works } from './works.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

const UNITS = [
  unit('A', 'FLOW_CATEGORY'),
  unit('B', 'FLOW_CATEGORY'),
  virtual('OVER', '{A} * 2'),
  virtual('OVER_OVER', '{OVER} + {B}'),
];
async function processedWorks(): Promise<Industry> {
  const industry = await works(context, UNITS);
  await send(context, industry, [
    { unitId: 'A', createdOn: at(industry, '2026-03-02', 5), value: 10 },
    { unitId: 'B', createdOn: at(industry, '2026-03-02', 5), value: 1 },
  ]);
  await process(context, industry, '2026-03-01', '2026-03-03');
  return industry;
}
/** Day, month and year of every unit: `A 10/10/10`. */
async function figures(industry: Industry): Promise<string[]> {
  const of = (unitId: string, all: readonly { unitId: string; value: unknown }[]) =>
    all.find((document) => document.unitId === unitId)?.value;
  const days = (await documents<DailyDocument>(context, industry, 'DAILY')).filter((day) => day.date === '02/03/2026');
  const months = await documents<MonthlyDocument>(context, industry, 'MONTHLY');
  const years = await documents<YearlyDocument>(context, industry, 'YEARLY');
  return ['A', 'B', 'OVER', 'OVER_OVER'].map(
    (unitId) => `${unitId} ${of(unitId, days)}/${of(unitId, months)}/${of(unitId, years)}`,
  );
}
const rebuild = (industry: Industry) => rebuildIndustry(context, noQueue, industry.industryId);
const keyOf = (industry: Industry, unitId: string): number => industry.units.get(unitId)?.unitKey ?? -1;

describe('a reading that comes late', () => {
  it('marks its day with the cause; the rebuild corrects day, month, year and dependants, and settles the day', async () => {
    const industry = await processedWorks();
    expect(await figures(industry)).toEqual(['A 10/10/10', 'B 1/1/1', 'OVER 20/20/20', 'OVER_OVER 21/21/21']);
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-02', 7), value: 5 }]);
    expect(await staleOf(context, industry)).toEqual(['2026-03-02: A: late reading']);
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-02', 5), value: 20 }]);
    expect(await staleOf(context, industry)).toEqual(['2026-03-02: A: correction, late reading']);
    expect(await rebuild(industry)).toMatchObject({ days: 1, written: { daily: 3, monthly: 3, yearly: 3 } });
    expect(await staleOf(context, industry)).toEqual([]);
    expect(await figures(industry)).toEqual(['A 25/25/25', 'B 1/1/1', 'OVER 50/50/50', 'OVER_OVER 51/51/51']);
  });

  it('and says what is stored already marks nothing', async () => {
    const industry = await processedWorks();
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-02', 5), value: 10 }]);
    expect(await staleOf(context, industry)).toEqual([]);
    expect(await rebuild(industry)).toBeNull();
  });

  it('for a day that was never processed has the whole day processed', async () => {
    const industry = await works(context, UNITS);
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-02', 5), value: 10 }]);
    expect(await rebuild(industry)).toMatchObject({ computed: { daily: 4 } });
    expect(await processedOf(context, industry)).toEqual(['2026-03-02']);
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('of a unit that was removed since leaves no mark behind', async () => {
    const industry = await processedWorks();
    await send(context, industry, [{ unitId: 'B', createdOn: at(industry, '2026-03-02', 7), value: 5 }]);
    await works(context, [unit('A', 'FLOW_CATEGORY'), virtual('OVER', '{A} * 2')], { industryId: industry.industryId });
    await rebuild(industry);
    expect((await staleOf(context, industry)).filter((mark) => mark.startsWith('2026-03-02'))).toEqual([]);
  });
});

describe('a mark that comes while a rebuild runs', () => {
  it('is not lost: the day stays stale until a run has seen it', async () => {
    const industry = await processedWorks();
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-02', 7), value: 5 }]);
    // It comes right after the day's readings were read, in the rebuild's own first transaction, because the engine is
    // one session.
    let marks = 0;
    const transaction: Database['transaction'] = (work) =>
      context.database.transaction(async (inner) => {
        const result = await work(inner);
        if (marks === 0)
          await markStale(
            inner,
            industry.industryKey,
            [{ businessDate: '2026-03-02', unitKey: keyOf(industry, 'A'), cause: 'late reading' }],
            new Date(context.clock.now()),
          );
        marks += 1;
        return result;
      });
    await rebuildIndustry({ ...context, database: { ...context.database, transaction } }, noQueue, industry.industryId);
    expect(marks).toBeGreaterThan(1);
    expect(await staleOf(context, industry)).toEqual(['2026-03-02: A: late reading']);
    expect(await figures(industry)).toEqual(['A 15/15/15', 'B 1/1/1', 'OVER 30/30/30', 'OVER_OVER 31/31/31']);
    await rebuild(industry);
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('is not taken for one that was cleared before, although its count begins at 1 again', async () => {
    const industry = await processedWorks();
    const mark = () =>
      markStale(
        context.database,
        industry.industryKey,
        [{ businessDate: '2026-03-02', unitKey: keyOf(industry, 'A'), cause: 'late reading' }],
        new Date(context.clock.now()),
      );
    await mark();
    const seenByOne = await staleDays(context.database, industry.industryKey, '2026-03-02', '2026-03-02');
    const seenByOther = await staleDays(context.database, industry.industryKey, '2026-03-02', '2026-03-02');
    await clearStale(context.database, industry.industryKey, seenByOne);
    expect(await staleOf(context, industry)).toEqual([]);
    await mark();
    expect(
      (await staleDays(context.database, industry.industryKey, '2026-03-02', '2026-03-02')).map((day) => day.revision),
    ).toEqual([1]);
    await clearStale(context.database, industry.industryKey, seenByOther);
    expect(await staleOf(context, industry)).toEqual(['2026-03-02: A: late reading']);
  });
});

describe('a run that writes days', () => {
  const forget = (industry: Industry, unitId: string) =>
    context.database.execute(
      `UPDATE telemetry.document SET value = 7 WHERE unit_key = $1 AND period = 'DAILY' AND period_start = '2026-03-02'`,
      [keyOf(industry, unitId)],
    );

  it('marks those that counted as settled when their months or years do not follow', async () => {
    for (const part of [{ monthly: false }, { yearly: false }]) {
      const industry = await processedWorks();
      await forget(industry, 'A');
      await process(context, industry, '2026-03-01', '2026-03-03', part);
      expect(await staleOf(context, industry)).toEqual(['2026-03-02: A: unfinished run']);
      expect(await rebuild(industry)).toBeNull();
      context.clock.set('2026-11-21T00:05:00Z');
      await rebuild(industry);
      expect(await staleOf(context, industry)).toEqual([]);
      context.clock.set('2026-11-21T00:00:00Z');
    }
  });

  it('leaves no mark when it ends well, on days of which it writes some units alone neither', async () => {
    const industry = await works(context, UNITS);
    await process(context, industry, '2026-03-02', '2026-03-02', { unitIds: new Set(['A']) });
    expect(await staleOf(context, industry)).toEqual([]);
    await process(context, industry, '2026-03-02', '2026-03-02');
    await forget(industry, 'A');
    await process(context, industry, '2026-03-02', '2026-03-02', { unitIds: new Set(['A']) });
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('leaves alone the mark that another run has set on the same day meanwhile', async () => {
    const industry = await processedWorks();
    await forget(industry, 'A');
    let begun = 0;
    const transaction: Database['transaction'] = (work) =>
      context.database.transaction(async (inner) => {
        begun += 1;
        // After the run has looked at the marks and before it writes: another one writes the day and is killed.
        if (begun === 1)
          await markUnfinished(
            inner,
            industry.industryKey,
            [{ businessDate: '2026-03-02', unitKey: keyOf(industry, 'B') }],
            true,
            new Date(context.clock.now()),
          );
        return work(inner);
      });
    await process({ ...context, database: { ...context.database, transaction } }, industry, '2026-03-02', '2026-03-02');
    expect(await staleOf(context, industry)).toEqual(['2026-03-02: A B: unfinished run']);
    await process(context, industry, '2026-03-02', '2026-03-02');
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('is left its days by the sweep for five minutes', async () => {
    const industry = await processedWorks();
    await forget(industry, 'A');
    await process(context, industry, '2026-03-02', '2026-03-02', { yearly: false });
    const asked: string[] = [];
    const queue: QueueClient = {
      send: async (_, __, { singletonKey }) => {
        if (singletonKey.startsWith(industry.industryId)) asked.push(singletonKey);
      },
    };
    await sweepStaleDays(context, queue);
    expect(asked).toEqual([]);
    context.clock.set('2026-11-21T00:05:00Z');
    await sweepStaleDays(context, queue);
    expect(asked).toEqual([industry.industryId]);
    context.clock.set('2026-11-21T00:00:00Z');
  });
});

describe('a changed configuration', () => {
  it('marks processed days from its date on; their rebuild uses the version in force on each day', async () => {
    const industry = await processedWorks();
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-03', 5), value: 10 }]);
    await process(context, industry, '2026-03-03', '2026-03-03');
    await works(
      context,
      [unit('A', 'FLOW_CATEGORY', { flowFactor: 3, meta: { effectiveFrom: '03/03/2026' } }), ...UNITS.slice(1)],
      { industryId: industry.industryId },
    );
    expect(await staleOf(context, industry)).toEqual(['2026-03-03: A: configuration']);
    await rebuild(industry);
    const changed = await requireIndustry(context, industry.industryId);
    const days = (await documents<DailyDocument>(context, changed, 'DAILY')).filter((day) => day.unitId === 'A');
    expect(days.map((day) => day.value)).toEqual([null, 10, 30]);
  });
});

describe('the daily run', () => {
  it('processes every ended day that was never processed, gaps between processed ones included', async () => {
    context.clock.set('2026-03-10T00:03:00Z');
    const industry = await works(context, UNITS);
    for (const date of ['2026-03-01', '2026-03-04', '2026-03-07']) await process(context, industry, date, date);
    const result = await catchUpIndustry(context, noQueue, industry.industryId);
    expect(result).toMatchObject({ days: 6, daysNotEnded: 0 });
    expect(await processedOf(context, industry)).toEqual(
      Array.from({ length: 9 }, (_, index) => `2026-03-0${index + 1}`),
    );
    expect(await catchUpIndustry(context, noQueue, industry.industryId)).toMatchObject({ days: 0 });
    context.clock.set('2026-11-21T00:00:00Z');
  });

  it('of a new industry processes yesterday; of one that is not active, or gone, nothing', async () => {
    const industry = await works(context, UNITS);
    expect(await catchUpIndustry(context, noQueue, industry.industryId)).toMatchObject({ days: 1 });
    expect(await processedOf(context, industry)).toEqual(['2026-11-20']);
    const inactive = await works(context, UNITS, { isActive: false });
    expect(await catchUpIndustry(context, noQueue, inactive.industryId)).toBeNull();
    expect(await catchUpIndustry(context, noQueue, 'NO_SUCH_INDUSTRY')).toBeNull();
  });
});

describe('the sweep', () => {
  it('asks for one job for the stale days of an industry, and for one after the end of a day that has not ended', async () => {
    const asked: { key: string; startAfter: string | undefined }[] = [];
    const queue: QueueClient = {
      send: async (_, __, { singletonKey, startAfter }) => {
        asked.push({ key: singletonKey, startAfter: startAfter?.toISOString() });
      },
    };
    context.clock.set('2026-03-02T23:59:00Z');
    const industry = await works(context, UNITS);
    await send(
      context,
      industry,
      ['2026-02-27', '2026-03-01', '2026-03-02'].map((date) => ({
        unitId: 'A',
        createdOn: `${date}T05:00:00Z`,
        value: 10,
      })),
    );
    await sweepStaleDays(context, queue);
    expect(asked.filter(({ key }) => key.startsWith(industry.industryId))).toEqual([
      { key: industry.industryId, startAfter: undefined },
      { key: `${industry.industryId} 2026-03-02`, startAfter: '2026-03-03T00:00:00.000Z' },
    ]);
    context.clock.set('2026-11-21T00:00:00Z');
  });
});

describe('a unit that comes back', () => {
  it('has the figures of what was sent shortly before it was removed', async () => {
    const units = [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY')];
    const industry = await works(context, units);
    const day = '2026-03-01';
    await send(context, industry, [{ unitId: 'B', createdOn: at(industry, day, 5), value: 10 }]);
    await process(context, industry, day, day);
    await send(context, industry, [{ unitId: 'B', createdOn: at(industry, day, 6), value: 5 }]);
    // The run that answers the late reading does not know B.
    const without = await works(context, units.slice(0, 1), { industryId: industry.industryId });
    await process(context, without, day, day);
    const again = await works(context, units, { industryId: industry.industryId });
    expect(await staleOf(context, again)).toEqual([expect.stringContaining(day)]);
    await process(context, again, day, day);
    expect((await documents(context, again, 'DAILY')).find(({ unitId }) => unitId === 'B')?.value).toBe(15);
  });
});
