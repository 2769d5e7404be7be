import type { Caller } from '../domain/access/caller.ts';
import { ServiceError } from '../domain/errors.ts';
import type { HttpContext } from './environment.ts';
import { presentedToken } from './middleware/access.ts';
import type { HttpServices } from './services.ts';

/**
 * Whose token came to an endpoint that needs none; null: no token, or one that does not count, which is no error there.
 * @param industryId the industry that is to be acted on, as a header would name it; null: none in particular.
 */
export async function shownCaller(
  c: HttpContext,
  { auth }: Pick<HttpServices, 'auth'>,
  industryId: string | null,
): Promise<Caller | null> {
  const token = presentedToken(c);
  if (token === null) return null;
  return auth.authenticate(token, industryId).catch((error: unknown) => {
    if (error instanceof ServiceError) return null;
    throw error;
  });
}

/** Whether the caller has shown the secret, which was checked where there is one. */
export const hasShownSecret = ({ context }: Pick<HttpServices, 'context'>): boolean =>
  context.config.internalSecret !== null;
