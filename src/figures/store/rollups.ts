import type { Querier } from '../../platform/database/database.ts';
import { fromMillionths } from '../../kernel/measure/exact.ts';
import type { HourRollup, ParameterRollup } from '../rules/processors/types.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

/** Rows of one unit and one business day. */
export interface DayRows<T> {
  readonly unitKey: number;
  readonly date: string;
  readonly rows: T;
}

export type HourTuple = readonly [
  hour: number,
  readingCount: number,
  estimatedCount: number,
  valueCount: number,
  valueSumMicro: number | null,
  estimatedSumMicro: number,
  nonZeroCount: number,
  firstValue: number | null,
  lastValue: number | null,
  firstRegister: number | null,
  firstRegisterValue: number | null,
  lastRegister: number | null,
  firstEpochMs: number,
  lastEpochMs: number,
  minutesLow: number,
  minutesHigh: number,
  sumMicroRest: number,
  estimatedMicroRest: number,
];
interface HoursRow {
  unitKey: number;
  date: string;
  hours: HourTuple[];
}
export type ParameterTuple = readonly [
  hour: number,
  name: string,
  count: number,
  sumNano: number,
  last: number,
  lastEpochMs: number,
];
interface ParametersRow {
  unitKey: number;
  date: string;
  parameters: ParameterTuple[];
}

const NO_PARAMETERS: Readonly<Record<string, ParameterRollup>> = {};

/** Millionths, and what a double does not hold of them. */
const sumOfMicro = (micro: number, rest: number): number =>
  rest === 0 ? micro / 1e6 : fromMillionths(BigInt(micro) + BigInt(rest));

export const toHour = (row: HourTuple): HourRollup => ({
  hour: row[0],
  readingCount: row[1],
  estimatedCount: row[2],
  valueCount: row[3],
  valueSum: sumOfMicro(row[4] ?? 0, row[16]),
  estimatedValueSum: sumOfMicro(row[5], row[17]),
  nonZeroCount: row[6],
  firstValue: row[7],
  lastValue: row[8],
  firstRegister: row[9],
  firstRegisterValue: row[10],
  lastRegister: row[11],
  firstEpochMs: row[12],
  lastEpochMs: row[13],
  genuineMinutesLow: row[14],
  genuineMinutesHigh: row[15],
  params: NO_PARAMETERS,
});
const toHours = (row: HoursRow): DayRows<HourRollup[]> => ({
  unitKey: row.unitKey,
  date: row.date,
  rows: row.hours.map(toHour),
});

/** Hours that a caller wants. */
export interface HoursWanted {
  readonly unitKeys: readonly number[];
  /** Business days, both included. */
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  /** Days before it are materialised and fresh; the others are added up from their readings at this moment. */
  readonly materialisedBefore: BusinessDate;
  /** Days of more than 24 hours among them, which the rollup folds into 24. */
  readonly longDays: readonly LongDay[];
}

export interface LongDay {
  readonly date: BusinessDate;
  readonly startEpochMs: EpochMillis;
}

const longDayLists = (longDays: readonly LongDay[]) => ({
  longDates: longDays.map(({ date }) => date),
  longDayStarts: longDays.map(({ startEpochMs }) => new Date(startEpochMs)),
});

/** Rows of the faster statement where readings alone give the hours, because its planning takes a tenth of the time. */
function askForHours<R>(db: Querier, wanted: HoursWanted, names: { readonly live: string; readonly any: string }) {
  const { from, to, materialisedBefore, longDays } = wanted;
  if (wanted.unitKeys.length === 0) return [];
  const span = { unitKeys: plainArray(wanted.unitKeys), from, to };
  return materialisedBefore <= from && longDays.length === 0
    ? db.many<R>(names.live, span)
    : db.many<R>(names.any, { ...span, materialisedBefore, ...longDayLists(longDays) });
}

/**
 * Hours of units and days, by one definition whether they are materialised or not; days without readings are absent.
 */
export const hoursOf = async (db: Querier, wanted: HoursWanted): Promise<DayRows<HourRollup[]>[]> =>
  (await askForHours<HoursRow>(db, wanted, { live: 'rollups.live_hours', any: 'rollups.hours' })).map(toHours);

/** A unit and day whose low-flow cutoff is not 0. */
interface CutoffDay {
  readonly unitKey: number;
  readonly date: BusinessDate;
  readonly cutoff: number;
}
interface AboveCutoffRow {
  unitKey: number;
  date: string;
  counts: (readonly [hour: number, above: number])[];
}

/** Interval values above the cutoff by hour; hours without one are absent. */
export async function countsAboveCutoff(
  db: Querier,
  days: readonly CutoffDay[],
  longDays: readonly LongDay[],
): Promise<DayRows<ReadonlyMap<number, number>>[]> {
  if (days.length === 0) return [];
  const rows = await db.many<AboveCutoffRow>('rollups.above_cutoff', {
    unitKeys: plainArray(days.map((day) => day.unitKey)),
    dates: days.map((day) => day.date),
    cutoffs: plainArray(days.map((day) => day.cutoff)),
    ...longDayLists(longDays),
  });
  return rows.map((row) => ({ unitKey: row.unitKey, date: row.date, rows: new Map(row.counts) }));
}

