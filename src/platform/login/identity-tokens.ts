import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Context } from '../../context.ts';
import { forTenant, type Identified, type IdentityProvider, mustNameTenant } from './rules/identity-provider.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { InvalidCredentials } from './errors.ts';

/** Checks identity tokens against their providers' published keys. */
export interface IdentityTokens {
  /**
   * @param tid the tenant that logs in; null with providers of kind social. @throws InvalidCredentials (1401),
   * ServiceError 503 while the keys cannot be had.
   */
  identify(token: string, provider: IdentityProvider, tid: string | null): Promise<Identified>;
  /** The provider a token says it is from, NOT verified; null when it is none of these. */
  issuerOf(token: string, among: readonly IdentityProvider[]): IdentityProvider | null;
}

/**
 * Signatures that the published key cannot make: no HMAC, for which anybody could use that key as the secret, and no
 * `none`.
 */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Clocks of providers and of this server differ. */
const CLOCK_TOLERANCE_SECONDS = 60;
const KEYS = { timeoutDuration: 5000, cooldownDuration: 30_000, cacheMaxAge: 600_000 };

export function createIdentityTokens({ clock, log }: Pick<Context, 'clock' | 'log'>): IdentityTokens {
  const keySets = new Map<string, JWTVerifyGetKey>();
  // Addresses are those of the configuration, so the map is no longer than it.
  const keysAt = (address: string): JWTVerifyGetKey => {
    const keys =
      keySets.get(address)
      ?? publishedKeys(address, (reason) =>
        log.warn({ address, reason }, 'keys of an identity provider cannot be had'),
      );
    keySets.set(address, keys);
    return keys;
  };

  return {
    async identify(token, provider, tid) {
      try {
        const { payload } = await jwtVerify(token, keysAt(forTenant(provider.jwksUrl, tid)), {
          issuer: forTenant(provider.issuer, tid),
          audience: [...provider.audience],
          algorithms: ALGORITHMS,
          requiredClaims: ['exp'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          currentDate: new Date(clock.now()),
        });
        requireTenant(payload, provider, tid);
        return { provider, ...personOf(payload, provider) };
      } catch (error) {
        if (error instanceof ServiceError && !(error instanceof InvalidCredentials)) throw error;
        if (!(error instanceof errors.JOSEError || error instanceof InvalidCredentials)) throw error;
        log.info(
          { provider: provider.provider, reason: error instanceof errors.JOSEError ? error.code : error.message },
          'identity token refused',
        );
        throw new InvalidCredentials();
      }
    },
    issuerOf(token, among) {
      try {
        const { iss } = decodeJwt(token);
        return among.find(({ issuer }) => issuer === iss) ?? null;
      } catch {
        return null;
      }
    },
  };
}

/**
 * The keys published there, kept for ten minutes; a key that is not among them is looked for again, at most every 30
 * seconds.
 */
function publishedKeys(address: string, onFailure: (reason: string) => void): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(address), KEYS);
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const isTokensFault =
        error instanceof errors.JWKSNoMatchingKey
        || error instanceof errors.JWKSMultipleMatchingKeys
        || error instanceof errors.JOSENotSupported;
      if (isTokensFault) throw error;
      onFailure(error instanceof errors.JOSEError ? error.code : 'cannot be reached');
      throw new ServiceError(503, 'The identity provider cannot be reached at the moment. Please try again.');
    }
  };
}

function requireTenant(claims: JWTPayload, provider: IdentityProvider, tid: string | null): void {
  if (provider.kind === 'social') return;
  if (claims['tid'] === undefined ? mustNameTenant(provider) : claims['tid'] !== tid)
    throw new InvalidCredentials("the token is another tenant's");
}

const textOf = (claim: unknown): string | null => (typeof claim === 'string' && claim !== '' ? claim : null);

/**
 * E-mail address (the claim email, then preferred_username: specification, Authentication 6) and name. Spec gap:
 * addresses the provider has not verified. A social account may be opened under anybody's address, so only a verified
 * one counts; an organisation answers for its own, unless it says itself that one is not verified. email_verified is
 * about the claim email, and a person of a social provider may choose the other name.
 */
function personOf(claims: JWTPayload, { kind }: IdentityProvider): { email: string; name: string } {
  const chosen = kind === 'enterprise' ? textOf(claims['preferred_username']) : null;
  const email = textOf(claims['email']) ?? chosen;
  if (email === null || email.includes('\0')) throw new InvalidCredentials('the token names no e-mail address');
  const isVerified = String(claims['email_verified'] ?? kind === 'enterprise') === 'true';
  if (!isVerified) throw new InvalidCredentials('the e-mail address is not verified');
  return { email, name: textOf(claims['name']) ?? email };
}
