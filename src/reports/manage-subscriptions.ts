import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Context, DataContext, WithQueue } from '../context.ts';
import { invalid } from '../kernel/errors.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import type { Querier } from '../platform/database/database.ts';
import type { Limiter } from '../platform/limits/limiter.ts';
import type { AuditVerb } from '../platform/login/rules/audit-verbs.ts';
import {
  checkRecipients,
  limitConfirmations,
  requireMayMail,
  requireReport,
  type SubscriptionManager,
  unknownSubscription,
  type WantedSubscription,
} from './check-subscription.ts';
import { nameOfAddress } from './rules/automated-mails.ts';
import { MOST_SUBSCRIPTIONS, nextTime } from './rules/subscription.ts';
import { holdRequests } from './store/sent-reports.ts';
import { setRecipients, takePartAgain, type WantedRecipients } from './store/subscription-recipients.ts';
import {
  addSubscription,
  changeSubscription,
  countSubscriptions,
  holdSubscription,
  listSubscriptions,
  pauseSubscription,
  type Recipient,
  recipientsOf,
  removeSubscription,
  type Subscription,
  type SubscriptionFields,
} from './store/subscriptions.ts';
import { CONFIRM_QUEUE } from './subscription-links.ts';

type Manager = Pick<Context, 'database' | 'clock' | 'config'> & WithQueue & { readonly limiter: Limiter };

/** Fields as the audit has them. */
const factsOf = ({ report, formats, frequency, weekday, monthDay, localTime, mailLanguage }: SubscriptionFields) => ({
  service: report.service,
  reportType: report.reportType,
  layout: report.choice?.layout ?? 'v1',
  unitIds: report.choice?.unitIds?.slice() ?? null,
  subCategories: [...(report.choice?.subCategories ?? [])],
  formats: [...formats],
  frequency,
  weekday,
  monthDay,
  localTime,
  language: mailLanguage,
});

const namesOf = (recipients: readonly Recipient[]): string[] =>
  recipients.map(({ userId, address }) => userId ?? address ?? '');

/** Writes recipients in the transaction of an act. @returns keys of addresses that are to be asked. */
async function writeRecipients(
  manager: Manager,
  transaction: Querier,
  { caller }: SubscriptionManager,
  subscriptionKey: number,
  { userKeys, addresses }: WantedRecipients,
): Promise<readonly number[]> {
  const { industryKey } = caller.industry;
  const one = { industryKey, subscriptionKey };
  const now = new Date(manager.clock.now());
  const toConfirm = await setRecipients(transaction, one, { userKeys, addresses }, caller.userKey, now);
  // Nobody but the person himself turns on again what he has ended.
  if (userKeys.includes(caller.userKey)) await takePartAgain(transaction, one, caller.userKey);
  return toConfirm;
}

async function enqueueConfirmations({ queue }: WithQueue, recipientKeys: readonly number[]): Promise<void> {
  for (const recipientKey of recipientKeys)
    await queue.send(CONFIRM_QUEUE, { recipientKey }, { singletonKey: randomUUID() });
}

const sameRecipients = (named: readonly Recipient[], { userKeys, addresses }: WantedRecipients): boolean =>
  isDeepStrictEqual(
    new Set(named.map(({ userKey, address }) => userKey ?? nameOfAddress(address ?? ''))),
    new Set([...userKeys, ...addresses.map(nameOfAddress)]),
  );

