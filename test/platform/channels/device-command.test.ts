import { connectAsync } from 'mqtt';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDeviceCommand } from '../../../src/platform/channels/device-command.ts';
import { commandTopic, DEFAULT_COMMAND_TOPIC } from '../../../src/platform/channels/command-topic.ts';
import { startBroker } from '../../readings/mqtt/broker.ts';

const settingsAt = (url: string) => ({
  url,
  topic: DEFAULT_COMMAND_TOPIC,
  caFile: null,
  certFile: null,
  keyFile: null,
});
const command = { to: 'ACME/M 1', text: 'reset' };

/** A device that keeps what it is told. */
async function deviceAt(url: string, topic: string) {
  const device = await connectAsync(url, { clientId: 'listening-device' });
  onTestFinished(() => device.endAsync(true));
  const told: { topic: string; qos: number; body: unknown }[] = [];
  device.on('message', (at, payload, { qos }) => told.push({ topic: at, qos, body: JSON.parse(payload.toString()) }));
  await device.subscribeAsync(topic, { qos: 1 });
  return told;
}

describe('commands to devices', () => {
  it("are published once to the unit's own topic with QoS 1, under an id by which a double is recognised", async () => {
    const { url } = await startBroker();
    const told = await deviceAt(url, 'water/+/+/commands');
    const channel = createDeviceCommand(settingsAt(url));
    const { providerId } = await channel.send(command);
    await channel.send({ ...command, data: { command: 'reset', at: 12 }, messageId: 'reset-7' });
    await expect.poll(() => told.length, { timeout: 60_000 }).toBe(2);
    expect(told).toEqual([
      { topic: 'water/ACME/M 1/commands', qos: 1, body: { id: providerId, command: 'reset' } },
      { topic: 'water/ACME/M 1/commands', qos: 1, body: { id: 'reset-7', command: 'reset', at: 12 } },
    ]);
  });

  it.each(['ACME/+', 'ACME/#', 'ACME/a/b', 'ACME', 'ACME/', '/M1'])('to %j are refused', async (to) => {
    const channel = createDeviceCommand(settingsAt('mqtt://127.0.0.1:1'));
    await expect(channel.send({ ...command, to })).rejects.toMatchObject({ kind: 'refused' });
  });

  it('are unreachable when the broker is, and not set up without one', async () => {
    const broker = await startBroker();
    await broker.goAway();
    await expect(createDeviceCommand(settingsAt(broker.url)).send(command)).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/^The MQTT broker cannot be reached/),
    });
    expect(createDeviceCommand(null).isSetUp).toBe(false);
    await expect(createDeviceCommand(null).send(command)).rejects.toMatchObject({ kind: 'not set up' });
  });
});

describe('a topic of commands', () => {
  it('holds each id in a level of its own', () => {
    expect(commandTopic('a/{unitId}/{industryId}')?.('I', 'U')).toBe('a/U/I');
    for (const template of [
      'a/{unitId}',
      '{unitId}/{unitId}/{industryId}',
      '+/{unitId}/{industryId}',
      '$x/{unitId}/{industryId}',
      'x{unitId}/{industryId}',
    ])
      expect(commandTopic(template), template).toBe(undefined);
  });
});
