import type { Twilio } from 'twilio';
import { type Channel, ChannelError, type Message, propertyOf, refusalOf, unanswered } from './channel.ts';

/** An account at the operator of text messages and of chat messages. */
interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** Another address than the operator's own; null: https://api.twilio.com. */
  readonly baseUrl: string | null;
}

export interface SmsSettings extends TwilioAccount {
  /** The sender: a number in international format, or a name. */
  readonly from: string;
}

export interface ChatMessagingSettings extends TwilioAccount {
  /** The sender's number in international format. */
  readonly from: string;
  /** Identity at the operator of each text that it has approved, by the name under which this service knows it. */
  readonly templates: Readonly<Record<string, string>>;
}

/** Text messages by Twilio. `settings` null: not set up. */
export function createSms(settings: SmsSettings | null): Channel {
  return {
    name: 'sms',
    settings: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
    isSetUp: settings !== null,
    async send({ to, text }) {
      if (settings === null) throw new ChannelError('not set up', 'Text messages are not set up on this server');
      return sendByTwilio(settings, 'The text message operator', { to, from: settings.from, body: text });
    },
  };
}

/**
 * WhatsApp messages by Twilio. A person who has not written within a day is reached by an approved text only, so a
 * message that names one is sent as that text. Settings without approved texts send the plain text.
 */
export function createChatMessaging(settings: ChatMessagingSettings | null): Channel {
  return {
    name: 'chat-messaging',
    settings: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_WHATSAPP_FROM'],
    isSetUp: settings !== null,
    async send(message) {
      if (settings === null) throw new ChannelError('not set up', 'Chat messages are not set up on this server');
      return sendByTwilio(settings, 'The chat message operator', {
        to: `whatsapp:${message.to}`,
        from: `whatsapp:${settings.from}`,
        ...contentOf(message, settings.templates),
      });
    },
  };
}

function contentOf({ text, template }: Message, templates: ChatMessagingSettings['templates']) {
  const contentSid = template === undefined ? undefined : templates[template.name];
  return template === undefined || contentSid === undefined
    ? { body: text }
    : { contentSid, contentVariables: JSON.stringify(template.variables) };
}

interface TwilioMessage {
  readonly to: string;
  readonly from: string;
  readonly body?: string;
  readonly contentSid?: string;
  readonly contentVariables?: string;
}

/** @param operator begins the sentence of a failure */
async function sendByTwilio(
  account: TwilioAccount,
  operator: string,
  message: TwilioMessage,
): Promise<{ readonly providerId: string }> {
  const twilio = await openTwilio(account);
  try {
    const { sid } = await twilio.messages.create(message);
    return { providerId: sid };
  } catch (error) {
    throw twilioFailure(operator, error);
  }
}

const TIMEOUT_MILLISECONDS = 10_000;

const clients = new WeakMap<TwilioAccount, Promise<Twilio>>();

/** The client of an account, made with its first message. */
function openTwilio(account: TwilioAccount): Promise<Twilio> {
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

/** Failure with numbers and codes of the operator's answer alone, because its sentences may quote the message. */
function twilioFailure(operator: string, error: unknown): ChannelError {
  const status = propertyOf(error, 'status');
  const code = propertyOf(error, 'code');
  if (typeof status !== 'number') return unanswered(operator, error);
  const shown = code === undefined ? '' : `, code ${String(code)}`;
  return new ChannelError(refusalOf(status), `${operator} answered ${status}${shown}`);
}