/** The id of an equal subscription that the caller made within a minute, as by a second click; null: there is none. */
async function madeJustNow(
  transaction: Querier,
  { caller: { industry, userKey } }: SubscriptionManager,
  wanted: { readonly fields: WantedSubscription; readonly recipients: WantedRecipients },
  now: EpochMillis,
): Promise<string | null> {
  const { industryKey } = industry;
  const equal = (await listSubscriptions(transaction, industryKey, null)).filter(
    ({ createdByKey, createdAt, pausedAt, ...fields }) =>
      createdByKey === userKey
      && pausedAt === null
      && now - createdAt.getTime() < MINUTE_MS
      && isDeepStrictEqual(factsOf(fields), factsOf(wanted.fields)),
  );
  const recipients = await recipientsOf(
    transaction,
    industryKey,
    equal.map(({ subscriptionKey }) => subscriptionKey),
  );
  const same = equal.find(({ subscriptionKey }) =>
    sameRecipients(
      recipients.filter((one) => one.subscriptionKey === subscriptionKey),
      wanted.recipients,
    ),
  );
  return same?.subscriptionId ?? null;
}

/**
 * Has a report mailed from now on. The same request of the same person within a minute makes no second one.
 * @returns its id.
 * @throws ServiceError as {@link requireReport}, {@link checkRecipients} and {@link requireMayMail} say, 1430 when the
 * industry has no room for another, TooManyRequests when addresses were asked too often.
 */
export async function createSubscription(
  manager: Manager,
  by: SubscriptionManager,
  wanted: WantedSubscription,
): Promise<string> {
  const { industry, userKey } = by.caller;
  const { industryKey } = industry;
  const now = manager.clock.now();
  requireReport(industry, wanted, now);
  requireMayMail(
    by,
    userKey,
    wanted.addresses.map(() => null),
  );
  // A second click asks nobody again, so that it is no question.
  const named = await checkRecipients(manager.database, manager, industryKey, wanted);
  const made = await madeJustNow(manager.database, by, { fields: wanted, recipients: named }, now);
  if (made !== null) return made;
  await limitConfirmations(manager.limiter, industryKey, wanted.addresses, { recipients: [], now });
  const { subscriptionId, toConfirm } = await manager.database.transaction(async (transaction) => {
    const recipients = await checkRecipients(transaction, manager, industryKey, wanted);
    requireMayMail(by, userKey, [...recipients.userKeys, ...recipients.addresses.map(() => null)]);
    // The lock admits one at a time, so that none is counted twice.
    await holdRequests(transaction, industryKey);
    if ((await countSubscriptions(transaction, industryKey)) >= MOST_SUBSCRIPTIONS)
      throw invalid(1430, 'service', `would be one subscription more than the ${MOST_SUBSCRIPTIONS} of an industry`);
    const former = await madeJustNow(transaction, by, { fields: wanted, recipients }, now);
    if (former !== null) return { subscriptionId: former, toConfirm: [] };
    const nextAt = nextTime(wanted, industry.clock.timezone, now);
    const origin = { createdBy: userKey, now: new Date(now), nextAt };
    const added = await addSubscription(transaction, industryKey, wanted, origin);
    const asked = await writeRecipients(manager, transaction, by, added.subscriptionKey, recipients);
    await writeAudit(transaction, {
      at: now,
      actor: by.actor,
      industryKey,
      verb: 'subscription.create',
      subject: added.subscriptionId,
      before: null,
      after: { ...factsOf(wanted), recipients: [...wanted.userIds, ...wanted.addresses] },
    });
    return { subscriptionId: added.subscriptionId, toConfirm: asked };
  });
  await enqueueConfirmations(manager, toConfirm);
  return subscriptionId;
}

/** The subscription of an id with its recipients, locked until the transaction ends. @throws ServiceError 404, 401 */
async function held(transaction: Querier, by: SubscriptionManager, subscriptionId: string) {
  const { industryKey } = by.caller.industry;
  await holdSubscription(transaction, industryKey, subscriptionId);
  const [subscription] = await listSubscriptions(transaction, industryKey, subscriptionId);
  if (subscription === undefined) throw unknownSubscription(subscriptionId);
  const recipients = await recipientsOf(transaction, industryKey, [subscription.subscriptionKey]);
  requireMayMail(
    by,
    subscription.createdByKey,
    recipients.map(({ userKey }) => userKey),
  );
  return { subscription, recipients };
}

