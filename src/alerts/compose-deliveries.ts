import { MESSAGE_KEPT_MS } from '../kernel/time/durations.ts';
import type { Context } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import { type Addressed, audienceOfChannels, entryOf } from './rules/audience.ts';
import { CONDITIONS } from './rules/conditions.ts';
import { alertWords } from './rules/content.ts';
import { alertPayload } from './rules/content/channel-texts.ts';
import type { ToldKind } from './rules/facts.ts';
import { factsOfIncident, toldKindOf } from './rules/incident-facts.ts';
import type { Incident } from './rules/incident-record.ts';
import { categoryOf } from './rules/listing.ts';
import { mayLeaveAt } from './rules/quiet-hours.ts';
import type { AlertRule, RuleChannels } from './rules/rule.ts';
import { isLimitedChannel, LIMITED_MILLISECONDS, planMessage } from './rules/delivery-throttle.ts';
import { weightOf } from './rules/weight.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { Language } from '../kernel/language.ts';
import { rulesByKey } from './store/alert-rules.ts';
import { browsersToTell } from './store/browsers.ts';
import {
  addDeliveries,
  holdWaiting,
  recipientLoads,
  takeTransition,
  type TakenTransition,
  toldOfIncident,
  type ToldTransition,
  type TransitionKey,
} from './store/deliveries.ts';
import { incidentsByKey } from './store/incidents.ts';
import { addNotification } from './store/notifications.ts';
import { findRecipients } from './store/recipients.ts';

type Composing = Pick<Context, 'clock' | 'config'>;

/** A transition that people are told of. */
interface ToBeTold {
  readonly industry: Industry;
  readonly incident: Incident;
  readonly kind: ToldKind;
  /** Further detail of the transition. */
  readonly detail: ToldTransition['detail'];
}

/** Writes the notification about a transition within the application. */
export async function writeNotification(
  transaction: Querier,
  { clock, config }: Composing,
  { industry, incident, kind, detail }: ToBeTold,
): Promise<void> {
  const now = clock.now();
  const facts = factsOfIncident({ industry, incident, kind, detail, publicUrl: config.publicUrl, now });
  const titled = (language: Language) => {
    const { subject: title, action: message } = alertWords(facts, language);
    return { title, message };
  };
  await addNotification(transaction, industry.industryKey, {
    incidentKey: incident.incidentKey,
    words: titled,
    type: incident.origin === 'request' ? incident.type : incident.alertType,
    category: categoryOf(incident.alertType),
    priority: incident.severity,
    data: alertPayload(facts, alertWords(facts)),
    createdAt: new Date(now),
  });
}

/**
 * Writes the messages of a rule about a transition. They leave after the rule's quiet hours, and each recipient gets a
 * limited number an hour. An end is told by the message that still waits to tell of the beginning, or the beginning
 * could be told after the end. Messages are sent after the commit, so a transaction that is rolled back sends none.
 */
async function writeMessages(
  transaction: Querier,
  { clock, config }: Composing,
  { industry, incident, rule, kind }: Occasion,
  key: TransitionKey,
  audience: readonly Addressed[],
): Promise<void> {
  const now = clock.now();
  const { severity } = incident;
  const dueAt = mayLeaveAt(rule.schedule, industry.clock.timezone, severity, now);
  const loads = await recipientLoads(transaction, industry.industryKey, audience.filter(isLimitedChannel), {
    since: now - LIMITED_MILLISECONDS,
    now,
    dueAt,
  });
  const messagesPerHour = config.alertMessagesPerHour;
  const isEnd = kind === 'recovered' || kind === 'withdrawn';
  const waiting = isEnd ? await holdWaiting(transaction, industry.industryKey, incident.incidentKey, now) : null;
  const weight = isEnd ? null : weightOf(incident);
  const deliveries = audience.map((addressed) => {
    const isLimited = isLimitedChannel(addressed);
    const own = waiting?.get(entryOf(addressed));
    if (own !== undefined) return { ...addressed, isLimited, dueAt: own.dueAt, digestDeliveryKey: own.deliveryKey };
    return isLimited
      ? {
          ...addressed,
          isLimited,
          ...planMessage(loads.get(entryOf(addressed)) ?? null, { severity, weight, messagesPerHour, dueAt }),
        }
      : { ...addressed, isLimited, dueAt: now, digestDeliveryKey: null };
  });
  await addDeliveries(transaction, industry.industryKey, key, deliveries, now);
}

