import { type Channel, ChannelError } from '../channels/channel.ts';
import type { Context } from '../../context.ts';
import type { Querier } from '../database/database.ts';
import { instantText } from '../../kernel/format/date-text.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import {
  beginReset,
  findResetPerson,
  recordResetMail,
  recordUnsentReset,
  type ResetPerson,
} from './store/password-resets.ts';
import { resetMailHtml, resetMailText, RESET_SUBJECT } from './reset-mail.ts';
import { hashOfReset, newResetToken, RESET_MILLISECONDS, RESET_MINUTES, resetLink } from './reset-link.ts';

interface ResetMailing {
  readonly context: Pick<Context, 'database' | 'clock' | 'log' | 'config'>;
  readonly channels: { readonly email: Channel };
}

/** A link that was asked for. */
interface AskedReset {
  /** null: there is nobody of the name that was typed. */
  readonly userKey: number | null;
  /** More were asked for than are sent. */
  readonly isTooMany: boolean;
}

/** Makes a link for the user. The former one is void. */
export async function makeResetLink(
  db: Querier,
  userKey: number,
  now: EpochMillis,
): Promise<{ readonly token: string; readonly expiresAt: EpochMillis }> {
  const token = newResetToken();
  const expiresAt = now + RESET_MILLISECONDS;
  await beginReset(db, userKey, hashOfReset(token), { askedAt: now, expiresAt });
  return { token, expiresAt };
}

/**
 * Makes a link and mails it. The reason of a failed mail is kept with the link, where operators see it, and logged. The
 * person who asked is told nothing of it.
 * @throws ChannelError when the mail server cannot be reached, so that the job is tried again.
 */
export async function sendReset(
  { context, channels }: ResetMailing,
  { userKey, isTooMany }: AskedReset,
): Promise<void> {
  const { database, clock, log, config } = context;
  const person = userKey === null ? null : await findResetPerson(database, userKey);
  if (person === null) return;
  const whose = { industry: person.industryId, user: person.userId };
  if (isTooMany) {
    log.warn(whose, 'password reset asked for too often, no mail is sent');
    return recordUnsentReset(database, person.userKey, 'A link was asked for too often, and was not sent');
  }
  const { token, expiresAt } = await makeResetLink(database, person.userKey, clock.now());
  // Read once more, because an address that changes from now on makes the link void, and one from before does not.
  const addressee = (await findResetPerson(database, person.userKey)) ?? person;
  const record = (sentAt: EpochMillis | null, problem: string | null): Promise<void> =>
    recordResetMail(database, person.userKey, hashOfReset(token), { sentAt, problem });
  if (config.publicUrl === null) {
    log.error({ ...whose, setting: 'PUBLIC_URL' }, 'password reset not sent: links need PUBLIC_URL');
    return record(null, 'PUBLIC_URL is not set, and the link needs it');
  }
  try {
    await channels.email.send(mailOf(addressee, resetLink(config.publicUrl, token), clock.now(), expiresAt));
    await record(clock.now(), null);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    log.error({ ...whose, reason: error.message }, 'password reset not sent');
    await record(null, error.message);
    if (error.kind === 'unreachable') throw error;
  }
}

const mailOf = (
  { email, username, timezone }: ResetPerson,
  link: string,
  askedAt: EpochMillis,
  expiresAt: EpochMillis,
) => {
  const words = {
    username,
    link,
    minutes: RESET_MINUTES,
    askedAt: `${instantText(askedAt, timezone)} (${timezone})`,
    expiresAt: `${instantText(expiresAt, timezone)} (${timezone})`,
  };
  return { to: email, title: RESET_SUBJECT, text: resetMailText(words), html: resetMailHtml(words) };
};
