import type { Querier } from '../platform/database/database.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../kernel/industry/industry.ts';
import { countsOn } from '../kernel/industry/retired.ts';
import { mayHaveParameters, type Unit } from '../kernel/measure/unit.ts';
import type { HourRollup, Sample, UnitDay } from './rules/processors/types.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import { dayWindow } from '../kernel/time/business-clock.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { readingsOfDay } from './store/day-readings.ts';
import type { ReadHours } from './store/hours-cache.ts';
import {
  countsAboveCutoff,
  type DayRows,
  type HourParameters,
  type HoursWanted,
  hoursOf,
  type LongDay,
  parametersOf,
  type UnitHistory,
  unitHistories,
} from './store/rollups.ts';
import { loadMeterParts } from './load-meters.ts';

const LONGEST_ROLLUP_DAY_SECONDS = 86_400;
/**
 * Readings keep the position they were recorded at: after a change of zone or shift it may lie this far from the
 * instant.
 */
const CLOCK_CHANGE_MARGIN_MILLISECONDS = 3 * DAY_MS;

export interface DaysToLoad {
  readonly industry: Industry;
  /** Units with readings of their own; days on which one is virtual or retired are left out. */
  readonly units: readonly StoredUnit[];
  /** Dates in ascending order. */
  readonly dates: readonly BusinessDate[];
  /** Days before it are materialised and fresh; null: none is known to be. */
  readonly materialisedBefore: BusinessDate | null;
  readonly now: EpochMillis;
  /** Absent: hours are added up anew. */
  readonly readHours?: ReadHours;
}

/** Whether a rule needs the unit's readings themselves: energy pairs, and slots that are no whole minutes. */
export const needsSamples = (unit: Unit): boolean =>
  (unit.group === 'ENERGY' && unit.pRefKilowatts !== null) || unit.dataUpdateFrequencySeconds % 60 !== 0;

/** Rows of units and days. */
interface DayTable<T> {
  get(unitKey: number, date: BusinessDate): T | undefined;
}

function tableOf<T>(days: readonly DayRows<T>[]): DayTable<T> {
  const rowsOf = new Map(days.map(({ unitKey, date, rows }) => [`${unitKey} ${date}`, rows]));
  return { get: (unitKey, date) => rowsOf.get(`${unitKey} ${date}`) };
}

interface UnitInForce {
  readonly stored: StoredUnit;
  readonly unit: Unit;
}
type UnitsByDate = ReadonlyMap<BusinessDate, readonly UnitInForce[]>;
type MeterPartsOfDay = NonNullable<UnitDay['meterParts']>;

/** Rows of the database for days that follow each other, before any day is put together. */
export interface StretchRows {
  readonly unitsInForce: UnitsByDate;
  readonly hours: DayTable<HourRollup[]>;
  readonly parameters: DayTable<HourParameters>;
  readonly samples: DayTable<Sample[]>;
  readonly aboveCutoff: DayTable<ReadonlyMap<number, number>>;
  readonly meterParts: DayTable<MeterPartsOfDay>;
  /** Readings that units had sent before the first of the days. */
  readonly histories: ReadonlyMap<number, UnitHistory>;
}

export async function readStretch(
  db: Querier,
  request: DaysToLoad,
  dates: readonly BusinessDate[],
  first: BusinessDate,
): Promise<StretchRows> {
  const { industry, units, readHours = hoursOf } = request;
  const histories = await unitHistories(
    db,
    units.map((unit) => unit.unitKey),
    first,
  );
  const unitsInForce = new Map(dates.map((date) => [date, inForceOn(units, date)]));
  const sending = unitsSending(industry, unitsInForce, histories);
  const sendingEver = [...new Set([...sending.values()].flat().map(({ stored }) => stored))];
  const wanted = hoursWanted(request, sendingEver, dates, first);
  return {
    unitsInForce,
    hours: tableOf(await readHours(db, wanted)),
    parameters: tableOf(await parametersOf(db, { ...wanted, unitKeys: keysWithParameters(sendingEver) })),
    aboveCutoff: tableOf(await readAboveCutoff(db, sending, wanted.longDays)),
    samples: tableOf(await readSamples(db, sending)),
    meterParts: tableOf(await readMeterParts(db, industry, unitsInForce)),
    histories,
  };
}

