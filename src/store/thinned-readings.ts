import type { Querier } from '../database/database.ts';
import type { ThinnedBucket } from '../domain/device-data/thinned.ts';
import type { EpochMillis } from '../domain/time/types.ts';

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
  first_ms: number;
  first: number;
  min_ms: number;
  min: number;
  max_ms: number;
  max: number;
  last_ms: number;
  last: number;
  reading_count: number;
  estimated_count: number;
}

const toBucket = (row: BucketRow): ThinnedBucket => ({
  first: { epochMs: row.first_ms, value: row.first },
  lowest: { epochMs: row.min_ms, value: row.min },
  highest: { epochMs: row.max_ms, value: row.max },
  last: { epochMs: row.last_ms, value: row.last },
  readingCount: row.reading_count,
  estimatedCount: row.estimated_count,
});

const valuesOf = ({ unitKey, fromAt, toAt, fromEpochMs, toEpochMs, bucketMs }: ThinnedSpan): unknown[] => [
  unitKey,
  fromAt,
  toAt,
  fromEpochMs,
  toEpochMs,
  bucketMs,
];

/** Interval values of a unit, or its registers, thinned; raw, in order of time. */
export const thinnedReadings = async (
  db: Querier,
  span: ThinnedSpan,
  measure: 'value' | 'register',
): Promise<ThinnedBucket[]> =>
  (await db.many<BucketRow>('thinned-readings.values', [...valuesOf(span), measure === 'register'])).map(toBucket);

/** Samples of one named parameter, thinned; in order of time. */
export const thinnedParameter = async (db: Querier, span: ThinnedSpan, parameter: string): Promise<ThinnedBucket[]> =>
  (await db.many<BucketRow>('thinned-readings.parameters', [...valuesOf(span), parameter])).map(toBucket);
