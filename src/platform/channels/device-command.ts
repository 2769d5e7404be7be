import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { CommandTopic } from './command-topic.ts';
import { type Channel, ChannelError, type Message, propertyOf } from './channel.ts';

export interface DeviceCommandSettings {
  /** `mqtt://` or `mqtts://`, with credentials where the broker asks for them. */
  readonly url: string;
  readonly topic: CommandTopic;
  /** PEM files, as for readings. */
  readonly caFile: string | null;
  readonly certFile: string | null;
  readonly keyFile: string | null;
}

const TIMEOUT_MILLISECONDS = 10_000;

/**
 * Commands to devices by MQTT, QoS 1, each on a connection of its own, because they are rare. A message's data are the
 * command; without data its text is. An accepted command has reached the broker. The device may be away.
 */
export function createDeviceCommand(settings: DeviceCommandSettings | null): Channel {
  return {
    name: 'device-command',
    settings: ['MQTT_URL'],
    isSetUp: settings !== null,
    async send(message) {
      if (settings === null) throw new ChannelError('not set up', 'Commands to devices are not set up on this server');
      const providerId = message.messageId ?? randomUUID();
      if (message.topic !== undefined) {
        await publishCommand(settings, message.topic, message.text);
        return { providerId };
      }
      const [industryId = '', unitId = '', ...more] = message.to.split('/');
      const topic = more.length === 0 ? settings.topic(industryId, unitId) : null;
      if (topic === null) throw new ChannelError('refused', 'The ids of this unit cannot stand in a topic');
      await publishCommand(settings, topic, JSON.stringify(bodyOf(message, providerId)));
      return { providerId };
    },
  };
}

/** The broker may deliver a command twice; its id tells. */
const bodyOf = ({ text, data }: Message, id: string) => ({ id, ...(data ?? { command: text }) });

async function publishCommand(settings: DeviceCommandSettings, topic: string, text: string): Promise<void> {
  const { connectAsync } = await import('mqtt');
  const client = await connectAsync(
    settings.url,
    {
      ...(await pemOf(settings)),
      clientId: `water-commands-${randomUUID()}`,
      reconnectPeriod: 0,
      connectTimeout: TIMEOUT_MILLISECONDS,
    },
    false,
  ).catch((error: unknown) => {
    throw problem('unreachable', 'The MQTT broker cannot be reached', error);
  });
  // A broken connection fails the running publication, and no other part needs the event.
  client.on('error', () => {});
  try {
    await Promise.race([client.publishAsync(topic, text, { qos: 1 }), late()]);
  } catch (error) {
    throw problem('unconfirmed', 'The MQTT broker did not confirm the command', error);
  } finally {
    client.end(true);
  }
}

const late = (): Promise<never> =>
  new Promise((_, fail) => {
    setTimeout(() => fail(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), TIMEOUT_MILLISECONDS).unref();
  });

async function pemOf({ caFile, certFile, keyFile }: DeviceCommandSettings) {
  const pem = async (name: 'ca' | 'cert' | 'key', path: string | null) =>
    path === null ? {} : { [name]: await readFile(path) };
  return { ...(await pem('ca', caFile)), ...(await pem('cert', certFile)), ...(await pem('key', keyFile)) };
}

function problem(kind: ChannelError['kind'], sentence: string, error: unknown): ChannelError {
  const code = propertyOf(error, 'code');
  return new ChannelError(kind, code === undefined ? sentence : `${sentence} (${String(code)})`);
}
