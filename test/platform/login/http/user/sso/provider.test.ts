import { decodeJwt, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type IdentityProvider,
  identityProviders,
} from '../../../../../../src/platform/login/rules/identity-provider.ts';
import { accountKeyOf, createKnownNetworks } from '../../../../../../src/platform/limits/known-networks.ts';
import { testContext, type TestContext } from '../../../../../support/database.ts';
import { type FakeProvider, fakeProvider } from '../../../../../support/identity-provider.ts';
import {
  bearer,
  type MintedUser,
  mintUser,
  SECRET,
  testApp,
  type TestApp,
} from '../../../../../service/support/app-fixture.ts';

let context: TestContext;
let google: FakeProvider;
let entra: FakeProvider;
let app: TestApp;
let user: MintedUser;
let operator: MintedUser;
let partner: MintedUser;

beforeAll(async () => {
  context = await testContext();
  const now = () => context.clock.now();
  [google, entra] = await Promise.all([fakeProvider(now), fakeProvider(now)]);
  [user, operator, partner] = await Promise.all([
    mintUser(context, { permissions: ['reports:read'] }),
    mintUser(context, { industryId: 'INTERNAL', role: 'admin' }),
    mintUser(context),
  ]);
  app = testApp(context, { identityProviders: providers() });
});
afterAll(async () => {
  await Promise.all([google.stop(), entra.stop()]);
});

/** As the configuration gives them. `more` is added to the social one. */
const providers = (more: Record<string, unknown> = {}): readonly IdentityProvider[] =>
  identityProviders.parse([
    {
      provider: 'google',
      kind: 'social',
      issuer: google.issuer,
      audience: google.audience,
      jwksUrl: google.jwksUrl,
      ...more,
    },
    {
      provider: 'entra',
      kind: 'enterprise',
      issuer: entra.issuer,
      audience: entra.audience,
      jwksUrl: entra.jwksUrl,
      tenants: ['t-all'],
      industryIds: [user.industryId],
    },
    {
      provider: 'entra',
      kind: 'enterprise',
      issuer: entra.issuer,
      audience: entra.audience,
      jwksUrl: entra.jwksUrl,
      tenants: ['t-partner'],
      industryIds: [partner.industryId],
    },
  ]);

const socialToken = (email: string, claims: JWTPayload = {}) =>
  google.sign({ claims: { email, email_verified: true, name: 'Asha Rao', ...claims } });
const tenantToken = (email: string, tid = 't-all') =>
  entra.sign({ claims: { preferred_username: email, tid, name: 'Asha Rao' } });

