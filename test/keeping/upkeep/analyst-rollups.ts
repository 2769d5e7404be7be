import type { Database } from '../../../src/platform/database/database.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';

export type RollupLevel = 'hourly' | 'daily' | 'monthly' | 'yearly';
export const ROLLUP_LEVELS: readonly RollupLevel[] = ['hourly', 'daily', 'monthly', 'yearly'];

/** A bucket of an analyst's rollup: position, number of readings, sum, first and last value, last register. */
export type Bucket = readonly [
  bucket: string,
  readings: number,
  sum: number | null,
  first: number | null,
  last: number | null,
  register: number | null,
];

/**
 * What an analyst of the industry sees of one unit at this moment: in a transaction that is rolled back, this session
 * is a login of it.
 */
export async function analystRollups(
  database: Database,
  industry: Industry,
  unitId: string,
): Promise<Record<RollupLevel, Bucket[]>> {
  const found: Partial<Record<RollupLevel, Bucket[]>> = {};
  const enough = new Error('rolled back');
  await database
    .transaction(async (transaction) => {
      await transaction.execute(
        'INSERT INTO tenant.analyst_login (role_name, industry_key, created_at, password_changed_at) VALUES (session_user, $1, now(), now())',
        [industry.industryKey],
      );
      for (const level of ROLLUP_LEVELS) {
        const rows = await transaction.execute<{
          bucket: string;
          reading_count: number;
          value_sum: number | null;
          first_value: number | null;
          last_value: number | null;
          last_register: number | null;
        }>(
          `SELECT bucket::text, reading_count, value_sum, first_value, last_value, last_register FROM analytics.rollup_${level} WHERE unit_id = $1 ORDER BY bucket`,
          [unitId],
        );
        found[level] = rows.map((row) => [
          row.bucket,
          row.reading_count,
          row.value_sum,
          row.first_value,
          row.last_value,
          row.last_register,
        ]);
      }
      throw enough;
    })
    .catch((error: unknown) => {
      if (error !== enough) throw error;
    });
  const { hourly = [], daily = [], monthly = [], yearly = [] } = found;
  return { hourly, daily, monthly, yearly };
}

/** Which business days of a unit are materialised, whatever the views show. */
export async function materialisedDays(database: Database, industry: Industry, unitId: string): Promise<string[]> {
  const [rollup] = await database.execute<{ name: string }>(
    `SELECT format('%I.%I', materialization_hypertable_schema, materialization_hypertable_name) AS name
     FROM timescaledb_information.continuous_aggregates WHERE view_schema = 'telemetry' AND view_name = 'rollup_daily'`,
  );
  if (rollup === undefined) throw new Error('There is no rollup_daily.');
  return (
    await database.execute<{ day: string }>(
      `SELECT bucket::date::text AS day FROM ${rollup.name} WHERE unit_key = $1 ORDER BY 1`,
      [industry.units.get(unitId)?.unitKey],
    )
  ).map(({ day }) => day);
}
