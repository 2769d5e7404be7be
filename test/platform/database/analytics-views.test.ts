import { beforeAll, describe, expect, it } from 'vitest';
import type { Querier } from '../../../src/platform/database/database.ts';
import { sqlFiles } from '../../../src/platform/database/migrate.ts';
import { toDisplay } from '../../../src/figures/rules/figures/display.ts';
import { GROUP_OF_STANDARD_CATEGORY } from '../../../src/kernel/measure/unit.ts';
import { testContext, type TestContext } from '../../support/database.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext();
});

const VIEWS =
  "FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'analytics' AND c.relkind = 'v'";

async function migrateAgain(db: Querier): Promise<void> {
  for (const file of sqlFiles('idempotent')) await db.execute(file.text);
}

/** Every view with the transaction that wrote its row: a view made anew has another. */
const writtenBy = (db: Querier) =>
  db.execute<{ name: string; transaction: string }>(
    `SELECT c.relname AS name, c.xmin::text AS transaction ${VIEWS} ORDER BY 1`,
  );

/** Runs `work` and takes everything it did back. */
async function undone(work: (db: Querier) => Promise<void>): Promise<void> {
  const done = new Error('done');
  await context.database
    .transaction(async (db) => {
      await work(db);
      throw done;
    })
    .catch((error: unknown) => {
      if (error !== done) throw error;
    });
}

describe('the views of schema analytics', () => {
  it('are left alone by a migration that changes nothing, so that it never waits for a running query', async () => {
    const before = await writtenBy(context.database);
    expect(before.length).toBeGreaterThan(20);
    await undone(async (db) => {
      await migrateAgain(db);
      expect(await writtenBy(db)).toEqual(before);
    });
  });

  it.each([
    ['was dropped', 'DROP VIEW analytics.daily_figures'],
    [
      'was replaced by another',
      'CREATE OR REPLACE VIEW analytics.industry AS SELECT i.industry_id, i.industry_name, i.place, i.timezone, i.shift_start_at, i.days_offset FROM tenant.industry i',
    ],
    [
      'has columns of an earlier release',
      'DROP VIEW analytics.units; CREATE VIEW analytics.units AS SELECT 1 AS some_column',
    ],
    ['may not be read any more', 'REVOKE SELECT ON analytics.readings FROM water_analyst'],
    ['may be read by everybody', 'GRANT SELECT ON analytics.readings TO PUBLIC'],
    ['was dropped with everything it is made of', 'DROP SCHEMA analytics, analytics_private CASCADE'],
    ['is none of ours', 'CREATE VIEW analytics.forgotten AS SELECT * FROM tenant.app_user'],
  ])('are all put in place again by the next migration when one of them %s', async (_, damage) => {
    const state = `SELECT c.relname, pg_get_viewdef(c.oid) AS definition, c.reloptions, c.relacl::text, obj_description(c.oid, 'pg_class') AS comment ${VIEWS} ORDER BY 1`;
    const before = await context.database.execute(state);
    await undone(async (db) => {
      await db.execute(damage);
      expect(await db.execute(state)).not.toEqual(before);
      await migrateAgain(db);
      expect(await db.execute(state)).toEqual(before);
    });
  });

  it('are not taken from under what others have built on them: the migration stops and names it', async () => {
    await undone(async (db) => {
      await db.execute('CREATE SCHEMA borrowed; CREATE VIEW borrowed.mine AS SELECT unit_id FROM analytics.units');
      await migrateAgain(db);
      expect(await db.execute("SELECT to_regclass('borrowed.mine') IS NOT NULL AS stands")).toEqual([{ stands: true }]);
      await db.execute('DROP VIEW analytics.industry');
      await expect(migrateAgain(db)).rejects.toThrow(/cannot drop view analytics\.units/);
    });
  });

  it('say of themselves and of every column what it means', async () => {
    expect(
      await context.database.execute(`SELECT c.relname ${VIEWS} AND obj_description(c.oid, 'pg_class') IS NULL`),
    ).toEqual([]);
    expect(
      await context.database
        .execute(`SELECT c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'analytics' AND c.relkind = 'v' AND a.attnum > 0 AND col_description(c.oid, a.attnum) IS NULL`),
    ).toEqual([]);
  });

  it('name a unit of measure, a type of time, or that there is none, for every column that is not an identity', async () => {
    const named =
      /unit|si_unit|kWh|kilowatts|litres|currency|percent|count|0 to 1|minutes|seconds|hours|days|date|timestamp|HH:MM:SS/i;
    const columns = await context.database.execute<{
      column: string;
      meaning: string;
    }>(`SELECT c.relname || '.' || a.attname AS column, col_description(c.oid, a.attnum) AS meaning
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'analytics' AND c.relkind = 'v' AND a.attnum > 0`);
    expect(columns.length).toBeGreaterThan(250);
    expect(columns.filter(({ meaning }) => !named.test(meaning))).toEqual([]);
  });
});

