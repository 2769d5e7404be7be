import type { Context } from '../context.ts';
import { invalid, ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { firstOfYear } from '../kernel/time/business-date.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import type { Querier } from '../platform/database/database.ts';
import type { Limiter } from '../platform/limits/limiter.ts';
import { CONFIRMATIONS_OF_ADDRESS, CONFIRMATIONS_OF_INDUSTRY } from '../platform/limits/limits.ts';
import type { Actor, Caller } from '../platform/login/rules/caller.ts';
import { requireReportable } from './load-figures.ts';
import { coveredBy, eachAddressOnce, nameOfAddress, requestOf } from './rules/automated-mails.ts';
import { planOf } from './rules/plan.ts';
import { dateDueAt, MAILED_TYPES, mayMail, mayRead, MOST_RECIPIENTS } from './rules/subscription.ts';
import type { WantedRecipients } from './store/subscription-recipients.ts';
import { usersToName, type Recipient, type SubscriptionFields } from './store/subscriptions.ts';

/** Who acts, on the industry that he acts on. */
export interface SubscriptionManager {
  readonly caller: Pick<Caller, 'userKey' | 'permissions' | 'industry'>;
  readonly actor: Actor;
}

/** A subscription as somebody wants it. */
export interface WantedSubscription extends SubscriptionFields {
  readonly userIds: readonly string[];
  /** Outside of the industry. */
  readonly addresses: readonly string[];
}

export const unknownSubscription = (subscriptionId: string): ServiceError =>
  new ServiceError(404, `There is no subscription ${subscriptionId} of this industry`);

/** @throws ServiceError 401 for what only those with the right to send may do */
export function requireMayMail(
  { caller }: SubscriptionManager,
  createdBy: number,
  recipients: readonly (number | null)[],
): void {
  if (!mayMail(caller, createdBy, recipients))
    throw new ServiceError(401, 'Access denied. Missing required permissions: reports:send');
}

/**
 * Checks that a report can be mailed as often, that the industry has units for it, and that it holds them.
 * @throws ServiceError 1403 for a type that the frequency or the service does not have, and as planOf and
 * requireReportable say.
 */
export function requireReport(industry: Industry, { frequency, report }: SubscriptionFields, now: EpochMillis): void {
  const types = MAILED_TYPES[frequency];
  if (!types.includes(report.reportType)) {
    const problem = `'${report.reportType}' is not mailed ${frequency}, allowed are ${types.join(', ')}`;
    throw invalid(1403, 'reportType', problem);
  }
  const date = dateDueAt(frequency, industry.clock, now);
  // A report that holds January holds every month.
  const covered = coveredBy({ frequency, date: frequency === 'monthly' ? firstOfYear(date) : date });
  const request = { ...requestOf(report, covered), reportFormat: 'html' } as const;
  requireReportable(industry, request, planOf(request));
}

/**
 * Recipients by their keys.
 * @throws ServiceError 1430 for nobody, for too many, for a user who cannot get reports, and for an address outside
 * that is that of a user or cannot be asked.
 */
export async function checkRecipients(
  transaction: Querier,
  { config }: Pick<Context, 'config'>,
  industryKey: number,
  { userIds, addresses: named }: Pick<WantedSubscription, 'userIds' | 'addresses'>,
): Promise<WantedRecipients> {
  const addresses = eachAddressOnce(named);
  const people = await usersToName(transaction, industryKey);
  const userKeys = [...new Set(userIds)].map((userId) => {
    const person = people.find((one) => one.userId === userId);
    if (person === undefined) throw invalid(1430, 'userIds', `'${userId}' is no user of the industry who may log in`);
    if (!mayRead(person.permissions)) throw invalid(1430, 'userIds', `'${userId}' may not read reports`);
    return person.userKey;
  });
  const count = userKeys.length + addresses.length;
  if (count === 0) throw invalid(1430, 'userIds', 'names nobody, and no address is given');
  if (count > MOST_RECIPIENTS)
    throw invalid(1430, 'userIds', `makes ${count} recipients with the addresses, allowed are ${MOST_RECIPIENTS}`);
  const own = new Set(people.map(({ email }) => nameOfAddress(email)));
  const inside = addresses.find((address) => own.has(nameOfAddress(address)));
  if (inside !== undefined) throw invalid(1430, 'addresses', `'${inside}' is that of a user: name the user instead`);
  if (addresses.length > 0 && config.publicUrl === null)
    throw invalid(1430, 'addresses', 'cannot be asked to confirm, because PUBLIC_URL is not set on this server');
  return { userKeys, addresses };
}

/**
 * Counts the links that addresses outside are to be mailed. Whoever has confirmed, or has a valid link, is not asked
 * again.
 * @throws TooManyRequests when they were asked too often
 */
export async function limitConfirmations(
  limiter: Limiter,
  industryKey: number,
  addresses: readonly string[],
  { recipients, now }: { readonly recipients: readonly Recipient[]; readonly now: EpochMillis },
): Promise<void> {
  const asked = new Set(
    recipients
      .filter(
        ({ confirmedAt, confirmExpiresAt, unsubscribedAt }) =>
          unsubscribedAt === null && (confirmedAt !== null || Number(confirmExpiresAt) > now),
      )
      .map(({ address }) => nameOfAddress(address ?? '')),
  );
  for (const address of eachAddressOnce(addresses).filter((one) => !asked.has(nameOfAddress(one)))) {
    await limiter.take(CONFIRMATIONS_OF_ADDRESS, nameOfAddress(address));
    await limiter.take(CONFIRMATIONS_OF_INDUSTRY, String(industryKey));
  }
}
