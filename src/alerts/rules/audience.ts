import { internationalPhone } from '../../platform/login/rules/login-name.ts';
import type { RuleChannels } from './rule.ts';
import type { Language } from '../../kernel/language.ts';

/**
 * Channels of alerts in the order in which they are used (specification, User: alerts, rules 5 and 6). Chat spaces and
 * browsers are none of the five: rules name the address of a space, and people switch their browsers on.
 */
export const DELIVERY_CHANNELS = ['email', 'sms', 'chat-messaging', 'push', 'web', 'chat-space', 'browser'] as const;
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number];

/** One message to one recipient. */
export interface Addressed {
  readonly channel: DeliveryChannel;
  /** Address of the recipient on the channel. */
  readonly recipient: string;
}

/** A recipient as users are stored, read when messages are composed. */
export interface Addressee {
  readonly emailIds: readonly string[];
  readonly phoneNo: string | null;
  readonly pushTokens: readonly string[];
}

/** The one web channel of an industry. */
const webChannelOf = (industryId: string): string => `V2_${industryId}`;

/** A message as answers name it. */
export const entryOf = ({ channel, recipient }: Addressed): string => `${channel}:${recipient}`;

/** The address that an entry names. Addresses of mails are the same in capitals. */
export const entryAddress = (entry: string): string => (entry.startsWith('email:') ? entry.toLowerCase() : entry);

/** Each recipient once. The first way of writing an address stays. */
function eachOnce(entries: readonly Addressed[]): Addressed[] {
  const seen = new Set<string>();
  return entries.filter((addressed) => {
    const address = entryAddress(entryOf(addressed));
    return !seen.has(address) && seen.add(address);
  });
}

const inOrder = (sets: Readonly<Partial<Record<DeliveryChannel, readonly string[]>>>): Addressed[] =>
  eachOnce(DELIVERY_CHANNELS.flatMap((channel) => (sets[channel] ?? []).map((recipient) => ({ channel, recipient }))));

/** A request's recipients: a message per mail address, number and device, and always the industry's web channel. */
export function audienceOfUsers(
  industryId: string,
  users: readonly Addressee[],
  countryCode: string,
): readonly Addressed[] {
  const numbers = users.flatMap(({ phoneNo }) => (phoneNo === null ? [] : [internationalPhone(phoneNo, countryCode)]));
  return inOrder({
    email: users.flatMap(({ emailIds }) => emailIds),
    sms: numbers,
    'chat-messaging': numbers,
    push: users.flatMap(({ pushTokens }) => pushTokens),
    web: [webChannelOf(industryId)],
  });
}

/**
 * Recipients on the channels of a rule.
 * @param pushTokens of the users that it names.
 */
export function audienceOfChannels(
  industryId: string,
  { email, sms, chatMessaging, chat, push, web }: RuleChannels,
  pushTokens: readonly string[],
  countryCode: string,
): readonly Addressed[] {
  const numbersOf = (set: RuleChannels['sms']): string[] =>
    set?.enabled === true ? set.phoneNumbers.map((phone) => internationalPhone(phone, countryCode)) : [];
  return inOrder({
    email: email?.enabled === true ? email.recipients : [],
    sms: numbersOf(sms),
    'chat-messaging': numbersOf(chatMessaging),
    push: push?.enabled === true ? pushTokens : [],
    web: web?.enabled === false ? [] : [webChannelOf(industryId)],
    'chat-space': chat?.enabled === true && chat.webhookUrl !== null ? [chat.webhookUrl] : [],
  });
}

/** A person who has chosen a language of messages, and how they reach him. */
export interface Reader extends Addressee {
  readonly mailLanguage: Language;
}

/**
 * The language of the reader of an address. Spec gap: a rule names addresses, so a message is in the language of the
 * person who has the address. An address of nobody reads English, and so do chat spaces, because many people read them.
 * Of people who share an address the first one counts.
 */
export function readerLanguages(readers: readonly Reader[], countryCode: string): (addressed: Addressed) => Language {
  const known = new Map<string, Language>();
  for (const reader of readers)
    for (const addressed of audienceOfUsers('', [reader], countryCode)) {
      const address = entryAddress(entryOf(addressed));
      if (!known.has(address)) known.set(address, reader.mailLanguage);
    }
  return (addressed) => (addressed.channel === 'web' ? 'en' : (known.get(entryAddress(entryOf(addressed))) ?? 'en'));
}
