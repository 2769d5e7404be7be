import { beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../src/platform/audit/store/audit.ts';
import type { Permission } from '../../src/platform/login/rules/permissions.ts';
import { ingest, mintWorks } from '../readings/works.ts';
import {
  bearer,
  login,
  type MintedUser,
  mintUser,
  PASSWORD,
  testApp,
  type TestApp,
} from '../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { browserSession } from './support/browser-session.ts';

/*
 * Pages on which people of an industry do everyday work for it, without being operators: with the permission of each
 * page, without it, and as people of another industry who hold every permission there.
 */

const WORK: readonly Permission[] = [
  'industries:write',
  'keys:write',
  'readings:edit',
  'readings:write',
  'quarantine:write',
  'alerts:write',
];
const AT = '2026-01-15T00:35:00.000Z';

let context: TestContext;
let app: TestApp;
let industryKey: number;
type Person = Awaited<ReturnType<typeof personOf>>;
let keeper: Person;
let reader: Person;
let stranger: Person;
/** Ids that the stranger's industry does not have. */
let keyId = '';
let caseId = '';
let annotationId = '';

async function personOf(user: MintedUser) {
  const session = browserSession(app);
  await session.post('/app/login', { username: user.username, password: PASSWORD });
  const told = async (answer: Response) => ({
    status: answer.status,
    location: answer.headers.get('location') ?? '',
    text: await answer.text(),
  });
  return {
    user,
    session,
    read: async (path: string) => told(await session.get(path)),
    send: async (path: string, fields: Record<string, string>) => told(await session.post(path, fields)),
  };
}

beforeAll(async () => {
  context = await testContext('2026-01-16T00:45:00Z');
  app = testApp(context);
  const [own, other] = [await mintWorks(context), await mintWorks(context)];
  ({ industryKey } = own);
  keeper = await personOf(await mintUser(context, { industryId: own.industryId, permissions: WORK }));
  reader = await personOf(await mintUser(context, { industryId: own.industryId }));
  stranger = await personOf(await mintUser(context, { industryId: other.industryId, permissions: ['admin:*'] }));
  const rows = [
    { unitId: 'M1', createdOn: AT, value: 5, summedValue: 5000 },
    { unitId: 'M9', createdOn: AT, value: 1 },
  ];
  await ingest(context, own, rows);
  const unit = { unitId: 'OURS', displayName: 'Our well', siUnit: 'KL', flowFactor: '1' };
  await keeper.send('/app/units/add?kind=FLOW', unit);
  await keeper.send('/app/units/categories', {
    act: 'add',
    generation: 'categoriesV2',
    categoryKey: 'ID_OURS',
    standardCategoryId: 'FLOW_CATEGORY',
    'subCategories[0].displayName': 'Wells',
  });
  const made = await keeper.send('/app/operations/keys', {
    act: 'create',
    name: 'Gateway',
    units: 'M1',
    expiresAt: '',
  });
  [, keyId = ''] = /mwk_([0-9a-f]{16})_/.exec(made.text) ?? [];
  [, caseId = ''] = /name="id"\s+value="(\d+)"/.exec((await keeper.read('/app/operations/quarantine')).text) ?? [];
  const { token } = await login(app, keeper.user);
  const noted = await app.request('/api/user/annotations', {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify({ unitId: 'M1', from: AT, text: 'Pump changed' }),
  });
  ({ annotationId } = ((await noted.json()) as { data: { annotationId: string } }).data);
});

interface Work {
  readonly page: () => string;
  /** Of the page where it can be used. */
  readonly shows: string;
  readonly form: () => Record<string, string>;
  /** Answer to the form of somebody with the permission. */
  readonly leads: RegExp;
  /** Whether the address or the form names a thing of the industry. */
  readonly names: 'page' | 'form' | null;
}

const WORKS: Readonly<Record<string, Work>> = {
  'a new unit': {
    page: () => '/app/units/add?kind=FLOW',
    shows: 'id="add"',
    form: () => ({ unitId: 'NEW', displayName: 'New', siUnit: 'KL', flowFactor: '1' }),
    leads: /^303 .*id=NEW&done=added/,
    names: null,
  },
  'the fields of a unit': {
    page: () => '/app/unit/change?id=OURS',
    shows: 'id="change"',
    form: () => ({ act: 'save', tag: '*', displayName: 'Our deep well', siUnit: 'KL', flowFactor: '1' }),
    leads: /^303 .*id=OURS&done=yes/,
    names: 'page',
  },
  'what a change of a unit would change': {
    page: () => '/app/unit/change?id=OURS',
    shows: 'value="preview"',
    form: () => ({ act: 'preview', tag: '*', displayName: 'Our third well', siUnit: 'KL', flowFactor: '1' }),
    leads: /^200 .*id="preview".*Our third well/s,
    names: 'page',
  },
  'the end of a unit': {
    page: () => '/app/unit/change?id=OURS',
    shows: 'id="retire"',
    form: () => ({ act: 'retire', tag: '*' }),
    leads: /^303 \/app\/unit\?id=OURS/,
    names: 'page',
  },
  'the return of a unit': {
    page: () => '/app/unit/change?id=OURS',
    shows: 'value="restore"',
    form: () => ({ act: 'restore', tag: '*' }),
    leads: /^303 .*id=OURS&done=yes/,
    names: 'page',
  },
  'the place of a unit': {
    page: () => '/app/unit/categories?id=OURS',
    shows: 'name="place"',
    form: () => ({ place: JSON.stringify(['categoriesV2', 'ID_OURS', 'Wells']) }),
    leads: /^303 .*id=OURS&done=yes/,
    names: 'page',
  },
  'another meter': {
    page: () => '/app/unit/meters?id=M1',
    shows: 'id="exchange"',
    form: () => ({ act: 'register', installedAt: '2026-01-15T07:00', finalRegisterOfOld: '6', initialRegister: '0' }),
    leads: /^200 .*class="notice stock"/s,
    names: null,
  },
  'the parts of a category': {
    page: () => '/app/units/categories',
    shows: 'ID_OURS',
    form: () => ({ act: 'addPart', ofGeneration: 'categoriesV2', ofKey: 'ID_OURS', name: 'Mains' }),
    leads: /^303 .*done=yes/,
    names: 'form',
  },
  'a key of a device': {
    page: () => '/app/operations/keys',
    shows: 'id="create"',
    form: () => ({ act: 'rotate', keyId, overlapHours: '0' }),
    leads: /^200 .*mwk_[0-9a-f]{16}_.*id="call"/s,
    names: 'form',
  },
  'a reading': {
    page: () => `/app/reading?unitId=M1&date=15%2F01%2F2026&hour=0&at=${encodeURIComponent(AT)}`,
    shows: 'name="reason"',
    form: () => ({ act: 'save', value: '0.006', summedValue: '5', reason: 'Read off by hand' }),
    leads: /^303 .*done=yes/,
    names: 'page',
  },
  'refused readings': {
    page: () => '/app/operations/quarantine',
    shows: 'value="release"',
    form: () => ({ act: 'release', id: caseId, unitId: 'M2' }),
    leads: /^303 .*n=1&refused=0/,
    names: null,
  },
  'an annotation': {
    page: () => `/app/annotation?id=${annotationId}`,
    shows: 'id="text"',
    form: () => ({
      act: 'save',
      unitId: 'M1',
      from: '2026-01-15T06:05',
      to: '',
      text: 'Pump changed at six',
      tag: '*',
    }),
    leads: /^303 \/app\/today/,
    names: 'page',
  },
};

describe.each(Object.entries(WORKS))('%s', (_, { page, shows, form, leads, names }) => {
  it('is refused to people without the permission, who are shown no form', async () => {
    expect((await reader.read(page())).text).not.toContain(shows);
    const { status, text } = await reader.send(page(), form());
    expect([status, text]).toEqual([401, expect.stringContaining('You do not have the permission to ')]);
  });

  it('of another industry is not there, whatever one may do in one’s own', async () => {
    const [shown, answered] = [await stranger.read(page()), await stranger.send(page(), form())];
    if (names === 'page') expect([shown.status, answered.status]).toEqual([404, 404]);
    if (names === 'form')
      expect([shown.text.includes(form()['ofKey'] ?? keyId), answered.status]).toEqual([false, 400]);
    for (const { text } of [shown, answered]) expect(text).not.toMatch(/Our .*well|Gateway|Pump changed/);
  });

  it('is work of a person of the industry who has the permission', async () => {
    const shown = await keeper.read(page());
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining(shows)]);
    const { status, location, text } = await keeper.send(page(), form());
    expect(`${status} ${location}${text}`).toMatch(leads);
  });
});

