import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { DEFAULT_READINGS_TOPIC, DEFAULT_SOURCE_TOPIC, readingsTopic } from '../../../src/readings/rules/topic.ts';
import { createLogger } from '../../../src/logger.ts';
import { type MqttOptions, type RunningMqtt, startMqtt } from '../../../src/readings/mqtt/subscriber.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import type { CountRows } from '../../../src/readings/intake.ts';
import { receiveByIndustryId } from '../../../src/readings/receive-readings.ts';
import { takingReadings } from '../../support/intake.ts';
import { mintWorks, quarantined, slots, stored } from '../works.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { type Broker, type BrokerTls, startBroker } from './broker.ts';

const TODAY = '2026-11-21T06:00:00Z';
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** A certificate of localhost that vouches for itself. */
function selfSigned(): BrokerTls {
  const directory = mkdtempSync(join(tmpdir(), 'mqtt-tls-'));
  const file = (name: string): string => join(directory, name);
  try {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        file('key.pem'),
        '-out',
        file('cert.pem'),
      ],
      { stdio: 'ignore' },
    );
    const [cert, key] = [readFileSync(file('cert.pem'), 'utf8'), readFileSync(file('key.pem'), 'utf8')];
    return { ca: cert, cert, key };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

let context: TestContext;
type Receive = MqttOptions['receive'];
let receive: Receive;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  const receiving = takingReadings(context, noQueue);
  receive = (industryId, groups) => receiveByIndustryId(receiving, industryId, groups, 'mqtt');
});

const SETTINGS = {
  clientId: 'water-1',
  topic: DEFAULT_READINGS_TOPIC,
  sourceTopic: DEFAULT_SOURCE_TOPIC,
  receiveOfSource: async () => false,
  shareGroup: null,
  tls: {},
  log: createLogger('silent'),
  countRows: () => {},
};

async function subscribe(
  broker: Broker,
  receiving: Receive = receive,
  more: Partial<MqttOptions> = {},
): Promise<RunningMqtt> {
  const running = startMqtt({ ...SETTINGS, url: broker.url, receive: receiving, ...more });
  onTestFinished(() => running.stop());
  await running.subscribed;
  return running;
}

const topic = (industry: Industry, unitId: string): string => `water/${industry.industryId}/${unitId}/readings`;
const until = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { interval: 20, timeout: 60_000 });
const readingsOf = async (industry: Industry) => (await stored(context, industry)).readings;

describe('a message', () => {
  it('of one reading or a list is stored for the unit of its topic', async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    await subscribe(broker);
    await broker.publish(topic(works, 'M1'), { createdOn: TODAY, value: 7 });
    await broker.publish(topic(works, 'M2'), slots('M2', TODAY, 3));
    await until(async () => (await readingsOf(works)).length === 4);
    expect((await readingsOf(works)).map((reading) => [reading.unit_id, reading.value])).toEqual([
      ['M1', 7],
      ['M2', 100],
      ['M2', 101],
      ['M2', 102],
    ]);
    await until(() => broker.acknowledged() === 2);
  });

  it('is acknowledged after the commit, not before', async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>();
    let asked = false;
    await subscribe(broker, async (...given) => {
      asked = true;
      await mayCommit;
      return receive(...given);
    });
    await broker.publish(topic(works, 'M1'), slots('M1', TODAY, 1));
    await until(() => asked);
    // A second message has made the whole way meanwhile: an acknowledgement of the first would have come before it.
    await broker.publish(topic(works, 'M1'), slots('M1', TODAY, 1));
    expect(broker.acknowledged()).toBe(0);
    letCommit();
    await until(() => broker.acknowledged() === 2);
    expect(await readingsOf(works)).toHaveLength(1);
  });

  it('that was not committed when the subscriber went down is delivered again', async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    let attempts = 0;
    const first = await subscribe(broker, () => {
      attempts += 1;
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    });
    await broker.publish(topic(works, 'M1'), slots('M1', TODAY, 2));
    await until(() => attempts > 0);
    await first.stop();
    expect(broker.acknowledged()).toBe(0);
    await subscribe(broker);
    await until(() => broker.acknowledged() === 1);
    expect(await readingsOf(works)).toHaveLength(2);
  });

  it('sent while the subscriber is down is delivered when it is back', async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    await (await subscribe(broker)).stop();
    await broker.publish(topic(works, 'M1'), slots('M1', TODAY, 1));
    await subscribe(broker);
    await until(async () => (await readingsOf(works)).length === 1);
  });

  it('is tried again until the database is back', async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    let attempts = 0;
    await subscribe(broker, (...given) =>
      (attempts += 1) === 1 ? Promise.reject(new Error('Connection terminated unexpectedly')) : receive(...given),
    );
    await broker.publish(topic(works, 'M1'), slots('M1', TODAY, 1));
    await until(() => broker.acknowledged() === 1);
    expect([attempts, (await readingsOf(works)).length]).toEqual([2, 1]);
  });
});

