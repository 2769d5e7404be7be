import type { Message } from '../platform/channels/channel.ts';
import type { Context } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import type { Language } from '../kernel/language.ts';
import { type AlertWords, alertWords } from './rules/content.ts';
import { type DigestEntry, digestWords } from './rules/content/digest.ts';
import { browserWords, severalWords } from './rules/content/browser.ts';
import { chatText, chatVariables, mailText, pushWords, smsText, alertPayload } from './rules/content/channel-texts.ts';
import type { AlertFacts, ToldKind } from './rules/facts.ts';
import { factsOfIncident, toldKindOf } from './rules/incident-facts.ts';
import type { Incident } from './rules/incident-record.ts';
import { readerLanguages } from './rules/audience.ts';
import { weightOf } from './rules/weight.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import type { reachedBrowsers } from './store/browsers.ts';
import {
  carriedBy,
  type ClaimedDelivery,
  type ToldTransition,
  toldTransitions,
  type TransitionKey,
  transitionName,
} from './store/deliveries.ts';
import { incidentsByKey } from './store/incidents.ts';
import { readersWithLanguage } from './store/recipients.ts';
import { chatPost } from '../platform/chat/post-to-group.ts';
import { alertMailHtml } from './writers/alert-mail.ts';

/** A claimed message as its channel sends it. */
export interface WrittenMessage {
  readonly delivery: ClaimedDelivery;
  /** null: the incident was taken back before anybody heard of it. */
  readonly message: Message | null;
  /** Incidents that the message tells. */
  readonly toldIncidentKeys: readonly number[];
  /** Number of other transitions that the message tells. */
  readonly carried: number;
}

interface ToldIncident {
  readonly incident: Incident;
  readonly kind: ToldKind;
  readonly detail: ToldTransition['detail'];
}

/** Channels whose messages go to one person each. */
const PERSONAL: ReadonlySet<ClaimedDelivery['channel']> = new Set(['email', 'sms', 'chat-messaging', 'push']);

/**
 * Reads the facts of claimed messages at the time they leave, because a message that has waited must say what holds
 * then.
 * @returns writes the messages, each in the language of its reader
 */
export async function messageWriter(
  db: Querier,
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  industry: Industry,
  claimed: readonly ClaimedDelivery[],
  browsers: Browsers,
): Promise<() => WrittenMessage[]> {
  const { industryKey } = industry;
  const carried = await carriedBy(
    db,
    industryKey,
    claimed.map(({ deliveryKey }) => deliveryKey),
  );
  const keysOf = (delivery: ClaimedDelivery): TransitionKey[] => [
    delivery,
    ...(carried.get(delivery.deliveryKey) ?? []),
  ];
  const keys = [...new Map(claimed.flatMap(keysOf).map((key) => [transitionName(key), key])).values()];
  const incidents = await incidentsByKey(db, industryKey, [...new Set(keys.map((key) => key.incidentKey))]);
  const happened = new Map((await toldTransitions(db, industryKey, keys)).map((one) => [transitionName(one), one]));
  const readers = claimed.some(({ channel }) => PERSONAL.has(channel))
    ? await readersWithLanguage(db, industryKey)
    : [];
  const now = clock.now();
  const languageOf = readerLanguages(readers, config.phoneCountryCode);
  const write = writer({ industry, publicUrl: config.publicUrl, now, browsers, languageOf });
  const toldBy = (all: readonly TransitionKey[]): ToldIncident[] =>
    all.flatMap((key) => {
      const incident = incidents.get(key.incidentKey);
      const transition = happened.get(transitionName(key));
      const kind = transition === undefined ? null : toldKindOf(transition.kind);
      return incident === undefined || transition === undefined || kind === null
        ? []
        : [{ incident, kind, detail: transition.detail }];
    });
  return () =>
    claimed.map((delivery) => {
      const all = keysOf(delivery);
      const toTell = stillToTell(toldBy(all), now);
      const toldIncidentKeys = toTell.map(({ incident }) => incident.incidentKey);
      return { delivery, message: write(delivery, toTell), toldIncidentKeys, carried: all.length - 1 };
    });
}

/**
 * The last transition of each incident that calls for somebody still. An incident that began and was taken back in one
 * message never was.
 */
