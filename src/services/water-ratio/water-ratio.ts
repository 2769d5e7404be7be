import { isDeepStrictEqual } from 'node:util';
import type { DataContext } from '../../context.ts';
import type { Querier } from '../../database/database.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { mergeFields, type WaterRatioFields, waterRatioFields } from '../../domain/water-ratio/fields.ts';
import type { WaterRatioMonth, WaterRatioRecord } from '../../domain/water-ratio/record.ts';
import { writeAudit } from '../../store/audit.ts';
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
  create(key: WaterRatioKey, body: Readonly<Record<string, unknown>>, by: Actor): Promise<WaterRatioRecord>;
  /**
   * Replaces the fields given; the others stay. @throws ServiceError 1403 when there is no such record; 1430 for fields
   * that are none.
   */
  update(key: WaterRatioKey, body: Readonly<Record<string, unknown>>, by: Actor): Promise<WaterRatioRecord>;
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

interface RatioAct {
  readonly actor: Actor;
  readonly verb: 'ratio.create' | 'ratio.change';
  readonly before: WaterRatioFields | null;
  readonly after: WaterRatioFields;
}

export function createWaterRatio({ database, clock }: DataContext): WaterRatioService {
  const now = (): Date => new Date(clock.now());
  const audit = (db: Querier, { industryKey, date, time }: WaterRatioKey, act: RatioAct): Promise<void> =>
    writeAudit(db, { at: clock.now(), industryKey, subject: `${date} ${time}`, ...act });
  return {
    async create(key, body, by) {
      const { industryKey, date, time } = key;
      const record = { date, time, fields: waterRatioFields(body) };
      return database.transaction(async (transaction) => {
        if (!(await insertWaterRatio(transaction, industryKey, record, now())))
          throw new ServiceError(1403, 'Already data exists for the given date and time.');
        await audit(transaction, key, { actor: by, verb: 'ratio.create', before: null, after: record.fields });
        return record;
      });
    },
    async update(key, body, by) {
      const { industryKey, date, time } = key;
      const given = waterRatioFields(body);
      return database.transaction(async (transaction) => {
        const present = await lockWaterRatio(transaction, industryKey, date, time);
        if (present === null) throw new ServiceError(1403, 'No data found on the given date');
        const record = { date, time, fields: mergeFields(present.fields, given) };
        await updateWaterRatio(transaction, industryKey, record, now());
        const names = Object.keys(given).filter(
          (name) => !isDeepStrictEqual(present.fields[name], record.fields[name]),
        );
        const named = (fields: WaterRatioFields) =>
          Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
        const facts = { before: named(present.fields), after: named(record.fields) };
        if (names.length > 0) await audit(transaction, key, { actor: by, verb: 'ratio.change', ...facts });
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
