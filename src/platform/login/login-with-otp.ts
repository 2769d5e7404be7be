import { ChannelError } from '../channels/channel.ts';
import {
  isInTime,
  isOneTimePassword,
  OTP_RESEND_SECONDS,
  OTP_VALID_MINUTES,
  oneTimePassword,
} from './rules/one-time-password.ts';
import { internationalPhone, phoneKey } from './rules/login-name.ts';
import { ServiceError, TooManyRequests } from '../../kernel/errors.ts';
import { filledText } from '../../kernel/format/message.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import {
  beginOneTimePassword,
  forgetOneTimePassword,
  newestOneTimePassword,
  useOneTimePassword,
} from './store/one-time-passwords.ts';
import { findUserByPhone, type PhoneUser } from './store/users.ts';
import {
  OTP_GENERATION,
  OTP_GENERATION_FROM_ANYWHERE,
  OTP_VERIFICATION,
  OTP_VERIFICATION_FROM_ANYWHERE,
} from '../limits/limits.ts';
import type { AuthDependencies } from './dependencies.ts';
import { InvalidCredentials } from './errors.ts';
import { type Device, issueLogin, type Login, requireNotDisabled } from './login.ts';
import { accountKeyOf, type KnownNetworks } from '../limits/known-networks.ts';
import type { Limit, Limiter } from '../limits/limiter.ts';

/** Limits of codes. */
interface OtpLimits {
  readonly fromHere: readonly Limit[];
  readonly fromAnywhere: readonly Limit[];
}

interface OtpCounts {
  readonly limiter: Pick<Limiter, 'take' | 'giveBack'>;
  readonly networks: Pick<KnownNetworks, 'isKnown'>;
}

/** Client that asks for a code, or tries one. */
interface OtpClient {
  readonly phone: string;
  /** null: the number is nobody's. */
  readonly userKey: number | null;
  readonly clientNetwork: string;
}

/**
 * Counts one use of a number. A network from which its user has logged in within 90 days is held by its own count only,
 * so nobody elsewhere can lock him out.
 * @throws TooManyRequests by the number's count at this network, or at all others together.
 */
async function takeOtp(
  { limiter, networks }: OtpCounts,
  { fromHere, fromAnywhere }: OtpLimits,
  { phone, userKey, clientNetwork }: OtpClient,
): Promise<void> {
  const number = phoneKey(phone);
  const here = JSON.stringify([number, clientNetwork]);
  await limiter.take(fromHere, here);
  if (userKey !== null && (await networks.isKnown(accountKeyOf(userKey, ''), clientNetwork))) return;
  try {
    await limiter.take(fromAnywhere, number);
  } catch (error) {
    if (error instanceof TooManyRequests) await limiter.giveBack(fromHere, here);
    throw error;
  }
}

const GENERATION = { fromHere: OTP_GENERATION, fromAnywhere: OTP_GENERATION_FROM_ANYWHERE };
const VERIFICATION = { fromHere: OTP_VERIFICATION, fromAnywhere: OTP_VERIFICATION_FROM_ANYWHERE };

type ReachedUser = PhoneUser & { readonly phoneNo: string };

/**
 * Sends a one-time password by text message. @param phone 10 digits or the international format.
 * @returns the instant to show again with the code.
 * @throws TooManyRequests by the number's limits and within 60 s of the one before; InvalidCredentials (1401) 'Number
 * Not Registered'; ServiceError 420 disabled, 400 when text messages are not set up or the message was not taken.
 */
