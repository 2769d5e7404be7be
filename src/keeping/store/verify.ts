import type { Database, Querier } from '../../platform/database/database.ts';
import { asColumns } from '../../platform/database/named-query.ts';
import { plainArray, timestampArray } from '../../platform/database/array-literal.ts';
import { retryRefresh } from '../../figures/store/upkeep.ts';
import { ROLLUPS_LOCK } from '../../platform/database/locks.ts';

export const ROLLUP_LEVELS = [
  'hourly',
  'daily',
  'monthly',
  'yearly',
  'parameters_hourly',
  'parameters_daily',
  'parameters_monthly',
  'parameters_yearly',
] as const;
export type RollupLevel = (typeof ROLLUP_LEVELS)[number];

/** A bucket whose rollup differs from its readings. */
export interface RollupMismatch {
  readonly level: RollupLevel;
  readonly unitKey: number;
  /** Start of the bucket, timestamp without time zone on the industry's clock. */
  readonly bucket: string;
  readonly expected: Readonly<Record<string, number | null>>;
  readonly found: Readonly<Record<string, number | null>>;
}

/** Recounts one level of rollups over whole buckets, end excluded. */
export const compareRollup = async (
  db: Querier,
  level: RollupLevel,
  from: string,
  to: string,
): Promise<RollupMismatch[]> =>
  (await db.many<Omit<RollupMismatch, 'level'>>(`verify.compare_${level}`, { from, to })).map((row) => ({
    level,
    ...row,
  }));

export const rebuildRollup = async (
  database: Database,
  level: RollupLevel,
  from: string,
  to: string,
): Promise<void> => {
  const rollup = level.startsWith('parameters_')
    ? level.replace('parameters_', 'telemetry.parameter_rollup_')
    : `telemetry.rollup_${level}`;
  await database.withLock(ROLLUPS_LOCK, () =>
    retryRefresh(() => database.many('verify.rebuild', { rollup, from, to })),
  );
};

export const recordMismatches = async (
  db: Querier,
  mismatches: readonly RollupMismatch[],
  foundAt: Date,
  repairedAt: Date | null,
): Promise<void> => {
  await db.many('verify.record', {
    mismatches: JSON.stringify(mismatches.map(asColumns)),
    foundAt,
    repairedAt,
  });
};

interface UnitBusinessDay {
  readonly industryKey: number;
  readonly industryId: string;
  readonly unitKey: number;
  readonly businessDate: string;
}

export const daysOfBuckets = (
  db: Querier,
  buckets: readonly { unitKey: number; bucket: string }[],
): Promise<UnitBusinessDay[]> =>
  db.many<UnitBusinessDay>('verify.days_of_buckets', {
    unitKeys: plainArray(buckets.map((bucket) => bucket.unitKey)),
    buckets: timestampArray(buckets.map((bucket) => bucket.bucket)),
  });

/** Mismatches ever found: a counter for the metric. */
export const countMismatches = async (db: Querier): Promise<number> =>
  (await db.one<{ mismatches: number }>('verify.total')).mismatches;
