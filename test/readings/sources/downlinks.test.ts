import { connectAsync } from 'mqtt';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Channel, ChannelError } from '../../../src/platform/channels/channel.ts';
import { createChannels } from '../../../src/platform/channels/channels.ts';
import { DEFAULT_COMMAND_TOPIC } from '../../../src/platform/channels/command-topic.ts';
import { noQueue, type QueueClient } from '../../../src/platform/queue/client.ts';
import { startMqtt } from '../../../src/readings/mqtt/subscriber.ts';
import { receiveByIndustryId } from '../../../src/readings/receive-readings.ts';
import { DEFAULT_READINGS_TOPIC, DEFAULT_SOURCE_TOPIC } from '../../../src/readings/rules/topic.ts';
import {
  DOWNLINK_QUEUE,
  queueDownlinks,
  sendDownlink,
  sweepDownlinks,
} from '../../../src/readings/sources/downlinks.ts';
import { changeSource, readDevices, readSource } from '../../../src/readings/sources/manage-sources.ts';
import { receiverOfBroker } from '../../../src/readings/sources/receive-of-key.ts';
import { askOpenly } from '../../industries/http/admin/support/operator.ts';
import { testApp } from '../../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { takingReadings } from '../../support/intake.ts';
import { type Broker, startBroker } from '../mqtt/broker.ts';
import { type Metric, session, START, tahuBytes } from '../rules/sparkplug/edge-node.ts';
import { ACTOR } from '../keys/support.ts';
import { mintWorks, stored } from '../works.ts';
import { CHIRPSTACK, THINGS_STACK } from './messages.ts';
import { mintSource } from './support.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
});

const NOTHING = {
  email: null,
  sms: null,
  chatMessaging: null,
  push: null,
  chatSpace: { groups: {}, allowPrivate: false },
};
const SECRET = 'secret-of-the-operators';
const RESET = { port: 15, payload: 'ff01', confirmed: false };

/** A broker of the site from which the service reads, and what others hear there. */
async function site(shareGroup: string | null = null) {
  const broker = await startBroker();
  await subscribe(broker, shareGroup);
  const listening = await connectAsync(broker.url, { clientId: 'a-network' });
  onTestFinished(() => listening.endAsync(true));
  const heard: [string, Buffer][] = [];
  listening.on('message', (topic, payload) => heard.push([topic, payload]));
  const deviceCommand = { url: broker.url, topic: DEFAULT_COMMAND_TOPIC, caFile: null, certFile: null, keyFile: null };
  return { broker, listening, heard, channels: createChannels({ ...NOTHING, deviceCommand }, async () => 0, Date.now) };
}

/** A process that reads from a broker. */
async function subscribe(broker: Broker, shareGroup: string | null, clientId = 'water-1'): Promise<void> {
  const receiving = takingReadings(context, noQueue);
  const ofSources = () => broker.subscriptions().filter((filter) => filter === 'water/+/sources/+/#').length;
  const before = ofSources();
  const running = startMqtt({
    url: broker.url,
    clientId,
    topic: DEFAULT_READINGS_TOPIC,
    sourceTopic: DEFAULT_SOURCE_TOPIC,
    shareGroup,
    tls: {},
    log: context.log,
    receive: (industryId, groups) => receiveByIndustryId(receiving, industryId, groups, 'mqtt'),
    receiveOfSource: receiverOfBroker(receiving),
    countRows: () => {},
  });
  onTestFinished(() => running.stop());
  await running.subscribed;
  await expect.poll(ofSources).toBe(before + 1);
}

/** A queue whose jobs are worked on when the test says so. */
function heldQueue() {
  const jobs: { industryKey: number; downlinkId: string }[] = [];
  const queue: QueueClient = {
    send: async (name, payload) =>
      void (name === DOWNLINK_QUEUE && jobs.push(payload as { industryKey: number; downlinkId: string })),
  };
  return { jobs, queue };
}