/**
 * Changes all of a subscription. Recipients who stay are not asked again.
 * @throws as {@link createSubscription} says, and ServiceError 404.
 */
export async function replaceSubscription(
  manager: Manager,
  by: SubscriptionManager,
  subscriptionId: string,
  wanted: WantedSubscription,
): Promise<void> {
  const { industry } = by.caller;
  const { industryKey } = industry;
  const now = manager.clock.now();
  requireReport(industry, wanted, now);
  const { recipients: known } = await manager.database.transaction((transaction) =>
    held(transaction, by, subscriptionId),
  );
  await limitConfirmations(manager.limiter, industryKey, wanted.addresses, { recipients: known, now });
  const toConfirm = await manager.database.transaction(async (transaction) => {
    const { subscription, recipients } = await held(transaction, by, subscriptionId);
    const checked = await checkRecipients(transaction, manager, industryKey, wanted);
    requireMayMail(by, subscription.createdByKey, [...checked.userKeys, ...checked.addresses.map(() => null)]);
    const { subscriptionKey } = subscription;
    const nextAt = nextTime(wanted, industry.clock.timezone, now);
    await changeSubscription(transaction, { industryKey, subscriptionKey }, wanted, nextAt);
    const asked = await writeRecipients(manager, transaction, by, subscriptionKey, checked);
    await writeAudit(transaction, {
      at: now,
      actor: by.actor,
      industryKey,
      verb: 'subscription.change',
      subject: subscriptionId,
      before: { ...factsOf(subscription), recipients: namesOf(recipients) },
      after: { ...factsOf(wanted), recipients: [...wanted.userIds, ...wanted.addresses] },
    });
    return asked;
  });
  await enqueueConfirmations(manager, toConfirm);
}

type Act = (transaction: Querier, subscription: Subscription, now: EpochMillis) => Promise<void>;

/** An act on a subscription with its row of audit. @throws ServiceError 404, 401 */
const act = (
  { database, clock }: Pick<DataContext, 'database' | 'clock'>,
  by: SubscriptionManager,
  subscriptionId: string,
  verb: AuditVerb,
  perform: Act,
): Promise<void> =>
  database.transaction(async (transaction) => {
    const { subscription, recipients } = await held(transaction, by, subscriptionId);
    const now = clock.now();
    await perform(transaction, subscription, now);
    await writeAudit(transaction, {
      at: now,
      actor: by.actor,
      industryKey: by.caller.industry.industryKey,
      verb,
      subject: subscriptionId,
      before: { ...factsOf(subscription), recipients: namesOf(recipients), isPaused: subscription.pausedAt !== null },
      after: null,
    });
  });

/** Pauses a subscription, or resumes it. Reports that it has sent are restated all the same. */
export const setPaused = (
  context: Pick<DataContext, 'database' | 'clock'>,
  by: SubscriptionManager,
  subscriptionId: string,
  isPaused: boolean,
): Promise<void> => {
  const { industryKey, clock } = by.caller.industry;
  return act(
    context,
    by,
    subscriptionId,
    isPaused ? 'subscription.pause' : 'subscription.resume',
    async (transaction, subscription, now) => {
      const one = { industryKey, subscriptionKey: subscription.subscriptionKey };
      const nextAt = nextTime(subscription, clock.timezone, now);
      await pauseSubscription(transaction, one, isPaused ? new Date(now) : null, nextAt);
    },
  );
};

/** Ends a subscription. Nobody gets anything of it any more, not even what is restated. */
export const endSubscription = (
  context: Pick<DataContext, 'database' | 'clock'>,
  by: SubscriptionManager,
  subscriptionId: string,
): Promise<void> => {
  const { industryKey } = by.caller.industry;
  return act(context, by, subscriptionId, 'subscription.remove', (transaction, { subscriptionKey }, now) =>
    removeSubscription(transaction, { industryKey, subscriptionKey }, new Date(now)),
  );
};
