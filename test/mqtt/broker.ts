import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import { connectAsync } from 'mqtt';
import { onTestFinished } from 'vitest';

export interface Broker {
  readonly url: string;
  /** Publishes as a device does, QoS 1; resolves when the broker has taken the message. */
  publish(topic: string, payload: unknown): Promise<void>;
  /** Messages that subscribers have acknowledged so far. */
  acknowledged(): number;
}

/** A broker in this process, which keeps sessions and their messages for as long as the test runs. */
export async function startBroker(): Promise<Broker> {
  const aedes = await Aedes.createBroker();
  const server = createServer(aedes.handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on a port, never on a pipe
  let acknowledged = 0;
  // The broker also reports the acknowledgements of what it never had to keep, without a packet.
  aedes.on('ack', (packet) => { if (packet !== undefined && 'topic' in packet) acknowledged += 1; });
  const device = await connectAsync(url, { clientId: 'device' });
  onTestFinished(async () => {
    await device.endAsync(true);
    await new Promise<void>((resolve) => { aedes.close(() => resolve()); });
    server.close();
  });
  return {
    url,
    publish: async (topic, payload) => { await device.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 }); },
    acknowledged: () => acknowledged,
  };
}
