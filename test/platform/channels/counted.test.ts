import { expect, it } from 'vitest';
import { createChannels } from '../../../src/platform/channels/channels.ts';
import { countedChannels } from '../../../src/platform/channels/counted.ts';

const NOTHING = { email: null, sms: null, chatMessaging: null, push: null, deviceCommand: null };
const message = { to: 'x', text: 'Tank 3 is full' };

it('a message by a channel without settings counts as failed, and a batch of them by each', async () => {
  const counts: Record<string, number> = {};
  const channels = countedChannels(
    createChannels({ ...NOTHING, chatSpace: { groups: {}, allowPrivate: false } }, async () => 1, Date.now),
    (channel, outcome) => (counts[`${channel} ${outcome}`] = (counts[`${channel} ${outcome}`] ?? 0) + 1),
  );
  const { web, push, browser, ...others } = channels;
  for (const channel of Object.values(others))
    await expect(channel.send(message)).rejects.toMatchObject({ kind: 'not set up' });
  await expect(push.sendMany(['a', 'b', 'c'], message)).rejects.toMatchObject({ kind: 'not set up' });
  // Browsers need no settings, and 'x' is the address of none.
  await expect(browser.send(message)).rejects.toMatchObject({ kind: 'refused' });
  await web.send(message);
  expect(counts).toEqual({
    'email failed': 1,
    'sms failed': 1,
    'chat-messaging failed': 1,
    'chat-space failed': 1,
    'device-command failed': 1,
    'push failed': 3,
    'browser failed': 1,
    'web sent': 1,
  });
});