/** Parameter rollups of a day by hour. */
export type HourParameters = ReadonlyMap<number, Readonly<Record<string, ParameterRollup>>>;

const toParameters = (row: ParametersRow): DayRows<HourParameters> => ({
  unitKey: row.unitKey,
  date: row.date,
  rows: parametersByHour(row.parameters),
});

export function parametersByHour(tuples: readonly ParameterTuple[]): HourParameters {
  const hours = new Map<number, Record<string, ParameterRollup>>();
  for (const [hour, name, count, sumNano, last, lastEpochMs] of tuples) {
    const parameters = hours.get(hour) ?? {};
    parameters[name] = { count, sum: sumNano / 1e9, last, lastEpochMs };
    hours.set(hour, parameters);
  }
  return hours;
}

export const parametersOf = async (db: Querier, wanted: HoursWanted): Promise<DayRows<HourParameters>[]> =>
  (await askForHours<ParametersRow>(db, wanted, { live: 'rollups.live_parameters', any: 'rollups.parameters' })).map(
    toParameters,
  );

/** Last register and value before a day, raw, and the business days on which they were read. */
export interface Carried {
  readonly register: number | null;
  readonly registerDate: BusinessDate | null;
  /** The last reading of the hour of that register. */
  readonly registerHeardEpochMs: EpochMillis | null;
  /** Raw count of later hours by values alone; null: none came. Removed readings are not known. */
  readonly countedSince: number | null;
  readonly value: number | null;
  readonly valueDate: BusinessDate | null;
}

/** State of a unit before a day, and the instants between which it has readings at all. */
export interface UnitHistory {
  readonly before: Carried;
  /**
   * Instants of value and register. A day whose readings were removed has the instant of its last reading, because
   * rollups keep no other.
   */
  readonly readAt: { readonly registerEpochMs: EpochMillis | null; readonly valueEpochMs: EpochMillis | null };
  readonly firstBusinessDate: string;
  readonly lastEpochMs: EpochMillis;
}
interface CarriedRow {
  unitKey: number;
  value: number | null;
  valueDate: BusinessDate | null;
  valueMs: number | null;
  summedValue: number | null;
  registerDate: BusinessDate | null;
  registerMs: number | null;
  registerHeardMs: number | null;
  countedSinceMicro: string | null;
}
interface HistoryRow extends CarriedRow {
  firstBusinessDate: BusinessDate;
  firstRegisterDate: BusinessDate | null;
  lastMs: number;
  sealedBefore: BusinessDate | null;
}

/**
 * Last value and register before a day, and the bounds of each unit's history; units that never sent anything are
 * absent.
 */
export async function unitHistories(
  db: Querier,
  unitKeys: readonly number[],
  date: BusinessDate,
): Promise<Map<number, UnitHistory>> {
  const rows = await db.many<HistoryRow>('rollups.carry_in', { unitKeys: plainArray(unitKeys), date });
  const sealed = await ofRemovedReadings(
    db,
    rows.filter((row) => mayLackLater(row, date)).map((row) => row.unitKey),
    date,
  );
  return new Map(
    rows.map((row) => {
      const removed = sealed.get(row.unitKey);
      const ofValue = removed !== undefined && isLater(removed.valueDate, row.valueDate) ? removed : row;
      const ofRegister = removed !== undefined && isLater(removed.registerDate, row.registerDate) ? removed : row;
      return [
        row.unitKey,
        {
          before: {
            value: ofValue.value,
            valueDate: ofValue.valueDate,
            register: ofRegister.summedValue,
            registerDate: ofRegister.registerDate,
            registerHeardEpochMs: ofRegister.registerHeardMs,
            countedSince:
              ofRegister.countedSinceMicro === null ? null : fromMillionths(BigInt(ofRegister.countedSinceMicro)),
          },
          readAt: { registerEpochMs: ofRegister.registerMs, valueEpochMs: ofValue.valueMs },
          firstBusinessDate: row.firstBusinessDate,
          lastEpochMs: row.lastMs,
        },
      ];
    }),
  );
}

const isLater = (date: BusinessDate | null, than: BusinessDate | null): boolean =>
  date !== null && (than === null || date > than);

/** The unit may have sent a later value or register before the day, in readings that were removed. */
const mayLackLater = (row: HistoryRow, date: BusinessDate): boolean => {
  const { sealedBefore: seal } = row;
  const mayLack = (firstDate: BusinessDate | null, foundDate: BusinessDate | null): boolean =>
    seal !== null
    && firstDate !== null
    && firstDate < seal
    && firstDate < date
    && (foundDate === null || foundDate < seal);
  return mayLack(row.firstBusinessDate, row.valueDate) || mayLack(row.firstRegisterDate, row.registerDate);
};

async function ofRemovedReadings(
  db: Querier,
  unitKeys: readonly number[],
  date: BusinessDate,
): Promise<ReadonlyMap<number, CarriedRow>> {
  if (unitKeys.length === 0) return new Map();
  const found = await db.many<CarriedRow>('rollups.carry_in_sealed', { unitKeys: plainArray(unitKeys), date });
  return new Map(found.map((row) => [row.unitKey, row]));
}
