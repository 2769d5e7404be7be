import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ChannelSettings } from './channels.ts';
import type { EmailSettings } from './email.ts';
import type { PushSettings } from './push.ts';
import type { CommandTopic } from './command-topic.ts';
import { isObject } from '../../kernel/json.ts';

/** A JSON object of texts that all fit; undefined for anything else. */
export function namedTexts(text: string, fits: (value: string) => boolean): Record<string, string> | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(parsed)) return undefined;
  const entries = Object.entries(parsed).flatMap(([name, value]): [string, string][] =>
    name !== '' && typeof value === 'string' && fits(value) ? [[name, value]] : [],
  );
  return entries.length === Object.keys(parsed).length ? Object.fromEntries(entries) : undefined;
}

/** A mail address with or without a name in front of it; undefined for anything else. */
export function mailbox(text: string): EmailSettings['from'] | undefined {
  const [, name = '', bracketed, bare] =
    /^(?:"?([^"<>\r\n]*?)"?\s*<([^\s<>@,]+@[^\s<>@,]+)>|([^\s<>@,]+@[^\s<>@,]+))$/.exec(text.trim()) ?? [];
  const address = bracketed ?? bare;
  return address === undefined ? undefined : { name, address };
}

type ServiceAccount = Omit<PushSettings, 'baseUrl'>;

/** The JSON of a service account, or a file that holds it; undefined for anything else. */
export function serviceAccount(text: string): ServiceAccount | undefined {
  try {
    const parsed: unknown = JSON.parse(text.trimStart().startsWith('{') ? text : readFileSync(text, 'utf8'));
    if (!isObject(parsed)) return undefined;
    const { project_id: projectId, client_email: clientEmail, private_key: privateKey } = parsed;
    if (typeof projectId !== 'string' || typeof clientEmail !== 'string' || typeof privateKey !== 'string')
      return undefined;
    const isRsa = createPrivateKey(privateKey).asymmetricKeyType === 'rsa';
    return isRsa ? { projectId, clientEmail, privateKey } : undefined;
  } catch {
    return undefined;
  }
}

/** Spec gap: the group of CHAT_WEBHOOK_URL. */
const DEFAULT_GROUP = 'default';

export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol);

/** The variables of the environment that channels need, read one by one. */
interface ChannelVariables {
  readonly SMTP_URL: string | null;
  readonly MAIL_FROM: EmailSettings['from'] | null;
  readonly TWILIO_ACCOUNT_SID: string | null;
  readonly TWILIO_AUTH_TOKEN: string | null;
  readonly TWILIO_FROM: string | null;
  readonly TWILIO_WHATSAPP_FROM: string | null;
  readonly TWILIO_WHATSAPP_TEMPLATES: Readonly<Record<string, string>>;
  readonly TWILIO_BASE_URL: string | null;
  readonly FIREBASE_CREDENTIALS: ServiceAccount | null;
  readonly FIREBASE_BASE_URL: string | null;
  readonly CHAT_WEBHOOK_URL: string | null;
  readonly CHAT_GROUPS: Readonly<Record<string, string>>;
  readonly ALLOW_PRIVATE_WEBHOOKS: 'true' | 'false';
  readonly MQTT_URL: string | null;
  readonly MQTT_COMMAND_TOPIC: CommandTopic;
  readonly MQTT_CA_FILE: string | null;
  readonly MQTT_CERT_FILE: string | null;
  readonly MQTT_KEY_FILE: string | null;
}

/**
 * All of a channel's variables or none, because half a set would fail at the first message only.
 * @param refusal makes the error from a sentence that names the absent variables.
 */
export function channelSettings(value: ChannelVariables, refusal: (sentence: string) => Error): ChannelSettings {
  const together = allOrNone(refusal);
  const { SMTP_URL, MAIL_FROM, TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_WHATSAPP_FROM } = value;
  const account = { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN };
  const mail = together('mails', { SMTP_URL, MAIL_FROM });
  // An account that only chat messages use needs no sender of text messages.
  const texts =
    TWILIO_WHATSAPP_FROM !== null && TWILIO_FROM === null
      ? null
      : together('text messages', { ...account, TWILIO_FROM });
  const chats = TWILIO_WHATSAPP_FROM === null ? null : together('chat messages', { ...account, TWILIO_WHATSAPP_FROM });
  const baseUrl = value.TWILIO_BASE_URL;
  const groups = {
    ...(value.CHAT_WEBHOOK_URL === null ? {} : { [DEFAULT_GROUP]: value.CHAT_WEBHOOK_URL }),
    ...value.CHAT_GROUPS,
  };
  return {
    email: mail === null ? null : { url: mail.SMTP_URL, from: mail.MAIL_FROM },
    sms:
      texts === null
        ? null
        : {
            accountSid: texts.TWILIO_ACCOUNT_SID,
            authToken: texts.TWILIO_AUTH_TOKEN,
            from: texts.TWILIO_FROM,
            baseUrl,
          },
    chatMessaging:
      chats === null
        ? null
        : {
            accountSid: chats.TWILIO_ACCOUNT_SID,
            authToken: chats.TWILIO_AUTH_TOKEN,
            from: chats.TWILIO_WHATSAPP_FROM,
            templates: value.TWILIO_WHATSAPP_TEMPLATES,
            baseUrl,
          },
    push:
      value.FIREBASE_CREDENTIALS === null ? null : { ...value.FIREBASE_CREDENTIALS, baseUrl: value.FIREBASE_BASE_URL },
    chatSpace: { groups, allowPrivate: value.ALLOW_PRIVATE_WEBHOOKS === 'true' },
    deviceCommand:
      value.MQTT_URL === null
        ? null
        : {
            url: value.MQTT_URL,
            topic: value.MQTT_COMMAND_TOPIC,
            caFile: value.MQTT_CA_FILE,
            certFile: value.MQTT_CERT_FILE,
            keyFile: value.MQTT_KEY_FILE,
          },
  };
}

type Present<V> = { readonly [Name in keyof V]: NonNullable<V[Name]> };

const allOrNone =
  (refusal: (sentence: string) => Error) =>
  <V extends Readonly<Record<string, unknown>>>(purpose: string, variables: V): Present<V> | null => {
    const names = Object.keys(variables);
    const absent = names.filter((name) => variables[name] === null);
    if (absent.length === names.length) return null;
    // Every variable is set.
    if (absent.length === 0) return variables as Present<V>;
    const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
    throw refusal(`${absent.join(', ')}: must be set too, because ${purpose} need ${listed} together.`);
  };
