import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { addDays, businessDate, eachDate } from '../../src/kernel/time/business-date.ts';
import type { QueueClient } from '../../src/platform/queue/client.ts';
import { readNights, readNightFlow } from '../../src/alerts/read-nights.ts';
import { consumeSettled } from '../../src/figures/settled/consume.ts';
import { SETTLED_REACTIONS } from '../../src/service/settled-reactions.ts';
import { publishSettled } from '../../src/figures/settled/publish-settled.ts';
import { newestSettledEvent, storedNights, storeNights } from '../../src/alerts/store/night-flow.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, process, send, unit, works } from '../figures/processing/works.ts';

const FIRST = businessDate('2026-01-01');
const LAST = businessDate('2026-02-20');
const TODAY = businessDate('2026-02-21');
/** Other tests may have left more than a look takes. */
const ALL_EVENTS = 1_000_000;
const BURST = businessDate('2026-02-18');

let context: TestContext;
let industry: Industry;

/** Every night 2 KL an hour at M1 and 3 at M2; at M1 9 from the burst on. */
const rowsOf = (from: string, to: string) =>
  [...eachDate(businessDate(from), businessDate(to))].flatMap((date) =>
    [0, 1, 2, 3, 4].flatMap((hour) => [
      { unitId: 'M1', createdOn: at(industry, date, hour), value: (date >= BURST ? 9000 : 2000) + hour },
      { unitId: 'M2', createdOn: at(industry, date, hour), value: 3000 },
    ]),
  );
const meters = (...unitIds: string[]) => unitIds.flatMap((unitId) => industry.units.get(unitId) ?? []);
const nightsOf = async (unitId: string, from: string, to = from) => {
  const [stored] = meters(unitId);
  const asked = { units: meters('M1', 'M2'), from: businessDate(from), to: businessDate(to) };
  return (await readNights(context, industry, asked)).get(stored?.unitKey ?? 0) ?? [];
};
const kept = async (date: string): Promise<string[]> => {
  const keys = meters('M1', 'M2').map(({ unitKey }) => unitKey);
  const rows = await storedNights(context.database, industry.industryKey, keys, businessDate(date), businessDate(date));
  return rows.map(({ unitKey, lowestPerHour }) => `${keys.indexOf(unitKey) + 1}: ${lowestPerHour}`).sort();
};
/** Lets alerts react to settled days, as their jobs would. */
async function settle(): Promise<void> {
  const consumer = 'alerts';
  const jobs: { queue: string; payload: unknown }[] = [];
  const queue: QueueClient = { send: async (name, payload) => void jobs.push({ queue: name, payload }) };
  await publishSettled(context, queue, ALL_EVENTS);
  for (const job of jobs.filter(({ queue: name }) => name.endsWith(consumer))) {
    const payload = job.payload as { industryKey: number; eventKey: number }; // what publishSettled sends
    if (payload.industryKey === industry.industryKey)
      await consumeSettled(context, { ...payload, consumer }, SETTLED_REACTIONS);
  }
}

