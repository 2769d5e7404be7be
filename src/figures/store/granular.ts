import type { Querier } from '../../platform/database/database.ts';
import type { GranularRow } from '../rules/device-data/granular.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { numbersOf, plainArray, timestampArray } from '../../platform/database/array-literal.ts';

/** A day of a unit. */
interface UnitDay {
  readonly unitKey: number;
  readonly date: BusinessDate;
  readonly startEpochMs: EpochMillis;
}

interface BucketRow {
  unitKey: number;
  date: string;
  bucket: number;
}
interface ValuesRow extends BucketRow {
  readingCount: number;
  estimatedCount: number;
  valueSumMicro: number | null;
  lastValue: number | null;
  lastRegister: number | null;
  lastRegisterMs: number | null;
}
interface MeansRow extends BucketRow {
  means: Record<string, number>;
}

/** The values that every statement takes: the days side by side, and the range that they lie in. */
function spanOf(days: readonly UnitDay[], countedUntil: EpochMillis) {
  const dates = days.map(({ date }) => date).toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('Buckets need a day.');
  return {
    unitKeys: plainArray(days.map(({ unitKey }) => unitKey)),
    dates: timestampArray(days.map(({ date }) => date)),
    dayStarts: plainArray(days.map(({ startEpochMs }) => startEpochMs)),
    from: first,
    until: addDays(last, 1),
    countedUntil: new Date(countedUntil),
  };
}

/** Days, and the instant from which readings do not count yet. */
interface CountedDays<Day = UnitDay> {
  readonly days: readonly Day[];
  readonly countedUntil: EpochMillis;
}

/** Slots since each day's start that hold a genuine reading, by unit and date. */
export async function genuineSlots(
  db: Querier,
  { days, countedUntil }: CountedDays<UnitDay & { readonly slotSeconds: number }>,
): Promise<ReadonlyMap<number, ReadonlyMap<string, ReadonlySet<number>>>> {
  if (days.length === 0) return new Map();
  const rows = await db.many<{ unitKey: number; date: string; slots: string }>('granular.genuine_slots', {
    ...spanOf(days, countedUntil),
    slotSeconds: plainArray(days.map(({ slotSeconds }) => slotSeconds)),
  });
  return new Map(
    [...Map.groupBy(rows, (row) => row.unitKey)].map(([unitKey, found]) => [
      unitKey,
      new Map(found.map(({ date, slots }) => [date, new Set(numbersOf(slots).map(Number))])),
    ]),
  );
}

interface GranularSpan extends CountedDays {
  /** The days of units with named parameters. */
  readonly daysWithParameters: readonly UnitDay[];
  readonly intervalMinutes: number;
}

/** Buckets that have readings, by unit and in order of time, raw. */
export async function granularRows(
  db: Querier,
  { days, daysWithParameters, intervalMinutes, countedUntil }: GranularSpan,
): Promise<ReadonlyMap<number, readonly GranularRow[]>> {
  if (days.length === 0) return new Map();
  const values = await db.many<ValuesRow>('granular.values', { ...spanOf(days, countedUntil), intervalMinutes });
  const means =
    daysWithParameters.length === 0
      ? []
      : await db.many<MeansRow>('granular.parameters', {
          ...spanOf(daysWithParameters, countedUntil),
          intervalMinutes,
        });
  const keyOf = (row: BucketRow): string => `${row.unitKey} ${row.date} ${row.bucket}`;
  const meansOf = new Map(means.map((row) => [keyOf(row), row.means]));
  return new Map(
    [...Map.groupBy(values, (row) => row.unitKey)].map(([unitKey, rows]) => [
      unitKey,
      rows.map((row) => ({
        date: row.date,
        bucket: row.bucket,
        readingCount: row.readingCount,
        estimatedCount: row.estimatedCount,
        valueSum: row.valueSumMicro === null ? null : row.valueSumMicro / 1e6,
        lastValue: row.lastValue,
        lastRegister:
          row.lastRegister === null || row.lastRegisterMs === null
            ? null
            : { register: row.lastRegister, epochMs: row.lastRegisterMs },
        parameterMeans: meansOf.get(keyOf(row)) ?? null,
      })),
    ]),
  );
}
