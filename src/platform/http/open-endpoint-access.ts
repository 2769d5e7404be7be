import { type Caller, isOperator } from '../login/rules/caller.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { HttpContext } from './environment.ts';
import { presentedToken } from './middleware/access.ts';
import type { HttpServices } from '../../service/services.ts';

/** Whether the caller has shown the shared secret, which was checked where there is one. */
export const hasShownSecret = ({ context }: Pick<HttpServices, 'context'>): boolean =>
  context.config.internalSecret !== null;

/** Whose token came to an endpoint that needs none. null: none, or one that does not count, which is no error there. */
export async function shownCaller(c: HttpContext, { auth }: Pick<HttpServices, 'auth'>): Promise<Caller | null> {
  const token = presentedToken(c);
  if (token === null) return null;
  return auth.authenticate(token, null).catch((error: unknown) => {
    if (error instanceof ServiceError) return null;
    throw error;
  });
}

/**
 * Access of a caller to an industry at an endpoint that needs no token: by the shared secret, or by a token all the
 * same.
 */
export async function hasIndustryAccess(
  c: HttpContext,
  services: Pick<HttpServices, 'auth' | 'context'>,
  industryId: string,
): Promise<boolean> {
  if (hasShownSecret(services)) return true;
  const caller = await shownCaller(c, services);
  return caller !== null && (isOperator(caller) || caller.homeIndustryId === industryId);
}
