import { isOperator } from '../domain/access/caller.ts';
import { ServiceError } from '../domain/errors.ts';
import type { HttpContext } from './environment.ts';
import { presentedToken } from './middleware/access.ts';
import type { HttpServices } from './services.ts';

/**
 * Whether a caller of an endpoint without a token may hear of the industry: by the shared secret, which was checked
 * where there is one, or by a token all the same.
 */
export async function mayHearOf(
  c: HttpContext,
  { auth, context }: Pick<HttpServices, 'auth' | 'context'>,
  industryId: string,
): Promise<boolean> {
  if (context.config.internalSecret !== null) return true;
  const token = presentedToken(c);
  if (token === null) return false;
  return auth.authenticate(token, null).then(
    (caller) => isOperator(caller) || caller.homeIndustryId === industryId,
    (error: unknown) => {
      // The endpoint needs no token, so one that does not count is no error here.
      if (error instanceof ServiceError) return false;
      throw error;
    },
  );
}
