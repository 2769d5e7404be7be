import { PAGES } from '../../../src/window/page-list.ts';
import { AS_DOCUMENTED, FIRST_HOUR } from '../../platform/openapi/support/works-like.ts';
import { type DocumentedWorks, mintDocumentedWorks } from '../../platform/openapi/support/documented-works.ts';
import { ingestReadings } from '../../../src/readings/ingest.ts';
import { mintUser, PASSWORD, testApp, type TestApp } from '../../service/support/app-fixture.ts';
import type { TestContext } from '../../support/database.ts';
import { browserSession } from '../support/browser-session.ts';
import { englishIn, inDevanagari } from './english-left.ts';

/*
 * Every page in a language, along its own links. What people type is Devanagari here, so what is left in Latin letters
 * is ours.
 */

export const KINDS = ['manager', 'operator'] as const;
type Kind = (typeof KINDS)[number];

interface Walked {
  readonly app: TestApp;
  readonly works: DocumentedWorks;
  /** Username by kind. */
  readonly people: Readonly<Record<Kind, string>>;
}

/** An industry with something on every page, and people who see the pages. */
export async function mintWalked(context: TestContext): Promise<Walked> {
  const works = await mintDocumentedWorks(context, { ...AS_DOCUMENTED, name: inDevanagari });
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
  return {
    works,
    people: { manager: await mint(works.user.industryId), operator: await mint('INTERNAL') },
    app: testApp(context),
  };
}

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

/** English that is left on the pages, and the pages seen. */
export async function leftOver({ app, works, people }: Walked, language: string, kind: Kind) {
  const session = browserSession(app);
  const inLanguage = { headers: { 'accept-language': language, 'sec-fetch-site': 'same-origin' } };
  await session.post('/app/login', { username: people[kind], password: PASSWORD, next: '' });
  if (kind === 'operator') await session.post('/app/industry', { industry: works.user.industryId });
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
  const otherwise = new Set<string>();
  for (let address = waiting.shift(), count = 0; address !== undefined && count < MOST_PAGES; count += 1) {
    const answer = await session.send(address, inLanguage);
    const page = await answer.text();
    const { pathname } = new URL(address, 'http://localhost');
    seen.add(pathname);
    if (page.includes('<html') && !page.includes(`<html lang="${language}"`)) otherwise.add(pathname);
    const words = OF_ALL_INDUSTRIES.has(pathname) ? [] : englishIn(page, own);
    for (const one of words) left.push(`${pathname}: ${one}`);
    for (const link of linksOf(page)) {
      if (met.has(kindOf(link))) continue;
      met.add(kindOf(link));
      waiting.push(link);
    }
    address = waiting.shift();
  }
  return { left: [...new Set(left)], seen, otherwise: [...otherwise] };
}