const inForceOn = (units: readonly StoredUnit[], date: BusinessDate): readonly UnitInForce[] =>
  units
    .filter((stored) => countsOn(stored, date))
    .map((stored) => ({ stored, unit: unitAsOf(stored, date) }))
    .filter(({ unit }) => unit.group !== 'VIRTUAL');

/** Units that may have readings of the days. */
function unitsSending(
  industry: Industry,
  unitsInForce: UnitsByDate,
  histories: ReadonlyMap<number, UnitHistory>,
): UnitsByDate {
  const mayHaveReadings = (unitKey: number, date: BusinessDate, start: EpochMillis): boolean => {
    const history = histories.get(unitKey);
    return (
      history !== undefined
      && history.firstBusinessDate <= date
      && start <= history.lastEpochMs + CLOCK_CHANGE_MARGIN_MILLISECONDS
    );
  };
  return new Map(
    [...unitsInForce].map(([date, units]) => {
      const { startEpochMs } = dayWindow(industry.clock, date);
      return [date, units.filter(({ stored }) => mayHaveReadings(stored.unitKey, date, startEpochMs))];
    }),
  );
}

const hoursWanted = (
  { industry, materialisedBefore }: DaysToLoad,
  units: readonly StoredUnit[],
  dates: readonly BusinessDate[],
  first: BusinessDate,
): HoursWanted => ({
  unitKeys: units.map((stored) => stored.unitKey),
  from: first,
  to: dates.at(-1) ?? first,
  materialisedBefore: materialisedBefore ?? first,
  longDays: longDaysOf(industry, dates),
});

const longDaysOf = (industry: Industry, dates: readonly BusinessDate[]): LongDay[] =>
  dates.flatMap((date) => {
    const { lengthSeconds, startEpochMs } = dayWindow(industry.clock, date);
    return lengthSeconds > LONGEST_ROLLUP_DAY_SECONDS ? [{ date, startEpochMs }] : [];
  });

const keysWithParameters = (units: readonly StoredUnit[]): readonly number[] =>
  units
    .filter((stored) => stored.versions.some((version) => mayHaveParameters(version.unit)))
    .map((stored) => stored.unitKey);

const readAboveCutoff = (
  db: Querier,
  sending: UnitsByDate,
  longDays: readonly LongDay[],
): Promise<DayRows<ReadonlyMap<number, number>>[]> =>
  countsAboveCutoff(
    db,
    [...sending].flatMap(([date, units]) =>
      units.flatMap(({ stored, unit }) =>
        unit.minNonZeroThreshold === 0 ? [] : [{ unitKey: stored.unitKey, date, cutoff: unit.minNonZeroThreshold }],
      ),
    ),
    longDays,
  );

async function readSamples(db: Querier, sending: UnitsByDate): Promise<DayRows<Sample[]>[]> {
  const samples: DayRows<Sample[]>[] = [];
  for (const [date, units] of sending) {
    const unitKeys = units.filter(({ unit }) => needsSamples(unit)).map(({ stored }) => stored.unitKey);
    for (const { unitKey, rows } of await readingsOfDay(db, unitKeys, date)) samples.push({ unitKey, date, rows });
  }
  return samples;
}

async function readMeterParts(
  db: Querier,
  industry: Industry,
  unitsInForce: UnitsByDate,
): Promise<DayRows<MeterPartsOfDay>[]> {
  const parts: DayRows<MeterPartsOfDay>[] = [];
  for (const [date, units] of unitsInForce) {
    const metered = units.map(({ stored, unit }) => ({ unitKey: stored.unitKey, unit }));
    for (const [unitKey, rows] of await loadMeterParts(db, industry, date, metered))
      parts.push({ unitKey, date, rows });
  }
  return parts;
}
