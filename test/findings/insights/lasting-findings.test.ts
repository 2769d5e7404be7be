import { beforeAll, describe, expect, it } from 'vitest';
import { computeInsights } from '../../../src/findings/insights/compute-insights.ts';
import { giveVerdict } from '../../../src/findings/insights/handle-finding.ts';
import { readFindings } from '../../../src/findings/insights/read-findings.ts';
import { watchRunningDay } from '../../../src/findings/insights/watch-running-day.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import { bornNode } from '../../readings/sources/edge-node.ts';
import { at, dates, process, send, unit, works } from '../../figures/processing/works.ts';
import { testContext, type TestContext } from '../../support/database.ts';

/*
 * What the minute's judgement of the running day and the judgement of the ended days say of the same unit: they have to
 * say the same, in whatever order they come.
 */

const [FIRST, YESTERDAY, TODAY] = ['2026-01-10', '2026-02-28', '2026-03-01'];
const NOW = '2026-03-01T09:45:00Z';

let context: TestContext;
beforeAll(async () => {
  context = await testContext(NOW);
});

/** A tank with a reading in each hour, whose level is the same all day. */
async function tankAt(levelOn: (date: string) => number): Promise<Industry> {
  const site = await works(context, [unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 100_000, meta: {} })]);
  await send(
    context,
    site,
    dates(FIRST, TODAY).flatMap((date) =>
      Array.from({ length: date === TODAY ? 9 : 24 }, (_, hour) => ({
        unitId: 'TANK',
        createdOn: at(site, date, hour),
        value: levelOn(date),
      })),
    ),
  );
  await process(context, site, FIRST, YESTERDAY);
  return site;
}

const foundIn = async (site: Industry) => (await readFindings(context, site, { days: 60, withSettled: true })).findings;
const openIn = async (site: Industry) =>
  (await foundIn(site))
    .filter(({ isOpen, kind }) => isOpen && kind !== 'silence')
    .map(({ kind, firstDay, fate }) => `${kind} ${firstDay} ${fate ?? '-'}`);

const JUDGEMENTS = { 'ended days': computeInsights, 'running day': watchRunningDay };
const ORDERS = [
  { order: ['ended days', 'running day', 'ended days', 'running day'] },
  { order: ['running day', 'ended days', 'running day'] },
] as const;

describe.each(ORDERS)('judged by $order', ({ order }) => {
  const openAfterEach = async (site: Industry): Promise<string[][]> => {
    const open: string[][] = [];
    for (const name of order) {
      await JUDGEMENTS[name](context, site);
      open.push(await openIn(site));
    }
    return open;
  };
  const always = (finding: string): string[][] => order.map(() => [finding]);

  it('a tank that is low for two weeks stays low', async () => {
    const site = await tankAt((date) => (date >= '2026-02-16' ? 5 : 60));
    expect(await openAfterEach(site)).toEqual(always('tank-low 2026-02-16 -'));
  });

  it('a tank that is full for six weeks stays full', async () => {
    const site = await tankAt((date) => (date >= '2026-01-18' ? 98.5 : 60));
    await computeInsights({ ...context, clock: { now: () => Date.parse('2026-01-30T02:00:00Z') } }, site);
    expect(await openAfterEach(site)).toEqual(always('tank-full 2026-01-18 -'));
  });

  it('a tank that was low on a few of the last days, and hardly before, is low again', async () => {
    const low = ['2026-02-17', '2026-02-20', '2026-02-23', TODAY];
    const site = await tankAt((date) => (low.includes(date) ? 5 : 60));
    expect(await openAfterEach(site)).toEqual(always(`tank-low ${TODAY} -`));
    expect((await foundIn(site)).filter(({ fate }) => fate !== null)).toEqual([]);
  });

  it('a tank is used in a new way since what a person has rejected', async () => {
    const low = [...dates('2026-02-19', '2026-02-23'), TODAY];
    const site = await tankAt((date) => (low.includes(date) ? 5 : 60));
    await computeInsights({ ...context, clock: { now: () => Date.parse('2026-02-24T02:00:00Z') } }, site);
    const [first] = await foundIn(site);
    const word = { findingId: first?.findingId ?? '', verdict: 'rejected' as const, reason: 'Is filled by tankers' };
    await giveVerdict(context, site, COMMAND, word);
    expect((await openAfterEach(site)).flat().filter((one) => one.includes(TODAY))).toEqual([]);
  });

  it('water outside its bounds stays so until the next sample', async () => {
    const site = await works(context, [
      unit('RIVER', 'QUALITY_CATEGORY', {
        siUnit: '',
        params: { ph: { displayName: 'pH', siUnit: '', isLatest: true } },
        meta: { parameterBounds: { ph: { min: 6.5, max: 8.5 } } },
      }),
    ]);
    const samples = { '2026-02-20': 7, '2026-02-23': 8.7, '2026-02-25': 9 };
    await send(
      context,
      site,
      Object.entries(samples).map(([date, ph]) => ({
        unitId: 'RIVER',
        createdOn: at(site, date, 10),
        paramValue: { ph },
      })),
    );
    await process(context, site, '2026-02-20', YESTERDAY);
    await computeInsights(context, site);
    expect(await openAfterEach(site)).toEqual(always('quality-outside 2026-02-23 -'));
    const told = (await foundIn(site)).find(({ kind }) => kind === 'quality-outside');
    expect(told?.evidence).toMatchObject({ value: 9, days: 2 });
  });

  it('a unit whose device has died is silent until it lives, however seldom it sends', async () => {
    const site = await works(context, [unit('DAILY', 'FLOW_CATEGORY', { dataUpdateFrequency: 86_400 })]);
    const sent = dates('2026-02-20', '2026-02-27').map((date) => ({
      unitId: 'DAILY',
      createdOn: at(site, date, 7),
      value: 9,
    }));
    await send(context, site, sent);
    await process(context, site, '2026-02-20', YESTERDAY);
    context.clock.set('2026-02-27T07:45:00Z');
    const tell = await bornNode(context, site, { '/1': 'DAILY' });
    await tell('DDEATH', '/1');
    await watchRunningDay(context, site);
    context.clock.set(NOW);
    const silent = async () =>
      (await foundIn(site)).map(({ kind, firstDay, isOpen }) => `${kind} ${firstDay} ${isOpen ? 'open' : 'over'}`);
    for (const name of order) {
      await JUDGEMENTS[name](context, site);
      expect(await silent()).toEqual(['silence 2026-02-27 open']);
    }
    await tell('DBIRTH', '/1');
    await watchRunningDay(context, site);
    expect(await silent()).toEqual(['silence 2026-02-27 over']);
  });
});
