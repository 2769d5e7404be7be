import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { type AuthenticateError, Aedes, type Client } from 'aedes';
import { isKeyId, readKeyLogin } from '../../platform/login/rules/device-key.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { ReadingsTopic, SourceTopic } from '../rules/topic.ts';
import type { Logger } from '../../logger.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import type { DeviceKeys } from '../keys/device-keys.ts';
import { ByteBudget } from '../../platform/limits/byte-budget.ts';
import { LISTEN_BACKLOG } from '../../platform/limits/listen-widely.ts';
import type { ReceiveOfKey } from '../sources/receive-of-key.ts';
import { KeyInboxes } from './key-inboxes.ts';
import { type KeySession, KeySessions } from './key-sessions.ts';
import { MAX_PAYLOAD_BYTES } from './message-rows.ts';
import { PacketGuard } from './packet-guard.ts';
import { holdBytes, type LastWord, publishInto, takeLastWord } from './publications.ts';
import { withVersion5 } from './version-5.ts';
import { networkOfSocket, UnauthenticatedConnections } from './unauthenticated-connections.ts';

interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  /** PEM; null: without encryption. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  readonly topic: ReadingsTopic;
  readonly sourceTopic: SourceTopic;
  readonly log: Logger;
  readonly deviceKeys: Pick<DeviceKeys, 'open' | 'reopen' | 'endsOf' | 'send' | 'sendTogether' | 'flush'>;
  readonly receiveOfKey: ReceiveOfKey;
  /** Memory for packets and messages of all connections together; absent: 64 MB. */
  readonly heldBytes?: number;
}

export interface RunningListener {
  readonly url: string;
  /** Waits for messages that are being stored, ends all sessions, and writes the counts of keys. */
  stop(): Promise<void>;
}

const CONNECT_MILLISECONDS = 10_000;
/** Room for topic and header of a message, and for all of any other packet. */
const MOST_BESIDE_PAYLOAD_BYTES = 64 * 1024;
// Spec gap: length of a login. The limit is low, so that strangers hold little memory, and none that readings need.
const MOST_LOGIN_BYTES = 2048;
// Spec gap: connections of a process. 10,000 devices connect anew before all of their last connections have ended.
const MOST_CONNECTIONS = 20_000;
// Spec gap: a network server asks for its commands, a filter or two.
const MOST_SUBSCRIPTIONS = 20;
// Spec gap: bytes that all clients may send at the same time. The limit for bodies of HTTP is the same.
const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** MQTT 3.1 allows 23 characters, which no device keeps to. */
const MOST_CLIENT_ID_CHARACTERS = 65_535;

/** Return codes of MQTT for a login that is refused. */
const UNAVAILABLE = 3;
const NOT_AUTHORISED = 5;

/**
 * A broker for devices with keys: the user name is the key's id, the password its secret. A device may publish readings
 * of its own industry. A key of a source publishes the source's messages on whatever topic they have. No message is
 * passed on or kept for anybody. QoS 1 is acknowledged after commit.
 */
export async function startListener(options: ListenerOptions): Promise<RunningListener> {
  const { deviceKeys, log } = options;
  const inboxes = new KeyInboxes(options, (deviceKey, error, retryInMilliseconds) =>
    log.warn(
      { deviceKey, error: reasonOf(error), retryInMilliseconds },
      'readings of a device could not be stored, trying again',
    ),
  );
  const sessions = new KeySessions(deviceKeys, log);
  const sockets: Sockets = new WeakMap();
  const lastWords = new WeakMap<Client, LastWord>();
  let isStopping = false;
  const strangers = new UnauthenticatedConnections();
  const budget = new ByteBudget(options.heldBytes ?? MAX_HELD_BYTES);
  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_MILLISECONDS,
    maxClientsIdLength: MOST_CLIENT_ID_CHARACTERS,
    preConnect: (client, packet, done) => {
      // The key's id is part of the client's name, because one key must not end the session of another by using its
      // name. Devices without a name get a random one.
      packet.clientId = `${packet.username ?? ''}/${packet.clientId || randomUUID()}`;
      // The broker keeps no session for a client that is away.
      packet.clean = true;
      // A will is no reading, and published to nobody. That of an edge node tells that it has died.
      if (packet.will !== undefined) lastWords.set(client, packet.will);
      delete packet.will;
      done(null, true);
    },
    authenticate: (client, username, password, done) => {
      const login = { username: username ?? '', password: password?.toString() ?? '' };
      const connection = sockets.get(client);
      const network = connection === undefined ? 'local' : networkOfSocket(connection.socket);
      if (connection !== undefined) strangers.hear(connection.socket);
      logIn(deviceKeys, sessions, client, { ...login, network }).then(
        (session) => {
          client.conn.once('close', () => {
            const lastWord = lastWords.get(client);
            if (lastWord !== undefined && !isStopping) takeLastWord(inboxes, session, options, lastWord);
          });
          if (connection !== undefined) strangers.recognise(connection.socket);
          connection?.isKnown();
          done(null, true);
        },
        (error: unknown) => {
          log.info(
            { ...(isKeyId(username ?? '') ? { deviceKey: username } : {}), reason: reasonOf(error) },
            'MQTT login refused',
          );
          done(refusedLogin(error), false);
        },
      );
    },
    // Readings of others are nobody's business. A network server waits for commands and does not start without its
    // subscription, so it is granted and hears nothing but what the service itself tells it.
    authorizeSubscribe: (client, subscription, done) =>
      done(null, sessions.of(client)?.isOfSource === true && hasRoom(client) ? subscription : null),
    authorizeForward: () => null,
    authorizePublish: publishInto(inboxes, sessions, budget, options),
  });
  aedes.on('clientDisconnect', (client) => sessions.remove(client));
  for (const event of ['clientError', 'connectionError'] as const)
    aedes.on(event, (_client, error) => log.debug({ error: error.message }, 'MQTT session of a device ended'));
  const server = await listen(options, strangers, (socket) =>
    guarded({ aedes, sockets, sessions, lastWords, budget }, socket),
  );
  const { port } = server.address() as AddressInfo; // listening on a port, never on a pipe
  const url = `${options.tls === null ? 'mqtt' : 'mqtts'}://${options.host}:${port}`;
  sessions.watch();
  log.info({ url }, 'devices with keys are listened for');
  return {
    url,
    stop: async () => {
      isStopping = true;
      server.close();
      sessions.stop();
      await inboxes.stop();
      await new Promise<void>((resolve) => {
        aedes.close(() => resolve());
      });
      await deviceKeys.flush();
    },
  };
}

