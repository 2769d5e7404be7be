import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Industry } from '../../src/domain/industry/industry.ts';
import { createLogger } from '../../src/logger.ts';
import { type MqttOptions, type RunningMqtt, startMqtt } from '../../src/mqtt/subscriber.ts';
import { noQueue } from '../../src/queue/client.ts';
import { type CountRows, createReadings, type ReadingsService } from '../../src/services/readings/readings.ts';
import { mintWorks, quarantined, slots, stored } from '../services/readings/works.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { type Broker, startBroker } from './broker.ts';

const TODAY = '2026-11-21T06:00:00Z';
let context: TestContext;
let readings: ReadingsService;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  readings = createReadings(context, noQueue, () => {});
});

type IngestFor = ReadingsService['ingestFor'];

async function subscribe(broker: Broker, ingestFor: IngestFor = readings.ingestFor, more: Partial<MqttOptions> = {}): Promise<RunningMqtt> {
  const running = startMqtt({ url: broker.url, log: createLogger('silent'), readings: { ingestFor }, countRows: () => {}, ...more });
  onTestFinished(() => running.stop());
  await running.subscribed;
  return running;
}

const topic = (industry: Industry, unitId: string): string => `water/${industry.industryId}/${unitId}/readings`;
const until = (condition: () => boolean | Promise<boolean>) => vi.waitUntil(condition, { interval: 20, timeout: 20_000 });
const readingsOf = async (industry: Industry) => (await stored(context, industry)).readings;

describe('a message', () => {
  it('of one reading or a list is stored for the unit of its topic', async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    await subscribe(broker);
    await broker.publish(topic(works, 'M1'), { createdOn: TODAY, value: 7 });
    await broker.publish(topic(works, 'M2'), slots('M2', TODAY, 3));
    await until(async () => (await readingsOf(works)).length === 4);
    expect((await readingsOf(works)).map((reading) => [reading.unit_id, reading.value])).toEqual([['M1', 7], ['M2', 100], ['M2', 101], ['M2', 102]]);
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
      return readings.ingestFor(...given);
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
    await subscribe(broker, (...given) => ((attempts += 1) === 1 ? Promise.reject(new Error('Connection terminated unexpectedly')) : readings.ingestFor(...given)));
    await broker.publish(topic(works, 'M1'), slots('M1', TODAY, 1));
    await until(() => broker.acknowledged() === 1);
    expect([attempts, (await readingsOf(works)).length]).toEqual([2, 1]);
  });
});

describe('what is no reading', () => {
  it('goes to the quarantine of the topic\'s industry and is acknowledged', async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    await subscribe(broker);
    await broker.publish(topic(works, 'M1'), 'value=7');
    await broker.publish(topic(works, 'M1'), { unitId: 'M2', createdOn: TODAY, value: 7 });
    await broker.publish(topic(works, 'M1'), [1, { createdOn: TODAY }]);
    await broker.publish(topic(works, 'NOBODY'), { createdOn: TODAY, value: 7 });
    await until(() => broker.acknowledged() === 4);
    expect((await quarantined(context, works)).map((row) => [row.source, row.unit_id, row.reason_code]).sort()).toEqual([
      ['mqtt', 'M1', 'no_value'], ['mqtt', 'M1', 'not_a_reading'], ['mqtt', 'M1', 'not_a_reading'], ['mqtt', 'M1', 'unit_mismatch'], ['mqtt', 'NOBODY', 'unit_unknown'],
    ]);
    expect(await readingsOf(works)).toEqual([]);
  });

  it('of an unknown industry is dropped, counted and acknowledged', async () => {
    const broker = await startBroker();
    const counted: Parameters<CountRows>[] = [];
    await subscribe(broker, readings.ingestFor, { countRows: (...given) => { counted.push(given); } });
    await broker.publish('water/NO_SUCH_INDUSTRY/M1/readings', slots('M1', TODAY, 3));
    await until(() => broker.acknowledged() === 1);
    expect(counted).toEqual([['mqtt', 'dropped', 3]]);
  });

  it('but breaks the database\'s statement is quarantined alone and holds up no other', async () => {
    const broker = await startBroker();
    const works = await mintWorks(context);
    const refused = Object.assign(new Error('value out of range'), { code: '22003' });
    await subscribe(broker, (industryId, groups, source) =>
      (JSON.stringify(groups).includes('"value":666') ? Promise.reject(refused) : readings.ingestFor(industryId, groups, source)));
    await Promise.all([slots('M1', TODAY, 1)[0], { createdOn: TODAY, value: 666 }, slots('M2', TODAY, 1)[0]].map((reading, index) =>
      broker.publish(topic(works, ['M1', 'TANK', 'M2'][index] ?? ''), reading)));
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
  await subscribe(broker, async (industryId, groups, source) => {
    rounds.push([...groups as Iterable<unknown>].length); // the subscriber passes a list
    await mayCommit;
    return readings.ingestFor(industryId, groups, source);
  }, { limits: { messages: 10, bytes: 1_000_000 } });
  await Promise.all(slots('M1', TODAY, 60).map((reading) => broker.publish(topic(works, 'M1'), reading)));
  letCommit();
  await until(() => broker.acknowledged() === 60);
  expect(await readingsOf(works)).toHaveLength(60);
  expect(rounds.reduce((sum, count) => sum + count)).toBe(60);
  expect(rounds.length).toBeLessThan(30);
  expect(Math.max(...rounds)).toBeLessThanOrEqual(10);
});

it('a broker that is not there is waited for, and does not hold up the stop', async () => {
  const running = startMqtt({ url: 'mqtt://127.0.0.1:1', log: createLogger('silent'), readings, countRows: () => {} });
  let isSubscribed = false;
  void running.subscribed.then(() => { isSubscribed = true; });
  await running.stop();
  expect(isSubscribed).toBe(false);
});
