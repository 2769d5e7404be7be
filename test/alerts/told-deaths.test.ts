import { beforeAll, describe, expect, it } from 'vitest';
import { backtest } from '../../src/alerts/backtest.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { readRule } from '../../src/alerts/rules/read-rule.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { placeDevice, readSources } from '../../src/readings/sources/manage-sources.ts';
import { ACTOR } from '../readings/keys/support.ts';
import { emptyResult } from '../../src/readings/ingest.ts';
import { readMessage } from '../../src/readings/rules/sources/read-message.ts';
import { receiveMessages } from '../../src/readings/sources/receive-message.ts';
import { bornNode } from '../readings/sources/edge-node.ts';
import { CHIRPSTACK } from '../readings/sources/messages.ts';
import { mintSource } from '../readings/sources/support.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, define, incidentsOf, live, mintWorks, send, rowsOf, times } from './watch.ts';

const RULE = { title: 'Silent', severity: 'medium', alertType: 'device_status', settings: {} };
const DAY = businessDate('2026-11-20');

let context: TestContext;
beforeAll(async () => {
  context = await testContext(new Date(at('00:00')).toISOString());
});

const clock = (instant: number): void => context.clock.set(new Date(instant).toISOString());
const evaluateAt = async (industry: Industry, instant: number): Promise<number> => {
  clock(instant);
  return (await evaluateIndustry(context, industry.industryId)).told;
};

const clockTime = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString().slice(11, 16);
const liveOnes = async (industry: Industry) =>
  (await incidentsOf(context, industry)).map(({ openedAt, closedAt }) => [clockTime(openedAt), clockTime(closedAt)]);
async function replayed(industry: Industry, from = DAY, to = DAY): Promise<unknown[]> {
  const { incidents } = await backtest(context, industry, readRule(RULE, industry), {
    from,
    to,
    suggest: false,
    series: false,
  });
  return incidents.map(({ firedEpochMs, recoveredEpochMs }) => [clockTime(firedEpochMs), clockTime(recoveredEpochMs)]);
}

/** A unit that has sent until 08:10, and whose edge node lives. */
async function watched(devices: Readonly<Record<string, string>> = { '/1': 'A' }) {
  const industry = await mintWorks(context);
  await define(context, industry, RULE);
  clock(at('08:00'));
  const tell = await bornNode(context, industry, devices);
  await live(context, industry, at('08:00'), times(3, 500));
  return { industry, tell };
}

