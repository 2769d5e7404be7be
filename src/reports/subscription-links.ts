import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ChannelError } from '../platform/channels/channel.ts';
import type { Context, DataContext, Reach } from '../context.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import type { Actor } from '../platform/login/rules/caller.ts';
import {
  beginConfirmation,
  confirmRecipient,
  endMails,
  findConfirmation,
  findRecipient,
  findToConfirm,
  noteConfirmationProblem,
  type RecipientOfLink,
  type RecipientToCheck,
} from './store/subscription-recipients.ts';
import type { Recipient } from './store/subscriptions.ts';
import { confirmationMail } from './writers/subscription-words.ts';

/* Links in mails of subscriptions, which act without a login: one ends the mails, one confirms an address outside. */

export const LINKS_PATH = '/api/user/reports';

export const recipientAddress = ({ address, email }: Pick<Recipient, 'address' | 'email'>): string =>
  address ?? email ?? '';

const signatureOf = (recipientId: string, linkKey: Uint8Array): Buffer =>
  createHmac('sha256', linkKey).update(`unsubscribe ${recipientId}`).digest();

/** The link by which one recipient ends the mails of one subscription. It works for as long as he is named in it. */
export const unsubscribeLink = (
  publicUrl: string,
  { recipientId, linkKey }: Pick<Recipient, 'recipientId' | 'linkKey'>,
): string =>
  `${publicUrl}${LINKS_PATH}/unsubscribe?token=${recipientId}.${signatureOf(recipientId, linkKey).toString('base64url')}`;

const UNSUBSCRIBE_TOKEN = /^(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?<signature>[\w-]{43})$/;

/** The recipient of a link that ends mails; null: the link is not valid, or he is named no longer. */
export async function recipientOfLink(
  { database }: Pick<DataContext, 'database'>,
  token: string,
): Promise<RecipientToCheck | null> {
  const parts = UNSUBSCRIBE_TOKEN.exec(token)?.groups;
  const recipientId = parts?.['id'] ?? '';
  const recipient = recipientId === '' ? null : await findRecipient(database, recipientId);
  if (recipient === null) return null;
  const signature = Buffer.from(parts?.['signature'] ?? '', 'base64url');
  return timingSafeEqual(signature, signatureOf(recipientId, recipient.linkKey)) ? recipient : null;
}

/** The person behind a link, for the audit. Nobody has logged in. */
const behindLink = (recipient: RecipientOfLink, network: string): Actor => ({
  userId: 'link in a mail',
  industryId: recipient.industryId,
  address: network,
});

/** Ends the mails to the recipient of a link, who may have ended them before. Null: the link is not valid. */
export async function unsubscribe(
  { database, clock }: DataContext,
  { token, clientNetwork }: { readonly token: string; readonly clientNetwork: string },
): Promise<RecipientOfLink | null> {
  const recipient = await recipientOfLink({ database }, token);
  if (recipient === null) return null;
  const now = clock.now();
  await database.transaction(async (transaction) => {
    if (!(await endMails(transaction, recipient, new Date(now)))) return;
    await writeAudit(transaction, {
      at: now,
      actor: behindLink(recipient, clientNetwork),
      industryKey: recipient.industryKey,
      verb: 'subscription.unsubscribe',
      subject: recipient.subscriptionId,
      before: null,
      after: { recipient: recipient.userId ?? recipient.address },
    });
  });
  return recipient;
}

/** Days for which a link to confirm is valid, as its mail says. */
const CONFIRM_DAYS = 3;
const TOKEN_BYTES = 32;
const CONFIRM_TOKEN = /^[\w-]{43}$/;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const CONFIRM_QUEUE = 'confirm-recipient';

/**
 * Mails a link to an address outside. The former link is void.
 * @throws ChannelError when the mail server cannot be reached, so that the job is tried again.
 */
export async function sendConfirmation(
  { database, clock, config, log, channels }: Pick<Context, 'database' | 'clock' | 'config' | 'log'> & Reach,
  recipientKey: number,
): Promise<void> {
  const recipient = await findToConfirm(database, recipientKey);
  if (recipient === null) return;
  if (config.publicUrl === null) return noteConfirmationProblem(database, recipient, 'PUBLIC_URL is not set');
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await beginConfirmation(database, recipient, hashOf(token), new Date(clock.now() + CONFIRM_DAYS * DAY_MS));
  const content = confirmationMail(
    {
      industryName: recipient.industryName,
      service: recipient.report.service,
      addedByName: recipient.addedByName,
      link: `${config.publicUrl}${LINKS_PATH}/confirm?token=${token}`,
      days: CONFIRM_DAYS,
    },
    recipient.mailLanguage,
  );
  try {
    await channels.email.send({
      to: recipient.address,
      title: content.subject,
      text: content.text,
      html: content.html,
    });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    log.error({ industry: recipient.industryId, reason: error.message }, 'link to confirm an address not sent');
    await noteConfirmationProblem(database, recipient, error.message);
    if (error.kind === 'unreachable') throw error;
  }
}

/** The address of a link to confirm that still holds; null: used, too old or replaced. */
export const addressToConfirm = async (
  { database, clock }: DataContext,
  token: string,
): Promise<RecipientOfLink | null> =>
  CONFIRM_TOKEN.test(token) ? findConfirmation(database, hashOf(token), new Date(clock.now())) : null;

/** Confirms an address by its link, once. Null: the link does not hold (any more). */
export async function confirmAddress(
  context: DataContext,
  { token, clientNetwork }: { readonly token: string; readonly clientNetwork: string },
): Promise<RecipientOfLink | null> {
  const recipient = await addressToConfirm(context, token);
  if (recipient === null) return null;
  return context.database.transaction(async (transaction) => {
    const now = context.clock.now();
    if (!(await confirmRecipient(transaction, recipient, hashOf(token), new Date(now)))) return null;
    await writeAudit(transaction, {
      at: now,
      actor: behindLink(recipient, clientNetwork),
      industryKey: recipient.industryKey,
      verb: 'subscription.confirm',
      subject: recipient.subscriptionId,
      before: null,
      after: { recipient: recipient.address },
    });
    return recipient;
  });
}
