import type { DataContext } from '../../context.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { mergeFields, waterRatioFields } from '../../domain/water-ratio/fields.ts';
import type { WaterRatioMonth, WaterRatioRecord } from '../../domain/water-ratio/record.ts';
import {
  insertWaterRatio,
  listWaterRatio,
  lockWaterRatio,
  updateWaterRatio,
  waterRatioExtent,
  waterRatioMonths,
} from '../../store/water-ratio.ts';

/** What a record is known by within its industry. */
interface WaterRatioKey {
  readonly industryKey: number;
  readonly date: BusinessDate;
  /** HH:MM:SS */
  readonly time: string;
}

export interface WaterRatioService {
  /**
   * @throws ServiceError 1403 when the record exists already, also under concurrency; 1430 for fields that are none.
   */
  create(key: WaterRatioKey, body: Readonly<Record<string, unknown>>): Promise<WaterRatioRecord>;
  /**
   * Replaces the fields given; the others stay. @throws ServiceError 1403 when there is no such record; 1430 for fields
   * that are none.
   */
  update(key: WaterRatioKey, body: Readonly<Record<string, unknown>>): Promise<WaterRatioRecord>;
  /**
   * Both dates included, ascending; none when `from` is after `to`. @throws ServiceError 1403 for a range with too many
   * records, or too long ones.
   */
  list(industryKey: number, from: BusinessDate, to: BusinessDate): Promise<WaterRatioRecord[]>;
  /** The same, aggregated per month. */
  months(industryKey: number, from: BusinessDate, to: BusinessDate): Promise<WaterRatioMonth[]>;
}

/** A record a minute for a month; a longer list belongs into several requests. */
const MAX_RECORDS = 50_000;
const MAX_LIST_BYTES = 32 * 1024 * 1024;

export function createWaterRatio({ database, clock }: DataContext): WaterRatioService {
  const now = (): Date => new Date(clock.now());
  return {
    async create({ industryKey, date, time }, body) {
      const record = { date, time, fields: waterRatioFields(body) };
      if (!(await insertWaterRatio(database, industryKey, record, now())))
        throw new ServiceError(1403, 'Already data exists for the given date and time.');
      return record;
    },
    async update({ industryKey, date, time }, body) {
      const given = waterRatioFields(body);
      return database.transaction(async (transaction) => {
        const present = await lockWaterRatio(transaction, industryKey, date, time);
        if (present === null) throw new ServiceError(1403, 'No data found on the given date');
        const record = { date, time, fields: mergeFields(present.fields, given) };
        await updateWaterRatio(transaction, industryKey, record, now());
        return record;
      });
    },
    async list(industryKey, from, to) {
      const { records, bytes } = await waterRatioExtent(database, industryKey, from, to);
      if (records > MAX_RECORDS || bytes > MAX_LIST_BYTES) {
        const problem = `the range has ${records} records of ${bytes} bytes, allowed are ${MAX_RECORDS} and ${MAX_LIST_BYTES}`;
        throw new ServiceError(1403, `Invalid 'endDate': ${problem}`, [{ field: 'endDate', problem }]);
      }
      return listWaterRatio(database, industryKey, from, to);
    },
    months: (industryKey, from, to) => waterRatioMonths(database, industryKey, from, to),
  };
}
