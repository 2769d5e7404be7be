import { connectAsync } from 'mqtt';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_COMMAND_TOPIC } from '../../../src/domain/device/command-topic.ts';
import { createChannels } from '../../../src/channels/channels.ts';
import type { QueueClient } from '../../../src/queue/client.ts';
import { startBroker } from '../../mqtt/broker.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';
import { unit, virtual, works } from '../../services/processing/works.ts';
import { testApp, type TestApp } from '../support/app-fixture.ts';
import { askOpenly } from './support/operator.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-06-11T00:40:00Z');
});

const reset = (app: TestApp, ...units: readonly string[]) =>
  askOpenly<{ message: string }>(
    app,
    `validate/unitReset?${units.map((unitId) => `unitsList=${encodeURIComponent(unitId)}`).join('&')}`,
  );

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
  const nothing = {
    email: null,
    sms: null,
    chatMessaging: null,
    push: null,
    chatSpace: { groups: {}, allowPrivate: false },
  };
  const deviceCommand = { url, topic: DEFAULT_COMMAND_TOPIC, caFile: null, certFile: null, keyFile: null };
  const events: object[] = [];
  const queue: QueueClient = { send: async (_, payload) => void events.push(payload) };
  const channels = createChannels({ ...nothing, deviceCommand }, async () => 0);
  return { app: testApp(context, {}, undefined, { queue, channels }), told, events };
}

describe('GET /api/admin/validate/unitReset', () => {
  it('sends each unit the reset message and tells the stream, for anybody; it is audited', async () => {
    const { app, told, events } = await withBroker();
    const [A, B] = [mintId('A'), mintId('B')];
    const { industryId, industryKey } = await works(context, [unit(A, 'FLOW_CATEGORY'), unit(B, 'FLOW_CATEGORY')]);
    expect(await reset(app, A, `${industryId}/${B}`, A)).toEqual({
      status: 200,
      body: { message: 'Reset signal sent', status: 'Success' },
    });
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(2);
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
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(1);
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
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(2);
  });

  it('says that a message was not taken', async () => {
    const A = mintId('A');
    await works(context, [unit(A, 'FLOW_CATEGORY')]);
    const without = testApp(context);
    expect(await askOpenly(without, `validate/unitReset?unitsList=${A}`)).toEqual({
      status: 400,
      body: expect.objectContaining({
        status_code: 400,
        message: `The reset of '${A}' was not sent: Commands to devices are not set up on this server`,
      }),
    });
  });

  it('is closed by the shared secret', async () => {
    const closed = testApp(context, { internalSecret: 'secret-of-the-operators' });
    expect((await askOpenly(closed, 'validate/unitReset?unitsList=A')).status).toBe(401);
  });
});
