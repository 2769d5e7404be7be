import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { connectAs, type Credentials, loginIssuer, outcomeOf, rowsAs, withRightsOf } from './support.ts';
import { fillWorks, provisionWorks } from './works.ts';

interface Analyst {
  readonly industry: Industry;
  readonly login: Credentials;
}

let context: TestContext;
let views: string[];
let analysts: [Analyst, Analyst];

beforeAll(async () => {
  context = await testContext();
  const issue = loginIssuer(context);
  const analyst = async (): Promise<Analyst> => {
    const industry = await provisionWorks(context);
    await fillWorks(context, industry);
    return { industry, login: await issue(industry) };
  };
  analysts = [await analyst(), await analyst()];
  views = (
    await context.database.execute<{ name: string }>(
      "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'analytics'::regnamespace AND c.relkind <> 'c' ORDER BY 1",
    )
  ).map(({ name }) => name);
});

/** Every row of a view as JSON text. */
const textsOf = async (login: Credentials, view: string): Promise<string[]> =>
  (await rowsAs<{ text: string }>(login, `SELECT row_to_json(v)::text AS text FROM analytics.${view} v`)).map(
    ({ text }) => text,
  );

describe('an analyst', () => {
  it('finds rows of its own industry in every view, and not one of another', async () => {
    expect(views.length).toBeGreaterThan(20);
    for (const [mine, other] of [analysts, analysts.toReversed() as [Analyst, Analyst]]) {
      // two analysts, the other way round
      for (const view of views) {
        const texts = await textsOf(mine.login, view);
        expect({ view, rows: texts.length > 0 }).toEqual({ view, rows: true });
        expect({
          view,
          foreign: texts.filter(
            (text) => !text.includes(mine.industry.industryId) || text.includes(other.industry.industryId),
          ),
        }).toEqual({ view, foreign: [] });
      }
    }
  });

  it('finds the same rows, and none of another, where its days are read live although they are materialised', async () => {
    const [mine] = analysts;
    const rollups = views.filter((view) => view.includes('rollup'));
    const read = async () => Promise.all(rollups.map(async (view) => [view, (await textsOf(mine.login, view)).sort()]));
    const before = await read();
    await context.database.execute(
      "INSERT INTO telemetry.unmaterialised_day (industry_key, from_date) VALUES ($1, '2026-03-03')",
      [mine.industry.industryKey],
    );
    expect(await read()).toEqual(before);
    await context.database.execute('DELETE FROM telemetry.unmaterialised_day WHERE industry_key = $1', [
      mine.industry.industryKey,
    ]);
    expect(rollups).toHaveLength(8);
  });

  it('gets no word about other industries out of a condition that fails on the rows it is tried on', async () => {
    expect(
      await context.database.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = 'analytics'::regnamespace AND NOT coalesce(reloptions @> '{security_barrier=true}', false)",
      ),
    ).toEqual([]);
    const [, second] = analysts;
    const client = await connectAs(second.login);
    for (const sql of [
      'SELECT count(*) FROM analytics.units WHERE unit_name::int = 0',
      'SELECT count(*) FROM analytics.categories WHERE unit_id::date IS NULL',
      'SELECT count(*) FROM analytics.quarantine WHERE raw::int = 0',
    ]) {
      await expect(client.query(sql)).rejects.toThrow(second.industry.industryId);
    }
    await client.end();
  });

  it('is nobody without a login of its own: the owner sees nothing in any view', async () => {
    for (const view of views)
      expect(await context.database.execute(`SELECT FROM analytics.${view} LIMIT 1`)).toEqual([]);
  });

  it('stays who it is under every name it can put on', async () => {
    const [first] = analysts;
    const client = await connectAs(first.login);
    await client.query('SET ROLE water_analyst').catch(() => undefined);
    expect((await client.query('SELECT industry_id FROM analytics.industry')).rows).toEqual([
      { industry_id: first.industry.industryId },
    ]);
    await client.end();
  });
});

/** Each list runs on a connection of its own and has to be refused somewhere. */
const escapes: readonly (readonly string[])[] = [
  ['INSERT INTO analytics.industry (industry_id) VALUES (1)'],
  ["UPDATE analytics.units SET unit_name = ''"],
  ['DELETE FROM analytics.readings'],
  ['TRUNCATE analytics.readings'],
  ['BEGIN READ WRITE', 'DELETE FROM analytics.units'],
  ['SET default_transaction_read_only = off', 'DELETE FROM analytics.stale_days'],
  ['CREATE TABLE analytics.mine (a int)'],
  ['CREATE TABLE public.mine (a int)'],
  ['CREATE TEMP TABLE mine (a int)'],
  ['CREATE SCHEMA mine'],
  ['CREATE VIEW analytics.mine AS SELECT 1 AS a'],
  ['CREATE FUNCTION analytics.f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'],
  ['SELECT * FROM telemetry.reading'],
  ['SELECT * FROM telemetry.document'],
  ['SELECT * FROM telemetry.rollup_daily'],
  ['SELECT * FROM tenant.app_user'],
  ['SELECT * FROM tenant.analyst_login'],
  ['SELECT * FROM public.schema_migration'],
  ['SELECT * FROM analytics_private.document_figures'],
  ['SELECT analytics_private.current_industry_key()'],
  ["CALL analytics_private.put_login('mine', 'x')"],
  ['SELECT * FROM pg_catalog.pg_authid'],
  ['SELECT * FROM timescaledb_information.chunks'],
  ['SELECT * FROM _timescaledb_catalog.hypertable'],
  ['RESET ROLE', 'SELECT * FROM telemetry.reading'],
  ['RESET SESSION AUTHORIZATION', 'SELECT * FROM telemetry.reading'],
  ['SET ROLE postgres'],
  ['SET SESSION AUTHORIZATION postgres'],
  ["SELECT pg_notify('anything', 'x')"],
  ['SELECT pg_advisory_lock(7224001)'],
  ['SELECT lo_create(0)'],
  ["SELECT pg_read_file('postgresql.conf')"],
  ['SET search_path TO telemetry, tenant', 'SELECT * FROM reading'],
  ["SELECT public.show_chunks('analytics.readings')"],
  ["SELECT public.drop_chunks('telemetry.reading', now())"],
  ['SELECT public.delete_job(1)'],
  ['SELECT public.hypertable_size(1)'],
  ['CALL public.run_job(1)'],
  ['SELECT interpolate(1.0::float8)'],
];

