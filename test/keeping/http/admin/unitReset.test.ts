import { connectAsync } from 'mqtt';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_COMMAND_TOPIC } from '../../../../src/platform/channels/command-topic.ts';
import { createChannels } from '../../../../src/platform/channels/channels.ts';
import { type Channel, ChannelError } from '../../../../src/platform/channels/channel.ts';
import { noQueue, type QueueClient } from '../../../../src/platform/queue/client.ts';
import { startBroker } from '../../../readings/mqtt/broker.ts';
import { mintId, testContext, type TestContext } from '../../../support/database.ts';
import { unit, virtual, works } from '../../../figures/processing/works.ts';
import { testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { askOpenly } from '../../../industries/http/admin/support/operator.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-06-11T00:40:00Z');
});

const SECRET = 'secret-of-the-operators';
const pathOf = (units: readonly string[]) =>
  `validate/unitReset?${units.map((unitId) => `unitsList=${encodeURIComponent(unitId)}`).join('&')}`;
/** By whoever has the shared secret. */
const reset = (app: TestApp, ...units: readonly string[]) =>
  askOpenly<{ message: string }>(app, pathOf(units), { headers: { 'x-internal-secret': SECRET } });
/** By anybody. */
const resetUnseen = (app: TestApp, ...units: readonly string[]) => askOpenly<{ message: string }>(app, pathOf(units));

const NOTHING = {
  email: null,
  sms: null,
  chatMessaging: null,
  push: null,
  chatSpace: { groups: {}, allowPrivate: false },
};
const withoutChannels = () => createChannels({ ...NOTHING, deviceCommand: null }, async () => 0, Date.now);

/** An application with a broker, what its units are told, and what the event stream is. */
async function withBroker() {
  const { url } = await startBroker();
  const device = await connectAsync(url, { clientId: 'listening-units' });
  onTestFinished(() => device.endAsync(true));
  const told: { topic: string; command: unknown }[] = [];
  device.on('message', (topic, payload) =>
    told.push({ topic, command: (JSON.parse(payload.toString()) as { command: unknown }).command }),
  );
  await device.subscribeAsync('water/+/+/commands', { qos: 1 });
  const deviceCommand = { url, topic: DEFAULT_COMMAND_TOPIC, caFile: null, certFile: null, keyFile: null };
  const events: object[] = [];
  const queue: QueueClient = { send: async (_, payload) => void events.push(payload) };
  const channels = createChannels({ ...NOTHING, deviceCommand }, async () => 0, Date.now);
  return {
    app: testApp(context, { internalSecret: SECRET }, undefined, { queue, channels }),
    open: testApp(context, {}, undefined, { queue, channels }),
    told,
    events,
  };
}

