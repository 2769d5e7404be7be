import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../support/database.ts';
import { mintUser, PASSWORD, testApp, type TestApp } from '../../service/support/app-fixture.ts';
import { browserSession } from '../support/browser-session.ts';

let app: TestApp;
let username: string;
beforeAll(async () => {
  const context = await testContext();
  app = testApp(context);
  ({ username } = await mintUser(context));
});

const entered = async () => {
  const session = browserSession(app);
  await session.post('/app/login', { username, password: PASSWORD, next: '' });
  return session;
};

describe('the manifest of the home screen', () => {
  it.each([
    ['en', 'Metered water'],
    ['hi', 'मीटर जल'],
  ])('has the name in the language of the reader: %s', async (language, name) => {
    const session = await entered();
    const page = await session.get(`/app/today?language=${language}`);
    expect(page.headers.get('content-security-policy')).toContain("manifest-src 'self'");
    const [, address = ''] = /rel="manifest" href="([^"]+)"/.exec(await page.text()) ?? [];
    const answer = await session.get(address);
    expect(answer.headers.get('content-type')).toBe('application/manifest+json');
    const manifest = (await answer.json()) as { icons: { src: string; sizes: string; purpose: string }[] }; // as served
    expect(manifest).toMatchObject({ name, lang: language, start_url: '/app', scope: '/app', display: 'standalone' });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src } of manifest.icons) expect((await session.get(src)).status).toBe(200);
  });
});

describe('the mark of a page', () => {
  it('differs by person and by browser, and only pages that are looked at again may be kept', async () => {
    const [one, other] = [await entered(), await entered()];
    const [today, account, elsewhere] = await Promise.all([
      one.get('/app/today'),
      one.get('/app/account'),
      other.get('/app/today'),
    ]);
    const mark = today.headers.get('page-login');
    expect(mark).toMatch(/^[\w-]{43}$/);
    expect(account.headers.get('page-login')).toBe(mark);
    expect(elsewhere.headers.get('page-login')).not.toBe(mark);
    expect([today, account].map(({ headers }) => headers.get('page-kept'))).toEqual(['yes', null]);
  });
});