describe('what an analyst may not do', () => {
  it('is refused to its connection: writing, creating, reading elsewhere, becoming somebody else', async () => {
    const [first] = analysts;
    const succeeded: string[] = [];
    for (const statements of escapes)
      if ((await outcomeOf(first.login, statements)) === 'accepted') succeeded.push(statements.join('; '));
    expect(succeeded).toEqual([]);
  });

  it("is refused by its rights alone, without the read-only session and the embedded engine's guard", async () => {
    const [first] = analysts;
    const outcomes = new Map<string, string>();
    for (const statements of escapes) {
      const sql = statements.at(-1) ?? '';
      if (/^SET (ROLE|SESSION)|^BEGIN/.test(sql)) continue;
      await context.database
        .transaction(async (transaction) => {
          await withRightsOf(transaction, first.login);
          await transaction.execute(sql);
          outcomes.set(sql, 'accepted');
          throw new Error('rolled back');
        })
        .catch((error: Error & { code?: string }) =>
          outcomes.set(sql, outcomes.get(sql) ?? error.code ?? error.message),
        );
    }
    // 55000, 42809: a view that cannot be written to; 42P01: a name that no reachable schema has.
    expect([...outcomes].filter(([, outcome]) => !['42501', '55000', '42809', '42P01'].includes(outcome))).toEqual([]);
    expect(outcomes.size).toBeGreaterThan(25);
  });

  it("is not granted anywhere: no schema to create in, no table but its views, six functions of the extension, of those with the owner's rights the ones its views call", async () => {
    const [first] = analysts;
    const granted = async (sql: string): Promise<unknown[]> =>
      (await context.database.execute<{ name: string }>(sql, [first.login.name])).map(({ name }) => name);
    expect(
      await granted("SELECT nspname AS name FROM pg_namespace WHERE has_schema_privilege($1::name, oid, 'CREATE')"),
    ).toEqual([]);
    // The extension looks up names in its own as whoever asks. A session's own temporary schema is open to everybody.
    expect(
      await granted(
        `SELECT nspname AS name FROM pg_namespace
         WHERE has_schema_privilege($1::name, oid, 'USAGE') AND oid <> pg_my_temp_schema() ORDER BY 1`,
      ),
    ).toEqual([
      '_timescaledb_catalog',
      '_timescaledb_config',
      '_timescaledb_functions',
      '_timescaledb_internal',
      'analytics',
      'information_schema',
      'pg_catalog',
      'public',
    ]);
    expect(
      await granted(
        `SELECT DISTINCT p.proname AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND has_function_privilege($1::name, p.oid, 'EXECUTE') ORDER BY 1`,
      ),
    ).toEqual(['first', 'histogram', 'last', 'locf', 'time_bucket', 'time_bucket_gapfill']);
    const relations = (
      privileges: string,
    ): string => `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND c.relkind IN ('r', 'v', 'm', 'p', 'f') AND has_schema_privilege($1::name, n.oid, 'USAGE')
        AND has_table_privilege($1::name, c.oid, '${privileges}') ORDER BY 1`;
    expect(await granted(relations('SELECT'))).toEqual(views.map((view) => `analytics.${view}`));
    expect(await granted(relations('INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER'))).toEqual([]);
    expect(
      await granted(`SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE p.prosecdef AND has_function_privilege($1::name, p.oid, 'EXECUTE') ORDER BY p.proname`),
    ).toEqual(
      [
        'analytics_private.current_industry_key()',
        'analytics_private.live_from()',
        'analytics_private.sealed_months()',
        'analytics_private.sealed_years()',
        ...views.filter((view) => view.includes('rollup')).map((view) => `analytics_private.${view}_live()`),
      ].sort(),
    );
    expect(
      await granted(`SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname = '_timescaledb_functions' AND p.provolatile = 'v' AND has_function_privilege($1::name, p.oid, 'EXECUTE')`),
    ).toEqual([]);
    expect(
      await granted(
        "SELECT d.datname AS name FROM pg_database d WHERE datname = current_database() AND has_database_privilege($1::name, d.oid, 'CREATE, TEMPORARY')",
      ),
    ).toEqual([]);
    expect(
      await granted(
        "SELECT r.rolname AS name FROM pg_roles r WHERE r.rolname <> $1 AND pg_has_role($1::name, r.oid, 'MEMBER')",
      ),
    ).toEqual(['water_analyst']);
  });
});
