import { describe, expect, it } from 'vitest';
import { ChannelError, type Message } from '../../../src/platform/channels/channel.ts';
import { createChannels } from '../../../src/platform/channels/channels.ts';
import { DEFAULT_COMMAND_TOPIC } from '../../../src/platform/channels/command-topic.ts';

/* Names of hosts that do not resolve, as while the name service is away. `.invalid` never resolves (RFC 6761). */

const HOST = 'nobody.invalid';
const channels = createChannels(
  {
    email: { url: `smtp://${HOST}:2525`, from: { name: 'Water', address: 'water@example.org' } },
    sms: null,
    chatMessaging: null,
    push: null,
    chatSpace: { groups: {}, allowPrivate: false },
    deviceCommand: {
      url: `mqtt://${HOST}`,
      topic: DEFAULT_COMMAND_TOPIC,
      caFile: null,
      certFile: null,
      keyFile: null,
    },
  },
  async () => 0,
  Date.now,
);

const MESSAGE: Message = { to: 'asha@works.example', title: 'Flow', text: 'Flows too fast' };
const WAYS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['a mail server', () => channels.email.send(MESSAGE)],
  ['a chat space', () => channels['chat-space'].sendTo(`https://${HOST}/hook`, MESSAGE)],
  ['a broker', () => channels['device-command'].send({ ...MESSAGE, to: 'ACME/M1' })],
];

describe.each(WAYS)('%s whose name does not resolve', (_, send) => {
  it('is told as out of reach, so that the message may be tried again', async () => {
    const error = await send().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ChannelError);
    expect(error).toMatchObject({ kind: 'unreachable' });
  });
});
