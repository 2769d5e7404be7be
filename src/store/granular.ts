import type { Querier } from '../database/database.ts';
import type { GranularRow } from '../domain/device-data/granular.ts';
import type { BusinessDate, EpochMillis } from '../domain/time/types.ts';
import { plainArray, timestampArray } from './array-literal.ts';

interface GranularSpan {
  readonly unitKey: number;
  readonly days: readonly { readonly date: BusinessDate; readonly startEpochMs: EpochMillis }[];
  readonly intervalMinutes: number;
  readonly withParameters: boolean;
}

interface ValuesRow {
  date: string;
  bucket: number;
  reading_count: number;
  estimated_count: number;
  value_sum_micro: number | null;
  last_value: number | null;
  last_register: number | null;
}
interface MeansRow {
  date: string;
  bucket: number;
  means: Record<string, number>;
}

/** Slots since each day's start that hold a genuine reading, by date. */
export async function genuineSlots(
  db: Querier,
  unitKey: number,
  days: readonly { readonly date: BusinessDate; readonly startEpochMs: EpochMillis; readonly slotSeconds: number }[],
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const rows = await db.many<{ date: string; slot: number }>('granular.genuine_slots', [
    unitKey,
    timestampArray(days.map(({ date }) => date)),
    plainArray(days.map(({ startEpochMs }) => startEpochMs)),
    plainArray(days.map(({ slotSeconds }) => slotSeconds)),
  ]);
  return new Map(
    [...Map.groupBy(rows, (row) => row.date)].map(([date, slots]) => [date, new Set(slots.map(({ slot }) => slot))]),
  );
}

/** Buckets that have readings, in order of time, raw. */
export async function granularRows(
  db: Querier,
  { unitKey, days, intervalMinutes, withParameters }: GranularSpan,
): Promise<GranularRow[]> {
  const parameters = [
    unitKey,
    timestampArray(days.map(({ date }) => date)),
    plainArray(days.map(({ startEpochMs }) => startEpochMs)),
    intervalMinutes,
  ];
  const values = await db.many<ValuesRow>('granular.values', parameters);
  const means = withParameters ? await db.many<MeansRow>('granular.parameters', parameters) : [];
  const meansOf = new Map(means.map((row) => [`${row.date} ${row.bucket}`, row.means]));
  return values.map((row) => ({
    date: row.date,
    bucket: row.bucket,
    readingCount: row.reading_count,
    estimatedCount: row.estimated_count,
    valueSum: row.value_sum_micro === null ? null : row.value_sum_micro / 1e6,
    lastValue: row.last_value,
    lastRegister: row.last_register,
    parameterMeans: meansOf.get(`${row.date} ${row.bucket}`) ?? null,
  }));
}
