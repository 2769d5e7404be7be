import { describe, expect, it } from 'vitest';
import { SignJWT, UnsecuredJWT } from 'jose';
import { createTokens } from '../../../src/platform/login/tokens.ts';
import type { NewClaims } from '../../../src/platform/login/claims.ts';
import { testClock } from '../../support/database.ts';

const OLD = 'old-secret-'.repeat(4);
const NEW = 'new-secret-'.repeat(4);
const claims: NewClaims = {
  sub: 'ACME',
  userId: 'u1',
  email: 'u1@acme.example',
  username: 'user.one',
  role: 'user',
  permissions: ['reports:read'],
  loginType: 'DEFAULT',
  jti: 'j1',
  sid: 's1',
  token_use: 'access',
};

describe('tokens', () => {
  it('carry their claims, when they were issued and when they expire', async () => {
    const tokens = createTokens([NEW], testClock('2026-11-21T06:00:00Z'));
    const { token, expiresAtSeconds } = await tokens.issue(claims, 3600);
    const issuedAt = Date.parse('2026-11-21T06:00:00Z') / 1000;
    expect(expiresAtSeconds).toBe(issuedAt + 3600);
    expect(tokens.read(token)).toEqual({ ...claims, iat: issuedAt, exp: issuedAt + 3600 });
  });

  it('are valid until the second of their expiry, expired from it on', async () => {
    const clock = testClock('2026-11-21T06:00:00Z');
    const tokens = createTokens([NEW], clock);
    const { token } = await tokens.issue(claims, 3600);
    clock.set('2026-11-21T06:59:59Z');
    expect(await tokens.verify(token)).toBe('valid');
    clock.set('2026-11-21T07:00:00Z');
    expect(await tokens.verify(token)).toBe('expired');
  });

  it('without a lifetime never expire', async () => {
    const clock = testClock('2026-11-21T06:00:00Z');
    const tokens = createTokens([NEW], clock);
    const { token, expiresAtSeconds } = await tokens.issue(claims, null);
    clock.set('2126-11-21T06:00:00Z');
    expect(expiresAtSeconds).toBeNull();
    expect(await tokens.verify(token)).toBe('valid');
  });

  it('signed by an earlier secret stay valid, and expire, while it is listed', async () => {
    const clock = testClock('2026-11-21T06:00:00Z');
    const { token } = await createTokens([OLD], clock).issue(claims, 3600);
    const rotated = createTokens([NEW, OLD], clock);
    expect(await rotated.verify(token)).toBe('valid');
    clock.set('2026-11-22T06:00:00Z');
    expect(await rotated.verify(token)).toBe('expired');
    expect(await createTokens([NEW], clock).verify(token)).toBe('forged');
  });

  it('are signed by the first secret', async () => {
    const clock = testClock('2026-11-21T06:00:00Z');
    const { token } = await createTokens([NEW, OLD], clock).issue(claims, 3600);
    expect(await createTokens([OLD], clock).verify(token)).toBe('forged');
    expect(await createTokens([NEW], clock).verify(token)).toBe('valid');
  });

  it('are forged when a claim was changed, when unsigned, or when signed by another algorithm', async () => {
    const tokens = createTokens([NEW], testClock('2026-11-21T06:00:00Z'));
    const { token } = await tokens.issue(claims, 3600);
    const [header, , signature] = token.split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'OTHER', iat: 1 })).toString('base64url');
    expect(await tokens.verify(`${header}.${changed}.${signature}`)).toBe('forged');
    expect(await tokens.verify(new UnsecuredJWT({ ...claims, iat: 1 }).encode())).toBe('forged');
    expect(
      await tokens.verify(
        await new SignJWT({ ...claims, iat: 1 }).setProtectedHeader({ alg: 'HS512' }).sign(Buffer.from(NEW.repeat(2))),
      ),
    ).toBe('forged');
  });

  it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJIUzI1NiJ9.e30.x', 'eyJhbGciOiJIUzI1NiJ9.bnVsbA.x'])(
    'read as nothing when they are not of our form: %s',
    (token) => {
      expect(createTokens([NEW], testClock('2026-11-21T06:00:00Z')).read(token)).toBeNull();
    },
  );

  it('read as nothing when an identity holds a NUL, which the database would refuse', () => {
    const token = new UnsecuredJWT({ ...claims, sub: 'ACME\0', iat: 1 }).encode();
    expect(createTokens([NEW], testClock('2026-11-21T06:00:00Z')).read(token)).toBeNull();
  });

  it('need at least one secret', () => {
    expect(() => createTokens([], testClock('2026-11-21T06:00:00Z'))).toThrow('At least one secret');
  });
});
