import type { Querier } from '../../platform/database/database.ts';
import type { ReadingRows, SampleRows } from '../rules/archive/months.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import {
  boolArray,
  boolsIn,
  businessAtArray,
  exactInstantArray,
  exactInstantsIn,
  float4Array,
  float4sIn,
  float8Array,
  float8sIn,
} from '../../platform/database/binary-array.ts';

type SentColumns<R> = { readonly [C in keyof R]: Buffer };

/** Readings of a unit of business days `from` to before `until`, with every column; null: there are none. */
export async function readingRows(
  db: Querier,
  unitKey: number,
  from: BusinessDate,
  until: BusinessDate,
): Promise<ReadingRows | null> {
  const row = await db.maybeOne<
    SentColumns<Pick<ReadingRows, 'value' | 'register' | 'estimated'>>
      & Record<'createdOn' | 'businessAt' | 'offlineMinutes' | 'registerExcluded' | 'receivedAt', Buffer>
  >('archive.readings', { unitKey, from, until });
  return row === null
    ? null
    : {
        createdOn: exactInstantsIn(row.createdOn),
        businessAt: exactInstantsIn(row.businessAt),
        value: float8sIn(row.value),
        register: float8sIn(row.register),
        estimated: boolsIn(row.estimated),
        offlineMinutes: float4sIn(row.offlineMinutes),
        registerExcluded: boolsIn(row.registerExcluded),
        receivedAt: exactInstantsIn(row.receivedAt),
      };
}

/** Samples of named parameters of a unit, by the same days and order; null: there are none. */
export async function sampleRows(
  db: Querier,
  unitKey: number,
  from: BusinessDate,
  until: BusinessDate,
): Promise<SampleRows | null> {
  const row = await db.maybeOne<
    { parameter: string[] } & Record<'createdOn' | 'businessAt' | 'value' | 'estimated', Buffer>
  >('archive.samples', { unitKey, from, until });
  return row === null
    ? null
    : {
        parameter: row.parameter,
        createdOn: exactInstantsIn(row.createdOn),
        businessAt: exactInstantsIn(row.businessAt),
        value: float8sIn(row.value).map(Number),
        estimated: boolsIn(row.estimated),
      };
}

/**
 * Stores readings of a unit as they were.
 * @param isEmpty the database has none of them; false: an earlier attempt may have stored some
 */
export const restoreReadings = async (
  db: Querier,
  unitKey: number,
  rows: ReadingRows,
  isEmpty: boolean,
): Promise<void> => {
  await db.many(`archive.${isEmpty ? 'insert' : 'restore'}_readings`, {
    unitKey,
    createdOns: exactInstantArray(rows.createdOn, Number),
    businessAts: businessAtArray(rows.businessAt, Number),
    values: float8Array(rows.value, (value) => value),
    registers: float8Array(rows.register, (value) => value),
    isEstimated: boolArray(rows.estimated, (is) => is),
    offlineMinutes: float4Array(rows.offlineMinutes, (minutes) => minutes),
    isExcluded: boolArray(rows.registerExcluded, (is) => is),
    receivedAts: exactInstantArray(rows.receivedAt, Number),
  });
};

/** @param keys of every name that the samples have. */
export const restoreSamples = async (
  db: Querier,
  unitKey: number,
  rows: SampleRows,
  keys: ReadonlyMap<string, number>,
  isEmpty: boolean,
): Promise<void> => {
  await db.many(`archive.${isEmpty ? 'insert' : 'restore'}_samples`, {
    unitKey,
    parameterKeys: plainArray(rows.parameter.map((name) => keys.get(name) ?? null)),
    createdOns: exactInstantArray(rows.createdOn, Number),
    businessAts: businessAtArray(rows.businessAt, Number),
    values: float8Array(rows.value, (value) => value),
    isEstimated: boolArray(rows.estimated, (is) => is),
  });
};
