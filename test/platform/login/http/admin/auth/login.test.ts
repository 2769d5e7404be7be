import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityProviders } from '../../../../../../src/platform/login/rules/identity-provider.ts';
import { testContext, type TestContext } from '../../../../../support/database.ts';
import { type FakeProvider, fakeProvider } from '../../../../../support/identity-provider.ts';
import {
  bearer,
  login,
  type MintedUser,
  mintUser,
  testApp,
  type TestApp,
} from '../../../../../service/support/app-fixture.ts';

let context: TestContext;
let provider: FakeProvider;
let app: TestApp;
let admin: MintedUser;
let tenantUser: MintedUser;

beforeAll(async () => {
  context = await testContext();
  provider = await fakeProvider(() => context.clock.now());
  [admin, tenantUser] = await Promise.all([
    mintUser(context, { industryId: 'INTERNAL', role: 'admin' }),
    mintUser(context, { role: 'admin' }),
  ]);
  const entry = {
    provider: 'entra',
    kind: 'enterprise',
    issuer: provider.issuer,
    audience: provider.audience,
    jwksUrl: provider.jwksUrl,
  };
  app = testApp(context, {
    identityProviders: identityProviders.parse([
      { ...entry, tenants: ['t-operators'], industryIds: ['INTERNAL'] },
      { ...entry, tenants: ['t-customer'], industryIds: [tenantUser.industryId] },
    ]),
  });
});
afterAll(async () => {
  await provider.stop();
});

interface Answer {
  access_token: string;
  refresh_token: string;
  status_code: number;
  message: string;
}
const token = (email: string, tid = 't-operators') => provider.sign({ claims: { email, tid } });
const ask = async (headers: Record<string, string>) => {
  const response = await app.request('/api/admin/auth/login', { headers });
  return { status: response.status, body: (await response.json()) as Answer };
};

describe('GET /api/admin/auth/login', () => {
  it('answers an operator with tokens and identity, without an envelope', async () => {
    const { status, body } = await ask({ tid: 't-operators', ...bearer(await token(admin.email)) });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      userId: admin.userId,
      email: admin.email,
      username: admin.username,
      role: 'admin',
      loginType: 'sso',
    });
    expect(decodeJwt(body.access_token)).toMatchObject({
      userId: admin.userId,
      email: admin.email,
      username: admin.username,
      loginType: 'sso',
      tid: 't-operators',
      role: 'admin',
      industryId: 'INTERNAL',
      sub: 'INTERNAL',
    });
    expect((await app.request('/api/user/logout', { method: 'POST', headers: bearer(body.access_token) })).status).toBe(
      200,
    );
  });

  it('gives tokens that a refresh keeps as they are', async () => {
    const { body } = await ask({ tid: 't-operators', ...bearer(await token(admin.email)) });
    const refreshed = await app.request('/api/admin/auth/refresh', { headers: bearer(body.refresh_token) });
    const { access_token: accessToken } = (await refreshed.json()) as { access_token: string };
    expect(decodeJwt(accessToken)).toMatchObject({ loginType: 'sso', tid: 't-operators', industryId: 'INTERNAL' });
  });

  it('names the missing header', async () => {
    expect(await ask({ tid: 't-operators' })).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: "'Authorization' missing" },
    });
    expect(await ask(bearer(await token(admin.email)))).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: "'tid' missing" },
    });
  });

  it.each(['nobodys', 't-customer'])('does not recognise tenant %s', async (tid) => {
    expect(await ask({ tid, ...bearer(await token(admin.email, tid)) })).toMatchObject({
      status: 400,
      body: { status_code: 1404, message: 'Invalid tenant id' },
    });
  });

  it("takes no customer's token under the operators' tenant id", async () => {
    expect(await ask({ tid: 't-operators', ...bearer(await token(admin.email, 't-customer')) })).toMatchObject({
      status: 401,
      body: { status_code: 1401, message: 'Invalid Credentials' },
    });
  });

  it('answers 1401 when the account belongs to no admin user', async () => {
    const internalUser = await mintUser(context, { industryId: 'INTERNAL', role: 'user' });
    for (const email of ['nobody@here.example', tenantUser.email, internalUser.email]) {
      expect(await ask({ tid: 't-operators', ...bearer(await token(email)) })).toMatchObject({
        status: 401,
        body: { status_code: 1401, message: 'No admin user for this account' },
      });
    }
  });

  it('refuses a disabled operator', async () => {
    const disabled = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
    await context.database.execute('INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, $2)', [
      disabled.industryId,
      disabled.userId,
    ]);
    expect((await ask({ tid: 't-operators', ...bearer(await token(disabled.email)) })).status).toBe(420);
  });

  it('knows no passwords', async () => {
    const response = await app.request('/api/admin/auth/login', {
      headers: { username: admin.username, password: 'Correct-horse-1' },
    });
    expect(response.status).toBe(400);
  });
});

describe('GET /api/admin/auth/refresh', () => {
  it("refuses a tenant's refresh token, even an admin's", async () => {
    const { refreshToken } = await login(app, tenantUser);
    const response = await app.request('/api/admin/auth/refresh', { headers: bearer(refreshToken) });
    expect(response.status).toBe(403);
    expect(
      (await app.request('/api/user/refreshToken', { method: 'POST', headers: bearer(refreshToken) })).status,
    ).toBe(200);
  });
});
