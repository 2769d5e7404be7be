import { generateKeyPair, type JWTPayload, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdentityProvider } from '../../../src/platform/login/rules/identity-provider.ts';
import { createLogger } from '../../../src/logger.ts';
import { createIdentityTokens, type IdentityTokens } from '../../../src/platform/login/identity-tokens.ts';
import { type FakeProvider, fakeProvider } from '../../support/identity-provider.ts';

const NOW = Date.parse('2026-11-21T06:00:00Z');
const clock = { now: () => NOW };
const PERSON: JWTPayload = { email: 'asha@acme.example', email_verified: true, name: 'Asha' };

let fake: FakeProvider;
let tokens: IdentityTokens;
let social: IdentityProvider;
let enterprise: IdentityProvider;
const lines: string[] = [];

beforeAll(async () => {
  fake = await fakeProvider(clock.now);
});
afterAll(async () => {
  await fake.stop();
});
beforeEach(() => {
  // The library that keeps the published keys has no clock to be given; only its sense of time is replaced.
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  lines.length = 0;
  tokens = createIdentityTokens({
    clock,
    log: createLogger('trace', {
      write: (line: string) => {
        lines.push(line);
      },
    }),
  });
  social = {
    provider: 'google',
    kind: 'social',
    issuer: fake.issuer,
    audience: ['another-client', fake.audience],
    jwksUrl: fake.jwksUrl,
    tenants: [],
    industryIds: null,
    companyIndustryId: null,
  };
  enterprise = { ...social, provider: 'entra', kind: 'enterprise', tenants: ['tenant-1', 'tenant-2'] };
});
afterEach(() => {
  vi.useRealTimers();
  fake.failWith(null);
});

const refused = { name: 'InvalidCredentials', code: 1401, message: 'Invalid Credentials' };

describe('an identity token', () => {
  it('signed by a published key gives address and name', async () => {
    expect(await tokens.identify(await fake.sign({ claims: PERSON }), social, null)).toEqual({
      provider: social,
      email: 'asha@acme.example',
      name: 'Asha',
    });
  });

  it.each([
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['for another client', { audience: 'a-stranger' }],
    ['that has expired', { expiresInSeconds: -61 }],
    ['that never expires', { expiresInSeconds: null }],
    ['that is not valid yet', { notBeforeInSeconds: 120 }],
  ])('%s is refused', async (_, options) => {
    await expect(tokens.identify(await fake.sign({ claims: PERSON, ...options }), social, null)).rejects.toMatchObject(
      refused,
    );
  });

  it('is taken while the clocks differ by less than a minute', async () => {
    await tokens.identify(await fake.sign({ claims: PERSON, expiresInSeconds: -50 }), social, null);
    await tokens.identify(await fake.sign({ claims: PERSON, notBeforeInSeconds: 50 }), social, null);
  });

  it('without a signature is refused', async () => {
    const unsigned = new UnsecuredJWT({
      ...PERSON,
      iss: fake.issuer,
      aud: fake.audience,
      exp: NOW / 1000 + 300,
    }).encode();
    await expect(tokens.identify(unsigned, social, null)).rejects.toMatchObject(refused);
  });

  it('signed with the public key as if it were a shared secret is refused', async () => {
    const forged = await fake.signWith(Buffer.from(await fake.publicPem()), 'HS256', { claims: PERSON });
    await expect(tokens.identify(forged, social, null)).rejects.toMatchObject(refused);
  });

  it('signed by another key under the name of the published one is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    await expect(
      tokens.identify(await fake.signWith(privateKey, 'RS256', { claims: PERSON }), social, null),
    ).rejects.toMatchObject(refused);
  });

  it('of an algorithm the published key is not for is refused', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    await expect(
      tokens.identify(await fake.signWith(privateKey, 'ES256', { claims: PERSON }), social, null),
    ).rejects.toMatchObject(refused);
  });

  it.each(['', 'x', 'a.b.c', '..'])('%j is refused', async (text) => {
    await expect(tokens.identify(text, social, null)).rejects.toMatchObject(refused);
  });

  it('never reaches the log, nor does the address; the reason does', async () => {
    const token = await fake.sign({ claims: PERSON, expiresInSeconds: -61 });
    await expect(tokens.identify(token, social, null)).rejects.toThrow();
    expect(lines.join('')).toContain('ERR_JWT_EXPIRED');
    for (const part of [...token.split('.'), 'asha@acme.example']) expect(lines.join('')).not.toContain(part);
  });
});

