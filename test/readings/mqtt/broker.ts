import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes } from 'aedes';
import { connectAsync, type IClientOptions } from 'mqtt';
import { onTestFinished } from 'vitest';

export interface Broker {
  readonly url: string;
  /** Publishes as a device does, QoS 1; resolves when the broker has taken the message. */
  publish(topic: string, payload: unknown): Promise<void>;
  /** Messages that subscribers have acknowledged so far. */
  acknowledged(): number;
  /** Names of the clients that have connected, in order, the device's left out. */
  connections(): readonly string[];
  /** What was subscribed to, as asked for. */
  subscriptions(): readonly string[];
  /** Connections are cut and refused until it comes back at the same address with everything it keeps. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

export interface BrokerTls {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const DEVICE = 'device';

/**
 * A broker in this process, which keeps sessions and their messages for as long as the test runs; with `tls` it asks
 * for a client's certificate.
 */
export async function startBroker(tls: BrokerTls | null = null): Promise<Broker> {
  const aedes = await Aedes.createBroker();
  const connections: string[] = [];
  const subscriptions: string[] = [];
  aedes.on('clientReady', ({ id }) => {
    if (id !== DEVICE) connections.push(id);
  });
  shareSubscriptions(aedes, subscriptions);
  const listen = async (port: number): Promise<Server> => {
    const server =
      tls === null
        ? createServer(aedes.handle)
        : createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: true }, aedes.handle);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo; // listening on a port, never on a pipe
  const url = `${tls === null ? 'mqtt' : 'mqtts'}://localhost:${port}`;
  let acknowledged = 0;
  // The broker also reports the acknowledgements of what it never had to keep, without a packet.
  aedes.on('ack', (packet) => {
    if (packet !== undefined && 'topic' in packet) acknowledged += 1;
  });
  const options: IClientOptions = { clientId: DEVICE, reconnectPeriod: 50, ...tls };
  const device = await connectAsync(url, options);
  onTestFinished(async () => {
    await device.endAsync(true);
    await new Promise<void>((resolve) => {
      aedes.close(() => resolve());
    });
    server.close();
  });
  return {
    url,
    publish: async (topic, payload) => {
      await device.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 });
    },
    acknowledged: () => acknowledged,
    connections: () => connections,
    subscriptions: () => subscriptions,
    goAway: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const client of Object.values(clientsOf(aedes))) client.conn.destroy();
      await closed;
    },
    comeBack: async () => {
      server = await listen(port);
    },
  };
}

/** Not in the library's types. */
const clientsOf = (aedes: Aedes): Record<string, { conn: { destroy(): void } }> =>
  (aedes as unknown as { clients: Record<string, { conn: { destroy(): void } }> }).clients;

/**
 * What the library lacks, for one group: each message goes to one of its clients, in turn, on its way under a topic of
 * that client's own.
 */
function shareSubscriptions(aedes: Aedes, asked: string[]): void {
  const members: string[] = [];
  const filters: RegExp[] = [];
  let turn = 0;
  aedes.authorizeSubscribe = (client, subscription, callback) => {
    const [shared, , ...filter] = subscription.topic.split('/');
    asked.push(subscription.topic);
    if (shared === '$share' && client !== null) {
      if (!members.includes(client.id)) members.push(client.id);
      filters.push(new RegExp(`^${filter.join('/').replaceAll('+', '[^/]+').replace('#', '.*')}$`));
      subscription.topic = `${client.id}/${filter.join('/')}`;
    }
    callback(null, subscription);
  };
  aedes.authorizePublish = (_, packet, callback) => {
    const isShared = filters.some((filter) => filter.test(packet.topic));
    if (isShared) packet.topic = `${members[turn++ % members.length]}/${packet.topic}`;
    callback(null);
  };
  aedes.authorizeForward = (client, packet) =>
    packet.topic.startsWith(`${client.id}/`)
      ? Object.assign(packet, { topic: packet.topic.slice(client.id.length + 1) })
      : packet;
}