beforeAll(async () => {
  context = await testContext('2026-02-21T02:30:00Z');
  industry = await works(context, [
    unit('M1', 'FLOW_CATEGORY'),
    unit('M2', 'FLOW_CATEGORY'),
    unit('T', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
  ]);
  await send(context, industry, rowsOf(FIRST, LAST));
  await process(context, industry, FIRST, LAST);
  await settle();
});

describe('nights that are read', () => {
  it('have the lowest hour of each and the band of the nights before, also where nothing was settled yet', async () => {
    const nights = await nightsOf('M1', '2026-02-17', '2026-02-19');
    expect(nights.map(({ date, lowestPerHour, coverage }) => [date, lowestPerHour, coverage])).toEqual([
      ['2026-02-17', 2.002, 1],
      ['2026-02-18', 9.002, 1],
      ['2026-02-19', 9.002, 1],
    ]);
    expect(nights[1]?.band).toEqual({ baseline: 2.002, lower: 1.8018, upper: 2.2022, nights: 28 });
    expect(nights[1]?.endEpochMs).toBe(Date.parse('2026-02-18T04:00Z'));
  });

  it('have no band before there are seven', async () => {
    expect((await nightsOf('M1', '2026-01-07', '2026-01-08')).map(({ band }) => band?.nights ?? null)).toEqual([
      null,
      7,
    ]);
  });

  it('are kept once they have been asked for, and made anew when a correction has settled', async () => {
    await nightsOf('M1', '2026-02-20');
    expect(await kept('2026-02-20')).toEqual(['1: 9.002', '2: 3']);
    await send(context, industry, [{ unitId: 'M1', createdOn: at(industry, '2026-02-20', 3), value: 100 }]);
    await process(context, industry, '2026-02-20', '2026-02-20');
    await settle();
    expect(await kept('2026-02-20')).toEqual(['2: 3']);
    expect((await nightsOf('M1', '2026-02-20'))[0]?.lowestPerHour).toBe(0.1);
    expect(await kept('2026-02-20')).toEqual(['1: 0.1', '2: 3']);
  });

  it('are not kept where days have settled while they were worked out', async () => {
    const [stored] = meters('M1');
    const before = await newestSettledEvent(context.database, industry.industryKey);
    await send(context, industry, [{ unitId: 'M2', createdOn: at(industry, '2026-02-19', 3), value: 1 }]);
    await process(context, industry, '2026-02-19', '2026-02-19');
    await settle();
    const night = { unitKey: stored?.unitKey ?? 0, date: addDays(TODAY, -400), lowestPerHour: 5, coverage: 1 };
    await storeNights(context.database, industry.industryKey, [night], before);
    expect(await kept(addDays(TODAY, -400))).toEqual([]);
    await storeNights(context.database, industry.industryKey, [night], before + 1_000_000);
    expect(await kept(addDays(TODAY, -400))).toEqual(['1: 5']);
  });

  it('of the running day are not there before their last hour has ended, and never kept', async () => {
    await send(context, industry, rowsOf(TODAY, TODAY).slice(0, 6));
    expect((await nightsOf('M1', TODAY))[0]?.lowestPerHour).toBeNull();
    const later = { ...context, clock: { now: () => Date.parse('2026-02-21T04:00:00Z') } };
    await send(later, industry, rowsOf(TODAY, TODAY));
    const asked = { units: meters('M1'), from: TODAY, to: TODAY };
    expect([...(await readNights(later, industry, asked)).values()][0]?.[0]?.lowestPerHour).toBe(9.002);
    expect(await kept(TODAY)).toEqual([]);
  });
});

describe('the night flow of a unit', () => {
  it('is shown with its history', async () => {
    const shown = await readNightFlow(context, industry, { unitId: 'M1', date: BURST });
    expect(shown).toMatchObject({
      unitId: 'M1',
      siUnit: 'KL',
      date: '18/02/2026',
      lowestHourFlow: 9.002,
      baseline: 2.002,
      upper: 2.2022,
      excess: 7,
      isAbove: true,
      nightsInBaseline: 28,
      method: { from: '02:00', to: '04:00', timezone: 'UTC', baselineNights: 28, leastCoverage: 0.9 },
    });
    expect(shown.history.length).toBe(28);
    expect(shown.history.at(-1)).toMatchObject({ date: '17/02/2026', isAbove: false, excess: 0 });
  });

  it('of a day without readings is not known', async () => {
    expect(await readNightFlow(context, industry, { unitId: 'M1', date: businessDate('2030-01-01') })).toMatchObject({
      lowestHourFlow: null,
      baseline: null,
      excess: null,
      isAbove: null,
    });
  });

  it.each([
    ['a unit of group STOCK', 'T', 1403],
    ['a unit of another industry', 'ELSEWHERE', 404],
  ])('is refused for %s', async (_, unitId, code) => {
    await expect(readNightFlow(context, industry, { unitId, date: null })).rejects.toMatchObject({ code });
  });
});
