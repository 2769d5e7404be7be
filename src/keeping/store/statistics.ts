import type { ArchiveState } from '../rules/archive/months.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';

export interface HypertableStatistics {
  readonly name: string;
  readonly chunks: number;
  readonly compressedChunks: number;
  /** As far as the planner knows; null: it has not counted them yet. */
  readonly rows: number | null;
  readonly bytes: number;
  /** Bytes of compressed chunks before and after compression; null: there are none. */
  readonly bytesBeforeCompression: number | null;
  readonly bytesAfterCompression: number | null;
}

export const hypertableStatistics = (db: Querier): Promise<HypertableStatistics[]> =>
  db.many<HypertableStatistics>('statistics.hypertables');

export interface InstallationFacts {
  readonly postgres: string;
  readonly timescaledb: string;
  readonly bytes: number;
  readonly activeIndustries: number;
  readonly units: number;
  /** As far as the planner knows; null: it has not counted them yet. */
  readonly documents: number | null;
  readonly documentBytes: number;
  readonly lastRollupMismatchAt: Date | null;
  readonly lastDocumentMismatchAt: Date | null;
}

export async function installationFacts(db: Querier): Promise<InstallationFacts> {
  const row =
    await db.one<RowOf<InstallationFacts, 'lastRollupMismatchAt' | 'lastDocumentMismatchAt'>>(
      'statistics.installation',
    );
  return {
    ...row,
    lastRollupMismatchAt: dateOrNull(row.lastRollupMismatchAt),
    lastDocumentMismatchAt: dateOrNull(row.lastDocumentMismatchAt),
  };
}

export interface ArchiveStatistics {
  readonly state: ArchiveState;
  /** Number of months of all industries. */
  readonly months: number;
  readonly rows: number;
  readonly bytes: number;
}

export const archiveStatistics = (db: Querier): Promise<ArchiveStatistics[]> =>
  db.many<ArchiveStatistics>('statistics.archives');

export interface OldestStaleDay {
  readonly industryId: string;
  readonly businessDate: BusinessDate;
  readonly markedAt: Date;
}

export async function oldestStaleDay(db: Querier): Promise<OldestStaleDay | null> {
  const row = await db.maybeOne<RowOf<OldestStaleDay, 'markedAt'>>('statistics.oldest_stale_day');
  return row === null ? null : { ...row, markedAt: new Date(row.markedAt) };
}

export interface QueueStatistics {
  readonly queue: string;
  readonly queued: number;
  readonly active: number;
  /** Jobs that were given up in the last 24 hours. */
  readonly failed: number;
  /** Oldest instant at which a waiting job could have run; null: none waits. */
  readonly oldestDueAt: Date | null;
  /** null: the queue remembers none. */
  readonly lastCompletedAt: Date | null;
}

/** Every queue that has had a job lately. */
export const queueStatistics = async (db: Querier, at: Date): Promise<QueueStatistics[]> =>
  (await db.many<RowOf<QueueStatistics, 'oldestDueAt' | 'lastCompletedAt'>>('statistics.queues', { at })).map(
    (row) => ({
      ...row,
      oldestDueAt: dateOrNull(row.oldestDueAt),
      lastCompletedAt: dateOrNull(row.lastCompletedAt),
    }),
  );

/** Number of undecided rows in the quarantines of all industries. */
export const countHeldCases = async (db: Querier): Promise<number> =>
  (await db.one<{ held: number }>('statistics.held_cases')).held;

interface SilentUnits {
  readonly minutes: number;
  readonly units: number;
}

/** Number of units of all industries without a reading in the minutes before `now`. */
export const countSilentUnits = (db: Querier, minutes: readonly number[], now: EpochMillis): Promise<SilentUnits[]> =>
  db.many<SilentUnits>('statistics.silent_units', { minutes: plainArray(minutes), now });
