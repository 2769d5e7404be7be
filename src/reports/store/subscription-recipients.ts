import { randomBytes } from 'node:crypto';
import type { Language } from '../../kernel/language.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { AutomatedReport } from '../rules/automated-mails.ts';
import type { OneSubscription } from './subscriptions.ts';

const LINK_KEY_BYTES = 32;

/** People and addresses outside that a subscription is to have from now on. */
export interface WantedRecipients {
  readonly userKeys: readonly number[];
  readonly addresses: readonly string[];
}

/**
 * Sets the recipients of a subscription. Whoever stays keeps the link that ends the mails.
 * @param addedBy userKey of who answers for the addresses outside
 * @returns keys of addresses that need a link to confirm.
 */
export async function setRecipients(
  transaction: Querier,
  { industryKey, subscriptionKey }: OneSubscription,
  { userKeys, addresses }: WantedRecipients,
  addedBy: number,
  now: Date,
): Promise<readonly number[]> {
  await transaction.many('subscriptions.keep_recipients', {
    industryKey,
    subscriptionKey,
    userKeys,
    addresses: addresses.map((address) => address.toLowerCase()),
  });
  const added = { industryKey, subscriptionKey, addedBy, now };
  for (const userKey of userKeys)
    await transaction.many('subscriptions.add_person', { ...added, userKey, linkKey: randomBytes(LINK_KEY_BYTES) });
  const toConfirm: number[] = [];
  for (const address of addresses) {
    const { recipientKey, waits } = await transaction.one<{ recipientKey: number; waits: boolean }>(
      'subscriptions.add_address',
      { ...added, address, linkKey: randomBytes(LINK_KEY_BYTES) },
    );
    if (waits) toConfirm.push(recipientKey);
  }
  return toConfirm;
}

/** A person turns the mails on again that he had ended. */
export async function takePartAgain(
  transaction: Querier,
  { industryKey, subscriptionKey }: OneSubscription,
  userKey: number,
): Promise<void> {
  await transaction.many('subscriptions.take_part_again', { industryKey, subscriptionKey, userKey });
}

/** A recipient as the pages behind links tell of him. */
interface LinkedRecipient {
  readonly industryKey: number;
  readonly industryId: string;
  readonly industryName: string;
  readonly recipientKey: number;
  readonly address: string;
  readonly mailLanguage: Language;
  readonly report: AutomatedReport;
}

/** An address that waits for its owner. */
interface ToConfirm extends LinkedRecipient {
  readonly addedByName: string;
}

/** Null: it was confirmed, or is gone. */
export const findToConfirm = (db: Querier, recipientKey: number): Promise<ToConfirm | null> =>
  db.maybeOne<ToConfirm>('subscriptions.to_confirm', { recipientKey });

/** The former link of the address is void from now on. */
export async function beginConfirmation(
  db: Querier,
  { industryKey, recipientKey }: Pick<LinkedRecipient, 'industryKey' | 'recipientKey'>,
  confirmHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await db.many('subscriptions.begin_confirmation', { industryKey, recipientKey, confirmHash, expiresAt });
}

export async function noteConfirmationProblem(
  db: Querier,
  { industryKey, recipientKey }: Pick<LinkedRecipient, 'industryKey' | 'recipientKey'>,
  problem: string,
): Promise<void> {
  await db.many('subscriptions.note_confirmation_problem', { industryKey, recipientKey, problem });
}

/** Recipient and subscription behind a link. */
export interface RecipientOfLink extends LinkedRecipient {
  readonly subscriptionId: string;
}

/** Null: the link is used, too old or replaced. */
export const findConfirmation = (db: Querier, confirmHash: Buffer, now: Date): Promise<RecipientOfLink | null> =>
  db.maybeOne<RecipientOfLink>('subscriptions.find_confirmation', { confirmHash, now });

/** false: somebody was faster. */
export const confirmRecipient = async (
  transaction: Querier,
  { industryKey, recipientKey }: RecipientOfLink,
  confirmHash: Buffer,
  now: Date,
): Promise<boolean> =>
  (await transaction.maybeOne('subscriptions.confirm', { industryKey, recipientKey, confirmHash, now })) !== null;

/** A recipient whose link is still to be checked. */
export interface RecipientToCheck extends RecipientOfLink {
  readonly linkKey: Uint8Array;
  /** Null: an address outside. */
  readonly userId: string | null;
  readonly unsubscribedAt: string | null;
}

export const findRecipient = (db: Querier, recipientId: string): Promise<RecipientToCheck | null> =>
  db.maybeOne<RecipientToCheck>('subscriptions.find_recipient', { recipientId });

/** false: the mails had ended already. */
export const endMails = async (
  transaction: Querier,
  { industryKey, recipientKey }: RecipientOfLink,
  now: Date,
): Promise<boolean> =>
  (await transaction.maybeOne('subscriptions.unsubscribe', { industryKey, recipientKey, now })) !== null;
