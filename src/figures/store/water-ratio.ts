import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { WaterRatioMonth, WaterRatioRecord } from '../rules/water-ratio/record.ts';

/** false when a record of that date and time exists already. */
export const insertWaterRatio = async (
  db: Querier,
  industryKey: number,
  record: WaterRatioRecord,
  at: Date,
): Promise<boolean> =>
  (
    await db.many('water-ratio.insert', {
      industryKey,
      date: record.date,
      time: record.time,
      fields: JSON.stringify(record.fields),
      at,
    })
  ).length === 1;

/** The record, locked until the transaction ends; null when there is none. */
export const lockWaterRatio = (
  db: Querier,
  industryKey: number,
  date: BusinessDate,
  time: string,
): Promise<WaterRatioRecord | null> => db.maybeOne<WaterRatioRecord>('water-ratio.lock', { industryKey, date, time });

export const updateWaterRatio = async (
  db: Querier,
  industryKey: number,
  record: WaterRatioRecord,
  at: Date,
): Promise<void> => {
  await db.many('water-ratio.update', {
    industryKey,
    date: record.date,
    time: record.time,
    fields: JSON.stringify(record.fields),
    at,
  });
};

/** Number of records between the dates, both included, and their length as text. */
export async function waterRatioExtent(
  db: Querier,
  industryKey: number,
  from: BusinessDate,
  to: BusinessDate,
): Promise<{ records: number; bytes: number }> {
  return db.one('water-ratio.extent', { industryKey, from, to });
}

/** Records between the dates, both included, ascending by date and time. */
export const listWaterRatio = (
  db: Querier,
  industryKey: number,
  from: BusinessDate,
  to: BusinessDate,
): Promise<WaterRatioRecord[]> => db.many<WaterRatioRecord>('water-ratio.list', { industryKey, from, to });

/** Months that have records between the dates, both included, ascending. */
export const waterRatioMonths = (
  db: Querier,
  industryKey: number,
  from: BusinessDate,
  to: BusinessDate,
): Promise<WaterRatioMonth[]> => db.many<WaterRatioMonth>('water-ratio.months', { industryKey, from, to });
