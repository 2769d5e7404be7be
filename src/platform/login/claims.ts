import { z } from 'zod';
import { ROLES } from './rules/caller.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';

// Claims are read before the signature is checked, and handed to the database, which takes no NUL.
const id = z
  .string()
  .min(1)
  .refine((text) => !text.includes('\0'));

/**
 * Claims of a token (specification, Token claims), and four claims of our own: `token_use`, so that no token passes
 * for another kind; `sid`, the identity of the login (its refresh token's jti), which ends with it; `sid_exp`, when
 * that login could be refreshed no more as it stood then; `aud`, the surface whose documentation a docs token opens.
 * `exp` (seconds since 1970, like all times here) is absent from tokens that never expire.
 */
export const claimsSchema = z.object({
  /** Industry id. */
  sub: id,
  userId: id,
  email: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  permissions: z.array(z.string()),
  loginType: z.string(),
  tid: z.string().optional(),
  /** Present only in operators' tokens: the specification lists it among theirs. */
  industryId: z.string().optional(),
  jti: id,
  sid: id,
  sid_exp: z.number().optional(),
  token_use: z.enum(['access', 'refresh', 'docs']),
  aud: z.string().optional(),
  iat: z.number(),
  exp: z.number().optional(),
});

/**
 * Claims that step 3 of the request check and the look-up of the session need: read before anything is verified. A
 * token identity that is absent or unreadable is '', which no session and no revocation holds.
 */
export const presentedSchema = z.object({
  sub: id,
  userId: id,
  jti: id.catch(''),
  sid: id.catch(''),
  token_use: z.unknown().optional(),
});

export type PresentedClaims = z.infer<typeof presentedSchema>;

export type TokenClaims = z.infer<typeof claimsSchema>;

/** The holder of a token; equal in every token of a login. */
export type Identity = Pick<
  TokenClaims,
  'sub' | 'userId' | 'email' | 'username' | 'role' | 'permissions' | 'loginType'
> & { tid?: string; industryId?: string };

/** A token's claims before it is dated. */
export type NewClaims = Identity
  & Pick<TokenClaims, 'jti' | 'token_use'> & { sid: string; sid_exp?: number; aud?: string };

/**
 * The claims by which an access token knows the login it belongs to. `refreshExpiresAt` null: it can always be
 * refreshed.
 */
export const loginClaims = (sid: string, refreshExpiresAt: EpochMillis | null): Pick<NewClaims, 'sid' | 'sid_exp'> =>
  refreshExpiresAt === null ? { sid } : { sid, sid_exp: Math.floor(refreshExpiresAt / 1000) };
