import type { Twilio } from 'twilio';
import { ChannelError, propertyOf, refusalOf, unanswered } from './channel.ts';

/** An account at the operator of text messages and of chat messages. */
export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** Another address than the operator's own; null: https://api.twilio.com. */
  readonly baseUrl: string | null;
}

const TIMEOUT_MILLISECONDS = 10_000;

const clients = new WeakMap<TwilioAccount, Promise<Twilio>>();

/** The client of an account, made with its first message. */
export function openTwilio(account: TwilioAccount): Promise<Twilio> {
  const open = clients.get(account) ?? openClient(account);
  clients.set(account, open);
  return open;
}

/** The library takes a third of a second to load, which a service without text messages is spared. */
async function openClient({ accountSid, authToken, baseUrl }: TwilioAccount): Promise<Twilio> {
  const { default: twilio } = await import('twilio');
  const http = new twilio.RequestClient({ timeout: TIMEOUT_MILLISECONDS });
  if (baseUrl !== null) {
    const request = http.request.bind(http);
    http.request = (options) => request({ ...options, uri: rebased(options.uri, baseUrl) });
  }
  // The library would take the level 'debug' from the environment and print messages with their text.
  return twilio(accountSid, authToken, { httpClient: http, logLevel: 'error' });
}

const rebased = (address: string, baseUrl: string): string => {
  const { pathname, search } = new URL(address);
  return new URL(`${pathname}${search}`, baseUrl).href;
};

/**
 * Failure with numbers and codes of the operator's answer alone, because its sentences may quote the message.
 * @param operator begins the sentence
 */
export function twilioFailure(operator: string, error: unknown): ChannelError {
  const status = propertyOf(error, 'status');
  const code = propertyOf(error, 'code');
  if (typeof status !== 'number') return unanswered(operator, error);
  const shown = code === undefined ? '' : `, code ${String(code)}`;
  return new ChannelError(refusalOf(status), `${operator} answered ${status}${shown}`);
}
