import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../support/database.ts';
import { demonstrationOf, mintUser, PASSWORD, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { browserSession } from './support/browser-session.ts';

let app: TestApp;
let username: string;
beforeAll(async () => {
  const context = await testContext();
  ({ username } = await mintUser(context));
  app = testApp(context, {}, undefined, {
    demonstration: demonstrationOf([{ label: 'User <b>', username, password: PASSWORD }]),
  });
});

const textOf = async (path: string): Promise<string> => (await browserSession(app).get(path)).text();

describe('the welcome', () => {
  it('leads to the three documents, to the guide to SQL and to its health, and every link leads somewhere', async () => {
    const links = [...(await textOf('/')).matchAll(/<a href="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(links).toEqual([
      '/?language=hi',
      '/app/login',
      '/app/mailbox',
      '/api/user/docs',
      '/api/admin/docs',
      '/api/external/docs',
      '/app/sql',
      '/healthz',
      '/readyz',
      '/metrics',
    ]);
    for (const link of links) expect((await app.request(link)).status).toBeLessThan(400);
  });

  it('shows the picture of Today that the tour compares', async () => {
    const [, path = ''] = /<img class="today" src="([^"]+)"/.exec(await textOf('/')) ?? [];
    const picture = readFileSync(new URL('../golden/pages/today-1440-light.png', import.meta.url));
    expect(Buffer.from(await (await app.request(path)).arrayBuffer()).equals(picture)).toBe(true);
  });

  it('shows a figure of the running day, marked as one that still grows', async () => {
    const figure = {
      industryName: 'Works <b>',
      value: 1234,
      siUnit: 'KL',
      bound: 'at least',
      estimatedShare: 0,
    } as const;
    const demonstration = { ...demonstrationOf([]), figure: async () => figure };
    const page = await (await testApp(await testContext(), {}, undefined, { demonstration }).request('/')).text();
    expect(page).toContain('<h2>Works &lt;b&gt;: water in so far today</h2>');
    expect(page).toMatch(/<small>at least <\/small><span class="provisional">1.234<\/span>/);
  });

  it('is there although a figure cannot be read', async () => {
    const demonstration = { ...demonstrationOf([]), figure: () => Promise.reject(new Error('away')) };
    const answer = await testApp(await testContext(), {}, undefined, { demonstration }).request('/');
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain('figure-now');
  });

  it('offers the accounts of a demonstration as buttons that log in', async () => {
    const page = await textOf('/');
    expect(page).toContain('<button>User &lt;b&gt;</button>');
    const [, name = ''] = /name="username" value="([^"]+)"/.exec(page) ?? [];
    const [, password = ''] = /name="password" value="([^"]+)"/.exec(page) ?? [];
    const session = browserSession(app);
    const answer = await session.post('/app/login', { username: name, password });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app']);
  });

  it('says what keeps the service from its work', async () => {
    const context = await testContext();
    const ill = testApp(context, {}, undefined, {
      readiness: async () => ({ problems: ['The database does not answer.'], details: [], broker: null }),
    });
    const page = await (await ill.request('/')).text();
    expect(page).toMatch(/role="alert">Not ready. The database does not answer.</);
    expect(page).not.toContain('action="/app/login"');
  });

  it('speaks Hindi, and so does the next page', async () => {
    const session = browserSession(app);
    expect(await (await session.get('/?language=hi')).text()).toContain('<html lang="hi">');
    expect(await (await session.get('/app/sql')).text()).toContain('विश्लेषक SQL में पूछते हैं');
  });
});

describe('the guide to SQL', () => {
  it('has its queries, tables and chapters as a page', async () => {
    const page = await textOf('/app/sql');
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(page.match(/<pre><code class="language-sql">/g)).toHaveLength(9);
    expect(page).toContain('<h2>Glossary</h2>');
    expect(page).toMatch(/role="group"[^>]*><table>/);
    // Comments for editors, and links to files that are not served.
    expect(page).not.toMatch(/kept equal by a test|href="[^"]*\.md/);
  });
});