const reset = (app: ReturnType<typeof testApp>, industryId: string) =>
  askOpenly(app, `validate/unitReset?unitsList=${industryId}/M1`, { headers: { 'x-internal-secret': SECRET } });

const ROADS = [
  [
    'chirpstack',
    `application/${CHIRPSTACK.up.deviceInfo.applicationId}/device/0101010101010101`,
    ['event/up', 'command/down'],
    CHIRPSTACK.up,
    { devEui: '0101010101010101', confirmed: false, fPort: 15, data: '/wE=' },
  ],
  [
    'things-stack',
    'v3/app1@tenant/devices/dev1',
    ['up', 'down/push'],
    THINGS_STACK.uplink,
    { downlinks: [{ f_port: 15, frm_payload: '/wE=', confirmed: false, priority: 'NORMAL' }] },
  ],
] as const;

describe.each(ROADS)(
  'a reset of a unit whose device is heard through %s',
  (format, device, [up, down], uplink, body) => {
    it('goes to the network once as a downlink, and its state is told', async () => {
      const { broker, listening, heard, channels } = await site();
      const industry = await mintWorks(context);
      const source = await mintSource(context, industry, format, undefined, { downlink: RESET });
      const base = `water/${industry.industryId}/sources/${source.sourceId}/${device}`;
      const device1 = async () => (await readDevices(context, industry, source))[0];
      await broker.publish(`${base}/${up}`, uplink);
      await expect.poll(async () => (await device1())?.messages, { timeout: 60_000 }).toBe(1);
      await listening.subscribeAsync(['water/+/+/commands', `${base}/#`], { qos: 1 });
      const { jobs, queue } = heldQueue();
      const app = testApp(context, { internalSecret: SECRET }, undefined, { queue, channels });
      expect((await reset(app, industry.industryId)).status).toBe(200);
      expect([jobs.length, await device1()]).toMatchObject([1, { takesDownlinks: true, downlinkState: 'queued' }]);
      for (const job of [...jobs, ...jobs]) await sendDownlink({ ...context, channels }, job);
      expect(await device1()).toMatchObject({ downlinkState: 'sent', downlinkProblem: null });
      await expect.poll(() => heard.length, { timeout: 60_000 }).toBe(1);
      expect(heard.map(([topic, payload]) => [topic, JSON.parse(payload.toString()) as unknown])).toMatchObject([
        [`${base}/${down}`, body],
      ]);
      // The service hears its own downlink, which is no message of a device.
      await broker.publish(`${base}/${up}`, uplink);
      await expect.poll(async () => (await device1())?.messages, { timeout: 20_000 }).toBe(2);
      expect((await readSource(context, industry, source.sourceId)).problem).toBeNull();
    });
  },
);

