import type { Querier } from '../../platform/database/database.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { ThinnedBucket } from '../rules/device-data/thinned.ts';

interface ThinnedSpan {
  readonly unitKey: number;
  /** Positions of the span on the industry's clock. */
  readonly fromAt: string;
  readonly toAt: string;
  readonly fromEpochMs: EpochMillis;
  /** Exclusive. */
  readonly toEpochMs: EpochMillis;
  readonly bucketMs: number;
}

interface BucketRow {
  firstMs: number;
  first: number;
  minMs: number;
  min: number;
  maxMs: number;
  max: number;
  lastMs: number;
  last: number;
  readingCount: number;
  estimatedCount: number;
}

const toBucket = (row: BucketRow): ThinnedBucket => ({
  first: { epochMs: row.firstMs, value: row.first },
  lowest: { epochMs: row.minMs, value: row.min },
  highest: { epochMs: row.maxMs, value: row.max },
  last: { epochMs: row.lastMs, value: row.last },
  readingCount: row.readingCount,
  estimatedCount: row.estimatedCount,
});

/** Interval values of a unit, or its registers, thinned; raw, in order of time. */
export const thinnedReadings = async (
  db: Querier,
  span: ThinnedSpan,
  measure: 'value' | 'register',
): Promise<ThinnedBucket[]> =>
  (await db.many<BucketRow>('thinned-readings.values', { ...span, ofRegisters: measure === 'register' })).map(toBucket);

/** Samples of one named parameter, thinned; in order of time. */
export const thinnedParameter = async (db: Querier, span: ThinnedSpan, parameter: string): Promise<ThinnedBucket[]> =>
  (await db.many<BucketRow>('thinned-readings.parameters', { ...span, parameter })).map(toBucket);