interface Answer {
  status: string;
  status_code: number;
  message: string;
  token: string;
  data: { access_token: string };
}
const answerOf = async (response: Response) => ({ status: response.status, body: (await response.json()) as Answer });
const sso = async (provider: string, body: unknown, at: TestApp = app) =>
  answerOf(
    await at.request(`/api/user/sso/${provider}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
const byHeader = async (headers: Record<string, string>, at: TestApp = app) =>
  answerOf(await at.request('/api/user/login', { method: 'POST', headers }));
const works = async (token: string): Promise<number> =>
  (await app.request('/api/user/logout', { method: 'POST', headers: bearer(token) })).status;

describe('POST /api/user/sso/{provider}', () => {
  it('logs in by a social account with the answer of the login, and tokens that work', async () => {
    const { status, body } = await sso('google', { credential: await socialToken(user.email.toUpperCase()) });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'success',
      data: { user: { userId: user.userId, industryId: user.industryId } },
      token: body.data.access_token,
      loginData: { userId: user.userId, name: user.username, email: user.email, role: 'user' },
      permissions: ['reports:read'],
    });
    expect(decodeJwt(body.token)).toMatchObject({ sub: user.industryId, userId: user.userId, loginType: 'SOCIAL' });
    expect(await works(body.token)).toBe(200);
  });

  it("logs in by an organisation's account with its tenant id", async () => {
    const { status, body } = await sso('entra', { credential: await tenantToken(user.email), tid: 't-all' });
    expect(status).toBe(200);
    expect(decodeJwt(body.token)).toMatchObject({ sub: user.industryId, loginType: 'SSO' });
  });

  it('makes the network known from which its user came, so that strangers cannot lock him out there', async () => {
    const comer = await mintUser(context);
    const isKnown = (): Promise<boolean> =>
      createKnownNetworks(context, [SECRET]).isKnown(accountKeyOf(comer.userKey, ''), 'local');
    expect(await isKnown()).toBe(false);
    expect((await sso('google', { credential: await socialToken(comer.email) })).status).toBe(200);
    expect(await isKnown()).toBe(true);
  });

  it("names the missing tenant id, and refuses one that is nobody's", async () => {
    expect(await sso('entra', { credential: await tenantToken(user.email) })).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: "'tid' missing" },
    });
    expect(await sso('entra', { credential: await tenantToken(user.email), tid: 'nobodys' })).toMatchObject({
      status: 400,
      body: { status_code: 1404, message: 'Invalid tenant id' },
    });
  });

  it("answers an account that is nobody's here with exactly who it is", async () => {
    expect(await sso('google', { credential: await socialToken('stranger@elsewhere.example') })).toEqual({
      status: 404,
      body: { error: 'SSO_NOT_REGISTERED', email: 'stranger@elsewhere.example', name: 'Asha Rao', provider: 'google' },
    });
    expect(
      await sso('entra', { credential: await tenantToken('stranger@elsewhere.example'), tid: 't-all' }),
    ).toMatchObject({ status: 404, body: { error: 'SSO_NOT_REGISTERED', provider: 'entra' } });
  });

  it('does not take a username for an address', async () => {
    const named = await mintUser(context);
    await context.database.execute("UPDATE tenant.app_user SET username = 'someone@else.example' WHERE user_key = $1", [
      named.userKey,
    ]);
    expect((await sso('google', { credential: await socialToken('someone@else.example') })).status).toBe(404);
  });

  it("answers a token of another provider's with 1401", async () => {
    expect(await sso('google', { credential: await tenantToken(user.email) })).toMatchObject({
      status: 401,
      body: { status_code: 1401, message: 'Invalid Credentials' },
    });
    expect(await sso('entra', { credential: await socialToken(user.email), tid: 't-all' })).toMatchObject({
      status: 401,
      body: { status_code: 1401 },
    });
  });

  it('does not know providers that are not configured', async () => {
    expect(await sso('github', { credential: 'x' })).toMatchObject({
      status: 404,
      body: { status_code: 404, message: "The identity provider 'github' is not enabled on this server" },
    });
    expect((await sso('google', { credential: 'x' }, testApp(context))).status).toBe(404);
  });

  it('answers a body without a credential with 1430, and repeats no credential', async () => {
    expect(await sso('google', {})).toMatchObject({
      status: 400,
      body: { status_code: 1430, message: "'credential' missing" },
    });
    expect(JSON.stringify((await sso('google', { credential: 'secret'.repeat(3000) })).body)).not.toContain('secret');
  });

  it('refuses a disabled user', async () => {
    const disabled = await mintUser(context);
    await context.database.execute('INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, $2)', [
      disabled.industryId,
      disabled.userId,
    ]);
    expect((await sso('google', { credential: await socialToken(disabled.email) })).status).toBe(420);
  });

  it("opens to a tenant the industries it may vouch for, nobody else's", async () => {
    expect(
      (await sso('entra', { credential: await tenantToken(partner.email, 't-partner'), tid: 't-partner' })).status,
    ).toBe(200);
    expect(
      (await sso('entra', { credential: await tenantToken(user.email, 't-partner'), tid: 't-partner' })).status,
    ).toBe(404);
    // A token of the one tenant under the name of the other.
    expect((await sso('entra', { credential: await tenantToken(user.email, 't-partner'), tid: 't-all' })).status).toBe(
      401,
    );
  });

  it('opens INTERNAL to no account, unless it is the designated company industry, as which its users then act', async () => {
    expect((await sso('google', { credential: await socialToken(operator.email) })).status).toBe(404);
    expect((await sso('entra', { credential: await tenantToken(operator.email), tid: 't-all' })).status).toBe(404);
    const designated = testApp(context, {
      identityProviders: providers({ industryIds: [user.industryId], companyIndustryId: 'INTERNAL' }),
    });
    const { body } = await sso('google', { credential: await socialToken(operator.email) }, designated);
    expect(decodeJwt(body.token)).toMatchObject({ sub: 'INTERNAL', userId: operator.userId });
    expect((await sso('google', { credential: await socialToken(partner.email) }, designated)).status).toBe(404);
  });

  it('answers 503 while the keys of the provider cannot be had', async () => {
    entra.failWith(500);
    const fresh = testApp(context, { identityProviders: providers() });
    const answer = await sso('entra', { credential: await tenantToken(user.email), tid: 't-all' }, fresh);
    entra.failWith(null);
    expect(answer).toMatchObject({ status: 503, body: { status_code: 503 } });
  });
});

describe('POST /api/user/login with LoginType SSO or SOCIAL', () => {
  it('is the same login by headers', async () => {
    const social = await byHeader({ LoginType: 'SOCIAL', ...bearer(await socialToken(user.email)) });
    expect(social).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(decodeJwt(social.body.token).loginType).toBe('SOCIAL');
    const tenant = await byHeader({ LoginType: 'SSO', tid: 't-all', ...bearer(await tenantToken(user.email)) });
    expect(decodeJwt(tenant.body.token).loginType).toBe('SSO');
  });

  it('works on the older path, too', async () => {
    const response = await app.request('/api/user/user/login', {
      headers: { logintype: 'SSO', tid: 't-all', ...bearer(await tenantToken(user.email)) },
    });
    expect(await answerOf(response)).toMatchObject({ status: 200, body: { status: 'success' } });
  });

  it('names the header that is missing', async () => {
    expect(await byHeader({ LoginType: 'SSO', ...bearer(await tenantToken(user.email)) })).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: "'tid' missing" },
    });
    for (const LoginType of ['SSO', 'SOCIAL'])
      expect(await byHeader({ LoginType, tid: 't-all' })).toMatchObject({
        status: 400,
        body: { status_code: 1403, message: "'Authorization' missing" },
      });
  });

  it('takes no identity token from the address, where logs would keep it', async () => {
    const response = await app.request(`/api/user/login?jwt=${await socialToken(user.email)}`, {
      method: 'POST',
      headers: { LoginType: 'SOCIAL' },
    });
    expect(response.status).toBe(400);
  });

  it('answers 1404 to an unknown tenant, 1402 to an unknown user, 1401 to a forged token', async () => {
    expect(
      await byHeader({ LoginType: 'SSO', tid: 'nobodys', ...bearer(await tenantToken(user.email)) }),
    ).toMatchObject({ status: 400, body: { status_code: 1404 } });
    expect(
      await byHeader({ LoginType: 'SSO', tid: 't-all', ...bearer(await tenantToken('nobody@here.example')) }),
    ).toMatchObject({ status: 404, body: { status_code: 1402, message: 'User not found' } });
    expect(await byHeader({ LoginType: 'SOCIAL', ...bearer(await socialToken('nobody@here.example')) })).toMatchObject({
      status: 404,
      body: { status_code: 1402 },
    });
    const [header, payload] = (await socialToken(user.email)).split('.');
    expect(await byHeader({ LoginType: 'SOCIAL', ...bearer(`${header}.${payload}.AAAA`) })).toMatchObject({
      status: 401,
      body: { status_code: 1401 },
    });
    expect(await byHeader({ LoginType: 'SOCIAL', ...bearer('nonsense') })).toMatchObject({
      status: 401,
      body: { status_code: 1401 },
    });
  });

  it('says so where no provider is configured', async () => {
    const bare = testApp(context);
    expect(await byHeader({ LoginType: 'SOCIAL', ...bearer('x') }, bare)).toMatchObject({
      status: 400,
      body: { status_code: 400, message: 'Login type SOCIAL is not enabled on this server' },
    });
    expect(await byHeader({ LoginType: 'SSO', tid: 't-all', ...bearer('x') }, bare)).toMatchObject({
      status: 400,
      body: { status_code: 1404 },
    });
  });
});
