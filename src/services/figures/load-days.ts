import type { Querier } from '../../database/database.ts';
import { capacityOfReading, type Industry, type StoredUnit, unitAsOf } from '../../domain/industry/industry.ts';
import type { Unit } from '../../domain/measure/unit.ts';
import { rollUpHours } from '../../domain/processors/roll-up.ts';
import type { HourRollup, Sample, UnitDay } from '../../domain/processors/types.ts';
import { eachDate, stretchesOf } from '../../domain/time/business-date.ts';
import { DAY_MS } from '../../domain/time/durations.ts';
import { dayWindow } from '../../domain/time/business-clock.ts';
import type { BusinessDate, EpochMillis } from '../../domain/time/types.ts';
import { readingsOfDay } from '../../store/day-readings.ts';
import { type Carried, type DayRows, type HourParameters, hoursFromRollup, parametersFromReadings, parametersFromRollup, unitHistories } from '../../store/rollups.ts';

const LONGEST_ROLLUP_DAY_SECONDS = 86_400;
/** Readings keep the position they were recorded at: after a change of zone or shift it may lie this far from the instant. */
const CLOCK_CHANGE_MARGIN_MILLISECONDS = 3 * DAY_MS;
const NO_SAMPLES: readonly Sample[] = [];
const NOTHING_CARRIED: Carried = { register: null, value: null, valueDate: null };

export interface DaysToLoad {
  readonly industry: Industry;
  /** Units with readings of their own; days on which one is virtual are left out. */
  readonly units: readonly StoredUnit[];
  /** Ascending. */
  readonly dates: readonly BusinessDate[];
  /** Days whose rollups may be behind their readings. */
  readonly mustReadReadings: (date: BusinessDate) => boolean;
  readonly now: EpochMillis;
}

/**
 * Everything processors need for these units and days. Closed, settled days come from the rollups in one query per stretch
 * of days; days of more than 24 hours, days that are running or stale, and units whose cutoff or update interval the rollups
 * do not know, come from the readings. Days are given in ascending order, all units of a day together.
 */
export async function* loadUnitDays(db: Querier, request: DaysToLoad): AsyncGenerator<{ date: BusinessDate; unitDays: UnitDay[] }> {
  // Neighbouring dates together, so that what one day hands on to the next need not be looked up.
  for (const [from, to] of stretchesOf(request.dates)) yield* loadStretch(db, request, [...eachDate(from, to)]);
}

const isPlain = (unit: Unit): boolean => unit.minNonZeroThreshold === 0 && unit.dataUpdateFrequencySeconds % 60 === 0;
const needsSamples = (unit: Unit): boolean => (unit.group === 'ENERGY' && unit.pRefKilowatts !== null) || unit.dataUpdateFrequencySeconds % 60 !== 0;
const mayHaveParameters = (unit: Unit): boolean => unit.group === 'QUALITY' || Object.keys(unit.params).length > 0;

