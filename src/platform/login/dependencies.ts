import type { Channel } from '../channels/channel.ts';
import type { Context } from '../../context.ts';
import type { IdentityProvider } from './rules/identity-provider.ts';
import type { KnownNetworks } from '../limits/known-networks.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { IdentityTokens } from './identity-tokens.ts';
import type { IndustryCache } from './industry-cache.ts';
import type { Tokens } from './tokens.ts';

/** How passwords are hashed and checked: `rules/password.ts`, unless a test watches it. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** What the use cases of this folder share. */
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
  readonly sms: Channel;
  readonly passwords: Passwords;
}
