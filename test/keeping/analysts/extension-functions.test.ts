import { beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/platform/database/migrate.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { type Credentials, loginIssuer, rowsAs } from './support.ts';
import { fillWorks, provisionWorks } from './works.ts';

let context: TestContext;
let industry: Industry;
let login: Credentials;

beforeAll(async () => {
  context = await testContext();
  industry = await provisionWorks(context);
  await fillWorks(context, industry);
  login = await loginIssuer(context)(industry);
});

/** The works' bore sends 100 at half past every hour of two days, and 0 at 12:45 of the first. */
describe('functions of the extension an analyst may use', () => {
  it('time_bucket, first, last and histogram sum up what the views show', async () => {
    const rows = await rowsAs(
      login,
      `SELECT time_bucket('12 hours', business_at)::text AS half, first(value, business_at)::float AS first, last(value, business_at)::float AS last,
        histogram(value, 0, 200, 2) AS spread, count(*)::int AS readings
      FROM readings WHERE unit_id = '${industry.industryId}_BORE' GROUP BY 1 ORDER BY 1`,
    );
    // Classes of histogram: below 0, 0 to 100, 100 to 200, 200 and more.
    expect(rows).toEqual([
      { half: '2026-03-02 00:00:00', first: 100, last: 100, spread: [0, 0, 12, 0], readings: 12 },
      { half: '2026-03-02 12:00:00', first: 100, last: 100, spread: [0, 1, 12, 0], readings: 13 },
      { half: '2026-03-03 00:00:00', first: 100, last: 100, spread: [0, 0, 12, 0], readings: 12 },
      { half: '2026-03-03 12:00:00', first: 100, last: 100, spread: [0, 0, 12, 0], readings: 12 },
    ]);
  });

  it('are found by a login of before they were for analysts, unless its path was changed', async () => {
    const changed = await loginIssuer(context)(industry);
    await context.database.execute(`ALTER ROLE ${login.name} SET search_path = analytics`);
    await context.database.execute(`ALTER ROLE ${changed.name} SET search_path = pg_catalog, analytics`);
    await migrate(context.database);
    expect(await rowsAs(login, 'SHOW search_path')).toEqual([{ search_path: 'analytics, public' }]);
    expect(await rowsAs(changed, 'SHOW search_path')).toEqual([{ search_path: 'pg_catalog, analytics' }]);
  });

  it('time_bucket_gapfill and locf carry the last value over buckets without readings', async () => {
    const rows = await rowsAs(
      login,
      `SELECT quarter::text, mean, carried FROM (SELECT time_bucket_gapfill('15 minutes', business_at) AS quarter, avg(value)::float AS mean, locf(avg(value))::float AS carried
      FROM readings WHERE unit_id = '${industry.industryId}_BORE' AND business_at >= timestamp '2026-03-02 12:30' AND business_at < timestamp '2026-03-02 13:45' GROUP BY 1) AS quarters ORDER BY 1`,
    );
    expect(rows).toEqual([
      { quarter: '2026-03-02 12:30:00', mean: 100, carried: 100 },
      { quarter: '2026-03-02 12:45:00', mean: 0, carried: 0 },
      { quarter: '2026-03-02 13:00:00', mean: null, carried: 0 },
      { quarter: '2026-03-02 13:15:00', mean: null, carried: 0 },
      { quarter: '2026-03-02 13:30:00', mean: 100, carried: 100 },
    ]);
  });
});
