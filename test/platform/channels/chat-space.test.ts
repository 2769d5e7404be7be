import type { LookupAddress } from 'node:dns';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createChatSpace } from '../../../src/platform/channels/chat-space.ts';
import { type FakeChatSpace, startChatSpace } from '../../support/chat-space.ts';

let space: FakeChatSpace;
let elsewhere: FakeChatSpace;
beforeAll(async () => {
  [space, elsewhere] = [await startChatSpace(), await startChatSpace()];
});
afterEach(() => space.answer(null));
afterAll(async () => {
  await Promise.all([space.stop(), elsewhere.stop()]);
});

const message = { to: 'ops', text: 'The import is done.' };
const at = (address: string, allowPrivate = false) =>
  createChatSpace({ groups: { ops: address, alarms: address }, allowPrivate });
const here = () => at(space.url, true);
/** A name that has these addresses. */
const named = (...addresses: LookupAddress[]) =>
  createChatSpace({ groups: { ops: 'https://chat.example/x' }, allowPrivate: false }, (_, answer) =>
    answer(null, addresses),
  );

describe('messages to chat groups', () => {
  it("are posted to the group's webhook: the text, or the data as they are", async () => {
    expect(await here().send(message)).toEqual({ providerId: 'spaces/1/messages/1' });
    await here().send({ ...message, data: { cardsV2: [{ cardId: 'a' }] } });
    expect(space.received).toEqual([{ text: 'The import is done.' }, { cardsV2: [{ cardId: 'a' }] }]);
    expect(here().groupIds).toEqual(['alarms', 'ops']);
  });

  it('go to no group that is not configured, whatever objects inherit', async () => {
    for (const to of ['sales', 'constructor', '__proto__'])
      await expect(here().send({ ...message, to })).rejects.toMatchObject({ kind: 'refused' });
    const without = createChatSpace({ groups: {}, allowPrivate: false });
    expect(without.isSetUp).toBe(false);
    await expect(without.send(message)).rejects.toMatchObject({ kind: 'not set up' });
  });

  it('of somebody else go to a private network where configuration allows it, also without a group', async () => {
    const sent = createChatSpace({ groups: {}, allowPrivate: true }).sendTo(space.url, { text: 'A rule says so.' });
    expect(await sent).toMatchObject({ providerId: expect.stringContaining('spaces/1/messages/') as string });
    expect(space.received.at(-1)).toEqual({ text: 'A rule says so.' });
  });

  it.each([
    'https://127.0.0.1/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://[fe80::1]/x',
    'https://[fd00::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[::ffff:a00:1]/x',
    'https://[64:ff9b::a00:1]/x',
    'https://[2002:a00:1::]/x',
    'https://0x7f.1/x',
    'https://2130706433/x',
    'https://0/x',
    'https://100.64.0.1/x',
    'https://localhost/x',
  ])('do not reach %s', async (address) => {
    await expect(at(address).send(message)).rejects.toMatchObject({
      kind: 'refused',
      message: "Chat group 'ops' has an address in a private network, which ALLOW_PRIVATE_WEBHOOKS would allow",
    });
  });

  it('do not go by plain http unless private addresses are allowed', async () => {
    await expect(at(space.url).send(message)).rejects.toMatchObject({
      kind: 'refused',
      message: "Chat group 'ops' has no https address",
    });
  });

  it('connect to the public addresses of a name alone, which are asked for once', async () => {
    let asked = 0;
    const rebinding = createChatSpace(
      { groups: { ops: 'https://chat.example/x' }, allowPrivate: false },
      (_, answer) => {
        asked += 1;
        answer(null, [{ address: asked === 1 ? '10.0.0.1' : '127.0.0.1', family: 4 }]);
      },
    );
    await expect(rebinding.send(message)).rejects.toMatchObject({ kind: 'refused' });
    expect(asked).toBe(1);
    const mapped = named({ address: '::ffff:127.0.0.1', family: 6 }, { address: '192.168.0.1', family: 4 });
    await expect(mapped.send(message)).rejects.toMatchObject({ kind: 'refused' });
  });

  it('follow no redirect', async () => {
    space.answer({ status: 307, location: elsewhere.url });
    await expect(here().send(message)).rejects.toMatchObject({
      kind: 'refused',
      message: "Chat group 'ops' answered 307",
    });
    expect(elsewhere.received).toEqual([]);
  });

  it.each([
    [{ status: 404 }, 'refused', "Chat group 'ops' answered 404"],
    [{ status: 429 }, 'unreachable', "Chat group 'ops' answered 429"],
    [{ status: 503 }, 'unreachable', "Chat group 'ops' answered 503"],
    [{ status: 504 }, 'unconfirmed', "Chat group 'ops' answered 504"],
    ['silence', 'unconfirmed', "Chat group 'ops' did not answer (ECONNRESET)"],
  ] as const)('answered %j are told so, without address and text', async (how, kind, sentence) => {
    space.answer(how);
    await expect(here().send(message)).rejects.toMatchObject({ kind, message: sentence });
  });

  it('are unreachable when nobody is there', async () => {
    const gone = await startChatSpace();
    await gone.stop();
    await expect(at(gone.url, true).send(message)).rejects.toMatchObject({
      kind: 'unreachable',
      message: "Chat group 'ops' cannot be reached (ECONNREFUSED)",
    });
  });
});
