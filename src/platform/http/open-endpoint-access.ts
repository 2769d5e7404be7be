import type { Context } from '../../context.ts';
import { authenticate } from '../login/authenticate.ts';
import type { AuthDependencies } from '../login/dependencies.ts';
import { type Caller, isOperator } from '../login/rules/caller.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { HttpContext } from './environment.ts';
import { presentedToken } from './middleware/access.ts';

interface WithAuth {
  readonly auth: AuthDependencies;
}
interface WithConfig {
  readonly context: Pick<Context, 'config'>;
}

/** True when the caller has shown the shared secret, which was checked where there is one. */
export const hasShownSecret = ({ context }: WithConfig): boolean => context.config.internalSecret !== null;

/** Caller by the token at an endpoint that needs none. null: no token, or an invalid one, which is no error there. */
export async function shownCaller(c: HttpContext, { auth }: WithAuth): Promise<Caller | null> {
  const token = presentedToken(c);
  if (token === null) return null;
  return authenticate(auth, token, null).catch((error: unknown) => {
    if (error instanceof ServiceError) return null;
    throw error;
  });
}

/** Access of a caller to an industry at an endpoint that needs no token, by the shared secret or by a token. */
export async function hasIndustryAccess(
  c: HttpContext,
  services: WithAuth & WithConfig,
  industryId: string,
): Promise<boolean> {
  if (hasShownSecret(services)) return true;
  const caller = await shownCaller(c, services);
  return caller !== null && (isOperator(caller) || caller.homeIndustryId === industryId);
}
