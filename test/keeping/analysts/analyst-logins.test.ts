import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { issueAnalystLogin, revokeAnalystLogin } from '../../../src/keeping/analysts/analyst-logins.ts';
import { analystRights, findAnalystLogin } from '../../../src/keeping/store/analysts.ts';
import { setUpProblem } from '../../../src/platform/login/rules/permissions.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { provisionSample } from '../../support/sample-industry.ts';
import { ownContext } from '../upkeep/own-database.ts';
import { connectAs, type Credentials, loginIssuer, mintLogin, outcomeOf, rowsAs } from './support.ts';

let context: TestContext;
let issue: ReturnType<typeof loginIssuer>;
let [ours, theirs]: Industry[] = [];
beforeAll(async () => {
  context = await testContext();
  issue = loginIssuer(context);
  [ours, theirs] = [
    await provisionSample(context, 'second-industry'),
    await provisionSample(context, 'second-industry'),
  ];
});
const our = (): Industry => ours as Industry; // beforeAll made it
const their = (): Industry => theirs as Industry; // beforeAll made it

const seen = async (login: Credentials): Promise<string[]> =>
  (await rowsAs<{ industry_id: string }>(login, 'SELECT industry_id FROM analytics.industry')).map(
    (row) => row.industry_id,
  );

describe("an analyst's login", () => {
  it('logs in with the password it was given and sees its industry', async () => {
    const login = await issue(our());
    expect(await seen(login)).toEqual([our().industryId]);
    expect(await outcomeOf({ ...login, password: 'another' }, []).catch((error: { code?: string }) => error.code)).toBe(
      '28P01',
    );
  });

  it('gets another password the second time, and the first one stops working', async () => {
    const first = await issue(our());
    const second = await issueAnalystLogin(context, our(), first.name);
    expect(second).toMatchObject({ name: first.name, isNew: false });
    expect(second.password).not.toBe(first.password);
    expect(await seen(second)).toEqual([our().industryId]);
    await expect(connectAs(first)).rejects.toMatchObject({ code: '28P01' });
  });

  it('keeps its industry: the name is refused for another one, and works on', async () => {
    const login = await issue(our());
    await expect(issueAnalystLogin(context, their(), login.name)).rejects.toMatchObject({
      code: 1403,
      message: expect.stringContaining(`belongs to industry ${our().industryId}`),
    });
    await expect(revokeAnalystLogin(context, their(), login.name)).rejects.toMatchObject({ code: 1403 });
    expect(await seen(login)).toEqual([our().industryId]);
  });

  it('never takes over a role that somebody else made', async () => {
    const name = mintLogin();
    await context.database.execute(`CREATE ROLE ${name} LOGIN`);
    try {
      for (const taken of [name, 'water_analyst']) {
        await expect(issueAnalystLogin(context, our(), taken)).rejects.toMatchObject({
          code: 1403,
          message: expect.stringContaining('was not made as an analyst'),
        });
      }
      await expect(revokeAnalystLogin(context, our(), name)).rejects.toMatchObject({ code: 1403 });
    } finally {
      await context.database.execute(`DROP ROLE ${name}`);
    }
  });

  it.each([
    'ab',
    'Anna',
    '1st',
    '_anna',
    'an-na',
    'an na',
    "a'b; DROP",
    'pg_reader',
    'public',
    'none',
    'ä_name',
    'a'.repeat(42),
    '',
  ])('cannot be called %j', async (name) => {
    await expect(issueAnalystLogin(context, our(), name)).rejects.toMatchObject({
      code: 1403,
      message: expect.stringContaining('is not a name for a login'),
    });
  });

  it('may have a name that SQL uses as a word', async () => {
    const name = 'select';
    await revokeAnalystLogin(context, our(), name).catch(() => undefined);
    expect(await seen(await issue(our(), name))).toEqual([our().industryId]);
  });

  it('is made again when a database was restored into a cluster without it', async () => {
    const lost = await issue(our());
    await context.database.execute(`DROP ROLE ${lost.name}`);
    const again = await issueAnalystLogin(context, our(), lost.name);
    expect(again.isNew).toBe(true);
    expect(await seen(again)).toEqual([our().industryId]);
  });

  it('is gone once it is removed: no new connection, and nothing to see for one that is open', async () => {
    const login = await issue(our());
    const open = await connectAs(login);
    expect((await open.query('SELECT count(*)::int AS units FROM analytics.units')).rows).toEqual([
      { units: our().units.size },
    ]);
    await revokeAnalystLogin(context, our(), login.name);
    const after = await open.query('SELECT count(*)::int AS units FROM analytics.units').then(
      ({ rows }) => rows,
      () => 'refused',
    );
    expect(after === 'refused' || JSON.stringify(after) === '[{"units":0}]').toBe(true);
    await open.end().catch(() => undefined);
    await expect(connectAs(login)).rejects.toMatchObject({ code: '28P01' });
    await expect(revokeAnalystLogin(context, our(), login.name)).rejects.toMatchObject({ code: 1403 });
  });

  it('leaves an audit row when it is made, has another password and is taken away', async () => {
    const login = await issue(our());
    await issueAnalystLogin(context, our(), login.name);
    await revokeAnalystLogin(context, our(), login.name);
    const rows = await context.database.execute(
      'SELECT verb, actor_user_id AS by, before, after FROM operations.audit WHERE industry_key = $1 AND subject = $2 ORDER BY audit_key',
      [our().industryKey, login.name],
    );
    const row = { by: 'command', before: null, after: null };
    expect(rows).toEqual(['analyst.create', 'analyst.password', 'analyst.remove'].map((verb) => ({ ...row, verb })));
  });

  it('sees nothing while its industry is disabled', async () => {
    const login = await issue(their());
    await context.database.execute('INSERT INTO tenant.disabled (industry_id) VALUES ($1)', [their().industryId]);
    expect(await seen(login)).toEqual([]);
    await context.database.execute('DELETE FROM tenant.disabled WHERE industry_id = $1', [their().industryId]);
    expect(await seen(login)).toEqual([their().industryId]);
  });

  it('is made once when two operators ask at the same time', async () => {
    const name = mintLogin();
    const logins = await Promise.all([issue(our(), name), issueAnalystLogin(context, our(), name)]);
    const works = await Promise.all(
      logins.map((login) =>
        seen(login).then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(works.filter(Boolean)).toHaveLength(1);
  });
});

describe('a database that is not set up for analysts', () => {
  it('makes no login and says what a superuser must run', async () => {
    const own = await ownContext('2026-06-01T00:00:00Z');
    await own.database.execute('GRANT SELECT ON _timescaledb_catalog.chunk TO water_analyst');
    // On a server the test's own database was made without the set-up, which belongs to a database.
    const industry = await provisionSample(own, 'second-industry');
    const name = mintLogin();
    await expect(issueAnalystLogin(own, industry, name)).rejects.toMatchObject({
      code: 500,
      message: expect.stringMatching(
        /^The database is not set up for analysts, whose logins may read .* a superuser must run sql\/server\/setup\.sql on it\.$/,
      ),
    });
    expect(await findAnalystLogin(own.database, name)).toEqual({ roleExists: false, industryId: null });
  });

  it('is none where the set-up was done, as in the database of these tests', async () => {
    expect(setUpProblem(await analystRights(context.database))).toBeNull();
  });
});
