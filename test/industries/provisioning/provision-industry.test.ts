import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyPassword } from '../../../src/platform/login/rules/password.ts';
import { unitAsOf } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { markStaleDays, type MarkStale } from '../../../src/industries/provisioning/mark-stale-days.ts';
import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import { disableAccount, disabledAccounts } from '../../../src/industries/users/disabled.ts';
import { findIndustry } from '../../../src/platform/directory/store/industries.ts';
import { lastSeenOf } from '../../../src/platform/login/store/sessions.ts';
import { processedDays, setProcessed, staleDays } from '../../../src/ledger/store/ledger.ts';
import { balance, bore, bundle, category, type Json, operator, tank } from '../rules/provisioning/bundles.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
});

const noDaysToMark: MarkStale = async () => {
  throw new Error('nothing closed was to change');
};
const provision = (document: Json, markStale: MarkStale = noDaysToMark) =>
  provisionIndustry({ context, bundle: document, markStale });

/** The works under an id and with login names of their own. */
function worksOf(id: string, changes: Json = {}): Json {
  const name = id.slice(-20).toLowerCase();
  const document = bundle({ users: [operator({ username: name, email: `${id}@works.example` })], ...changes });
  // Bundle() makes it an object.
  return { ...document, industry: { ...(document['industry'] as Json), industryId: id } };
}
const userOf = (document: Json): Json => (document['users'] as Json[])[0] ?? {}; // worksOf() makes it a list

async function stored(id: string) {
  const industry = await findIndustry(context.database, id, context.clock.now());
  if (industry === null) throw new Error(`no industry ${id}`);
  return industry;
}
const usersOf = (id: string) =>
  context.database.execute<{
    user_id: string;
    username: string;
    password_hash: string;
    removed: boolean;
    permissions: string[];
  }>(
    `SELECT a.user_id, a.username, a.password_hash, a.removed_at IS NOT NULL AS removed, a.permissions
   FROM tenant.app_user a JOIN tenant.industry i USING (industry_key) WHERE i.industry_id = $1 ORDER BY a.user_id`,
    [id],
  );

/** Every row of the industry as text, transaction ids included: a rewritten row differs even when its values do not. */
const rowsOf = async (id: string): Promise<unknown> =>
  await context.database.execute(
    `WITH i AS (SELECT * FROM tenant.industry WHERE industry_id = $1)
   SELECT (SELECT xmin::text FROM tenant.industry WHERE industry_id = $1) AS industry,
          (SELECT array_agg(u.xmin::text ORDER BY unit_key) FROM tenant.unit u JOIN i USING (industry_key)) AS units,
          (SELECT array_agg(v.xmin::text ORDER BY unit_key) FROM tenant.unit_version v JOIN tenant.unit u USING (unit_key) JOIN i USING (industry_key)) AS versions,
          (SELECT array_agg(c.xmin::text ORDER BY generation, category_key) FROM tenant.category c JOIN i USING (industry_key)) AS categories,
          (SELECT array_agg(a.xmin::text ORDER BY user_key) FROM tenant.app_user a JOIN i USING (industry_key)) AS users`,
    [id],
  );

