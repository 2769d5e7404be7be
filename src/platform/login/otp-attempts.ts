import { phoneKey } from './rules/phone.ts';
import { TooManyRequests } from '../../kernel/errors.ts';
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

/** Who asks for a code, or tries one. */
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
export async function takeOtp(
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