describe('the glossary of columns', () => {
  const file = (name: string): string =>
    sqlFiles('idempotent').find((candidate) => candidate.name.startsWith(name))?.text ?? '';

  it('stops a migration that adds a column without a meaning', async () => {
    const changed = file('100_analytics_2').replace(
      'i.industry_name, i.place,',
      'i.industry_name, i.place, 1 AS unexplained,',
    );
    expect(changed).toContain('unexplained');
    await undone(async (db) => {
      await db.execute(changed);
      await expect(db.execute(file('100_analytics_9'))).rejects.toThrow(
        'analytics.industry.unexplained has no entry in the glossary',
      );
    });
  });

  it('explains nothing that is not there', async () => {
    const explained = [...file('100_analytics_8').matchAll(/\('([a-z_.]+)', '/g)].map((match) => match[1]);
    const columns = await context.database.execute<{
      view: string;
      name: string;
    }>(`SELECT c.relname AS view, a.attname AS name
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'analytics' AND c.relkind = 'v' AND a.attnum > 0`);
    const names = new Set(columns.flatMap(({ view, name }) => [name, `${view}.${name}`]));
    expect(explained.length).toBeGreaterThan(90);
    expect(explained.filter((name) => !names.has(name ?? ''))).toEqual([]);
    expect(new Set(explained).size).toBe(explained.length);
  });
});

describe('what the views share with the program', () => {
  it('is the group of every standardCategoryId', async () => {
    const names = Object.keys(GROUP_OF_STANDARD_CATEGORY);
    const rows = await context.database.execute<{ name: string; unit_group: string }>(
      'SELECT name, analytics_private.unit_group(name) AS unit_group FROM unnest($1::text[]) AS t (name)',
      [names],
    );
    expect(Object.fromEntries(rows.map((row) => [row.name, row.unit_group]))).toEqual(GROUP_OF_STANDARD_CATEGORY);
    const factors = await context.database.execute<{ name: string; factor: number }>(
      'SELECT name, analytics_private.division_factor(name) AS factor FROM unnest($1::text[]) AS t (name)',
      [names],
    );
    const undivided = new Set(['GROUND_WATER_LEVEL', 'QUALITY']);
    expect(
      factors.filter(
        ({ name, factor }) => factor !== (undivided.has(GROUP_OF_STANDARD_CATEGORY[name] ?? '') ? 1 : 1000),
      ),
    ).toEqual([]);
  });

  it('is the rounding of displayed figures', async () => {
    const values = [
      0,
      1235000,
      1235182.5999999996,
      1775568.939425,
      -15970,
      -0.0004,
      0.0005,
      -0.0005,
      2570.0194249999,
      50458.533338,
      1e-9,
      9e15,
      98_765_432_101.123,
      3_000_000_000.123456,
      1.5e300,
      -3.2e20,
      0.1 + 0.2,
    ];
    const rows = await context.database.execute<{ value: number; by_1000: number; by_1: number }>(
      'SELECT value, analytics_private.display(value::text::numeric, 1000) AS by_1000, analytics_private.display(value::text::numeric, 1) AS by_1 FROM unnest($1::float8[]) AS t (value)',
      [values],
    );
    expect(rows.map((row) => [row.by_1000, row.by_1])).toEqual(
      values.map((value) => [toDisplay(value, 1000), toDisplay(value, 1)]),
    );
    expect(rows.filter((row) => Object.is(row.by_1000, -0))).toEqual([]);
  });
});
