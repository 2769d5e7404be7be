import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MESSAGE_KEPT_MS } from '../../kernel/time/durations.ts';
import { type Channel, ChannelError, type Message } from './channel.ts';
import { postBytes, type Resolve } from './webhook.ts';

/** The address of a browser, and the keys by which a message is sealed for it and signed (RFC 8291, RFC 8292). */
const address = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  publicKey: z.string(),
  privateKey: z.string(),
});

interface BrowserPushSettings {
  readonly allowPrivate: boolean;
  /** Whom the operator of a push service can write to, as an address with its scheme. */
  readonly contact: string;
}

const TOPIC_CHARACTERS = 32;
const RECEIVER = 'The push service of the browser';
/** Answers of a push service for a browser that has taken its subscription back. */
const GONE: ReadonlySet<number | null> = new Set([404, 410]);

/** Whether the browser will never take a message again. */
export const isGone = (error: unknown): boolean => error instanceof ChannelError && GONE.has(error.status);

/** A pair of keys for an installation, which browsers are bound to. */
export async function newPushKeys(): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
  const { default: webPush } = await import('web-push');
  return webPush.generateVAPIDKeys();
}

/**
 * Push messages to browsers, each sealed for its browser. `to` is the address as JSON. A message that comes twice
 * replaces itself, because it has the same topic and tag.
 */
export function createBrowserPush({ allowPrivate, contact }: BrowserPushSettings, resolve?: Resolve): Channel {
  return {
    name: 'browser',
    settings: [],
    isSetUp: true,
    async send({ to, title, text, data, messageId }) {
      const { endpoint, p256dh, auth, publicKey, privateKey } = addressOf(to);
      const { default: webPush } = await import('web-push');
      const identity = messageId === undefined ? undefined : topicOf(messageId);
      let request: ReturnType<typeof webPush.generateRequestDetails>;
      try {
        request = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify({ ...data, title, body: text, tag: identity }),
          {
            vapidDetails: { subject: contact, publicKey, privateKey },
            TTL: MESSAGE_KEPT_MS / 1000,
            urgency: 'high',
            ...(identity === undefined ? {} : { topic: identity }),
          },
        );
      } catch {
        // The library's sentence may quote a key.
        throw new ChannelError('refused', 'The keys of the browser seal no message');
      }
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      try {
        await postBytes(endpoint, request.body ?? Buffer.alloc(0), {
          receiver: RECEIVER,
          allowPrivate,
          headers,
          ...(resolve === undefined ? {} : { resolve }),
        });
      } catch (error) {
        throw identity === undefined ? error : triedAgain(error);
      }
      return { providerId: '' };
    },
  };
}

/** A message that comes twice replaces itself, so one that may have come is tried again. */
const triedAgain = (error: unknown): unknown =>
  error instanceof ChannelError && error.kind === 'unconfirmed'
    ? new ChannelError('unreachable', error.message, error.status)
    : error;

/** @throws ChannelError, which repeats nothing of it */
function addressOf(to: string): z.infer<typeof address> {
  try {
    return address.parse(JSON.parse(to));
  } catch {
    throw new ChannelError('refused', 'This is no address of a browser');
  }
}

const topicOf = (messageId: NonNullable<Message['messageId']>): string =>
  createHash('sha256').update(messageId).digest('base64url').slice(0, TOPIC_CHARACTERS);
