import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPush } from '../../../src/platform/channels/push.ts';
import { type PushOperator, startPushOperator } from '../../support/push-operator.ts';

let operator: PushOperator;
beforeAll(async () => {
  operator = await startPushOperator();
});
afterAll(async () => {
  await operator.stop();
});

const message = { title: 'Main inlet', text: 'Flow is above its limit.' };
const NOW = Date.parse('2026-06-04T12:10:00Z');

describe('push messages', () => {
  it('are handed to the operator with title, text and data, under an identity by which a second one replaces it', async () => {
    // What is not known is absent, because data are texts and 'null' would be one.
    const data = { alertId: '7', value: 12.5, limit: null, unit: { unitId: 'M1' } };
    const sent = { ...message, to: 'token-1', data, messageId: 'incident-7.1.ann' };
    const push = createPush(operator.settings, () => NOW);
    expect(await push.send(sent)).toEqual({ providerId: 'projects/water/messages/1' });
    await push.send(sent);
    const [first, second] = operator.sent;
    expect(first).toMatchObject({
      path: '/v1/projects/water/messages:send',
      authorization: 'Bearer of-the-tests',
      message: {
        token: 'token-1',
        notification: { title: 'Main inlet', body: 'Flow is above its limit.' },
        data: { alertId: '7', value: '12.5', unit: '{"unitId":"M1"}' },
        android: { collapse_key: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    });
    expect(second?.message).toEqual(first?.message);
    await push.send({ ...sent, messageId: 'incident-7.2.ann' });
    expect(operator.sent[2]?.message['apns']).not.toEqual(first?.message['apns']);
  });

  it('are kept for a device that is off for six hours at most', async () => {
    const before = operator.sent.length;
    await createPush(operator.settings, () => NOW).send({ ...message, to: 'off' });
    expect(operator.sent[before]?.message).toMatchObject({
      android: { ttl: '21600s' },
      apns: { headers: { 'apns-expiration': String(Date.parse('2026-06-04T18:10:00Z') / 1000) } },
      webpush: { headers: { TTL: '21600' } },
    });
  });

  it('to many go out in batches, on a bounded number of connections, and tell what became of each', async () => {
    operator.answer('dead', 404, 'UNREGISTERED');
    operator.answer('busy', 429, 'QUOTA_EXCEEDED');
    operator.answer('odd', 400, 'INVALID_ARGUMENT');
    operator.answer('broken', 500, 'INTERNAL');
    const before = operator.sent.length;
    const tokens = [...Array.from({ length: 1200 }, (_, n) => `t${n}`), 'dead', 'busy', 'odd', 'broken'];
    const results = await createPush(operator.settings, () => NOW).sendMany(tokens, message);
    expect(results.map(({ token }) => token)).toEqual(tokens);
    expect(results.slice(0, 1200).every(({ providerId, isDead }) => providerId !== null && !isDead)).toBe(true);
    expect(new Set(operator.sent.slice(before).map((sent) => sent.message.token)).size).toBe(1200);
    expect(operator.mostAtOnce()).toBeLessThanOrEqual(50);
    expect(
      results.slice(1200).map(({ token, isDead, problem }) => [token, isDead, problem?.kind, problem?.message]),
    ).toEqual([
      [
        'dead',
        true,
        'refused',
        'The push message operator did not take the message (messaging/registration-token-not-registered)',
      ],
      [
        'busy',
        false,
        'unreachable',
        'The push message operator did not take the message (messaging/message-rate-exceeded)',
      ],
      ['odd', false, 'refused', 'The push message operator did not take the message (messaging/invalid-argument)'],
      ['broken', false, 'unreachable', 'The push message operator did not take the message (messaging/internal-error)'],
    ]);
  });

  it('without settings fail, and say so before', async () => {
    const push = createPush(null, () => NOW);
    expect(push.isSetUp).toBe(false);
    await expect(push.send({ ...message, to: 't' })).rejects.toMatchObject({ kind: 'not set up' });
    await expect(push.sendMany(['t'], message)).rejects.toMatchObject({ kind: 'not set up' });
  });

  it('are unreachable when the operator is', async () => {
    const gone = await startPushOperator();
    await gone.stop();
    await expect(createPush(gone.settings, () => NOW).send({ ...message, to: 't' })).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/^The push message operator cannot be reached/),
    });
  });
});
