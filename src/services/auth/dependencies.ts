import type { Context } from '../../context.ts';
import type { IndustryCache } from './industry-cache.ts';
import type { Tokens } from './tokens.ts';

/** What the use cases of this folder share. */
export interface AuthDependencies {
  readonly context: Pick<Context, 'database' | 'clock' | 'log'>;
  readonly tokens: Tokens;
  readonly industries: IndustryCache;
}