describe('a downlink', () => {
  /** A unit whose device was heard at a broker, and a channel that answers as it is told. */
  async function queued(send: Channel['send']) {
    const industry = await mintWorks(context);
    const source = await mintSource(context, industry, 'chirpstack', undefined, { downlink: RESET });
    await receiverOfBroker(takingReadings(context, noQueue))(
      { industryId: industry.industryId, sourceId: source.sourceId },
      [
        {
          topic: 'application/a/device/0101010101010101/event/up',
          payload: Buffer.from(JSON.stringify(CHIRPSTACK.up)),
        },
      ],
    );
    const { jobs, queue } = heldQueue();
    const unit = { industryKey: industry.industryKey, unitId: 'M1' };
    expect(await queueDownlinks({ ...context, queue }, unit)).toBe(true);
    const channel: Channel = { name: 'device-command', settings: [], isSetUp: true, send };
    const channels = {
      ...createChannels({ ...NOTHING, deviceCommand: null }, async () => 0, Date.now),
      'device-command': channel,
    };
    const work = () => sendDownlink({ ...context, channels }, jobs[0] ?? { industryKey: 0, downlinkId: '' });
    const change = (format: 'chirpstack' | 'things-stack', downlink: typeof RESET | null) => {
      const devices = [{ deviceId: '0101010101010101', unitId: 'M1' }];
      const wanted = { name: source.name, mapping: source.mapping, format, downlink, devices };
      return changeSource(context, industry, wanted, { sourceId: source.sourceId, by: ACTOR, expected: null });
    };
    return { work, jobs, change, state: async () => (await readDevices(context, industry, source))[0] };
  }

  it('whose source declares none any more is not sent, and says so', async () => {
    let sent = 0;
    const { work, change, state } = await queued(() => Promise.resolve({ providerId: String((sent += 1)) }));
    await change('chirpstack', null);
    await work();
    expect([sent, await state()]).toMatchObject([
      0,
      { downlinkState: 'failed', downlinkProblem: 'the source declares none any more' },
    ]);
  });

  it('has no way to the network that a source was of before', async () => {
    let sent = 0;
    const { work, change, state } = await queued(() => Promise.resolve({ providerId: String((sent += 1)) }));
    await change('things-stack', RESET);
    expect(await state()).toMatchObject({ takesDownlinks: false });
    await work();
    expect([sent, await state()]).toMatchObject([0, { downlinkState: 'failed' }]);
  });

  it('that the broker does not take has failed, and says why', async () => {
    const { work, state } = await queued(() => Promise.reject(new ChannelError('unreachable', 'The broker is away')));
    await work();
    expect(await state()).toMatchObject({ downlinkState: 'failed', downlinkProblem: 'The broker is away' });
  });

  it('whose sender was killed is not sent a second time, and says so', async () => {
    let sent = 0;
    const { work, state } = await queued(() => {
      sent += 1;
      return Promise.reject(new Error('killed'));
    });
    await expect(work()).rejects.toThrow('killed');
    expect(await state()).toMatchObject({ downlinkState: 'sending' });
    await work();
    expect([sent, await state()]).toMatchObject([
      1,
      { downlinkState: 'failed', downlinkProblem: expect.stringContaining('may have been sent') },
    ]);
  });

  it('of each device has failed where the queue takes none', async () => {
    const industry = await mintWorks(context);
    const devices = { '0101010101010101': 'M1', '0101010101010102': 'M1' };
    const source = await mintSource(context, industry, 'chirpstack', devices, { downlink: RESET });
    const uplink = (devEui: string) => ({
      topic: `application/a/device/${devEui}/event/up`,
      payload: Buffer.from(JSON.stringify({ ...CHIRPSTACK.up, deviceInfo: { devEui } })),
    });
    await receiverOfBroker(takingReadings(context, noQueue))(
      { industryId: industry.industryId, sourceId: source.sourceId },
      Object.keys(devices).map(uplink),
    );
    const queue: QueueClient = { send: () => Promise.reject(new Error('the queue is away')) };
    const unit = { industryKey: industry.industryKey, unitId: 'M1' };
    await expect(queueDownlinks({ ...context, queue }, unit)).rejects.toThrow('the queue is away');
    const states = (await readDevices(context, industry, source)).map(({ downlinkState }) => downlinkState);
    expect(states).toEqual(['failed', 'failed']);
  });

  it('that a killed process has left without a job gets one, and is sent once', async () => {
    let sent = 0;
    const { work, jobs, state } = await queued(() => Promise.resolve({ providerId: String((sent += 1)) }));
    const { jobs: swept, queue } = heldQueue();
    const own = () => swept.filter(({ downlinkId }) => downlinkId === jobs[0]?.downlinkId);
    const sweepAfter = (seconds: number) =>
      sweepDownlinks({
        ...context,
        queue,
        clock: { ...context.clock, now: () => context.clock.now() + seconds * 1000 },
      });
    await sweepAfter(120);
    expect(own()).toEqual([]);
    await sweepAfter(121);
    expect(own()).toEqual(jobs);
    await work();
    await work();
    await sweepAfter(240);
    expect([sent, own().length, (await state())?.downlinkState]).toEqual([1, 1, 'sent']);
  });

  it('is none where the source declares none, or the device was heard another way', async () => {
    const industry = await mintWorks(context);
    await mintSource(context, industry, 'chirpstack', undefined, { downlink: RESET });
    const unit = { industryKey: industry.industryKey, unitId: 'M1' };
    expect(await queueDownlinks({ ...context, queue: noQueue }, unit)).toBe(false);
  });
});

