import { mapInPieces } from '../kernel/pieces.ts';
import type { Querier } from '../platform/database/database.ts';
import { type Industry, type StoredUnit, tankOfReading, unitAsOf } from '../kernel/industry/industry.ts';
import { countsOn } from '../kernel/industry/retired.ts';
import { mayHaveParameters, type Unit } from '../kernel/measure/unit.ts';
import { concernsNewMeter, registerHandedOn } from './rules/processors/meter-runs.ts';
import { lastRegisterAfter } from './rules/processors/last-register.ts';
import type { HourRollup, NewMeter, Sample, UnitDay } from './rules/processors/types.ts';
import { daysBetween, eachDate, stretchesOf } from '../kernel/time/business-date.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import { dayWindow } from '../kernel/time/business-clock.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { readingsOfDay } from './store/day-readings.ts';
import type { ReadHours } from './store/kept-hours.ts';
import {
  type Carried,
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
import { loadMeterParts, newMeterBefore } from './load-meters.ts';

const LONGEST_ROLLUP_DAY_SECONDS = 86_400;
/**
 * Readings keep the position they were recorded at: after a change of zone or shift it may lie this far from the
 * instant.
 */
const CLOCK_CHANGE_MARGIN_MILLISECONDS = 3 * DAY_MS;
const NO_SAMPLES: readonly Sample[] = [];

/** State that a unit carries into a day, a meter that has sent no register yet included. */
interface CarriedOn extends Carried {
  readonly newMeter: NewMeter | null;
}
const NOTHING_CARRIED: CarriedOn = {
  register: null,
  registerDate: null,
  registerHeardEpochMs: null,
  countedSince: null,
  value: null,
  valueDate: null,
  newMeter: null,
};

interface DaysToLoad {
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

/**
 * Input of the processors for these units and days. Hours come from the database by one definition: materialised
 * where they are fresh, added up at this moment where not. Readings themselves are read only for rules that need
 * neighbours (energy pairs) and for slots that are no whole minutes. Days are given in ascending order, all units of a
 * day together.
 */
export async function* loadUnitDays(
  db: Querier,
  request: DaysToLoad,
): AsyncGenerator<{ date: BusinessDate; unitDays: UnitDay[] }> {
  // Dates that follow each other are read together, so that a day's hand-over to the next need not be looked up.
  for (const [from, to] of stretchesOf(request.dates)) yield* loadStretch(db, request, [...eachDate(from, to)]);
}

const needsSamples = (unit: Unit): boolean =>
  (unit.group === 'ENERGY' && unit.pRefKilowatts !== null) || unit.dataUpdateFrequencySeconds % 60 !== 0;

class DayTable<T> {
  readonly #rows = new Map<string, T>();
  set(unitKey: number, date: string, rows: T): void {
    this.#rows.set(`${unitKey} ${date}`, rows);
  }
  add(days: readonly DayRows<T>[]): void {
    for (const { unitKey, date, rows } of days) this.set(unitKey, date, rows);
  }
  get(unitKey: number, date: string): T | undefined {
    return this.#rows.get(`${unitKey} ${date}`);
  }
}

interface UnitInForce {
  readonly stored: StoredUnit;
  readonly unit: Unit;
}

/** Rows of the database for days that follow each other, before any day is put together. */
interface Stretch {
  readonly unitsInForce: ReadonlyMap<BusinessDate, readonly UnitInForce[]>;
  readonly hours: DayTable<HourRollup[]>;
  readonly parameters: DayTable<HourParameters>;
  readonly samples: DayTable<Sample[]>;
  readonly aboveCutoff: DayTable<ReadonlyMap<number, number>>;
  readonly meterParts: DayTable<NonNullable<UnitDay['meterParts']>>;
  /** The state that units carried into the first of the days. */
  readonly carriedIn: ReadonlyMap<number, CarriedOn>;
}

async function readStretch(
  db: Querier,
  { industry, units, materialisedBefore, readHours = hoursOf }: DaysToLoad,
  dates: readonly BusinessDate[],
  first: BusinessDate,
): Promise<Stretch> {
  const stretch = {
    hours: new DayTable<HourRollup[]>(),
    parameters: new DayTable<HourParameters>(),
    samples: new DayTable<Sample[]>(),
    aboveCutoff: new DayTable<ReadonlyMap<number, number>>(),
    meterParts: new DayTable<NonNullable<UnitDay['meterParts']>>(),
  };
  const histories = await unitHistories(
    db,
    units.map((unit) => unit.unitKey),
    first,
  );
  const inForce = (date: BusinessDate): UnitInForce[] =>
    units
      .filter((stored) => countsOn(stored, date))
      .map((stored) => ({ stored, unit: unitAsOf(stored, date) }))
      .filter(({ unit }) => unit.group !== 'VIRTUAL');
  const mayHaveReadings = (unitKey: number, date: BusinessDate, start: EpochMillis): boolean => {
    const history = histories.get(unitKey);
    return (
      history !== undefined
      && history.firstBusinessDate <= date
      && start <= history.lastEpochMs + CLOCK_CHANGE_MARGIN_MILLISECONDS
    );
  };
  const unitsInForce = new Map(dates.map((date) => [date, inForce(date)]));
  const sendingOn = (date: BusinessDate): UnitInForce[] =>
    (unitsInForce.get(date) ?? []).filter(({ stored }) =>
      mayHaveReadings(stored.unitKey, date, dayWindow(industry.clock, date).startEpochMs),
    );

  const sending = new Map(dates.map((date) => [date, sendingOn(date)]));
  const unitsSending = new Set([...sending.values()].flat().map(({ stored }) => stored));
  const wanted: HoursWanted = {
    unitKeys: [...unitsSending].map((stored) => stored.unitKey),
    from: first,
    to: dates.at(-1) ?? first,
    materialisedBefore: materialisedBefore ?? first,
    longDays: longDaysOf(industry, dates),
  };
  stretch.hours.add(await readHours(db, wanted));
  const withParameters = [...unitsSending]
    .filter((stored) => stored.versions.some((version) => mayHaveParameters(version.unit)))
    .map((stored) => stored.unitKey);
  stretch.parameters.add(await parametersOf(db, { ...wanted, unitKeys: withParameters }));
  const withCutoff = [...sending].flatMap(([date, sent]) =>
    sent.flatMap(({ stored, unit }) =>
      unit.minNonZeroThreshold === 0 ? [] : [{ unitKey: stored.unitKey, date, cutoff: unit.minNonZeroThreshold }],
    ),
  );
  for (const { unitKey, date, rows } of await countsAboveCutoff(db, withCutoff, wanted.longDays))
    stretch.aboveCutoff.set(unitKey, date, rows);
  for (const [date, sent] of sending) {
    const unitKeys = sent.filter(({ unit }) => needsSamples(unit)).map(({ stored }) => stored.unitKey);
    for (const { unitKey, rows } of await readingsOfDay(db, unitKeys, date)) stretch.samples.set(unitKey, date, rows);
  }
  for (const [date, known] of unitsInForce) {
    const metered = known.map(({ stored, unit }) => ({ unitKey: stored.unitKey, unit }));
    for (const [unitKey, parts] of await loadMeterParts(db, industry, date, metered))
      stretch.meterParts.set(unitKey, date, parts);
  }
  return {
    ...stretch,
    unitsInForce,
    carriedIn: carriedInto(industry, units, first, histories),
  };
}

function carriedInto(
  industry: Industry,
  units: readonly StoredUnit[],
  date: BusinessDate,
  histories: ReadonlyMap<number, UnitHistory>,
): ReadonlyMap<number, CarriedOn> {
  const { startEpochMs } = dayWindow(industry.clock, date);
  return new Map(
    units.map(({ unitKey, current }) => {
      const history = histories.get(unitKey);
      const newMeter = newMeterBefore(current, startEpochMs, history);
      return [unitKey, { ...(history?.before ?? NOTHING_CARRIED), newMeter }];
    }),
  );
}

async function* loadStretch(
  db: Querier,
  request: DaysToLoad,
  dates: readonly BusinessDate[],
): AsyncGenerator<{ date: BusinessDate; unitDays: UnitDay[] }> {
  const first = dates[0];
  if (first === undefined) return;
  const stretch = await readStretch(db, request, dates, first);
  const carried = new Map(stretch.carriedIn);
  for (const date of dates) yield { date, unitDays: await unitDaysOf(request, stretch, date, carried) };
}

/** @param carried hand-overs of units into the day; afterwards those out of it. */
function unitDaysOf(
  { industry, now }: DaysToLoad,
  stretch: Stretch,
  date: BusinessDate,
  carried: Map<number, CarriedOn>,
): Promise<UnitDay[]> {
  const window = dayWindow(industry.clock, date);
  return mapInPieces(stretch.unitsInForce.get(date) ?? [], ({ stored, unit }): UnitDay => {
    const counted = countedAbove(
      stretch.hours.get(stored.unitKey, date) ?? [],
      unit,
      stretch.aboveCutoff.get(stored.unitKey, date),
    );
    const hours = addParameters(counted, stretch.parameters.get(stored.unitKey, date));
    const samples = needsSamples(unit) ? (stretch.samples.get(stored.unitKey, date) ?? NO_SAMPLES) : NO_SAMPLES;
    const before = carried.get(stored.unitKey) ?? NOTHING_CARRIED;
    const meterParts = stretch.meterParts.get(stored.unitKey, date);
    const day: UnitDay = {
      industryId: industry.industryId,
      unit,
      date,
      dayStartEpochMs: window.startEpochMs,
      dayLengthSeconds: window.lengthSeconds,
      hours,
      samples,
      before: {
        register: before.register,
        ...heardOf(before),
        value: before.value,
        ...tankOfReading(stored, before.valueDate, date),
        ...(before.newMeter === null ? {} : { newMeter: before.newMeter }),
      },
      ...(meterParts === undefined ? {} : { meterParts }),
      genuineEpochMs:
        unit.dataUpdateFrequencySeconds % 60 === 0
          ? null
          : samples.filter((sample) => !sample.estimated).map((sample) => sample.epochMs),
      asOfEpochMs: asOf(stored, date, window.endEpochMs, now),
    };
    carried.set(stored.unitKey, carryOn(before, day));
    return day;
  });
}

/** The instant up to which a day's slots are expected; null: its end. No slot is expected after a unit's retirement. */
function asOf(
  { retirement }: StoredUnit,
  date: BusinessDate,
  endEpochMs: EpochMillis,
  now: EpochMillis,
): EpochMillis | null {
  const until = Math.min(now, retirement?.lastDate === date ? retirement.atEpochMs : Infinity);
  return until < endEpochMs ? until : null;
}

/** The rollup counts values above 0; a unit with a low-flow cutoff of its own counts those above that. */
const countedAbove = (
  hours: readonly HourRollup[],
  unit: Unit,
  above: ReadonlyMap<number, number> | undefined,
): readonly HourRollup[] =>
  unit.minNonZeroThreshold === 0 ? hours : hours.map((hour) => ({ ...hour, nonZeroCount: above?.get(hour.hour) ?? 0 }));

const longDaysOf = (industry: Industry, dates: readonly BusinessDate[]): LongDay[] =>
  dates.flatMap((date) => {
    const { lengthSeconds, startEpochMs } = dayWindow(industry.clock, date);
    return lengthSeconds > LONGEST_ROLLUP_DAY_SECONDS ? [{ date, startEpochMs }] : [];
  });

const addParameters = (hours: readonly HourRollup[], parameters: HourParameters | undefined): readonly HourRollup[] =>
  parameters === undefined
    ? hours
    : hours.map((hour) => {
        const params = parameters.get(hour.hour);
        return params === undefined ? hour : { ...hour, params };
      });

/**
 * Most days between two registers while values came. A register away for longer tells nothing about the amount
 * meanwhile.
 */
const LONGEST_WITHOUT_REGISTER_DAYS = 31;

function heardOf({ registerDate, registerHeardEpochMs, valueDate, countedSince }: CarriedOn) {
  const isTooLong =
    registerDate !== null && valueDate !== null && daysBetween(registerDate, valueDate) > LONGEST_WITHOUT_REGISTER_DAYS;
  return {
    registerHeardEpochMs,
    ...(isTooLong ? { countedSince: null } : countedSince === null ? {} : { countedSince }),
  };
}

/** The hand-over to the next day: the last value and register of this one, else those from before. */
function carryOn(before: CarriedOn, day: UnitDay): CarriedOn {
  const { date, hours } = day;
  const own = hours.findLast((hour) => hour.lastRegister !== null)?.lastRegister ?? null;
  const { registerHeardEpochMs = null, countedSince = null } = lastRegisterAfter(day);
  const value = hours.findLast((hour) => hour.lastValue !== null)?.lastValue ?? null;
  return {
    register: own ?? before.register,
    registerDate: own === null ? before.registerDate : date,
    registerHeardEpochMs,
    countedSince,
    newMeter: concernsNewMeter(day) ? registerHandedOn(day).newMeter : null,
    ...(value === null ? { value: before.value, valueDate: before.valueDate } : { value, valueDate: date }),
  };
}