describe('GET /api/admin/validate/unitReset', () => {
  it('sends each unit the reset message and tells the stream; it is audited', async () => {
    const { app, told, events } = await withBroker();
    const [A, B] = [mintId('A'), mintId('B')];
    const { industryId, industryKey } = await works(context, [unit(A, 'FLOW_CATEGORY'), unit(B, 'FLOW_CATEGORY')]);
    expect(await reset(app, A, `${industryId}/${B}`, A)).toEqual({
      status: 200,
      body: { message: 'Reset signal sent', status: 'Success' },
    });
    await expect.poll(() => told.length, { timeout: 60_000 }).toBe(2);
    expect(told).toEqual([A, B].map((id) => ({ topic: `water/${industryId}/${id}/commands`, command: 'reset' })));
    expect(events).toEqual(
      [A, B].map((unitId) => ({ kind: 'unit-reset', industryId, unitId, at: '2026-06-11T00:40:00.000Z' })),
    );
    expect(
      await context.database.execute(
        'SELECT verb, subject, actor_user_id FROM operations.audit WHERE industry_key = $1 AND verb = $2 ORDER BY audit_key',
        [industryKey, 'unit.reset'],
      ),
    ).toEqual([A, B].map((subject) => ({ verb: 'unit.reset', subject, actor_user_id: 'no token' })));
  });

  it('resets nothing where one name is of no unit, of several, of a virtual or of a removed one', async () => {
    const { app, told } = await withBroker();
    const [ONE, TWICE, VIRTUAL] = [mintId('ONE'), mintId('TWICE'), mintId('V')];
    const one = await works(context, [unit(ONE, 'FLOW_CATEGORY'), unit(TWICE, 'FLOW_CATEGORY'), virtual(VIRTUAL, '1')]);
    await works(context, [unit(TWICE, 'FLOW_CATEGORY')]);
    for (const name of [TWICE, mintId('NOBODY'), VIRTUAL, `${one.industryId}/${mintId('X')}`])
      expect(await reset(app, ONE, name)).toEqual({
        status: 400,
        body: expect.objectContaining({
          status_code: 400,
          message: `Invalid 'unitsList': '${name}' names no single unit with a device, allowed is a unitId or industryId/unitId`,
        }),
      });
    await works(context, [unit(TWICE, 'FLOW_CATEGORY')], { industryId: one.industryId });
    expect((await reset(app, ONE)).status).toBe(400);
    expect((await reset(app, `${one.industryId}/${TWICE}`)).status).toBe(200);
    await expect.poll(() => told.length, { timeout: 60_000 }).toBe(1);
  });

  it('asks for units, twenty at most, and resets one once a minute', async () => {
    const { app } = await withBroker();
    const A = mintId('A');
    await works(context, [unit(A, 'FLOW_CATEGORY')]);
    expect(await reset(app)).toEqual({
      status: 400,
      body: expect.objectContaining({ status_code: 1403, message: "'unitsList' missing" }),
    });
    expect((await reset(app, ...Array.from({ length: 21 }, (_, index) => `${A}${index}`))).body.message).toBe(
      "Invalid 'unitsList': names 21 units, allowed are 20",
    );
    expect([(await reset(app, A)).status, (await reset(app, A)).status]).toEqual([200, 429]);
  });

  it('resets none of its units where one has been reset just now, and does not charge the others', async () => {
    const { app, told } = await withBroker();
    const [A, B] = [mintId('A'), mintId('B')];
    await works(context, [unit(A, 'FLOW_CATEGORY'), unit(B, 'FLOW_CATEGORY')]);
    expect([(await reset(app, B)).status, (await reset(app, A, B)).status]).toEqual([200, 429]);
    expect((await reset(app, A)).status).toBe(200);
    await expect.poll(() => told.length, { timeout: 60_000 }).toBe(2);
  });

  it('of strangers tells them nothing of units, and resets those that there are', async () => {
    const { open, told } = await withBroker();
    const [A, B, NOBODY] = [mintId('A'), mintId('B'), mintId('NOBODY')];
    const { industryId } = await works(context, [unit(A, 'FLOW_CATEGORY'), unit(B, 'FLOW_CATEGORY')]);
    const answers = [];
    for (const names of [[NOBODY], [A], [NOBODY], [A, NOBODY], [`${industryId}/${A}`]])
      answers.push(await resetUnseen(open, ...names));
    const sent = { status: 200, body: { message: 'Reset signal sent', status: 'Success' } };
    const tooOften = expect.objectContaining({ status: 429 });
    expect(answers).toEqual([sent, sent, tooOften, tooOften, sent]);
    // Messages leave after the answers. Once the last is there, so are those before it.
    await resetUnseen(open, B);
    await expect.poll(() => told.at(-1)?.topic, { timeout: 60_000 }).toBe(`water/${industryId}/${B}/commands`);
    expect(told.map(({ topic }) => topic)).toEqual([A, B].map((id) => `water/${industryId}/${id}/commands`));
  });

  it('of strangers use up nothing of those who show who they are', async () => {
    const { app, open, told } = await withBroker();
    const A = mintId('A');
    await works(context, [unit(A, 'FLOW_CATEGORY')]);
    await resetUnseen(open, A);
    await expect.poll(() => told.length, { timeout: 60_000 }).toBe(1);
    expect((await reset(app, A)).status).toBe(200);
  });

  it('once of a unit that is named by its id and with its industry', async () => {
    const { app, told } = await withBroker();
    const [A, B] = [mintId('A'), mintId('B')];
    const { industryId } = await works(context, [unit(A, 'FLOW_CATEGORY'), unit(B, 'FLOW_CATEGORY')]);
    expect((await reset(app, A, `${industryId}/${A}`, B)).status).toBe(200);
    await expect.poll(() => told.length, { timeout: 60_000 }).toBe(2);
    expect(told.map(({ topic }) => topic)).toEqual([A, B].map((id) => `water/${industryId}/${id}/commands`));
  });

  it('that may have left is charged and said to be so, and those after it are charged for nothing', async () => {
    const [A, B] = [mintId('A'), mintId('B')];
    const { industryId } = await works(context, [unit(A, 'FLOW_CATEGORY'), unit(B, 'FLOW_CATEGORY')]);
    const slow: Channel = {
      name: 'device-command',
      settings: [],
      isSetUp: true,
      send: async ({ to }) => {
        if (to === `${industryId}/${A}`) throw new ChannelError('unconfirmed', 'The broker did not confirm');
        return { providerId: to };
      },
    };
    const app = testApp(context, { internalSecret: SECRET }, undefined, {
      channels: { ...withoutChannels(), 'device-command': slow },
      queue: noQueue,
    });
    expect((await reset(app, A, B)).body).toMatchObject({
      message: `The reset of '${A}' may have been sent: The broker did not confirm`,
      errors: [{ problem: 'The broker did not confirm' }],
    });
    expect([(await reset(app, A)).status, (await reset(app, B)).status]).toEqual([429, 200]);
  });

  it('whose event the stream does not take is charged, because its message has left', async () => {
    const A = mintId('A');
    await works(context, [unit(A, 'FLOW_CATEGORY')]);
    const taking: Channel = {
      name: 'device-command',
      settings: [],
      isSetUp: true,
      send: async ({ to }) => ({ providerId: to }),
    };
    const app = testApp(context, { internalSecret: SECRET }, undefined, {
      channels: { ...withoutChannels(), 'device-command': taking },
      queue: { send: () => Promise.reject(new Error('the queue is away')) },
    });
    expect([(await reset(app, A)).status, (await reset(app, A)).status]).toEqual([500, 429]);
  });

  it('that the broker does not take is charged for nothing, and those before it are named', async () => {
    const [A, B] = [mintId('A'), mintId('B')];
    const { industryId } = await works(context, [unit(A, 'FLOW_CATEGORY'), unit(B, 'FLOW_CATEGORY')]);
    let isAway = true;
    const channel: Channel = {
      name: 'device-command',
      settings: [],
      isSetUp: true,
      send: async ({ to }) => {
        if (isAway && to === `${industryId}/${B}`) throw new ChannelError('unreachable', 'The broker is away');
        return { providerId: to };
      },
    };
    const app = testApp(context, { internalSecret: SECRET }, undefined, {
      channels: { ...withoutChannels(), 'device-command': channel },
      queue: noQueue,
    });
    expect((await reset(app, A, B)).body).toMatchObject({
      message: `The reset of '${B}' was not sent: The broker is away`,
      errors: [{ problem: 'The broker is away' }, { problem: `'${A}' was reset before` }],
    });
    isAway = false;
    expect([(await reset(app, A)).status, (await reset(app, B)).status]).toEqual([429, 200]);
  });

  it('says that a message was not taken', async () => {
    const A = mintId('A');
    await works(context, [unit(A, 'FLOW_CATEGORY')]);
    for (const name of [A, mintId('NOBODY')])
      expect(await resetUnseen(testApp(context), name)).toEqual({
        status: 400,
        body: expect.objectContaining({
          status_code: 400,
          message: `The reset of '${name}' was not sent: Commands to devices are not set up on this server`,
        }),
      });
  });

  it('is closed by the shared secret', async () => {
    const closed = testApp(context, { internalSecret: SECRET });
    expect((await resetUnseen(closed, 'A')).status).toBe(401);
  });
});