describe('a death that its network tells', () => {
  it('is a silence at once, and the next birth ends it; a back-test finds the same', async () => {
    const { industry, tell } = await watched();
    clock(at('08:13'));
    await tell('NDEATH');
    expect(await evaluateAt(industry, at('08:13'))).toBe(1);
    expect(await liveOnes(industry)).toEqual([['08:13', null]]);
    const [open] = await incidentsOf(context, industry);
    // It is told since the last reading.
    expect(open).toMatchObject({ value: 3, threshold: 3, evidence: { limitKind: 'death' } });
    expect(await evaluateAt(industry, at('10:00'))).toBe(0);
    clock(at('10:05'));
    await tell('NBIRTH');
    await tell('DBIRTH', '/1');
    expect(await evaluateAt(industry, at('10:05'))).toBe(1);
    expect(await liveOnes(industry)).toEqual([['08:13', '10:05']]);
    // From the birth on it has the silence that the rule allows.
    await evaluateAt(industry, at('11:04'));
    expect(await liveOnes(industry)).toHaveLength(1);
    await evaluateAt(industry, at('11:06'));
    expect(await liveOnes(industry)).toEqual([
      ['08:13', '10:05'],
      ['11:05', null],
    ]);
    expect(await replayed(industry)).toEqual(await liveOnes(industry));
  });

  it('is over with the next reading, whichever way it comes', async () => {
    const { industry, tell } = await watched();
    clock(at('08:13'));
    await tell('DDEATH', '/1');
    await evaluateAt(industry, at('08:14'));
    clock(at('08:31'));
    await send(context, industry, rowsOf('A', at('08:30'), [500]));
    await evaluateAt(industry, at('08:31'));
    expect(await liveOnes(industry)).toEqual([['08:13', '08:30']]);
    expect(await replayed(industry)).toEqual([['08:13', '08:30']]);
  });

  it('of one of two devices of a unit says nothing of the unit', async () => {
    const { industry, tell } = await watched({ '/1': 'A', '/2': 'A' });
    clock(at('08:13'));
    await tell('DDEATH', '/1');
    await evaluateAt(industry, at('08:13'));
    expect(await liveOnes(industry)).toEqual([]);
    clock(at('08:15'));
    await tell('DDEATH', '/2');
    await evaluateAt(industry, at('08:15'));
    expect(await liveOnes(industry)).toEqual([['08:15', null]]);
    clock(at('08:16'));
    await tell('DBIRTH', '/2');
    await evaluateAt(industry, at('08:16'));
    expect(await liveOnes(industry)).toEqual([['08:15', '08:16']]);
    expect(await replayed(industry)).toEqual(await liveOnes(industry));
  });

  it('is no death of the unit any more once the device has another one', async () => {
    const { industry, tell } = await watched();
    clock(at('08:13'));
    await tell('DDEATH', '/1');
    await evaluateAt(industry, at('08:13'));
    const [source] = await readSources(context, industry);
    clock(at('08:20'));
    await placeDevice(
      context,
      industry,
      { deviceId: 'W/E/1', unitId: null },
      {
        sourceId: source?.sourceId ?? '',
        by: ACTOR,
        expected: null,
      },
    );
    await evaluateAt(industry, at('08:20'));
    expect(await liveOnes(industry)).toEqual([['08:13', '08:20']]);
  });

  it('ends once another device of the unit is heard for the first time, whatever network it is of', async () => {
    const { industry, tell } = await watched();
    const other = await mintSource(context, industry, 'chirpstack', { '0101010101010101': 'A' });
    clock(at('08:13'));
    await tell('NDEATH');
    clock(at('08:20'));
    const read = [readMessage(other, CHIRPSTACK.status, 'status')];
    await receiveMessages(context, industry, other, read, { send: async () => emptyResult(), limit: null });
    await evaluateAt(industry, at('08:20'));
    expect(await liveOnes(industry)).toEqual([['08:13', '08:20']]);
  });

  it('of a node whose birth this process has not heard is one of all its devices', async () => {
    const { industry, tell } = await watched();
    clock(at('08:13'));
    tell.restart();
    await tell('NDEATH');
    await evaluateAt(industry, at('08:13'));
    expect(await liveOnes(industry)).toEqual([['08:13', null]]);
  });

  it('that began long before the days of a back-test is found there', async () => {
    const { industry, tell } = await watched();
    clock(at('08:13'));
    await tell('NDEATH');
    const day = (date: string) => businessDate(`2026-11-${date}`);
    clock(at('08:13') + 9 * 24 * 3_600_000);
    const found = [
      await replayed(industry, DAY, day('28')),
      await replayed(industry, day('22'), day('22')),
      await replayed(industry, day('28'), day('28')),
    ];
    expect(found).toEqual([[['08:13', null]], [['08:13', null]], [['08:13', null]]]);
    await tell('NBIRTH');
    await tell('DBIRTH', '/1');
    expect(await replayed(industry, day('28'), day('29'))).toEqual([['08:13', '08:13']]);
  });

  it('behind a silence that was found before adds nothing', async () => {
    const { industry, tell } = await watched();
    await evaluateAt(industry, at('09:30'));
    clock(at('09:40'));
    await tell('NDEATH');
    await evaluateAt(industry, at('09:40'));
    expect(await liveOnes(industry)).toEqual([['09:10', null]]);
    expect(await replayed(industry)).toEqual([['09:10', null]]);
  });

  it('waits for the hold time of its rule', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, { ...RULE, holdMinutes: 10 });
    clock(at('08:00'));
    const tell = await bornNode(context, industry, { '/1': 'A' });
    await live(context, industry, at('08:00'), times(3, 500));
    clock(at('08:13'));
    await tell('NDEATH');
    await evaluateAt(industry, at('08:13'));
    await evaluateAt(industry, at('08:22'));
    expect(await liveOnes(industry)).toEqual([]);
    await evaluateAt(industry, at('08:24'));
    expect(await liveOnes(industry)).toEqual([['08:23', null]]);
  });
});