describe('published keys', () => {
  it('are fetched once for many logins', async () => {
    const before = fake.asked();
    await Promise.all([1, 2, 3].map(async () => tokens.identify(await fake.sign({ claims: PERSON }), social, null)));
    expect(fake.asked() - before).toBe(1);
  });

  it('are fetched again for a key that is new, and what the old one signed is refused', async () => {
    const old = await fake.sign({ claims: PERSON });
    await tokens.identify(old, social, null);
    await fake.rotate();
    vi.setSystemTime(NOW + 31_000);
    await tokens.identify(await fake.sign({ claims: PERSON }), social, null);
    await expect(tokens.identify(old, social, null)).rejects.toMatchObject(refused);
  });

  it('are not fetched for every unknown key: strangers cannot make this server hammer the provider', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    await tokens.identify(await fake.sign({ claims: PERSON }), social, null);
    const before = fake.asked();
    for (const kid of ['u-1', 'u-2', 'u-3']) {
      await expect(
        tokens.identify(await fake.signWith(privateKey, 'RS256', { claims: PERSON }, kid), social, null),
      ).rejects.toMatchObject(refused);
    }
    expect(fake.asked() - before).toBe(0);
  });

  it.each([
    [500, 'ERR_JOSE_GENERIC'],
    [404, 'ERR_JOSE_GENERIC'],
    ['not keys', 'ERR_JWKS_INVALID'],
  ] as const)('answered with %s are a fault of the provider (503), not of the credentials', async (status, reason) => {
    fake.failWith(status);
    await expect(tokens.identify(await fake.sign({ claims: PERSON }), social, null)).rejects.toMatchObject({
      code: 503,
    });
    expect(lines.join('')).toContain(reason);
    fake.failWith(null);
    await tokens.identify(await fake.sign({ claims: PERSON }), social, null);
  });

  it('out of reach are a fault of the provider (503)', async () => {
    const gone = await fakeProvider(clock.now);
    await gone.stop();
    await expect(
      tokens.identify(
        await gone.sign({ claims: PERSON }),
        { ...social, issuer: gone.issuer, jwksUrl: gone.jwksUrl },
        null,
      ),
    ).rejects.toMatchObject({ code: 503 });
  });
});

describe('the tenant', () => {
  it('of the token must be the one that logs in', async () => {
    await tokens.identify(await fake.sign({ claims: { ...PERSON, tid: 'tenant-1' } }), enterprise, 'tenant-1');
    await expect(
      tokens.identify(await fake.sign({ claims: { ...PERSON, tid: 'tenant-2' } }), enterprise, 'tenant-1'),
    ).rejects.toMatchObject(refused);
  });

  it('must be named where one issuer serves several', async () => {
    await expect(tokens.identify(await fake.sign({ claims: PERSON }), enterprise, 'tenant-1')).rejects.toMatchObject(
      refused,
    );
    await tokens.identify(await fake.sign({ claims: PERSON }), { ...enterprise, tenants: ['tenant-1'] }, 'tenant-1');
  });

  it('has an issuer of its own where the issuer carries it', async () => {
    const perTenant = { ...enterprise, issuer: `${fake.issuer}/{tid}` };
    const token = await fake.sign({ issuer: `${fake.issuer}/tenant-1`, claims: PERSON });
    await tokens.identify(token, perTenant, 'tenant-1');
    await expect(tokens.identify(token, perTenant, 'tenant-2')).rejects.toMatchObject(refused);
  });
});

describe('the e-mail address', () => {
  const identify = async (claims: JWTPayload, provider: IdentityProvider, tid: string | null) =>
    (await tokens.identify(await fake.sign({ claims }), provider, tid)).email;

  it('is the claim email, then preferred_username', async () => {
    const claims = { tid: 'tenant-1', preferred_username: 'second@acme.example' };
    expect(await identify({ ...claims, email: 'first@acme.example' }, enterprise, 'tenant-1')).toBe(
      'first@acme.example',
    );
    expect(await identify(claims, enterprise, 'tenant-1')).toBe('second@acme.example');
    await expect(identify({ tid: 'tenant-1' }, enterprise, 'tenant-1')).rejects.toMatchObject(refused);
  });

  it('of a social account must be verified; an organisation answers for its own', async () => {
    await expect(identify({ email: 'a@b.example' }, social, null)).rejects.toMatchObject(refused);
    await expect(identify({ email: 'a@b.example', email_verified: false }, social, null)).rejects.toMatchObject(
      refused,
    );
    expect(await identify({ email: 'a@b.example', email_verified: 'true' }, social, null)).toBe('a@b.example');
    expect(await identify({ email: 'a@b.example', tid: 'tenant-1' }, enterprise, 'tenant-1')).toBe('a@b.example');
    await expect(
      identify({ email: 'a@b.example', email_verified: false, tid: 'tenant-1' }, enterprise, 'tenant-1'),
    ).rejects.toMatchObject(refused);
  });
});

describe('a name that a social account has chosen', () => {
  it('is no address, whatever is verified', async () => {
    const claims = { preferred_username: 'somebody@acme.example', email_verified: true };
    await expect(tokens.identify(await fake.sign({ claims }), social, null)).rejects.toMatchObject(refused);
  });
});

describe('the issuer a token names', () => {
  it('finds its provider, and nothing for strangers and nonsense', async () => {
    expect(tokens.issuerOf(await fake.sign(), [{ ...social, issuer: 'https://other' }, social])).toBe(social);
    expect(tokens.issuerOf(await fake.sign({ issuer: 'https://evil.example' }), [social])).toBe(null);
    expect(tokens.issuerOf('nonsense', [social])).toBe(null);
  });
});
