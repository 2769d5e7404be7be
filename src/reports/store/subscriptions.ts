import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import type { Language } from '../../kernel/language.ts';
import { clockAsOf } from '../../kernel/time/business-clock.ts';
import type { DatedRule, EpochMillis } from '../../kernel/time/types.ts';
import type { AutomatedReport } from '../rules/automated-mails.ts';
import type { RecipientFacts, Timing } from '../rules/subscription.ts';
import type { ReportFormat } from '../rules/terms.ts';

/** The report that a subscription mails, and its times. */
export interface SubscriptionFields extends Timing {
  readonly report: AutomatedReport;
  readonly formats: readonly ReportFormat[];
  readonly mailLanguage: Language;
}

export interface Subscription extends SubscriptionFields {
  readonly subscriptionKey: number;
  readonly subscriptionId: string;
  readonly createdByKey: number;
  /** userId */
  readonly createdBy: string;
  readonly createdByName: string;
  readonly createdAt: Date;
  readonly pausedAt: Date | null;
  readonly nextAt: Date;
  /** Why its newest report could not be made; null: it could. */
  readonly problem: string | null;
  readonly problemAt: Date | null;
}

/** Subscriptions of an industry, the oldest first; the one of an id alone where one is given. */
export async function listSubscriptions(
  db: Querier,
  industryKey: number,
  subscriptionId: string | null = null,
): Promise<Subscription[]> {
  const rows = await db.many<RowOf<Subscription, 'createdAt' | 'pausedAt' | 'nextAt' | 'problemAt'>>(
    'subscriptions.list',
    { industryKey, subscriptionId },
  );
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    pausedAt: dateOrNull(row.pausedAt),
    nextAt: new Date(row.nextAt),
    problemAt: dateOrNull(row.problemAt),
  }));
}

export interface Recipient extends RecipientFacts {
  readonly recipientKey: number;
  readonly recipientId: string;
  readonly subscriptionKey: number;
  /** Of a person; null: an address outside. */
  readonly userId: string | null;
  readonly username: string | null;
  readonly email: string | null;
  /** An address outside; null: a person. */
  readonly address: string | null;
  readonly linkKey: Uint8Array;
  readonly confirmExpiresAt: Date | null;
  readonly confirmProblem: string | null;
}

export async function recipientsOf(
  db: Querier,
  industryKey: number,
  subscriptionKeys: readonly number[],
): Promise<Recipient[]> {
  const rows = await db.many<RowOf<Recipient, 'confirmedAt' | 'confirmExpiresAt' | 'unsubscribedAt'>>(
    'subscriptions.recipients',
    { industryKey, subscriptionKeys },
  );
  return rows.map((row) => ({
    ...row,
    confirmedAt: dateOrNull(row.confirmedAt),
    confirmExpiresAt: dateOrNull(row.confirmExpiresAt),
    unsubscribedAt: dateOrNull(row.unsubscribedAt),
  }));
}

/** A user of the industry who may log in. */
interface PossibleRecipient {
  readonly userKey: number;
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly permissions: readonly string[];
}

export const usersToName = (db: Querier, industryKey: number): Promise<PossibleRecipient[]> =>
  db.many<PossibleRecipient>('subscriptions.people', { industryKey });

/** Locks a subscription to the end of the transaction; false: the industry has no such one. */
export const holdSubscription = async (
  transaction: Querier,
  industryKey: number,
  subscriptionId: string,
): Promise<boolean> => (await transaction.maybeOne('subscriptions.hold', { industryKey, subscriptionId })) !== null;

export const countSubscriptions = async (db: Querier, industryKey: number): Promise<number> =>
  (await db.one<{ subscriptions: number }>('subscriptions.count', { industryKey })).subscriptions;

const parametersOf = (fields: SubscriptionFields, nextAt: EpochMillis) => ({
  ...fields,
  report: JSON.stringify(fields.report),
  nextAt: new Date(nextAt),
});

export const addSubscription = (
  transaction: Querier,
  industryKey: number,
  fields: SubscriptionFields,
  { createdBy, now, nextAt }: { readonly createdBy: number; readonly now: Date; readonly nextAt: EpochMillis },
): Promise<Pick<Subscription, 'subscriptionKey' | 'subscriptionId'>> =>
  transaction.one('subscriptions.add', { ...parametersOf(fields, nextAt), industryKey, createdBy, now });

/** One subscription of an industry. */
export interface OneSubscription {
  readonly industryKey: number;
  readonly subscriptionKey: number;
}

export async function changeSubscription(
  transaction: Querier,
  { industryKey, subscriptionKey }: OneSubscription,
  fields: SubscriptionFields,
  nextAt: EpochMillis,
): Promise<void> {
  await transaction.many('subscriptions.change', { ...parametersOf(fields, nextAt), industryKey, subscriptionKey });
}

/** @param pausedAt null: it goes on */
export async function pauseSubscription(
  transaction: Querier,
  { industryKey, subscriptionKey }: OneSubscription,
  pausedAt: Date | null,
  nextAt: EpochMillis,
): Promise<void> {
  await transaction.many('subscriptions.pause', { industryKey, subscriptionKey, pausedAt, nextAt: new Date(nextAt) });
}

/** Removes a subscription, and with it whoever got it. */
export async function removeSubscription(
  transaction: Querier,
  { industryKey, subscriptionKey }: OneSubscription,
  now: Date,
): Promise<void> {
  await transaction.many('subscriptions.remove_recipients', { industryKey, subscriptionKey });
  await transaction.many('subscriptions.remove', { industryKey, subscriptionKey, now });
}

/** @param problem null: the report could be made */
export async function noteProblem(
  db: Querier,
  { industryKey, subscriptionKey }: OneSubscription,
  problem: string | null,
  now: Date,
): Promise<void> {
  await db.many('subscriptions.note_problem', { industryKey, subscriptionKey, problem, now });
}

/** A subscription whose time has come. */
interface DueSubscription extends OneSubscription, Timing {
  readonly industryId: string;
  readonly subscriptionId: string;
  readonly timezone: string;
  readonly nextAt: Date;
}

/** The first of the subscriptions whose time has come, by that time. */
export const dueSubscriptions = async (db: Querier, now: Date, most: number): Promise<DueSubscription[]> =>
  (
    await db.many<RowOf<Omit<DueSubscription, 'timezone'>, 'nextAt'> & { readonly clock: readonly DatedRule[] }>(
      'subscriptions.due',
      { now, most },
    )
  ).map(({ clock, nextAt, ...row }) => ({
    ...row,
    timezone: clockAsOf(clock, now.getTime()).timezone,
    nextAt: new Date(nextAt),
  }));

/** Gives subscriptions their next times, and counts those that had no other change meanwhile. */
export const advanceSubscriptions = async (
  db: Querier,
  due: readonly DueSubscription[],
  nextTimeOf: (one: DueSubscription) => EpochMillis,
): Promise<number> =>
  (
    await db.many('subscriptions.advance', {
      industryKeys: due.map(({ industryKey }) => industryKey),
      subscriptionKeys: due.map(({ subscriptionKey }) => subscriptionKey),
      was: due.map(({ nextAt }) => nextAt),
      nextAts: due.map((one) => new Date(nextTimeOf(one))),
    })
  ).length;