describe('what is no reading', () => {
  it("goes to the quarantine of the topic's industry and is acknowledged", async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    await subscribe(broker);
    await broker.publish(topic(works, 'M1'), 'value=7');
    await broker.publish(topic(works, 'M1'), { unitId: 'M2', createdOn: TODAY, value: 7 });
    await broker.publish(topic(works, 'M1'), [1, { createdOn: TODAY }]);
    await broker.publish(topic(works, 'NOBODY'), { createdOn: TODAY, value: 7 });
    await until(() => broker.acknowledged() === 4);
    expect((await quarantined(context, works)).map((row) => [row.source, row.unit_id, row.reason_code]).sort()).toEqual(
      [
        ['mqtt', 'M1', 'no_value'],
        ['mqtt', 'M1', 'not_a_reading'],
        ['mqtt', 'M1', 'not_a_reading'],
        ['mqtt', 'M1', 'unit_mismatch'],
        ['mqtt', 'NOBODY', 'unit_unknown'],
      ],
    );
    expect(await readingsOf(works)).toEqual([]);
  });

  it('of an unknown industry is dropped, counted and acknowledged', async () => {
    const broker = await startBroker();
    const counted: Parameters<CountRows>[] = [];
    await subscribe(broker, receive, {
      countRows: (...given) => {
        counted.push(given);
      },
    });
    await broker.publish('water/NO_SUCH_INDUSTRY/M1/readings', slots('M1', TODAY, 3));
    await until(() => broker.acknowledged() === 1);
    expect(counted).toEqual([['mqtt', 'dropped', 3, 'industry_unknown']]);
  });

  it("but breaks the database's statement is quarantined alone and holds up no other", async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    const refused = Object.assign(new Error('value out of range'), { code: '22003' });
    await subscribe(broker, (industryId, groups) =>
      JSON.stringify([...(groups as Iterable<unknown>)]).includes('"value":666')
        ? Promise.reject(refused)
        : receive(industryId, groups),
    );
    await Promise.all(
      [slots('M1', TODAY, 1)[0], { createdOn: TODAY, value: 666 }, slots('M2', TODAY, 1)[0]].map((reading, index) =>
        broker.publish(topic(works, ['M1', 'TANK', 'M2'][index] ?? ''), reading),
      ),
    );
    await until(() => broker.acknowledged() === 3);
    expect((await readingsOf(works)).map((reading) => reading.unit_id)).toEqual(['M1', 'M2']);
    expect(await quarantined(context, works)).toMatchObject([{ unit_id: 'TANK', reason_code: 'not_storable' }]);
  });
});

it('many messages are stored together, and no more are taken in than the limit', async () => {
  const broker = await startBroker();
  const works = await mintWorks(context);
  const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>();
  const rounds: number[] = [];
  await subscribe(
    broker,
    async (industryId, groups) => {
      rounds.push([...(groups as Iterable<unknown>)].length); // the subscriber passes a list
      await mayCommit;
      return receive(industryId, groups);
    },
    { limits: { messages: 10, bytes: 1_000_000 } },
  );
  await Promise.all(slots('M1', TODAY, 60).map((reading) => broker.publish(topic(works, 'M1'), reading)));
  letCommit();
  await until(() => broker.acknowledged() === 60);
  expect(await readingsOf(works)).toHaveLength(60);
  expect(rounds.reduce((sum, count) => sum + count)).toBe(60);
  expect(rounds.length).toBeLessThan(30);
  expect(Math.max(...rounds)).toBeLessThanOrEqual(10);
});