describe('a new industry', () => {
  it('is stored as its bundle says', async () => {
    const id = mintId('NEW');
    const result = await provision(
      worksOf(id, {
        units: [
          bore({ flowFactor: 0.1, meta: { pRef: 2, colour: 'blue', registerChecks: { rolloverDigits: 6 } } }),
          tank(),
          balance(),
        ],
      }),
    );
    expect(result).toMatchObject({
      industryId: id,
      isChanged: true,
      industry: 'added',
      units: { added: 3 },
      categories: { added: 1 },
      users: { added: 1 },
      warnings: [],
    });
    const industry = await stored(id);
    expect(industry).toMatchObject({
      industryName: 'River works',
      isActive: true,
      isTest: false,
      clock: { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00', daysOffset: 0 },
    });
    expect([...industry.units.keys()]).toEqual(['BORE', 'TANK', 'BALANCE']);
    expect(industry.units.get('BORE')).toMatchObject({
      current: {
        group: 'FLOW',
        flowFactor: 0.1,
        pRefKilowatts: 2,
        dataUpdateFrequencySeconds: 300,
        registerChecks: { rolloverDigits: 6 },
      },
      versions: [{ effectiveFrom: '1900-01-01', meta: { colour: 'blue' } }],
    });
    expect(industry.categories.categories.get('sourceCategory')?.subCategories).toEqual([
      { id: 'S1', displayName: 'Sources', units: ['BORE'] },
    ]);
  });

  it('keeps passwords as hashes only', async () => {
    const id = mintId('HASH');
    await provision(worksOf(id));
    const [user] = await usersOf(id);
    expect(user?.password_hash).toMatch(/^\$argon2id\$/);
    expect(await verifyPassword('River-1', user?.password_hash ?? '')).toBe(true);
    expect(user?.permissions).toEqual(['readings:write']);
  });

  it.each(['sample-industry', 'second-industry'])('the bundle %s can be stored', async (name) => {
    const document = JSON.parse(
      readFileSync(new URL(`../../../scripts/sample-data/${name}.json`, import.meta.url), 'utf8'),
    ) as Json & { users: Json[]; industry: Json }; // the file is in this repository
    const id = mintId('SAMPLE');
    const users = document.users.map((user, index) => ({
      ...user,
      email: `${index}.${id}@works.example`,
      username: `${index}${id.slice(-18)}`,
    }));
    expect(await provision({ ...document, industry: { ...document.industry, industryId: id }, users })).toMatchObject({
      industry: 'added',
      warnings: [],
    });
    expect((await stored(id)).units.size).toBe((document['units'] as Json[]).length);
  });
});

describe('the same bundle again', () => {
  it('changes nothing, says so and touches no row', async () => {
    const document = worksOf(mintId('SAME'), {
      units: [bore({ meta: { effectiveFrom: '01/06/2026', note: { b: 1, a: [1.5, null] } } }), tank(), balance()],
    });
    await provision(document);
    const before = await rowsOf((document['industry'] as Json)['industryId'] as string);
    expect(await provision(document)).toMatchObject({
      isChanged: false,
      industry: 'unchanged',
      units: { unchanged: 3 },
      categories: { unchanged: 1 },
      users: { unchanged: 1 },
      staleFrom: [],
    });
    expect(await rowsOf((document['industry'] as Json)['industryId'] as string)).toEqual(before);
  });

  it('two at the same time store it once', async () => {
    const document = worksOf(mintId('TWICE'));
    const results = await Promise.all([provision(document), provision(document)]);
    expect(results.map((result) => result.isChanged).toSorted()).toEqual([false, true]);
  });
});

describe('a later bundle', () => {
  it('removes units it leaves out, keeps their rows, and takes them back', async () => {
    const id = mintId('LESS');
    await provision(worksOf(id));
    const key = (await stored(id)).units.get('TANK')?.unitKey;
    expect(await provision(worksOf(id, { units: [bore()] }))).toMatchObject({ units: { removed: 2, unchanged: 1 } });
    expect([...(await stored(id)).units.keys()]).toEqual(['BORE']);
    // Their days are to be rebuilt: runs have passed them by.
    const marked: string[] = [];
    const back = await provisionIndustry({
      context,
      bundle: worksOf(id),
      markStale: async (_db, _key, units) => {
        marked.push(...units.map(({ unitId }) => unitId));
      },
    });
    expect(back).toMatchObject({ units: { added: 2, unchanged: 1 } });
    expect(marked).toContain('TANK');
    expect((await stored(id)).units.get('TANK')?.unitKey).toBe(key);
  });

  it('replaces the categories of its sections and leaves other generations alone', async () => {
    const id = mintId('CAT');
    await provision(worksOf(id, { categoriesV2: { ID_SOURCE: category(['BORE'], 'S2') } }));
    await provision(worksOf(id, { categories: { stockCategory: category(['TANK'], 'S3') } }));
    const { categories } = await stored(id);
    expect([...categories.categories.keys()]).toEqual(['stockCategory']);
    expect([...categories.categoriesV2.keys()]).toEqual(['ID_SOURCE']);
  });

  it('applies names at once and changed figures from the running business date', async () => {
    const id = mintId('FIGURE');
    await provision(worksOf(id));
    await provision(
      worksOf(id, {
        units: [bore({ displayName: 'Bore 1', flowFactor: 2, meta: { colour: 'red' } }), tank(), balance()],
      }),
    );
    const unit = (await stored(id)).units.get('BORE');
    if (unit === undefined) throw new Error('no unit');
    expect(unitAsOf(unit, businessDate('2026-11-20'))).toMatchObject({ displayName: 'Bore 1', flowFactor: 1 });
    expect(unitAsOf(unit, businessDate('2026-11-21'))).toMatchObject({ displayName: 'Bore 1', flowFactor: 2 });
    expect(unit.versions.map((version) => version.meta)).toEqual([{ colour: 'red' }, { colour: 'red' }]);
  });

  it('marks the processed days that a change from a past date reaches, inside the same transaction', async () => {
    const id = mintId('STALE');
    await provision(worksOf(id));
    const { industryKey, units } = await stored(id);
    await setProcessed(
      context.database,
      industryKey,
      ['2026-05-31', '2026-06-01', '2026-06-02'],
      { rulesDigest: '', rulesVersion: 1, revisions: new Map() },
      new Date(context.clock.now()),
    );
    const changed = worksOf(id, {
      units: [bore({ flowFactor: 2, meta: { effectiveFrom: '01/06/2026' } }), tank(), balance()],
    });

    await expect(
      provision(changed, async () => {
        throw new Error('no room');
      }),
    ).rejects.toThrow('no room');
    expect((await stored(id)).units.get('BORE')?.versions).toHaveLength(1);

    const unitKey = units.get('BORE')?.unitKey;
    expect(await provision(changed, markStaleDays(context))).toMatchObject({
      staleFrom: [{ unitKey, unitId: 'BORE', fromDate: '2026-06-01' }],
    });
    expect(
      (await staleDays(context.database, industryKey, '2026-01-01', '2026-12-31')).map((day) => [
        day.businessDate,
        day.unitKeys,
        Object.keys(day.causes),
      ]),
    ).toEqual([
      ['2026-06-01', [unitKey], ['configuration']],
      ['2026-06-02', [unitKey], ['configuration']],
    ]);
    expect(await processedDays(context.database, industryKey, '2026-01-01', '2026-12-31')).toEqual(
      new Set(['2026-05-31', '2026-06-01', '2026-06-02']),
    );
  });

  it('replaces every version from 01/01/1900', async () => {
    const id = mintId('ALL');
    await provision(worksOf(id));
    await provision(worksOf(id, { units: [bore({ flowFactor: 2 }), tank(), balance()] }));
    let marked: unknown = null;
    await provision(
      worksOf(id, { units: [bore({ flowFactor: 3, meta: { effectiveFrom: '01/01/1900' } }), tank(), balance()] }),
      async (_querier, _key, changes) => {
        marked = changes.map(({ fromDate }) => fromDate);
      },
    );
    expect((await stored(id)).units.get('BORE')?.versions).toMatchObject([
      { effectiveFrom: '1900-01-01', unit: { flowFactor: 3 } },
    ]);
    expect(marked).toEqual(['1900-01-01']);
  });
});

describe('users of a later bundle', () => {
  const openSession = async (id: string): Promise<void> => {
    await context.database.execute(
      `INSERT INTO tenant.session (industry_key, user_key, device_id, base_address_hash, token_jti, refresh_jti)
      SELECT industry_key, user_key, 'd', 'b', user_id || industry_id, 'r' FROM tenant.app_user JOIN tenant.industry i USING (industry_key) WHERE industry_id = $1 ON CONFLICT DO NOTHING`,
      [id],
    );
  };
  const activeSessions = async (id: string): Promise<number> =>
    (
      await context.database.execute<{ n: number }>(
        'SELECT count(*) AS n FROM tenant.session s JOIN tenant.industry i USING (industry_key) WHERE industry_id = $1 AND s.active',
        [id],
      )
    )[0]?.n ?? -1;

  it('keep their password when it is left out, and are signed out when it changes or they are removed', async () => {
    const id = mintId('USER');
    const document = worksOf(id);
    const user = userOf(document);
    await provision(document);
    await openSession(id);
    const [before] = await usersOf(id);

    expect(await provision({ ...document, users: [{ ...user, password: undefined, role: 'guest' }] })).toMatchObject({
      users: { changed: 1 },
    });
    expect((await usersOf(id))[0]?.password_hash).toBe(before?.password_hash);
    expect(await activeSessions(id)).toBe(1);

    await provision({ ...document, users: [{ ...user, password: 'River-2' }] });
    expect(await verifyPassword('River-2', (await usersOf(id))[0]?.password_hash ?? '')).toBe(true);
    expect(await activeSessions(id)).toBe(0);
  });

  it('who are removed give their names free, lose their sessions and stay on record', async () => {
    const id = mintId('GONE');
    const document = worksOf(id);
    await provision(document);
    await openSession(id);
    expect(await provision({ ...document, users: [{ ...userOf(document), userId: 'u2' }] })).toMatchObject({
      users: { added: 1, removed: 1 },
    });
    expect((await usersOf(id)).map(({ user_id, removed }) => [user_id, removed])).toEqual([
      ['u1', true],
      ['u2', false],
    ]);
    expect(await activeSessions(id)).toBe(0);
  });

  it('who come under the id of somebody removed are not disabled as he was, and get the morning mail', async () => {
    const id = mintId('AGAIN');
    const document = worksOf(id);
    await provision(document);
    const account = { industry: await stored(id), userId: 'u1' };
    await disableAccount(context, account);
    await context.database.execute(
      `INSERT INTO tenant.mail_choice (user_key, gets_morning_mail)
       SELECT user_key, false FROM tenant.app_user JOIN tenant.industry USING (industry_key) WHERE industry_id = $1`,
      [id],
    );
    const left = async () => [
      (await disabledAccounts(context, account.industry)).map(({ userId }) => userId),
      (
        await context.database.execute(
          `SELECT FROM tenant.mail_choice JOIN tenant.app_user USING (user_key) JOIN tenant.industry USING (industry_key)
           WHERE industry_id = $1`,
          [id],
        )
      ).length,
    ];
    // Somebody who stays keeps both, whatever else of him changes.
    await provision({ ...document, users: [{ ...userOf(document), role: 'guest' }] });
    expect(await left()).toEqual([['u1'], 1]);
    await provision({ ...document, users: [] });
    await provision(document);
    expect(await left()).toEqual([[], 0]);
  });

  it('who come under the id of somebody removed get no report of his, answer for no address and were never seen', async () => {
    const id = mintId('HEIR');
    const other = operator({ userId: 'u2', username: mintId('u2').slice(-20), email: `2.${id}@works.example` });
    const document = worksOf(id);
    const both = { ...document, users: [userOf(document), other] };
    await provision(both);
    await openSession(id);
    await context.database.execute(
      `WITH person AS (SELECT u.industry_key, u.user_key, u.user_id FROM tenant.app_user u
                       JOIN tenant.industry i USING (industry_key) WHERE i.industry_id = $1),
            made AS (INSERT INTO reporting.subscription (industry_key, report, formats, frequency, local_time,
                                                         mail_language, created_by, created_at, next_at)
                     SELECT industry_key, '{}', '{csv}', 'daily', '07:00', 'en', user_key, now(), now()
                     FROM person WHERE user_id = 'u1' RETURNING industry_key, subscription_key)
       INSERT INTO reporting.subscription_recipient (industry_key, subscription_key, user_key, address, added_by,
                                                     added_at, link_key)
       SELECT made.industry_key, subscription_key, p.user_key, o.address, adder.user_key, now(), '\\x00'
       FROM made JOIN person adder USING (industry_key)
       JOIN (VALUES ('u1', 'u1', NULL), ('u1', NULL, 'of-u1@else.example'),
                    ('u1', 'u2', NULL), ('u2', NULL, 'of-u2@else.example')) AS o (adder, user_id, address)
         ON o.adder = adder.user_id
       LEFT JOIN person p ON p.user_id = o.user_id`,
      [id],
    );
    const left = async () => [
      (
        await context.database.execute<{ recipient: string }>(
          `SELECT coalesce(r.address, u.user_id) AS recipient FROM reporting.subscription_recipient r
           JOIN tenant.industry i USING (industry_key) LEFT JOIN tenant.app_user u USING (user_key)
           WHERE i.industry_id = $1 ORDER BY 1`,
          [id],
        )
      ).map(({ recipient }) => recipient),
      [...(await lastSeenOf(context.database, (await stored(id)).industryKey)).keys()].sort(),
    ];
    const all = ['of-u1@else.example', 'of-u2@else.example', 'u1', 'u2'];
    // Whoever stays keeps all, whatever else of him changes.
    await provision({ ...both, users: [{ ...userOf(document), role: 'guest' }, other] });
    expect(await left()).toEqual([all, ['u1', 'u2']]);
    await provision({ ...document, users: [other] });
    expect(await left()).toEqual([all, ['u2']]);
    await provision(both);
    expect(await left()).toEqual([['of-u2@else.example', 'u2'], ['u2']]);
  });

  it('may swap their names', async () => {
    const id = mintId('SWAP');
    const document = worksOf(id);
    const first = userOf(document);
    const second = { ...first, userId: 'u2', email: `2.${id}@works.example`, username: `2${id.slice(-18)}` };
    await provision({ ...document, users: [first, second] });
    await provision({
      ...document,
      users: [
        { ...first, username: second.username },
        { ...second, username: first['username'] },
      ],
    });
    expect((await usersOf(id)).map((user) => user.username)).toEqual([second.username, first['username']]);
  });
});

describe('a bundle with mistakes', () => {
  it('is refused with all of them, code 1430, and nothing is written', async () => {
    const id = mintId('BAD');
    const refused = provision(
      worksOf(id, { units: [bore({ flowFactor: 0 }), balance('1 +')], categories: { a: category(['PUMP']) } }),
    );
    await expect(refused).rejects.toMatchObject({ code: 1430, message: 'The bundle has 3 mistakes' });
    await expect(refused).rejects.toMatchObject({
      details: [
        { field: 'units[0].flowFactor' },
        { field: 'units[1].meta.calculations' },
        { field: 'categories.a.subCategories[0].units[0]' },
      ],
    });
    expect(await findIndustry(context.database, id, context.clock.now())).toBeNull();
  });

  it("cannot take the name of another industry's user, in whatever letters", async () => {
    const owner = worksOf(mintId('OWNER'));
    await provision(owner);
    const id = mintId('THIEF');
    const name = String(userOf(owner)['username']).toUpperCase();
    await expect(
      provision(worksOf(id, { users: [operator({ username: name, email: `${id}@works.example` })] })),
    ).rejects.toMatchObject({ details: [{ field: 'users[0].username' }] });
    expect(await findIndustry(context.database, id, context.clock.now())).toBeNull();
  });

  it.each<[unknown]>([[null], ['text'], [[]]])(
    'a document that is %j is refused, not failed upon',
    async (document) => {
      await expect(provisionIndustry({ context, bundle: document, markStale: noDaysToMark })).rejects.toMatchObject({
        code: 1430,
        message: 'The bundle has 1 mistake',
      });
    },
  );
});
