import { isDeepStrictEqual } from 'node:util';
import type { DataContext } from '../../context.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import {
  mergeFields,
  type WaterRatioFields,
  waterRatioFields,
  type WaterRatioMonth,
  type WaterRatioRecord,
} from '../rules/water-ratio/record.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import {
  insertWaterRatio,
  listWaterRatio,
  lockWaterRatio,
  updateWaterRatio,
  waterRatioExtent,
  waterRatioMonths,
} from '../store/water-ratio.ts';

/** The key of a record within its industry. */
interface WaterRatioKey {
  readonly industryKey: number;
  readonly date: BusinessDate;
  /** HH:MM:SS */
  readonly time: string;
}

/** A record a minute for a month; a longer list belongs into several requests. */
const MAX_RECORDS = 50_000;
const MAX_LIST_BYTES = 32 * 1024 * 1024;

/** @throws ServiceError 1403 when the record exists already, also under concurrency; 1430 for fields that are none. */
export async function addWaterRatio(
  { database, clock }: DataContext,
  { industryKey, date, time }: WaterRatioKey,
  body: Readonly<Record<string, unknown>>,
  by: Actor,
): Promise<WaterRatioRecord> {
  const record = { date, time, fields: waterRatioFields(body) };
  return database.transaction(async (transaction) => {
    const at = clock.now();
    if (!(await insertWaterRatio(transaction, industryKey, record, new Date(at))))
      throw new ServiceError(1403, 'Already data exists for the given date and time.');
    await writeAudit(transaction, {
      at,
      actor: by,
      industryKey,
      verb: 'ratio.create',
      subject: `${date} ${time}`,
      before: null,
      after: record.fields,
    });
    return record;
  });
}

/**
 * Replaces the fields given; the others stay.
 * @throws ServiceError 1403 when there is no such record; 1430 for fields that are none.
 */
export async function changeWaterRatio(
  { database, clock }: DataContext,
  { industryKey, date, time }: WaterRatioKey,
  body: Readonly<Record<string, unknown>>,
  by: Actor,
): Promise<WaterRatioRecord> {
  const given = waterRatioFields(body);
  return database.transaction(async (transaction) => {
    const present = await lockWaterRatio(transaction, industryKey, date, time);
    if (present === null) throw new ServiceError(1403, 'No data found on the given date');
    const at = clock.now();
    const record = { date, time, fields: mergeFields(present.fields, given) };
    await updateWaterRatio(transaction, industryKey, record, new Date(at));
    const names = Object.keys(given).filter((name) => !isDeepStrictEqual(present.fields[name], record.fields[name]));
    const named = (fields: WaterRatioFields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
    if (names.length > 0)
      await writeAudit(transaction, {
        at,
        actor: by,
        industryKey,
        verb: 'ratio.change',
        subject: `${date} ${time}`,
        before: named(present.fields),
        after: named(record.fields),
      });
    return record;
  });
}

/**
 * Both dates included, ascending; none when `from` is after `to`.
 * @throws ServiceError 1403 for a range with too many records, or too long ones.
 */
export async function readWaterRatio(
  { database }: Pick<DataContext, 'database'>,
  industryKey: number,
  from: BusinessDate,
  to: BusinessDate,
): Promise<WaterRatioRecord[]> {
  const { records, bytes } = await waterRatioExtent(database, industryKey, from, to);
  if (records > MAX_RECORDS || bytes > MAX_LIST_BYTES) {
    const problem = `the range has ${records} records of ${bytes} bytes, allowed are ${MAX_RECORDS} and ${MAX_LIST_BYTES}`;
    throw invalid(1403, 'endDate', problem);
  }
  return listWaterRatio(database, industryKey, from, to);
}

/** Records aggregated per month. */
export const readWaterRatioMonths = (
  { database }: Pick<DataContext, 'database'>,
  industryKey: number,
  from: BusinessDate,
  to: BusinessDate,
): Promise<WaterRatioMonth[]> => waterRatioMonths(database, industryKey, from, to);
