import type { Channel } from '../channels/channel.ts';
import type { Context } from '../../context.ts';
import { hashPassword, verifyPassword } from './rules/password.ts';
import { findIndustry } from '../directory/store/industries.ts';
import { findUserForLogin } from './store/users.ts';
import { createKnownNetworks } from '../limits/known-networks.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { AuthDependencies, Passwords } from './dependencies.ts';
import { createIdentityTokens } from './identity-tokens.ts';
import { createIndustryCache } from '../directory/held-industries.ts';
import { createLoginAttempts } from './login-throttle.ts';
import { createTokens } from './tokens.ts';

/** Parts that only the composition root makes. `secrets`: the first signs, all verify; never empty. */
interface AuthParts {
  readonly secrets: readonly string[];
  readonly limiter: Limiter;
  readonly sms: Channel;
  readonly passwords?: Passwords;
}

/** A process has one, because it keeps industries, keys of identity providers and turns of attempts. */
export function createAuth(
  context: Pick<Context, 'database' | 'clock' | 'log' | 'config'>,
  { secrets, limiter, sms, passwords = { hash: hashPassword, verify: verifyPassword } }: AuthParts,
): AuthDependencies {
  const networks = createKnownNetworks(context, secrets);
  return {
    context,
    secrets,
    tokens: createTokens(secrets, context.clock),
    industries: createIndustryCache(
      (industryId) => findIndustry(context.database, industryId, context.clock.now()),
      () => context.clock.now(),
    ),
    providers: context.config.identityProviders,
    identityTokens: createIdentityTokens(context),
    limiter,
    networks,
    attempt: createLoginAttempts(
      limiter,
      networks,
      async (name) => (await findUserForLogin(context.database, name))?.userKey ?? null,
      context.log,
    ),
    sms,
    passwords,
  };
}
