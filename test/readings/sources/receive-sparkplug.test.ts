import { beforeAll, describe, expect, it } from 'vitest';
import { emptyResult } from '../../../src/readings/ingest.ts';
import { readDevices, readSource } from '../../../src/readings/sources/manage-sources.ts';
import {
  type AnsweredPayload,
  receiveSparkplug,
  SparkplugNodes,
} from '../../../src/readings/sources/receive-sparkplug.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { type Metric, session, START, tahuBytes } from '../rules/sparkplug/edge-node.ts';
import { mintWorks } from '../works.ts';
import { mintSource } from './support.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
});

async function receiving() {
  const industry = await mintWorks(context);
  const source = await mintSource(context, industry, 'sparkplug');
  const births: string[] = [];
  const rows: number[] = [];
  const given = {
    nodes: new SparkplugNodes(),
    limit: null,
    onDeaths: () => {},
    send: async (some: readonly unknown[]) => {
      rows.push(some.length);
      return emptyResult();
    },
  };
  const message = (path: string, seq: number, metrics: Metric[]): AnsweredPayload => ({
    topic: `spBv1.0/Works/${path}`,
    payload: tahuBytes({ timestamp: START, seq, metrics }),
    tell: (topic) => void births.push(topic),
  });
  const receive = (payloads: readonly AnsweredPayload[], nodes = given.nodes) =>
    receiveSparkplug(context, industry, source, payloads, { ...given, nodes });
  const dead = async (): Promise<string[]> =>
    (await readDevices(context, industry, source))
      .flatMap(({ deviceId, diedAt }) => (diedAt === null ? [] : deviceId.replace('Works/Edge 1/', '')))
      .sort();
  return { births, rows, message, receive, dead, problem: () => readSource(context, industry, source.sourceId) };
}

describe('messages of an edge node', () => {
  it('are stored before many more are read, because their figures take much memory', async () => {
    const { rows, message, receive } = await receiving();
    const total = (at: number): Metric => ({ name: 'Flow/Total', value: at, type: 'Double', timestamp: START + at });
    const kept = Array.from({ length: 1500 }, (_, at) => total(at));
    const first = message('DBIRTH/Edge 1/Meter 1', 1, kept);
    const storedBefore: number[] = [];
    const later = { ...first, topic: 'spBv1.0/STATE/host' };
    Object.defineProperty(later, 'topic', {
      get: () => {
        storedBefore.push(rows.length);
        return 'spBv1.0/STATE/host';
      },
    });
    await receive([message('NBIRTH/Edge 1', 0, [session(0)]), first, later]);
    expect([storedBefore, rows]).toEqual([[1], [1000, 500]]);
  });

  it('of a time of centuries to come hold up no others, and wait in quarantine', async () => {
    const { rows, message, receive } = await receiving();
    const total = (timestamp: number): Metric => ({ name: 'Flow/Total', value: 1, type: 'Double', timestamp });
    // Millionths of a second in place of thousandths.
    const birth = message('DBIRTH/Edge 1/Meter 1', 1, [total(START * 1000), total(START)]);
    await receive([message('NBIRTH/Edge 1', 0, [session(0)]), birth]);
    expect(rows).toEqual([2]);
  });

  it('by numbers of a birth that was not heard are told by the source, one by one', async () => {
    const { births, rows, message, receive, problem } = await receiving();
    const byAlias = (seq: number): AnsweredPayload =>
      message(
        'DDATA/Edge 1/Meter 1',
        seq,
        [1, 2].map((alias) => ({ alias, value: 7, type: 'Double' })),
      );
    await receive([byAlias(4), byAlias(5)]);
    expect([births, rows]).toEqual([['spBv1.0/Works/NCMD/Edge 1'], []]);
    expect(await problem()).toMatchObject({
      problem: "no birth of 'Works/Edge 1/Meter 1' was heard that tells what figures these are: 2 are lost",
      problemCount: 2,
    });
  });

  it('of an id that is too long are told, and take their place in the order', async () => {
    const { births, message, receive, problem } = await receiving();
    const long = 'x'.repeat(101);
    await receive([
      message('NBIRTH/Edge 1', 0, [session(0)]),
      message(`DBIRTH/Edge 1/${long}`, 1, []),
      message(`DDATA/Edge 1/${long}`, 2, []),
      message('NDATA/Edge 1', 3, []),
      message(`NDATA/${long}`, 3, []),
    ]);
    expect(births).toEqual([]);
    expect((await problem()).problemCount).toBe(3);
  });
});

describe('the death of a session', () => {
  const meters = ['Meter 1', 'Meter 2'];

  async function reborn() {
    const works = await receiving();
    const { message, receive, dead } = works;
    const total: Metric = { name: 'Flow/Total', value: 1, type: 'Double' };
    const birth = (number: number, of = meters): AnsweredPayload[] => [
      message('NBIRTH/Edge 1', 0, [session(number)]),
      ...of.map((meter, at) => message(`DBIRTH/Edge 1/${meter}`, 1 + at, [total])),
    ];
    const death = (number: number): AnsweredPayload => message('NDEATH/Edge 1', 0, [session(number)]);
    const [first, second] = [new SparkplugNodes(), new SparkplugNodes()];
    await receive(birth(5), first);
    await receive(birth(6), second);
    return { receive, dead, birth, death, first, second };
  }

  it('is none of the next one, which another process has heard', async () => {
    const { receive, dead, death, first, second } = await reborn();
    for (const process of [first, new SparkplugNodes(), second]) await receive([death(5)], process);
    expect(await dead()).toEqual([]);
    await receive([death(6)], first);
    expect(await dead()).toEqual(meters);
  });

  it('is that of devices which the next one has not borne, where it is told before that', async () => {
    const { receive, dead, birth, death, second } = await reborn();
    await receive([death(6), ...birth(7, ['Meter 1'])], second);
    expect(await dead()).toEqual(['Meter 2']);
    await receive([death(7)], second);
    expect(await dead()).toEqual(meters);
  });

  it('counts where it has begun and ended among messages that are stored together', async () => {
    const { receive, dead, birth, death, first } = await reborn();
    await receive([...birth(7), death(7)], first);
    expect(await dead()).toEqual(meters);
    await receive([...birth(8), death(7)], first);
    expect(await dead()).toEqual([]);
  });
});
