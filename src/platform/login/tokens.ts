import { createSecretKey } from 'node:crypto';
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import type { z } from 'zod';
import type { Clock } from '../../context.ts';
import { claimsSchema, type NewClaims, type PresentedClaims, presentedSchema, type TokenClaims } from './claims.ts';

type Verdict = 'valid' | 'expired' | 'forged';

interface Issued {
  readonly token: string;
  /** Seconds since 1970; null: never. */
  readonly expiresAtSeconds: number | null;
}

/** Expiry of a token in milliseconds since 1970; null: never. */
export const expiryMillis = ({ expiresAtSeconds }: Pick<Issued, 'expiresAtSeconds'>): number | null =>
  expiresAtSeconds === null ? null : expiresAtSeconds * 1000;

/** Signs and checks JSON web tokens, HS256. */
export interface Tokens {
  /** `lifetimeSeconds` null: the token never expires. */
  issue(claims: NewClaims, lifetimeSeconds: number | null): Promise<Issued>;
  /** Holder that the token names, NOT verified; null when it names none. */
  readPresented(token: string): PresentedClaims | null;
  /** All claims as written, NOT verified; null when this is not a token of our form. */
  read(token: string): TokenClaims | null;
  verify(token: string): Promise<Verdict>;
}

/** The first secret signs, all verify, so that secrets can be rotated without signing anybody out. */
export function createTokens(secrets: readonly string[], clock: Clock): Tokens {
  const keys = secrets.map((secret) => createSecretKey(Buffer.from(secret, 'utf8')));
  const [signingKey] = keys;
  if (signingKey === undefined) throw new Error('At least one secret is needed to sign tokens.');
  const nowSeconds = (): number => Math.floor(clock.now() / 1000);

  return {
    async issue(claims, lifetimeSeconds) {
      const expiresAtSeconds = lifetimeSeconds === null ? null : nowSeconds() + Math.floor(lifetimeSeconds);
      const unsigned = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuedAt(nowSeconds());
      if (expiresAtSeconds !== null) unsigned.setExpirationTime(expiresAtSeconds);
      return { token: await unsigned.sign(signingKey), expiresAtSeconds };
    },
    readPresented: (token) => readAs(presentedSchema, token),
    read: (token) => readAs(claimsSchema, token),
    async verify(token) {
      for (const key of keys) {
        try {
          await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: new Date(clock.now()) });
          return 'valid';
        } catch (error) {
          // Expiry is looked at after the signature, so this key did sign it.
          if (error instanceof errors.JWTExpired) return 'expired';
        }
      }
      return 'forged';
    },
  };
}

function readAs<T>(schema: z.ZodType<T>, token: string): T | null {
  try {
    return schema.safeParse(decodeJwt(token)).data ?? null;
  } catch {
    return null;
  }
}