/**
 * Composes deliveries about a transition of a rule's incident in one transaction, once for all processes. Returns their
 * number.
 */
export const composeDeliveries = (
  context: Composing & Pick<Context, 'database'>,
  industry: Industry,
  key: TransitionKey,
): Promise<number> =>
  context.database.transaction(async (transaction) => {
    const taken = await takeTransition(transaction, industry.industryKey, key, context.clock.now());
    const kind = taken === null ? null : toldKindOf(taken.kind);
    if (taken === null || kind === null) return 0;
    const incident = (await incidentsByKey(transaction, industry.industryKey, [key.incidentKey])).get(key.incidentKey);
    // A finding in history is told to nobody.
    if (incident?.ruleKey == null || incident.isLate) return 0;
    // Somebody has answered since nobody had.
    if (kind === 'escalated' && incident.acknowledgedAt !== null) return 0;
    const rule = (await rulesByKey(transaction, industry.industryKey, [incident.ruleKey])).get(incident.ruleKey);
    if (rule === undefined) return 0;
    const occasion = { industry, incident, rule, taken, kind };
    const audience = await audienceOf(transaction, context, occasion);
    await writeMessages(transaction, context, occasion, key, audience);
    await writeNotification(transaction, context, { industry, incident, kind, detail: taken.detail });
    return audience.length;
  });

interface Occasion {
  readonly industry: Industry;
  readonly incident: Incident;
  readonly rule: AlertRule;
  readonly taken: TakenTransition;
  /** The kind of message that tells the transition. */
  readonly kind: ToldKind;
}

/**
 * The end of an incident is told to those who heard of it; where only the end is told, to everybody. A
 * withdrawal by corrected data is told to nobody else. The end of a snooze is also told to those whom the snooze has
 * kept from hearing of the incident.
 */
async function audienceOf(
  transaction: Querier,
  { clock, config }: Composing,
  { industry, incident, rule, taken }: Occasion,
): Promise<readonly Addressed[]> {
  const isKnownEnd = taken.kind === 'recovered' && CONDITIONS[incident.alertType].tellsFired;
  if (isKnownEnd || taken.kind === 'withdrawn' || taken.kind === 'reminded')
    return toldOfIncident(transaction, industry.industryKey, incident.incidentKey, taken.kind === 'reminded');
  // Spec gap: the incident was resolved by hand, or nobody watches it any more. A person told now would never hear of
  // an end.
  if (incident.state === 'resolved') return [];
  // The incident ended while the service was stopped, so nobody has anything to do any more.
  if (incident.state !== 'open' && taken.recordedAt < clock.now() - MESSAGE_KEPT_MS) return [];
  const channels = taken.kind === 'escalated' ? escalationChannels(rule, taken.detail) : rule.channels;
  const users = await findRecipients(transaction, industry.industryKey, channels.push?.userIds ?? []);
  const browsers = await browsersToTell(transaction, industry.industryKey, incident.severity);
  const named = audienceOfChannels(
    industry.industryId,
    channels,
    users.flatMap(({ pushTokens }) => pushTokens),
    config.phoneCountryCode,
  );
  // Spec gap: a person's own browser needs no rule that names her.
  return [...named, ...browsers.map((recipient) => ({ channel: 'browser' as const, recipient }))];
}

/** The step that the transition names, from 0; a rule that has changed since may have none there any more. */
function escalationChannels({ escalation, channels }: AlertRule, detail: ToldTransition['detail']): RuleChannels {
  const step = detail['step'];
  return (typeof step === 'number' ? escalation[step]?.channels : undefined) ?? channels;
}
