import type { Querier } from '../../platform/database/database.ts';
import type { Night } from '../rules/night-flow.ts';
import type { DaySettled } from '../../kernel/document/day-settled.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { plainArray, timestampArray } from '../../platform/database/array-literal.ts';

export interface StoredNight extends Night {
  readonly unitKey: number;
}

/** Nights of units computed since their documents changed. Both dates are included. */
export const storedNights = (
  db: Querier,
  industryKey: number,
  unitKeys: readonly number[],
  from: BusinessDate,
  to: BusinessDate,
): Promise<StoredNight[]> =>
  db.many<StoredNight>('night-flow.read', { industryKey, unitKeys: plainArray(unitKeys), from, to });

/** Number of the industry's newest settled days; see {@link storeNights}. */
export const newestSettledEvent = async (db: Querier, industryKey: number): Promise<number> =>
  (await db.one<{ eventKey: number }>('night-flow.newest_event', { industryKey })).eventKey;

/** Keeps nights, unless days have settled since the event that was the newest before their documents were read. */
export const storeNights = async (
  db: Querier,
  industryKey: number,
  nights: readonly StoredNight[],
  newestEvent: number,
): Promise<void> => {
  if (nights.length === 0) return;
  await db.many('night-flow.store', {
    industryKey,
    unitKeys: plainArray(nights.map(({ unitKey }) => unitKey)),
    dates: timestampArray(nights.map(({ date }) => date)),
    lowestPerHours: plainArray(nights.map(({ lowestPerHour }) => lowestPerHour)),
    coverages: plainArray(nights.map(({ coverage }) => coverage)),
    newestEvent,
  });
};

/** Removes the nights of the documents that an event of settled days says have changed. */
export const forgetNights = async (
  transaction: Querier,
  { industryKey, eventKey }: Pick<DaySettled, 'industryKey' | 'eventKey'>,
): Promise<void> => {
  await transaction.many('night-flow.forget', { industryKey, eventKey });
};
