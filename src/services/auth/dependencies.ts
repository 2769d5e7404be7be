import type { Channel } from '../../channels/channel.ts';
import type { Context } from '../../context.ts';
import type { IdentityProvider } from '../../domain/access/identity-provider.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { IdentityTokens } from './identity-tokens.ts';
import type { IndustryCache } from './industry-cache.ts';
import type { Tokens } from './tokens.ts';

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
  readonly sms: Channel;
}
