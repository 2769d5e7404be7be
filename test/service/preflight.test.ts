import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { SettingError } from '../../src/config.ts';
import { DEFAULT_READINGS_TOPIC, DEFAULT_SOURCE_TOPIC } from '../../src/readings/rules/topic.ts';
import { preflight } from '../../src/service/preflight.ts';

const free = { host: '127.0.0.1', port: 0, mqtt: null, mqttListen: null, role: 'all' } as const;
const listening = {
  host: '127.0.0.1',
  port: 0,
  topic: DEFAULT_READINGS_TOPIC,
  sourceTopic: DEFAULT_SOURCE_TOPIC,
  certFile: null,
  keyFile: null,
};

it('an address that is free passes, and is free afterwards', async () => {
  await preflight(free);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on a port
  server.close();
  await once(server, 'close');
  for (const _ of ['once', 'and again']) await preflight({ ...free, port });
});

it('a port in use is told with its number and what is allowed', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on a port
  await expect(preflight({ ...free, port })).rejects.toThrow(
    new SettingError(
      `PORT: ${port} is in use on 127.0.0.1 by another process, it must be a port that is free there (0 takes any).`,
    ),
  );
});

it('an address of another machine is told', async () => {
  await expect(preflight({ ...free, host: '203.0.113.7' })).rejects.toThrow(
    /^HOST: "203\.0\.113\.7" cannot be listened on \(.*\), it must be an address of this machine such as 127\.0\.0\.1, 0\.0\.0\.0 or ::\.$/,
  );
});

it.each(['caFile', 'certFile', 'keyFile'] as const)('an unreadable %s is told', async (file) => {
  const mqtt = {
    url: 'mqtts://broker',
    topic: DEFAULT_READINGS_TOPIC,
    sourceTopic: DEFAULT_SOURCE_TOPIC,
    clientId: null,
    shareGroup: null,
    caFile: null,
    certFile: null,
    keyFile: null,
    [file]: '/no/such.pem',
  };
  await expect(preflight({ ...free, mqtt })).rejects.toThrow(
    /^MQTT_\w+_FILE: "\/no\/such\.pem" cannot be read \(ENOENT.*\), it must be a PEM file\.$/,
  );
});

it('an address for devices that is in use is told, but to a process that listens for none', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on a port
  const mqttListen = { ...listening, port };
  await expect(preflight({ ...free, mqttListen })).rejects.toThrow(
    /^MQTT_LISTEN: "127\.0\.0\.1:\d+" cannot be listened on \(.*EADDRINUSE.*\), it must be an address of this machine and a port that is free there \(0 takes any\)\.$/,
  );
  await preflight({ ...free, mqttListen, role: 'api' });
});

it('a certificate for devices that cannot be read is told', async () => {
  const mqttListen = { ...listening, certFile: '/no/such.pem', keyFile: '/no/such.pem' };
  await expect(preflight({ ...free, mqttListen })).rejects.toThrow(
    /^MQTT_LISTEN_CERT_FILE: "\/no\/such\.pem" cannot be read/,
  );
});
