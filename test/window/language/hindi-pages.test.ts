import { beforeAll, describe, expect, it } from 'vitest';
import { PAGES } from '../../../src/window/page-list.ts';
import { AS_DOCUMENTED, FIRST_HOUR } from '../../platform/openapi/support/works-like.ts';
import { type DocumentedWorks, mintDocumentedWorks } from '../../platform/openapi/support/documented-works.ts';
import { ingestReadings } from '../../../src/readings/ingest.ts';
import { mintUser, PASSWORD, testApp, type TestApp } from '../../service/support/app-fixture.ts';
import { testContext } from '../../support/database.ts';
import { browserSession } from '../support/browser-session.ts';
import { englishIn, inDevanagari } from './english-left.ts';

/*
 * Every page in Hindi, along its own links: whoever reads Hindi alone can read all of it. What people type is
 * Devanagari here, so what is left in Latin letters is ours.
 */

let app: TestApp;
let works: DocumentedWorks;
/** Username by kind. */
let people: Readonly<Record<'manager' | 'operator', string>>;

beforeAll(async () => {
  const context = await testContext('2026-01-16T00:45:00Z');
  works = await mintDocumentedWorks(context, { ...AS_DOCUMENTED, name: inDevanagari });
  const dry = Array.from({ length: 24 }, (_, hour) => hour)
    .filter((hour) => hour !== 3)
    .map((hour) => ({
      row: {
        unitId: 'M2',
        createdOn: new Date(FIRST_HOUR + (24 + hour) * 3_600_000 + 600_000).toISOString(),
        value: 5,
      },
    }));
  await ingestReadings({ context, onStaleDays: async () => {} }, works.industry, [dry], 'http');
  const mint = async (industryId: string): Promise<string> =>
    (await mintUser(context, { industryId, role: 'admin', permissions: ['admin:*'] })).username;
  people = { manager: await mint(works.user.industryId), operator: await mint('INTERNAL') };
  app = testApp(context);
});

const MOST_PAGES = 150;
const INDUSTRIES = '/app/operations';
/** Pages for operators on which stands what other tests wrote. */
const OF_ALL_INDUSTRIES: ReadonlySet<string> = new Set(
  ['health', 'audit', 'insights', 'archive'].map((name) => `${INDUSTRIES}/${name}`),
);
const FIRST = '/app/today?date=15/01/2026';

/** One address of each page and set of parameters, and of each unit. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const units = ['id', 'unitId', 'type', 'period', 'reportService', 'reportType'].map((name) => searchParams.get(name));
  return [pathname, ...[...searchParams.keys()].sort(), ...units].join(' ');
}

const linksOf = (page: string): readonly string[] =>
  [...page.matchAll(/<a[^>]*\shref="(\/app\/[^"]*)"[^>]*>/g)]
    .filter(([link]) => !/\sdownload|\shreflang/.test(link))
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter((href) => !/^\/app\/(?:api|assets|log|reports\/(?:file|preview))/.test(href));

async function leftOver(kind: keyof typeof people) {
  const session = browserSession(app);
  const hindi = { headers: { 'accept-language': 'hi', 'sec-fetch-site': 'same-origin' } };
  await session.post('/app/login', { username: people[kind], password: PASSWORD, next: '' });
  if (kind === 'operator') await session.post('/app/industry', { industryId: works.user.industryId });
  const { industryId, username } = works.user;
  const units = [...works.industry.units.keys()];
  const own = [
    ...Object.values(people),
    `${industryId} Ltd`,
    industryId,
    username,
    'INTERNAL Ltd',
    'INTERNAL',
    ...units,
  ];
  // Of all industries the list shows those of other tests, too.
  const found = (path: string): string => (path === INDUSTRIES ? `${path}?search=${industryId}` : path);
  const waiting = [FIRST, ...PAGES.filter(({ path }) => !/preview|file/.test(path)).map(({ path }) => found(path))];
  const met = new Set([...waiting, INDUSTRIES].map(kindOf));
  const left: string[] = [];
  const seen = new Set<string>();
  for (let address = waiting.shift(), count = 0; address !== undefined && count < MOST_PAGES; count += 1) {
    const answer = await session.send(address, hindi);
    const page = await answer.text();
    const { pathname } = new URL(address, 'http://localhost');
    seen.add(pathname);
    const words = OF_ALL_INDUSTRIES.has(pathname) ? [] : englishIn(page, own);
    for (const one of words) left.push(`${pathname}: ${one}`);
    for (const link of linksOf(page)) {
      if (met.has(kindOf(link))) continue;
      met.add(kindOf(link));
      waiting.push(link);
    }
    address = waiting.shift();
  }
  return { left: [...new Set(left)], seen };
}

describe('a page in Hindi has no English', () => {
  it.each(['manager', 'operator'] as const)('for a person of the kind %s', { timeout: 240_000 }, async (kind) => {
    const { left, seen } = await leftOver(kind);
    expect(left).toEqual([]);
    expect(seen.size).toBeGreaterThan(30);
  });
});
