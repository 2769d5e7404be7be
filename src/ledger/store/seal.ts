import type { Database, Querier } from '../../platform/database/database.ts';
import { LOCK_NOT_AVAILABLE, retry } from '../../platform/database/retry.ts';
import type { SealedDays } from '../../kernel/time/sealed-days.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';

/** The sealed days of an industry: see {@link sealedBefore}, and its archived months. */
export async function sealedDays(db: Querier, industryKey: number): Promise<SealedDays> {
  const row = await db.one<{ sealedBefore: BusinessDate | null; sealedMonths: string[] }>('seal.of_industry', {
    industryKey,
  });
  return { before: row.sealedBefore, months: new Set(row.sealedMonths) };
}

/**
 * Business days before this one are sealed in every industry: retention has removed their readings, their documents
 * and rollups stay as they are. null: none is.
 */
export async function sealedBefore(db: Querier): Promise<BusinessDate | null> {
  const row = await db.maybeOne<{ sealedBefore: BusinessDate }>('seal.read');
  return row === null ? null : row.sealedBefore;
}

/** Readings that may be removed: whole chunks, none of whose days still needs them. */
interface RemovableReadings {
  readonly from: BusinessDate;
  readonly before: BusinessDate;
}

const LONGEST_PAUSE_MILLISECONDS = 10_000;
/** About six minutes. */
const ATTEMPTS = 40;

/**
 * Seals the days of all chunks of readings that ended by `cutoff`, up to the first business day that is stale or was
 * never processed. Transactions that store readings come first: where one takes long, those behind it go on, and the
 * seal is tried again. Must not run inside a transaction.
 * @returns null when there is nothing to seal
 */
export const moveSeal = (
  database: Pick<Database, 'transaction'>,
  cutoff: BusinessDate,
  at: Date,
): Promise<RemovableReadings | null> =>
  retry(
    () =>
      database.transaction(async (transaction) => {
        await transaction.many('seal.move_lock');
        const row = await transaction.maybeOne<{ firstDate: BusinessDate; sealedBefore: BusinessDate }>('seal.move', {
          cutoff,
          at,
        });
        return row === null ? null : { from: row.firstDate, before: row.sealedBefore };
      }),
    {
      codes: [LOCK_NOT_AVAILABLE],
      attempts: ATTEMPTS,
      pause: (attempt) => Math.min(LONGEST_PAUSE_MILLISECONDS, 100 * 2 ** attempt),
    },
  );

/** The first business day whose readings retention would remove by `cutoff` if it were settled; null: none. */
export const firstHeldUp = (
  db: Querier,
  cutoff: BusinessDate,
): Promise<{ readonly industryId: string; readonly businessDate: BusinessDate } | null> =>
  db.maybeOne('seal.held_up', { cutoff });