function stillToTell(told: readonly ToldIncident[], now: EpochMillis): ToldIncident[] {
  return [...Map.groupBy(told, ({ incident }) => incident.incidentKey).values()].flatMap((ofOne) => {
    const last = ofOne.findLast((one) => isStillCalling(one, now));
    const isNew = ofOne.some(({ kind }) => kind === 'fired');
    return last === undefined || (last.kind === 'withdrawn' && isNew) ? [] : [last];
  });
}

/**
 * False when somebody has resolved or snoozed the incident of a rule while its message waited, or has answered the one
 * that says that nobody has. The messages of a request leave in any case, because somebody has asked for them.
 */
function isStillCalling({ incident, kind }: ToldIncident, now: EpochMillis): boolean {
  if (incident.ruleKey === null || kind === 'recovered' || kind === 'withdrawn') return true;
  const { state, snoozedUntil, acknowledgedAt } = incident;
  const isSnoozed = snoozedUntil !== null && snoozedUntil > now;
  return state !== 'resolved' && !isSnoozed && (kind === 'fired' || acknowledgedAt === null);
}

type Browsers = Awaited<ReturnType<typeof reachedBrowsers>>;

interface Writing {
  readonly industry: Industry;
  readonly publicUrl: string | null;
  readonly now: number;
  readonly browsers: Browsers;
  readonly languageOf: ReturnType<typeof readerLanguages>;
}

function writer({ industry, publicUrl, now, browsers, languageOf }: Writing) {
  const factsOf = (told: ToldIncident) => factsOfIncident({ ...told, industry, publicUrl, now });
  const entryOf = (told: ToldIncident, language: Language): DigestEntry => ({
    kind: told.kind,
    ...weightOf(told.incident),
    subject: alertWords(factsOf(told), language).subject,
    at: told.kind === 'fired' ? told.incident.openedAt : (told.incident.closedAt ?? told.incident.openedAt),
  });
  return (delivery: ClaimedDelivery, told: readonly ToldIncident[]): Message | null => {
    const [first] = told;
    if (first === undefined) return null;
    const browser = browsers.get(delivery.recipient);
    if (browser !== undefined) return browserMessage(delivery, browser, told.map(factsOf));
    const language = languageOf(delivery);
    if (told.length > 1) {
      const link = publicUrl === null ? null : `${publicUrl}/app/alerts`;
      const { industryName, clock } = industry;
      const entries = told.map((one) => entryOf(one, language));
      const digest = { industryName, entries, now, timezone: clock.timezone, link };
      return messageOf(delivery, digestWords(digest, language), {}, 'digest');
    }
    const facts = factsOf(first);
    const words = alertWords(facts, language);
    return messageOf(delivery, words, alertPayload(facts, words), 'alert');
  };
}

/** A message to a browser in the language of its person. Several incidents lead to their list. */
function browserMessage(
  delivery: ClaimedDelivery,
  browser: NonNullable<ReturnType<Browsers['get']>>,
  told: readonly AlertFacts[],
): Message | null {
  const [first] = told;
  if (first === undefined) return null;
  const { readerLanguage: language } = browser;
  const isOne = told.length === 1;
  const { title, body } = isOne
    ? browserWords(first, language)
    : severalWords(first.industryName, told.length, language);
  const data = { lang: language, ...(isOne ? { alertId: first.alertId } : {}) };
  return { to: JSON.stringify(browser), title, text: body, data, messageId: `alert-${transitionName(delivery)}` };
}

function messageOf(
  delivery: ClaimedDelivery,
  words: AlertWords,
  data: NonNullable<Message['data']>,
  name: 'alert' | 'digest',
): Message | null {
  const to = delivery.recipient;
  switch (delivery.channel) {
    case 'email':
      return {
        to,
        title: words.subject,
        text: mailText(words),
        html: alertMailHtml(words),
        messageId: `alert-${transitionName(delivery)}.${delivery.deliveryKey}`,
      };
    case 'sms':
      return { to, text: smsText(words) };
    case 'chat-messaging':
      return { to, text: chatText(words), template: { name, variables: chatVariables(words) } };
    case 'push': {
      const { title, body } = pushWords(words);
      return { to, title, text: body, data, messageId: `alert-${transitionName(delivery)}` };
    }
    case 'web':
      return { to, title: words.subject, text: words.action, data };
    case 'chat-space':
      return { to, text: chatPost(chatText(words).split('\n')) };
    // A browser that is not reached any more is told nothing.
    case 'browser':
      return null;
  }
}
