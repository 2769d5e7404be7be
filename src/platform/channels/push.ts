import { createHash, randomUUID } from 'node:crypto';
import { Agent } from 'node:https';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { Message as PushMessage, Messaging, SendResponse } from 'firebase-admin/messaging';
import { inBatches } from '../../kernel/in-batches.ts';
import { MESSAGE_KEPT_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { type Channel, ChannelError, type Message, propertyOf } from './channel.ts';
import { importPKCS8, SignJWT } from 'jose';

/** Account of this service at the operator of push messages. */
interface PushAccount {
  readonly clientEmail: string;
  readonly privateKey: string;
  /** Another address than the operator's own; null: https://fcm.googleapis.com. */
  readonly baseUrl: string | null;
}

const TOKEN_PATH = '/token';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * A token of the operator for its service account, which the library asks for before the one it has expires. The
 * library's own way knows no other address and no time-out.
 * @throws Error without anything of the answer but its status.
 */
async function pushLogin({ clientEmail, privateKey, baseUrl }: PushAccount): Promise<{
  access_token: string;
  expires_in: number;
}> {
  const address = new URL(TOKEN_PATH, 'https://oauth2.googleapis.com');
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(clientEmail)
    .setAudience(address.href)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importPKCS8(privateKey, 'RS256'));
  const response = await fetch(baseUrl === null ? address : new URL(TOKEN_PATH, baseUrl), {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  if (!response.ok) throw new Error(`The login of push messages was answered ${response.status}.`);
  // The type follows the operator's documentation.
  return (await response.json()) as { access_token: string; expires_in: number };
}

export interface PushSettings extends PushAccount {
  readonly projectId: string;
}

interface PushResult {
  readonly token: string;
  /** null: it was not taken, and `problem` says why. */
  readonly providerId: string | null;
  readonly problem: ChannelError | null;
  /** The application is gone from that device: the token will never do again. */
  readonly isDead: boolean;
}

export interface PushChannel extends Channel {
  /** Sends one message to many devices. Returns the outcomes in their order. Tokens are never in a problem's text. */
  sendMany(tokens: readonly string[], message: Omit<Message, 'to'>): Promise<PushResult[]>;
}

/** The operator's own limit. */
const MOST_TOKENS_PER_SEND = 500;
const MOST_CONNECTIONS = 50;
/** Bytes that Apple takes of the identity under which messages replace each other. */
const COLLAPSE_CHARACTERS = 64;

/** Push messages by Firebase. `settings` null: not set up. */
export function createPush(settings: PushSettings | null, now: () => EpochMillis): PushChannel {
  let opened: Promise<Messaging> | null = null;

  async function sendBatch(tokens: readonly string[], message: Omit<Message, 'to'>): Promise<PushResult[]> {
    if (settings === null) throw new ChannelError('not set up', 'Push messages are not set up on this server');
    opened ??= openMessaging(settings);
    const { responses } = await (await opened).sendEach(tokens.map((token) => pushOf(token, message, now())));
    return tokens.map((token, index) => resultOf(token, responses[index]));
  }

  return {
    name: 'push',
    settings: ['FIREBASE_CREDENTIALS'],
    isSetUp: settings !== null,
    async sendMany(tokens, message) {
      const results: PushResult[] = [];
      for (const some of inBatches(tokens, MOST_TOKENS_PER_SEND)) results.push(...(await sendBatch(some, message)));
      return results;
    },
    async send({ to, ...message }) {
      const [result] = await sendBatch([to], message);
      if (result?.providerId == null) throw result?.problem ?? unknownProblem(undefined);
      return { providerId: result.providerId };
    },
  };
}

/** The library takes a while to load, which a service without push messages is spared. */
async function openMessaging({ projectId, ...account }: PushSettings): Promise<Messaging> {
  const [{ initializeApp }, { getMessaging }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/messaging'),
  ]);
  const httpAgent = new OperatorAgent(account.baseUrl);
  const credential = { getAccessToken: () => pushLogin(account) };
  const messaging = getMessaging(initializeApp({ credential, projectId, httpAgent }, randomUUID()));
  // The library's other transport ignores the agent, with its bound of connections and its address.
  messaging.enableLegacyHttpTransport();
  return messaging;
}

/** Connections to the operator, or to another address in its place. */
class OperatorAgent extends Agent {
  readonly #baseUrl: URL | null;

  constructor(baseUrl: string | null) {
    super({ keepAlive: true, maxSockets: MOST_CONNECTIONS });
    this.#baseUrl = baseUrl === null ? null : new URL(baseUrl);
  }

  override createConnection(...given: Parameters<Agent['createConnection']>): ReturnType<Agent['createConnection']> {
    if (this.#baseUrl === null) return super.createConnection(...given);
    const { protocol, hostname: host, port } = this.#baseUrl;
    const isSecure = protocol === 'https:';
    const address = { host, port: Number(port) || (isSecure ? 443 : 80) };
    const socket: Socket = isSecure ? connectSecurely({ ...address, servername: host }) : connect(address);
    return socket;
  }
}

/** Push message of a device. A message that comes twice replaces itself there, because it has the same identity. */
function pushOf(
  token: string,
  { title, text, data = {}, messageId }: Omit<Message, 'to'>,
  now: EpochMillis,
): PushMessage {
  // Data of a push message are texts. An unknown value is left out, because the text 'null' would be a value.
  const texts = Object.entries(data).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  );
  const identity = messageId === undefined ? null : identityOf(messageId);
  const tagged = identity === null ? {} : { notification: { tag: identity } };
  const expiresAtSeconds = Math.floor((now + MESSAGE_KEPT_MS) / 1000);
  return {
    token,
    notification: { ...(title === undefined ? {} : { title }), body: text },
    data: Object.fromEntries(texts),
    android: {
      ttl: MESSAGE_KEPT_MS,
      ...(identity === null ? {} : { collapseKey: identity, ...tagged }),
    },
    apns: {
      headers: {
        'apns-expiration': String(expiresAtSeconds),
        ...(identity === null ? {} : { 'apns-collapse-id': identity }),
      },
    },
    webpush: { headers: { TTL: String(MESSAGE_KEPT_MS / 1000) }, ...tagged },
  };
}

const identityOf = (messageId: string): string =>
  createHash('sha256').update(messageId).digest('hex').slice(0, COLLAPSE_CHARACTERS);

const DEAD = new Set(['messaging/registration-token-not-registered', 'messaging/installation-id-not-registered']);
/**
 * Codes of an operator that takes no message now, but will. A message that was taken all the same replaces itself on
 * the device.
 */
const FOR_NOW = new Set([
  'messaging/internal-error',
  'messaging/unknown-error',
  'messaging/message-rate-exceeded',
  'messaging/device-message-rate-exceeded',
  'messaging/server-unavailable',
]);

function resultOf(token: string, response: SendResponse | undefined): PushResult {
  if (response?.success === true) return { token, providerId: response.messageId ?? '', problem: null, isDead: false };
  const code = propertyOf(response?.error, 'code');
  return { token, providerId: null, problem: unknownProblem(code), isDead: DEAD.has(String(code)) };
}

function unknownProblem(code: unknown): ChannelError {
  const name = String(code);
  const shown = /^[\w/-]{1,60}$/.test(name) ? ` (${name})` : '';
  if (name.startsWith('app/'))
    return new ChannelError('unreachable', `The push message operator cannot be reached${shown}`);
  return new ChannelError(
    FOR_NOW.has(name) ? 'unreachable' : 'refused',
    `The push message operator did not take the message${shown}`,
  );
}
