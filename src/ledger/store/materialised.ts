import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

/**
 * Business days from `before` on were never materialised. No lock is held, because the date only rises. `hasLiveDays`:
 * some industry has days that are read live.
 */
export async function materialisedState(db: Querier): Promise<{ before: BusinessDate; hasLiveDays: boolean }> {
  const row = await db.one<{ beforeDate: BusinessDate; hasLiveDays: boolean }>('materialised.state');
  return { before: row.beforeDate, hasLiveDays: row.hasLiveDays };
}

/** The same date. Nobody raises it, and no clock changes, until the transaction ends. */
export const holdMaterialisedBefore = async (transaction: Querier): Promise<BusinessDate> =>
  (await transaction.one<{ beforeDate: BusinessDate }>('materialised.hold')).beforeDate;

export const raiseMaterialisedBefore = async (transaction: Querier, date: BusinessDate): Promise<void> => {
  await transaction.many('materialised.raise', { date });
};

/** Days of an industry from a date on that are added up live although days of others are materialised there. */
export interface LiveDays {
  readonly liveKey: number;
  readonly from: BusinessDate;
}

export const addLiveDays = async (transaction: Querier, industryKey: number, from: BusinessDate): Promise<void> => {
  await transaction.many('materialised.add_live', { industryKey, from });
};

export const liveDays = async (db: Querier): Promise<LiveDays[]> =>
  (await db.many<{ liveKey: number; fromDate: BusinessDate }>('materialised.live')).map((row) => ({
    liveKey: row.liveKey,
    from: row.fromDate,
  }));

export const removeLiveDays = async (db: Querier, live: readonly LiveDays[]): Promise<void> => {
  if (live.length > 0)
    await db.many('materialised.remove_live', { liveKeys: plainArray(live.map(({ liveKey }) => liveKey)) });
};
