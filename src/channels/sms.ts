import type { Twilio } from 'twilio';
import { type Channel, ChannelError } from './channel.ts';

export interface SmsSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** The sender: a number in international format, or a name. */
  readonly from: string;
  /** Another address than the operator's own; null: https://api.twilio.com. */
  readonly baseUrl: string | null;
}

const TIMEOUT_MILLISECONDS = 10_000;

/** Text messages by Twilio. `settings` null: not set up. */
export function createSms(settings: SmsSettings | null): Channel {
  let client: Promise<Twilio> | null = null;
  return {
    name: 'sms',
    settings: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
    isSetUp: settings !== null,
    async send({ to, text }) {
      if (settings === null) throw new ChannelError('not set up', 'Text messages are not set up on this server');
      const twilio = await (client ??= openClient(settings));
      try {
        const { sid } = await twilio.messages.create({ to, from: settings.from, body: text });
        return { providerId: sid };
      } catch (error) {
        throw failure(error);
      }
    },
  };
}

/** The library takes a third of a second to load, which a service without text messages is spared. */
async function openClient({ accountSid, authToken, baseUrl }: SmsSettings): Promise<Twilio> {
  const { default: twilio } = await import('twilio');
  const http = new twilio.RequestClient({ timeout: TIMEOUT_MILLISECONDS });
  if (baseUrl !== null) {
    const request = http.request.bind(http);
    http.request = (options) => request({ ...options, uri: rebased(options.uri, baseUrl) });
  }
  // At the level 'debug', which the library would take from the environment, it prints messages with their text.
  return twilio(accountSid, authToken, { httpClient: http, logLevel: 'error' });
}

const rebased = (address: string, baseUrl: string): string => {
  const { pathname, search } = new URL(address);
  return new URL(`${pathname}${search}`, baseUrl).href;
};

/** Only numbers and codes are taken over from the operator's answer: its sentences may quote the message. */
function failure(error: unknown): ChannelError {
  const status = property(error, 'status');
  const code = property(error, 'code');
  return typeof status === 'number'
    ? new ChannelError(
        'refused',
        `The text message operator answered ${status}${code === undefined ? '' : `, code ${String(code)}`}`,
      )
    : new ChannelError(
        'unreachable',
        `The text message operator cannot be reached${code === undefined ? '' : ` (${String(code)})`}`,
      );
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
