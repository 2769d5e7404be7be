import type { Channel } from '../channels/channel.ts';
import type { Context } from '../../context.ts';
import type { IdentityProvider } from './rules/identity-provider.ts';
import type { KnownNetworks } from '../limits/known-networks.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { IdentityTokens } from './identity-tokens.ts';
import type { IndustryCache } from '../directory/held-industries.ts';
import type { AttemptLogin } from './login-throttle.ts';
import type { Tokens } from './tokens.ts';

/** Hashing and checking of passwords: `rules/password.ts`, unless a test watches it. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** Shared parts of this folder's verbs, bound to one database and one set of secrets. */
export interface AuthDependencies {
  readonly context: Pick<Context, 'database' | 'clock' | 'log' | 'config'>;
  /** The first signs, all verify; never empty. */
  readonly secrets: readonly string[];
  readonly tokens: Tokens;
  readonly industries: IndustryCache;
  readonly providers: readonly IdentityProvider[];
  readonly identityTokens: IdentityTokens;
  readonly limiter: Limiter;
  readonly networks: KnownNetworks;
  readonly attempt: AttemptLogin;
  readonly sms: Channel;
  readonly passwords: Passwords;
}