class DayTable<T> {
  readonly #rows = new Map<string, T>();
  set(unitKey: number, date: string, rows: T): void { this.#rows.set(`${unitKey} ${date}`, rows); }
  add(days: readonly DayRows<T>[]): void { for (const { unitKey, date, rows } of days) this.set(unitKey, date, rows); }
  get(unitKey: number, date: string): T | undefined { return this.#rows.get(`${unitKey} ${date}`); }
}

async function* loadStretch(db: Querier, request: DaysToLoad, dates: readonly BusinessDate[]): AsyncGenerator<{ date: BusinessDate; unitDays: UnitDay[] }> {
  const first = dates[0];
  if (first === undefined) return;
  const { industry, units } = request;
  const hours = new DayTable<HourRollup[]>();
  const parameters = new DayTable<HourParameters>();
  const samples = new DayTable<Sample[]>();
  const histories = await unitHistories(db, units.map((unit) => unit.unitKey), first);
  const carried = new Map([...histories].map(([unitKey, history]) => [unitKey, history.before]));

  const readLive = (date: BusinessDate): boolean => request.mustReadReadings(date) || dayWindow(industry.clock, date).lengthSeconds > LONGEST_ROLLUP_DAY_SECONDS;
  const inForce = (date: BusinessDate) => units.map((stored) => ({ stored, unit: unitAsOf(stored, date) })).filter(({ unit }) => unit.group !== 'VIRTUAL');
  const mayHaveReadings = (unitKey: number, date: BusinessDate, start: EpochMillis): boolean => {
    const history = histories.get(unitKey);
    return history !== undefined && history.firstBusinessDate <= date && start <= history.lastEpochMs + CLOCK_CHANGE_MARGIN_MILLISECONDS;
  };

  for (const [from, to] of stretchesOf(dates.filter((date) => !readLive(date)))) {
    const keys = units.map((unit) => unit.unitKey);
    hours.add(await hoursFromRollup(db, keys, from, to));
    const withParameters = units.filter((stored) => stored.versions.some((version) => mayHaveParameters(version.unit))).map((stored) => stored.unitKey);
    if (withParameters.length > 0) parameters.add(await parametersFromRollup(db, withParameters, from, to));
  }
  for (const date of dates) {
    const live = readLive(date);
    const start = dayWindow(industry.clock, date).startEpochMs;
    const sending = inForce(date).filter(({ stored }) => mayHaveReadings(stored.unitKey, date, start));
    const fromReadings = new Map(sending.flatMap(({ stored, unit }) => (live || !isPlain(unit) || needsSamples(unit) ? [[stored.unitKey, unit] as const] : [])));
    for (const { unitKey, rows } of await readingsOfDay(db, [...fromReadings.keys()], date, start)) {
      const unit = fromReadings.get(unitKey);
      if (unit === undefined) continue;
      if (live || !isPlain(unit)) hours.set(unitKey, date, rollUpHours(rows, unit.minNonZeroThreshold));
      if (needsSamples(unit)) samples.set(unitKey, date, rows);
    }
    const parametersLive = live ? sending.filter(({ unit }) => mayHaveParameters(unit)).map(({ stored }) => stored.unitKey) : [];
    if (parametersLive.length > 0) parameters.add(await parametersFromReadings(db, parametersLive, date, start));
  }

  for (const date of dates) {
    const window = dayWindow(industry.clock, date);
    const isRunning = window.endEpochMs > request.now;
    const unitDays = inForce(date).map(({ stored, unit }): UnitDay => {
      const dayHours = withParameters(hours.get(stored.unitKey, date) ?? [], parameters.get(stored.unitKey, date));
      const daySamples = needsSamples(unit) ? (samples.get(stored.unitKey, date) ?? NO_SAMPLES) : NO_SAMPLES;
      const before = carried.get(stored.unitKey) ?? NOTHING_CARRIED;
      carried.set(stored.unitKey, carryOn(before, date, dayHours));
      return {
        industryId: industry.industryId, unit, date, dayStartEpochMs: window.startEpochMs, dayLengthSeconds: window.lengthSeconds,
        hours: dayHours, samples: daySamples,
        before: { register: before.register, value: before.value, maxCapacity: capacityOfReading(stored, before.valueDate, date) },
        genuineEpochMs: unit.dataUpdateFrequencySeconds % 60 === 0 ? null : daySamples.filter((sample) => !sample.estimated).map((sample) => sample.epochMs),
        asOfEpochMs: isRunning ? request.now : null,
      };
    });
    yield { date, unitDays };
  }
}

const withParameters = (hours: readonly HourRollup[], parameters: HourParameters | undefined): readonly HourRollup[] =>
  parameters === undefined ? hours : hours.map((hour) => {
    const params = parameters.get(hour.hour);
    return params === undefined ? hour : { ...hour, params };
  });

/** What the next day knows of this one: the last value and register it has, else what was known before. */
function carryOn(before: Carried, date: BusinessDate, hours: readonly HourRollup[]): Carried {
  const register = hours.findLast((hour) => hour.lastRegister !== null)?.lastRegister ?? before.register;
  const value = hours.findLast((hour) => hour.lastValue !== null)?.lastValue ?? null;
  return value === null ? { ...before, register } : { register, value, valueDate: date };
}
