import { type Channel, ChannelError } from '../channels/channel.ts';
import type { Context, DataContext } from '../../context.ts';
import type { Querier } from '../database/database.ts';
import { instantText } from '../../kernel/format/date-text.ts';
import { filledText } from '../../kernel/format/message.ts';
import type { Language } from '../../kernel/language.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import {
  beginReset,
  findResetPerson,
  isRequestServed,
  recordResetMail,
  recordUnsentReset,
  type ResetPerson,
} from './store/password-resets.ts';
import { inertText } from '../../kernel/format/inert-text.ts';
import { ink, mailButton, mailFrame } from '../../kernel/format/mail-frame.ts';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '../../kernel/time/durations.ts';
import { TooManyRequests } from '../../kernel/errors.ts';
import { isStorable } from '../../kernel/json.ts';
import type { QueueClient } from '../queue/client.ts';
import { findUserForLogin } from './store/users.ts';
import { accountAtNetwork, accountKeyOf, type KnownNetworks } from '../limits/known-networks.ts';
import type { Limiter } from '../limits/limiter.ts';
import { RESETS_ASKED_FROM_HERE, RESETS_OF_ONE, RESETS_OF_ONE_FROM_HERE } from '../limits/limits.ts';

/* The mail with the link by which a password is set, in the look of the other mails. */

interface LinkFacts {
  readonly username: string;
  readonly link: string;
  readonly expiresAt: string;
}

interface ResetFacts extends LinkFacts {
  readonly minutes: number;
  readonly askedAt: string;
}

interface InvitationFacts extends LinkFacts {
  readonly industryName: string;
  /** userId of the person who invites. */
  readonly invitedBy: string;
}

interface LinkWords {
  readonly language: Language;
  readonly subject: string;
  readonly why: string;
  readonly link: string;
  readonly button: string;
  readonly validity: string;
  readonly otherwise: string;
  readonly footer: string;
}

export function resetWords({ username, link, minutes, askedAt, expiresAt }: ResetFacts, language: Language): LinkWords {
  const t = catalogueOf(language).linkMail;
  return {
    language,
    subject: t.reset,
    why: filledText(t.resetWhy, { username, askedAt }, language),
    link,
    button: t.reset,
    validity: filledText(t.resetValid, { minutes, expiresAt }, language),
    otherwise: t.resetOtherwise,
    footer: filledText(t.footer, { link }, language),
  };
}

export function invitationWords(facts: InvitationFacts, language: Language): LinkWords {
  const { username, link, expiresAt, invitedBy: by, industryName: industry } = facts;
  const t = catalogueOf(language).linkMail;
  return {
    language,
    subject: filledText(t.invitation, { industry }, language),
    why: filledText(t.invitationWhy, { by, industry, username }, language),
    link,
    button: t.setPassword,
    validity: filledText(t.invitationValid, { expiresAt }, language),
    otherwise: t.invitationOtherwise,
    footer: filledText(t.footer, { link }, language),
  };
}

export const linkMailText = ({ subject, why, link, validity, otherwise }: LinkWords): string =>
  [subject, '', why, '', link, '', validity, '', otherwise, ''].join('\n');

const paragraph = (text: string): string =>
  `<p class="c-ink" style="margin:0 0 16px;${ink('ink')};font-size:16px;line-height:22px;overflow-wrap:anywhere">${inertText(text)}</p>`;

/** The html says what the plain text says, in its order. */
export const linkMailHtml = ({
  language,
  subject,
  why,
  link,
  button,
  validity,
  otherwise,
  footer,
}: LinkWords): string =>
  mailFrame({
    language,
    subject,
    colour: 'water',
    card: [
      `<h1 class="c-ink" style="margin:0 0 12px;${ink('ink')};font-size:20px;line-height:28px;font-weight:600">${inertText(subject)}</h1>`,
      paragraph(why),
      mailButton({ link, words: button, colour: 'water', margin: '4px 0 20px' }),
      paragraph(validity),
      `<p class="c-muted" style="margin:0;${ink('muted')};font-size:14px;line-height:20px">${inertText(otherwise)}</p>`,
    ],
    footer,
  });

/** Minutes for which a link is valid, as its mail says. */
const RESET_MINUTES = 30;
export const RESET_MS = RESET_MINUTES * MINUTE_MS;
/** Time for which an invitation is valid, because people are on leave. */
export const INVITATION_MS = 7 * DAY_MS;

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

export const newResetToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The hash of a token, which alone is kept. */
export const hashOfReset = (token: string): Buffer => createHash('sha256').update(token).digest();

/** True for a text in the form of a token. */
export const isLikeReset = (token: string): boolean => TOKEN.test(token);

