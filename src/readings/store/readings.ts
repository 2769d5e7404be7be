import { businessAt } from '../../kernel/time/business-clock.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { Querier, RowOf } from '../../platform/database/database.ts';
import type { BusinessClock, BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { plainArray, timestampArray as dateArray } from '../../platform/database/array-literal.ts';
import {
  boolArray,
  float4Array,
  float8Array,
  instantArray,
  int4Array,
  businessAtArray,
} from '../../platform/database/binary-array.ts';
import type { PlacedReading, PlacedReadings } from './placed-readings.ts';

/** One reading's sample of one parameter. */
export interface PlacedSample {
  readonly reading: PlacedReading;
  readonly parameterKey: number;
  readonly value: number;
}

/** A unit and business day with new or corrected readings, and the instant of the oldest one. */
export interface ChangedDay {
  readonly unitKey: number;
  readonly businessDate: string;
  readonly isNew: boolean;
  readonly oldestEpochMs: EpochMillis;
}

/** New or updated readings of one unit and business day. */
export interface StoredGroup extends ChangedDay {
  readonly count: number;
  /** Instants of the rows, in epoch milliseconds; for new rows only when asked for. */
  readonly instants: readonly number[] | null;
}

/**
 * Spec gap: arrival is kept to the minute. Kept to the millisecond, it took as much room as the rest of the compressed
 * reading.
 */
const wholeMinute = (instant: Date): Date => new Date(Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS);

export interface TouchedReading {
  readonly unitKey: number;
  readonly businessDate: string;
  readonly createdOnEpochMs: EpochMillis;
}

/** Readings as the database takes them, column by column. */
export type ReadingColumns = Readonly<Record<string, Buffer>>;

/** @param order indices in the order of storing. */
export const readingColumns = (placed: PlacedReadings, order: Uint32Array): ReadingColumns => ({
  unitKeys: int4Array(order, placed.unitKey),
  createdOns: instantArray(order, placed.createdOn),
  businessAts: businessAtArray(order, placed.businessMicroseconds),
  values: float8Array(order, placed.value),
  registers: float8Array(order, placed.register),
  isEstimated: boolArray(order, placed.estimated),
  offlineMinutes: float4Array(order, placed.offlineMinutes),
});

/**
 * Inserts readings, sorted by unit and instant and free of duplicates.
 * @throws unique_violation when one of them is stored already.
 */
export const insertReadings = async (db: Querier, columns: ReadingColumns, receivedAt: Date): Promise<void> => {
  await db.many('readings.insert', { ...columns, receivedAt: wholeMinute(receivedAt) });
};

/**
 * Upserts readings, sorted by unit and instant and free of duplicates. Unchanged rows are in no group.
 * @param isPartial figures that a reading lacks stay as they are stored, unless it is measured and they are estimates
 */
export const storeReadings = (
  db: Querier,
  columns: ReadingColumns,
  receivedAt: Date,
  { withNewInstants, isPartial }: { readonly withNewInstants: boolean; readonly isPartial: boolean },
): Promise<StoredGroup[]> =>
  db.many<StoredGroup>('readings.store', {
    ...columns,
    receivedAt: wholeMinute(receivedAt),
    withNewInstants,
    isPartial,
  });

/** Newest instant of each unit. Units without readings are absent. */
export const newestInstants = async (db: Querier, unitKeys: readonly number[]): Promise<Map<number, EpochMillis>> =>
  new Map(
    (
      await db.many<{ unitKey: number; newestMs: number }>('readings.newest_of_each', {
        unitKeys: plainArray(unitKeys),
      })
    ).map((row) => [row.unitKey, row.newestMs]),
  );

/** Parameter name to key. New names get a key. */
export async function parameterKeys(db: Querier, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.many<{ name: string; parameterKey: number }>('readings.parameter_keys', { names });
  return new Map(rows.map((row) => [row.name, row.parameterKey]));
}

const sampleColumns = (samples: readonly PlacedSample[]) => ({
  unitKeys: int4Array(samples, (sample) => sample.reading.unitKey),
  parameterKeys: int4Array(samples, (sample) => sample.parameterKey),
  createdOns: instantArray(samples, (sample) => sample.reading.createdOnEpochMs),
  businessAts: businessAtArray(samples, (sample) => sample.reading.businessMicroseconds),
  values: float8Array(samples, (sample) => sample.value),
  isEstimated: boolArray(samples, (sample) => sample.reading.estimated),
});

/** Inserts samples of readings that were inserted in this transaction. */
export const insertSamples = async (db: Querier, samples: readonly PlacedSample[]): Promise<void> => {
  await db.many('readings.insert_parameters', sampleColumns(samples));
};

/** Upserts samples; returns the readings of which at least one sample is new or changed. */
export const storeSamples = (db: Querier, samples: readonly PlacedSample[]): Promise<TouchedReading[]> =>
  db.many<TouchedReading>('readings.store_parameters', sampleColumns(samples));

/** First and last business day, so that only the chunks between them are looked into. */
const boundsOf = (days: readonly string[]) =>
  days.reduce(
    ({ firstDate, lastDate }, date) => ({
      firstDate: date < firstDate ? date : firstDate,
      lastDate: date > lastDate ? date : lastDate,
    }),
    { firstDate: days[0] ?? 'infinity', lastDate: days[0] ?? '-infinity' },
  );

/** Keys of units that have samples of parameters between the first and the last day. */
export const unitsWithSamples = async (
  db: Querier,
  unitKeys: readonly number[],
  days: readonly string[],
): Promise<Set<number>> =>
  new Set(
    (
      await db.many<{ unitKey: number }>('readings.units_with_parameters', {
        unitKeys: plainArray(unitKeys),
        ...boundsOf(days),
      })
    ).map((row) => row.unitKey),
  );

/**
 * Removes samples that the new readings do not name.
 * @param isPartial estimates in the place of measured readings alone are removed
 * @returns the readings that lost one.
 */
export const dropMissingSamples = (
  db: Querier,
  readings: readonly PlacedReading[],
  samples: readonly PlacedSample[],
  isPartial: boolean,
): Promise<TouchedReading[]> =>
  db.many<TouchedReading>('readings.drop_parameters', {
    isPartial,
    unitKeys: int4Array(readings, (reading) => reading.unitKey),
    createdOns: instantArray(readings, (reading) => reading.createdOnEpochMs),
    businessAts: businessAtArray(readings, (reading) => reading.businessMicroseconds),
    isEstimated: boolArray(readings, (reading) => reading.estimated),
    sampleUnitKeys: int4Array(samples, (sample) => sample.reading.unitKey),
    sampleParameterKeys: int4Array(samples, (sample) => sample.parameterKey),
    sampleCreatedOns: instantArray(samples, (sample) => sample.reading.createdOnEpochMs),
    ...boundsOf(readings.map((reading) => reading.businessDate)),
  });

/** First and last sent reading of a unit. */
export interface UnitExtent {
  readonly oldest: PlacedReading;
  readonly newest: PlacedReading;
  readonly firstBusinessDate: string;
  /** null: no sent reading has a register value. */
  readonly firstRegisterDate: string | null;
}

/** The extents, with the figures of their newest readings as they are stored. */
export async function withStoredFigures(db: Querier, extents: readonly UnitExtent[]): Promise<readonly UnitExtent[]> {
  const newest = extents.map((extent) => extent.newest);
  const rows = await db.many<Pick<LatestReading, 'unitKey' | 'value' | 'register' | 'parameters'>>('readings.figures', {
    unitKeys: int4Array(newest, (reading) => reading.unitKey),
    createdOns: instantArray(newest, (reading) => reading.createdOnEpochMs),
    businessAts: businessAtArray(newest, (reading) => reading.businessMicroseconds),
    ...boundsOf(newest.map((reading) => reading.businessDate)),
  });
  const figures = new Map(rows.map((row) => [row.unitKey, { ...row, parameters: row.parameters ?? {} }]));
  return extents.map((extent) => ({
    ...extent,
    newest: { ...extent.newest, ...figures.get(extent.newest.unitKey) },
  }));
}

export async function updateUnitStates(db: Querier, extents: readonly UnitExtent[], receivedAt: Date): Promise<void> {
  const newest = extents.map((extent) => extent.newest);
  await db.many('readings.update_states', {
    unitKeys: plainArray(newest.map((reading) => reading.unitKey)),
    createdOnEpochsMs: plainArray(newest.map((reading) => reading.createdOnEpochMs)),
    values: plainArray(newest.map((reading) => reading.value)),
    registers: plainArray(newest.map((reading) => reading.register)),
    parameters: newest.map((reading) =>
      Object.keys(reading.parameters).length === 0 ? null : JSON.stringify(reading.parameters),
    ),
    isEstimated: plainArray(newest.map((reading) => reading.estimated)),
    firstBusinessDates: dateArray(extents.map((extent) => extent.firstBusinessDate)),
    firstRegisterDates: dateArray(extents.map((extent) => extent.firstRegisterDate)),
    receivedAt,
  });
}

interface LatestReading {
  readonly unitKey: number;
  readonly createdOn: Date;
  readonly value: number | null;
  readonly register: number | null;
  readonly parameters: Readonly<Record<string, number>> | null;
  readonly estimated: boolean;
}

/** Business date of the first reading of any of these units; null when none ever sent one. */
export async function firstReadingDate(db: Querier, unitKeys: readonly number[]): Promise<BusinessDate | null> {
  const row = await db.one<{ firstDate: BusinessDate | null }>('readings.first_date', {
    unitKeys: plainArray(unitKeys),
  });
  return row.firstDate;
}

/** Newest reading by the device's instant; units that never transmitted are absent. */
export async function latestReadings(db: Querier, unitKeys: readonly number[]): Promise<LatestReading[]> {
  const rows = await db.many<RowOf<LatestReading, 'createdOn'>>('readings.latest', { unitKeys: plainArray(unitKeys) });
  return rows.map((row) => ({ ...row, createdOn: new Date(row.createdOn) }));
}

type ReadingUpTo = Pick<LatestReading, 'unitKey' | 'createdOn' | 'value'>;

/**
 * Newest reading of each unit that was taken by an instant. A device whose clock is ahead has sent later ones, which do
 * not tell that the device is still heard. Units without such a reading are absent.
 */
export async function latestReadingsBy(
  db: Querier,
  clock: BusinessClock,
  unitKeys: readonly number[],
  instant: EpochMillis,
): Promise<ReadingUpTo[]> {
  const newest = await latestReadings(db, unitKeys);
  const ahead = newest.filter(({ createdOn }) => createdOn.getTime() > instant).map(({ unitKey }) => unitKey);
  if (ahead.length === 0) return newest;
  const rows = await db.many<RowOf<ReadingUpTo, 'createdOn'>>('readings.latest_by', {
    unitKeys: plainArray(ahead),
    at: businessAt(clock, instant),
    instant: new Date(instant),
  });
  const earlier = rows.map((row) => ({ ...row, createdOn: new Date(row.createdOn) }));
  return [...newest.filter(({ createdOn }) => createdOn.getTime() <= instant), ...earlier];
}

/** Instant of the newest reading of all these units that was taken by an instant; null without one. */
export async function newestInstantBy(
  db: Querier,
  clock: BusinessClock,
  unitKeys: readonly number[],
  instant: EpochMillis,
): Promise<EpochMillis | null> {
  const { newestMs, aheadKeys } = await db.one<{ newestMs: number | null; aheadKeys: number[] | null }>(
    'readings.newest',
    { unitKeys: plainArray(unitKeys), instant: new Date(instant) },
  );
  if (aheadKeys === null) return newestMs;
  return (await latestReadingsBy(db, clock, aheadKeys, instant)).reduce<EpochMillis | null>(
    (newest, { createdOn }) => Math.max(newest ?? createdOn.getTime(), createdOn.getTime()),
    newestMs,
  );
}
