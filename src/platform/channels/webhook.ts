import { lookup, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ChannelError, propertyOf, refusalOf } from './channel.ts';
import { isPublicAddress, privateHostOf } from './public-address.ts';

/** Resolves all addresses of a name. */
export type Resolve = (
  name: string,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const resolveByDns: Resolve = (name, answer) => lookup(name, { all: true }, answer);

interface WebhookOptions {
  /** Begins the sentences: 'Chat group 'ops''. Addresses hold keys and are never named. */
  readonly receiver: string;
  /** Plain http and addresses of private networks, too. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  /** Further headers; they may hold a key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMilliseconds?: number;
}

const TIMEOUT_MILLISECONDS = 10_000;
const MOST_ANSWER_BYTES = 64 * 1024;
const PRIVATE = 'EPRIVATE';

/** Sends JSON to an address that somebody has configured, as postBytes does. */
export const postWebhook = (address: string, body: unknown, options: WebhookOptions): Promise<string> =>
  postBytes(address, Buffer.from(JSON.stringify(body)), {
    ...options,
    headers: { ...options.headers, 'content-type': 'application/json; charset=utf-8' },
  });

/**
 * Sends bytes to an address that somebody has configured. The resolved address is checked, and the connection goes to
 * that very address. Redirects are not followed.
 * @returns the answer's text.
 * @throws ChannelError
 */
export async function postBytes(address: string, body: Buffer, options: WebhookOptions): Promise<string> {
  const { receiver, allowPrivate } = options;
  const url = new URL(address);
  if (!allowPrivate && url.protocol !== 'https:') throw new ChannelError('refused', `${receiver} has no https address`);
  // A host written as numbers is not looked up.
  if (!allowPrivate && privateHostOf(url) !== null) throw isPrivate(receiver);
  let isConnected = false;
  try {
    const response = await answerOf(url, body, options, () => {
      isConnected = true;
    });
    const status = response.statusCode ?? 0;
    const text = await beginningOf(response);
    if (status >= 200 && status < 300) return text;
    throw new ChannelError(refusalOf(status), `${receiver} answered ${status}`, status);
  } catch (error) {
    if (error instanceof ChannelError) throw error;
    const code = propertyOf(error, 'code');
    if (code === PRIVATE) throw isPrivate(receiver);
    const shown = typeof code === 'string' ? ` (${code})` : '';
    throw isConnected
      ? new ChannelError('unconfirmed', `${receiver} did not answer${shown}`)
      : new ChannelError('unreachable', `${receiver} cannot be reached${shown}`);
  }
}

const isPrivate = (receiver: string): ChannelError =>
  new ChannelError(
    'refused',
    `${receiver} has an address in a private network, which ALLOW_PRIVATE_WEBHOOKS would allow`,
  );

function answerOf(
  url: URL,
  body: Buffer,
  { allowPrivate, resolve = resolveByDns, headers = {}, timeoutMilliseconds = TIMEOUT_MILLISECONDS }: WebhookOptions,
  connected: () => void,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  return new Promise((answer, fail) => {
    const request = (isSecure ? requestSecurely : requestPlain)(
      url,
      {
        method: 'POST',
        // A connection of its own, whose address is looked at.
        agent: false,
        lookup: onlyPublic(resolve, allowPrivate),
        signal: AbortSignal.timeout(timeoutMilliseconds),
        headers: {
          ...headers,
          'content-length': body.length,
        },
      },
      answer,
    );
    request.once('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', connected));
    request.once('error', fail);
    request.end(body);
  });
}

/** Public addresses among the resolved ones, because a connection is made to these alone. */
const onlyPublic =
  (resolve: Resolve, allowPrivate: boolean): LookupFunction =>
  (name, options, answer) => {
    resolve(name, (error, addresses) => {
      if (error !== null) return answer(error, []);
      const allowed = addresses.filter(({ address }) => allowPrivate || isPublicAddress(address));
      const [first] = allowed;
      if (first === undefined) return answer(Object.assign(new Error('A private address.'), { code: PRIVATE }), []);
      if (options.all === true) return answer(null, allowed);
      answer(null, first.address, first.family);
    });
  };

async function beginningOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  // A response without encoding yields bytes.
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES) break;
  }
  return Buffer.concat(pieces).toString();
}