it('a broker that is not there is waited for, and does not hold up the stop', async () => {
  const running = startMqtt({ ...SETTINGS, url: 'mqtt://127.0.0.1:1', receive });
  let isSubscribed = false;
  void running.subscribed.then(() => {
    isSubscribed = true;
  });
  await running.stop();
  expect([isSubscribed, running.link()]).toEqual([false, 'away']);
});

describe('two processes at one broker', () => {
  it('under names of their own keep their connections, and each takes every message', async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    const first = await subscribe(broker);
    const second = await subscribe(broker, receive, { clientId: 'water-2' });
    await broker.publish(topic(works, 'M1'), slots('M1', TODAY, 1));
    await until(() => broker.acknowledged() === 2);
    expect([first.link(), second.link()]).toEqual(['connected', 'connected']);
    expect(broker.connections()).toEqual(['water-1', 'water-2']);
    expect(await readingsOf(works)).toHaveLength(1);
  });

  it('of one group share the messages', async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    const taken: string[] = [];
    const taking =
      (clientId: string): Receive =>
      async (...given) => {
        // The subscriber passes a list of lists.
        for (const group of given[1] as readonly (readonly unknown[])[]) taken.push(`${clientId} ${group.length}`);
        return receive(...given);
      };
    for (const clientId of ['water-1', 'water-2'])
      await subscribe(broker, taking(clientId), { clientId, shareGroup: 'works' });
    expect([...new Set(broker.subscriptions())]).toEqual(['$share/works/water/+/+/readings', 'water/+/sources/+/#']);
    await Promise.all(slots('M1', TODAY, 10).map((reading) => broker.publish(topic(works, 'M1'), reading)));
    await until(() => broker.acknowledged() === 10);
    expect(taken.toSorted()).toEqual([...Array<string>(5).fill('water-1 1'), ...Array<string>(5).fill('water-2 1')]);
    expect(await readingsOf(works)).toHaveLength(10);
  });
});

describe('the link to the broker', () => {
  it('is told: away while the broker is, connected again when it is back', async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    const running = await subscribe(broker);
    expect(running.link()).toBe('connected');
    await broker.goAway();
    await until(() => running.link() === 'away');
    await broker.comeBack();
    await until(() => running.link() === 'connected');
    await broker.publish(topic(works, 'M1'), slots('M1', TODAY, 1));
    await until(async () => (await readingsOf(works)).length === 1);
  });

  it('follows the topic of the settings', async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    const other = readingsTopic('site/{unitId}/{industryId}') ?? DEFAULT_READINGS_TOPIC;
    await subscribe(broker, receive, { topic: other });
    await broker.publish(topic(works, 'M1'), slots('M1', TODAY, 2));
    await broker.publish(`site/M1/${works.industryId}`, slots('M1', TODAY, 1));
    await until(() => broker.acknowledged() === 1);
    expect(await readingsOf(works)).toHaveLength(1);
  });

  it.runIf(hasOpenssl)('is encrypted with the authority and the certificate of the settings', async () => {
    const tls = selfSigned();
    const broker = await startBroker(tls);
    const works = await mintWorks(context);
    const running = await subscribe(broker, receive, { tls });
    expect(running.link()).toBe('connected');
    await broker.publish(topic(works, 'M1'), slots('M1', TODAY, 1));
    await until(async () => (await readingsOf(works)).length === 1);

    const refused: string[] = [];
    const stranger = startMqtt({
      ...SETTINGS,
      clientId: 'stranger',
      url: broker.url,
      receive,
      log: createLogger(
        'warn',
        new Writable({
          write: (line, _, done) => {
            refused.push(String(line));
            done();
          },
        }),
      ),
    });
    await until(() => refused.length > 0);
    expect([stranger.link(), refused.join('')]).toEqual(['away', expect.stringContaining('self-signed certificate')]);
    await stranger.stop();
  });
});
