import { Socket } from 'node:net';
import { connect } from 'mqtt';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newDeviceKey, type OpenKey } from '../../../src/platform/login/rules/device-key.ts';
import { DEFAULT_READINGS_TOPIC, DEFAULT_SOURCE_TOPIC } from '../../../src/readings/rules/topic.ts';
import { startListener } from '../../../src/readings/mqtt/listener.ts';
import { watchedLogger, watchedSecret } from '../../support/log-leaks.ts';

it('a connection that is reset while its key is looked at leaves no session', async () => {
  const { keyId, secret } = newDeviceKey();
  watchedSecret(secret);
  const log = watchedLogger();
  const [ended, refused] = [vi.spyOn(log, 'debug'), vi.spyOn(log, 'info')];
  const answer = Promise.withResolvers<OpenKey>();
  const open = vi.fn(() => answer.promise);
  const listener = await startListener({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    topic: DEFAULT_READINGS_TOPIC,
    sourceTopic: DEFAULT_SOURCE_TOPIC,
    log,
    receiveOfKey: () => Promise.reject(new Error('nothing is sent here')),
    deviceKeys: {
      open,
      reopen: async () => new Map(),
      endsOf: async () => new Map(),
      send: () => Promise.reject(new Error('nothing is sent here')),
      sendTogether: () => Promise.reject(new Error('nothing is sent here')),
      flush: async () => {},
    },
  });
  onTestFinished(() => listener.stop());
  const client = connect(listener.url, { username: keyId, password: secret, reconnectPeriod: 0 });
  onTestFinished(() => client.endAsync(true));
  client.on('error', () => {});
  await expect.poll(() => open.mock.calls.length).toBe(1);
  if (client.stream instanceof Socket) client.stream.resetAndDestroy();
  await expect.poll(() => ended.mock.calls.map(([, said]) => said)).toContain('MQTT session of a device ended');
  answer.resolve({ keyId, industry: { industryId: 'WORKS' } } as OpenKey); // Nothing else of it is read at a login.
  await expect
    .poll(() => refused.mock.calls)
    .toContainEqual([
      { deviceKey: keyId, reason: 'the connection ended before its key was known' },
      'MQTT login refused',
    ]);
});