export async function sendOtp(
  dependencies: AuthDependencies,
  phone: string,
  clientNetwork: string,
): Promise<{ sentAt: EpochMillis }> {
  const { context, sms } = dependencies;
  if (!sms.isSetUp) throw new ServiceError(400, 'Text messages are not set up on this server');
  const user = await findPhoneUser(dependencies, phone);
  const sentAt = context.clock.now();
  // A request too soon is refused without being counted: impatience must not use up the hour.
  if (user !== null) await requireWaited(dependencies, user, sentAt);
  await takeOtp(dependencies, GENERATION, { phone, userKey: user?.userKey ?? null, clientNetwork });
  if (user === null) throw notRegistered();
  requireNotDisabled(user);
  // Only one of two requests at the same moment begins.
  if (!(await beginOneTimePassword(context.database, user.userKey, sentAt, OTP_RESEND_SECONDS)))
    throw new TooManyRequests(OTP_RESEND_SECONDS);
  await deliver(dependencies, user, sentAt);
  return { sentAt };
}

async function requireWaited({ context }: AuthDependencies, user: ReachedUser, now: EpochMillis): Promise<void> {
  const newest = await newestOneTimePassword(context.database, user.userKey);
  const waitedSeconds = newest === null ? OTP_RESEND_SECONDS : (now - newest.sentAt) / 1000;
  if (waitedSeconds < OTP_RESEND_SECONDS) throw new TooManyRequests(Math.ceil(OTP_RESEND_SECONDS - waitedSeconds));
}

async function deliver(
  { context, sms, secrets }: AuthDependencies,
  user: ReachedUser,
  sentAt: EpochMillis,
): Promise<void> {
  const [secret = ''] = secrets;
  const code = oneTimePassword(secret, user.phoneNo, sentAt);
  // Spec gap: the language. Whoever has chosen none for mails reads English.
  const language = user.mailLanguage ?? 'en';
  const text = filledText(catalogueOf(language).login.codeMessage, { code, minutes: OTP_VALID_MINUTES }, language);
  try {
    const to = internationalPhone(user.phoneNo, context.config.phoneCountryCode);
    await sms.send({ to, text });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    context.log.error(
      { channel: sms.name, user: user.userId, industry: user.industryId, reason: error.message },
      'one-time password not sent',
    );
    await forgetOneTimePassword(context.database, user.userKey, sentAt);
    throw new ServiceError(400, 'The text message could not be sent. Please try again.');
  }
}

/**
 * Login of type OTP: the newest code sent to the number, once, within five minutes. Spec gap: a client could name any
 * instant, so only the one at which a code was really sent counts.
 * @param sentAt the instant that came with it; null: not shown again by the client.
 * @throws TooManyRequests by the number's limits; InvalidCredentials (1401) 'Number Not Registered' or, for every other
 * cause, 'Invalid OTP'; ServiceError 420 disabled.
 */
export async function loginWithOtp(
  dependencies: AuthDependencies,
  phone: string,
  code: string,
  sentAt: EpochMillis | null,
  device: Device,
): Promise<Login> {
  const { context, secrets } = dependencies;
  const { clientNetwork } = device;
  const user = await findPhoneUser(dependencies, phone);
  await takeOtp(dependencies, VERIFICATION, { phone, userKey: user?.userKey ?? null, clientNetwork });
  if (user === null) throw notRegistered();
  const now = context.clock.now();
  const newest = await newestOneTimePassword(context.database, user.userKey);
  const isRight =
    newest !== null
    && (sentAt === null || sentAt === newest.sentAt)
    && isInTime(newest.sentAt, now)
    && isOneTimePassword(code, secrets, user.phoneNo, newest.sentAt);
  if (!isRight || !(await useOneTimePassword(context.database, user.userKey, newest.sentAt, now)))
    throw new InvalidCredentials('Invalid OTP');
  requireNotDisabled(user);
  return issueLogin(dependencies, user, device, { loginType: 'OTP' });
}

const notRegistered = (): InvalidCredentials => new InvalidCredentials('Number Not Registered');

async function findPhoneUser({ context }: AuthDependencies, phone: string): Promise<ReachedUser | null> {
  const user = await findUserByPhone(context.database, phone);
  return user === null || user.phoneNo === null ? null : { ...user, phoneNo: user.phoneNo };
}
