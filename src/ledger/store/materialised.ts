import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

/**
 * Business days from `before` on were never materialised. No lock is held, because the date only rises.
 * `hasUnmaterialisedDays`: some industry has days before it that are read live.
 */
export async function materialisedState(
  db: Querier,
): Promise<{ before: BusinessDate; hasUnmaterialisedDays: boolean }> {
  const row = await db.one<{ beforeDate: BusinessDate; hasUnmaterialisedDays: boolean }>('materialised.state');
  return { before: row.beforeDate, hasUnmaterialisedDays: row.hasUnmaterialisedDays };
}

/** Locks the date. Nobody raises it, and no clock changes, until the transaction ends. */
export const holdMaterialisedBefore = async (transaction: Querier): Promise<BusinessDate> =>
  (await transaction.one<{ beforeDate: BusinessDate }>('materialised.hold')).beforeDate;

export const raiseMaterialisedBefore = async (transaction: Querier, date: BusinessDate): Promise<void> => {
  await transaction.many('materialised.raise', { date });
};

/** Days of an industry from a date on that are added up live although days of others are materialised there. */
export interface UnmaterialisedDays {
  readonly key: number;
  readonly from: BusinessDate;
}

export const addUnmaterialisedDays = async (
  transaction: Querier,
  industryKey: number,
  from: BusinessDate,
): Promise<void> => {
  await transaction.many('materialised.add_days', { industryKey, from });
};

export const unmaterialisedDays = async (db: Querier): Promise<UnmaterialisedDays[]> =>
  (await db.many<{ unmaterialisedDayKey: number; fromDate: BusinessDate }>('materialised.days')).map((row) => ({
    key: row.unmaterialisedDayKey,
    from: row.fromDate,
  }));

export const removeUnmaterialisedDays = async (db: Querier, days: readonly UnmaterialisedDays[]): Promise<void> => {
  if (days.length > 0) await db.many('materialised.remove_days', { keys: plainArray(days.map(({ key }) => key)) });
};