describe('an edge node behind a broker of the site', () => {
  it.each([null, 'works'])('is asked for its birth below the levels of its messages, in group %s', async (group) => {
    const { listening, heard } = await site(group);
    const industry = await mintWorks(context);
    const source = await mintSource(context, industry, 'sparkplug');
    const base = `water/${industry.industryId}/sources/${source.sourceId}/spBv1.0/Works`;
    await listening.subscribeAsync('#', { qos: 0 });
    const figures: Metric[] = [{ name: 'Flow/Total', value: 1, type: 'Double' }];
    const payload = tahuBytes({ timestamp: START, seq: 4, metrics: figures });
    await listening.publishAsync(`${base}/NDATA/Edge 1`, payload, { qos: 1 });
    const isHeard = async () =>
      (await readDevices(context, industry, source)).some(({ deviceId }) => deviceId === 'Works/Edge 1');
    await expect.poll(isHeard, { timeout: 20_000 }).toBe(true);
    const commands = () =>
      heard.flatMap(([topic]) => (topic.includes('/NCMD/') ? topic.slice(topic.indexOf(base)) : []));
    await expect.poll(commands, { timeout: 20_000 }).toEqual([`${base}/NCMD/Edge 1`]);
  });

  it('is heard by each process of a group, because each has to know the names that its birth gives', async () => {
    const { broker, listening } = await site('works');
    await subscribe(broker, 'works', 'water-2');
    const industry = await mintWorks(context);
    const source = await mintSource(context, industry, 'sparkplug');
    const base = `water/${industry.industryId}/sources/${source.sourceId}/spBv1.0/Works`;
    const tell = (path: string, seq: number, metrics: Metric[]) =>
      listening.publishAsync(`${base}/${path}`, tahuBytes({ timestamp: START, seq, metrics }), { qos: 1 });
    const total = { alias: 1, type: 'Double', value: 1 } as const;
    await tell('NBIRTH/Edge 1', 0, [session(0)]);
    await tell('DBIRTH/Edge 1/Meter 1', 1, [{ ...total, name: 'Flow/Total' }]);
    const minutes = [1, 2, 3, 4, 5, 6];
    for (const minute of minutes)
      await tell('DDATA/Edge 1/Meter 1', 1 + minute, [{ ...total, value: minute, timestamp: START + minute * 60_000 }]);
    await expect.poll(() => broker.acknowledged(), { timeout: 60_000 }).toBe(2 * 8);
    const { readings } = await stored(context, industry);
    expect(readings.map(({ summed_value }) => summed_value)).toEqual([1, ...minutes].map((total) => total * 1000));
    expect((await readSource(context, industry, source.sourceId)).problem).toBeNull();
  });

  it('is asked beside its messages, whatever names the levels above them have', async () => {
    const industry = await mintWorks(context);
    const { sourceId } = await mintSource(context, industry, 'sparkplug');
    const asked: string[] = [];
    const payload = tahuBytes({ timestamp: START, seq: 4, metrics: [] });
    const publish = (topic: string) => void asked.push(topic);
    const levels = `water/of-spBv1.0/sources/${sourceId}`;
    for (const names of ['Works', 'spBv1.0'].map((group) => [`spBv1.0/${group}/N`, '/Edge 1'] as const))
      await receiverOfBroker(takingReadings(context, noQueue))({ industryId: industry.industryId, sourceId }, [
        { topic: `${levels}/${names.join('DATA')}`, payload, publish },
      ]);
    expect(asked).toEqual([`${levels}/spBv1.0/Works/NCMD/Edge 1`, `${levels}/spBv1.0/spBv1.0/NCMD/Edge 1`]);
  });
});