/** Address of the link; the page is src/platform/login/http/user/password/form.ts. */
export const resetLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/api/user/password/form?token=${token}`;

export const PASSWORD_RESET_QUEUE = 'password-reset';

interface ResetCounts {
  readonly limiter: Limiter;
  readonly networks: Pick<KnownNetworks, 'isKnown'>;
}

/**
 * Sends a link to the user of this username or e-mail address. The answer must not tell whether there is one, so both
 * cases take the same way: one look, one job. The typed text is not kept.
 * @throws TooManyRequests by the limit of the client's network.
 */
export async function askForReset(
  { database, clock }: DataContext,
  queue: QueueClient,
  counts: ResetCounts,
  { name, clientNetwork }: { readonly name: string; readonly clientNetwork: string },
): Promise<void> {
  await counts.limiter.take(RESETS_ASKED_FROM_HERE, clientNetwork);
  const userKey = (await findUserForLogin(database, isStorable(name) ? name : ''))?.userKey ?? null;
  // Requests are counted here and not at the sending, because a mail is tried several times.
  const isTooMany = await hasTooMany(counts, accountKeyOf(userKey, name), clientNetwork);
  const requestId = randomUUID();
  const asked: AskedReset = { userKey, isTooMany, invitedBy: null, request: { requestId, askedAt: clock.now() } };
  await queue.send(PASSWORD_RESET_QUEUE, asked, { singletonKey: requestId });
}

/**
 * True when no link may be sent. Nobody elsewhere can use up the links of a user who asks from a network of earlier
 * logins.
 */
async function hasTooMany({ limiter, networks }: ResetCounts, account: string, network: string): Promise<boolean> {
  const here = accountAtNetwork(account, network);
  try {
    await limiter.take(RESETS_OF_ONE_FROM_HERE, here);
    if (!(await networks.isKnown(account, network))) await limiter.take(RESETS_OF_ONE, account);
    return false;
  } catch (error) {
    if (error instanceof TooManyRequests) return true;
    throw error;
  }
}

interface ResetMailing {
  readonly context: Pick<Context, 'database' | 'clock' | 'log' | 'config'>;
  readonly channels: { readonly email: Channel };
}

/** A link that was asked for. */
export interface AskedReset {
  /** null: there is nobody of the name that was typed. */
  readonly userKey: number | null;
  /** True when more links were asked for than are sent. */
  readonly isTooMany: boolean;
  /** userId of the person who invites the user; null: the password was forgotten. */
  readonly invitedBy: string | null;
  readonly request: { readonly requestId: string; readonly askedAt: EpochMillis };
}

/** Time after which nobody waits for the link of a forgotten password any more. */
const WAITED_FOR_MS = 15 * MINUTE_MS;

/** Makes a link for the user. The former one is void. */
export async function makeResetLink(
  db: Querier,
  userKey: number,
  now: EpochMillis,
  lifetimeMs: number,
  requestId: string | null = null,
): Promise<{ readonly token: string; readonly expiresAt: EpochMillis }> {
  const token = newResetToken();
  const expiresAt = now + lifetimeMs;
  await beginReset(db, userKey, hashOfReset(token), { askedAt: now, expiresAt, requestId });
  return { token, expiresAt };
}

/**
 * Makes a link and mails it. The reason of a failed mail is kept with the link, where operators see it, and logged. The
 * person who asked is told nothing of it.
 * @throws ChannelError when the mail server cannot be reached, so that the job is tried again.
 */
export async function sendReset(
  { context, channels }: ResetMailing,
  { userKey, isTooMany, invitedBy, request }: AskedReset,
): Promise<void> {
  const { database, clock, log, config } = context;
  // Why it was not sent stands with the link of the last attempt.
  if (invitedBy === null && clock.now() - request.askedAt > WAITED_FOR_MS) return;
  const person = userKey === null ? null : await findResetPerson(database, userKey);
  if (person === null) return;
  const whose = { industry: person.industryId, user: person.userId };
  if (isTooMany) {
    log.warn(whose, 'password reset asked for too often, no mail is sent');
    return recordUnsentReset(database, person.userKey, 'A link was asked for too often, and was not sent');
  }
  // Another link would void the one that the person has: of a worker that was killed before it told the queue, or one
  // that was handed over while the mail server was away.
  const isInvitation = invitedBy !== null;
  if (await isRequestServed(database, person.userKey, { ...request, isInvitation })) return;
  const lifetimeMs = isInvitation ? INVITATION_MS : RESET_MS;
  const { token, expiresAt } = await makeResetLink(
    database,
    person.userKey,
    clock.now(),
    lifetimeMs,
    request.requestId,
  );
  // A second read, because a later change of the address makes the link void, and an earlier one does not.
  const addressee = (await findResetPerson(database, person.userKey)) ?? person;
  const record = (sentAt: EpochMillis | null, problem: string | null): Promise<void> =>
    recordResetMail(database, person.userKey, hashOfReset(token), { sentAt, problem });
  if (config.publicUrl === null) {
    log.error({ ...whose, setting: 'PUBLIC_URL' }, 'password reset not sent: links need PUBLIC_URL');
    return record(null, 'PUBLIC_URL is not set, and the link needs it');
  }
  try {
    const link = resetLink(config.publicUrl, token);
    await channels.email.send(mailOf(addressee, { link, invitedBy, askedAt: request.askedAt, expiresAt }));
    await record(clock.now(), null);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    log.error({ ...whose, reason: error.message }, 'password reset not sent');
    await record(null, error.message);
    if (error.kind === 'unreachable') throw error;
  }
}

interface MailedLink {
  readonly link: string;
  readonly invitedBy: string | null;
  readonly askedAt: EpochMillis;
  readonly expiresAt: EpochMillis;
}

function mailOf({ email, username, industryName, timezone, mailLanguage }: ResetPerson, mailed: MailedLink) {
  const { link, invitedBy } = mailed;
  // Spec gap: whoever has chosen no language of mails gets the links in English.
  const language = mailLanguage ?? 'en';
  const instant = (at: EpochMillis): string => `${instantText(at, timezone, language)} (${timezone})`;
  const expiresAt = instant(mailed.expiresAt);
  const words =
    invitedBy === null
      ? resetWords({ username, link, minutes: RESET_MINUTES, askedAt: instant(mailed.askedAt), expiresAt }, language)
      : invitationWords({ username, link, industryName, invitedBy, expiresAt }, language);
  return { to: email, title: words.subject, text: linkMailText(words), html: linkMailHtml(words) };
}