async function listen(
  { host, port, tls }: ListenerOptions,
  strangers: UnauthenticatedConnections,
  take: (socket: Socket) => void,
): Promise<Server> {
  const server = tls === null ? createServer() : createTlsServer({ ...tls, handshakeTimeout: CONNECT_MILLISECONDS });
  server.maxConnections = MOST_CONNECTIONS;
  // A connection is counted from its first byte on, before its encryption.
  server.on('connection', (socket: Socket) => strangers.admit(socket));
  server.on(tls === null ? 'connection' : 'secureConnection', (socket: Socket) => {
    if (!socket.destroyed) take(socket);
  });
  server.listen({ port, host, backlog: LISTEN_BACKLOG });
  await once(server, 'listening');
  return server;
}

/** The socket of each client, and the function that is called when the client has shown its key. */
type Sockets = WeakMap<Client, { readonly socket: Socket; readonly isKnown: () => void }>;

interface Guarding {
  readonly aedes: Aedes;
  readonly sockets: Sockets;
  readonly sessions: KeySessions;
  readonly lastWords: WeakMap<Client, LastWord>;
  readonly budget: ByteBudget;
}

/**
 * Passes the connection's bytes to the broker, unless memory is short or a packet is too long. Of a message that is too
 * long so much is passed on that it is refused as such.
 */
function guarded({ aedes, sockets, sessions, lastWords, budget }: Guarding, socket: Socket): void {
  let client: Client | null = null;
  const session = () => (client === null ? null : sessions.of(client));
  const { promise: known, resolve: isKnown } = Promise.withResolvers<void>();
  const guard = new PacketGuard({
    known,
    most: (isMessage) =>
      session() === null ? MOST_LOGIN_BYTES : MOST_BESIDE_PAYLOAD_BYTES + (isMessage ? MAX_PAYLOAD_BYTES : 0),
    takeLeave: () => {
      if (client !== null) lastWords.delete(client);
    },
    hold: (bytes) => {
      const industryId = session()?.industryId;
      // Memory of strangers is bounded by their number of connections instead.
      return industryId === undefined ? () => {} : holdBytes(budget, `industry ${industryId}`, bytes);
    },
  });
  // Either side that ends first ends the other.
  pipeline(socket, guard, () => socket.destroy());
  client = aedes.handle(withVersion5(guard, socket));
  sockets.set(client, { socket, isKnown });
}

async function logIn(
  deviceKeys: ListenerOptions['deviceKeys'],
  sessions: KeySessions,
  client: Client,
  { username, password, network }: { readonly username: string; readonly password: string; readonly network: string },
): Promise<KeySession> {
  const presented = readKeyLogin(username, password);
  if (presented === null) throw new ServiceError(401, 'user name and password are not those of a device key');
  const { keyId, industry, sourceKey } = await deviceKeys.open(presented, network);
  const session = { keyId, industryId: industry.industryId, isOfSource: sourceKey !== null };
  sessions.add(client, session);
  return session;
}

/**
 * MQTT's answer to a refused login. A sender may try again where the database was away, or its network had shown too
 * many wrong keys.
 */
const refusedLogin = (error: unknown): AuthenticateError =>
  Object.assign(new Error(reasonOf(error)), {
    returnCode: error instanceof ServiceError && ![429, 503].includes(error.code) ? NOT_AUTHORISED : UNAVAILABLE,
  });

/** Subscriptions of a client, which the library does not declare. */
const hasRoom = (client: Client): boolean =>
  !('subscriptions' in client) || Object.keys(client.subscriptions ?? {}).length < MOST_SUBSCRIPTIONS;
