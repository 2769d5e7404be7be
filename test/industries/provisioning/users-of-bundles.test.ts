import { beforeAll, describe, expect, it } from 'vitest';
import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import { disableAccount, disabledAccounts } from '../../../src/industries/users/disabled.ts';
import { findIndustry } from '../../../src/platform/directory/store/industries.ts';
import { verifyPassword } from '../../../src/platform/login/rules/password.ts';
import { lastSeenOf } from '../../../src/platform/login/store/sessions.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';
import { type Json, operator, userOf, worksOf } from '../rules/provisioning/bundles.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
});

const provision = (document: Json) =>
  provisionIndustry({
    context,
    bundle: document,
    markStale: async () => {
      throw new Error('no figure follows from users');
    },
  });

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

it('users of a new industry have their passwords kept as hashes only', async () => {
  const id = mintId('HASH');
  await provision(worksOf(id));
  const [user] = await usersOf(id);
  expect(user?.password_hash).toMatch(/^\$argon2id\$/);
  expect(await verifyPassword('River-1', user?.password_hash ?? '')).toBe(true);
  expect(user?.permissions).toEqual(['readings:write']);
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
