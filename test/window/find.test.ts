import { beforeAll, expect, it } from 'vitest';
import { testContext } from '../support/database.ts';
import { mintDocumentedWorks } from '../platform/openapi/support/documented-works.ts';
import { AS_DOCUMENTED } from '../platform/openapi/support/works-like.ts';
import { mintUser, PASSWORD, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { mintWorks } from '../service/support/device-data-works.ts';
import { browserSession } from './support/browser-session.ts';

const EVIL = '<script>alert(1)</script>';

let app: TestApp;
/** User names. The first sees an industry whose every name is odd, the others another one, whose people the last manages. */
let people: { readonly odd: string; readonly plain: string; readonly chief: string };

beforeAll(async () => {
  const context = await testContext('2026-01-16T00:45:00Z');
  app = testApp(context);
  const odd = await mintDocumentedWorks(context, { ...AS_DOCUMENTED, name: (text) => `${EVIL}${text}` });
  const { industryId } = await mintWorks(context, app);
  const mint = async (of: string, permissions: readonly string[] = ['reports:read']): Promise<string> =>
    (await mintUser(context, { industryId: of, permissions })).username;
  people = {
    odd: await mint(odd.user.industryId),
    plain: await mint(industryId),
    chief: await mint(industryId, ['accounts:write']),
  };
});

const asks = async (username: string, path: string, accept = 'application/json') => {
  const session = browserSession(app);
  await session.post('/app/login', { username, password: PASSWORD, next: '' });
  return session.send(path, { headers: { accept, 'sec-fetch-site': 'same-origin' } });
};
const found = async (username: string, wanted: string) =>
  (
    (await (await asks(username, `/app/find?q=${encodeURIComponent(wanted)}`)).json()) as {
      found: { name: string; address: string }[];
    }
  ).found;

it('finds units, incidents, reports and pages of the own industry, and never a name of another', async () => {
  const own = await found(people.odd, EVIL);
  expect(own.map(({ address }) => address.split('?')[0])).toEqual(
    expect.arrayContaining(['/app/unit', '/app/units', '/app/alerts/incident']),
  );
  expect(await found(people.plain, EVIL)).toEqual([]);
  expect((await found(people.plain, 'M1'))[0]).toMatchObject({ name: 'Unit M1', address: '/app/unit?id=M1' });
  expect((await found(people.plain, 'completeness'))[0]).toMatchObject({ address: '/app/completeness' });
  expect((await found(people.plain, 'water')).map(({ address }) => address)).toContain('/app/reports?service=water');
});

it('leads those who manage people to the page of a person, and nobody else', async () => {
  expect(await found(people.chief, people.plain)).toMatchObject([
    { name: people.plain, address: `/app/operations/person?userId=${people.plain}` },
  ]);
  expect(await found(people.plain, people.chief)).toEqual([]);
});

it('is a page of links without scripts, on which a name that is a script is a name', async () => {
  const page = await (await asks(people.odd, `/app/find?q=${encodeURIComponent(EVIL)}`, 'text/html')).text();
  expect(page).toContain('&lt;script&gt;alert(1)');
  expect(page).not.toContain(EVIL);
  expect(page).toMatch(/<a href="\/app\/unit\?id=/);
});