describe('work of people of an industry', () => {
  it('is in the audit with who did it', async () => {
    const everyAct = { industryKey, verb: null, subject: null, from: null, to: null, before: null };
    const rows = await listAudit(context.database, everyAct, 100);
    const verbsOf = ({ user }: Person) =>
      rows.filter(({ actor }) => actor.userId === user.userId).map(({ verb }) => verb);
    expect(verbsOf(keeper)).toEqual(
      expect.arrayContaining(['unit.create', 'unit.change', 'unit.retire', 'unit.restore', 'meter.install']),
    );
    expect(verbsOf(keeper)).toEqual(
      expect.arrayContaining(['category.create', 'category.change', 'key.create', 'key.rotate', 'reading.edit']),
    );
    expect([...verbsOf(reader), ...verbsOf(stranger)]).toEqual([]);
  });

  it('is reached from the pages that everybody has, and by nobody who may not', async () => {
    const ways = ['/app/units/add', '/app/units/categories', '/app/unit/change?id=M1', '/app/unit/meters?id=M1'];
    const linksOf = async ({ read }: Person) =>
      (await read('/app/units')).text
      + (await read('/app/unit?id=M1')).text
      + (await read('/app/operations/insights')).text;
    const [own, others] = [await linksOf(keeper), await linksOf(reader)];
    for (const way of [...ways, '/app/operations/keys']) {
      expect(own).toContain(way);
      expect(others).not.toContain(way);
    }
  });

  it('leaves what operators do for all industries to them', async () => {
    for (const path of ['/add', '/health', '/audit', '/archive'])
      expect((await keeper.read(`/app/operations${path}`)).status).toBe(403);
    expect(
      (await keeper.send('/app/operations', { act: 'deactivate', industryId: keeper.user.industryId })).status,
    ).toBe(403);
  });
});
