import type { Querier } from '../../database/database.ts';
import { capacityOfReading, type Industry, type StoredUnit, unitAsOf } from '../../domain/industry/industry.ts';
import type { Unit } from '../../domain/measure/unit.ts';
import type { HourRollup, Sample, UnitDay } from '../../domain/processors/types.ts';
import { eachDate, stretchesOf } from '../../domain/time/business-date.ts';
import { DAY_MS } from '../../domain/time/durations.ts';
import { dayWindow } from '../../domain/time/business-clock.ts';
import type { BusinessDate, EpochMillis } from '../../domain/time/types.ts';
import { readingsOfDay } from '../../store/day-readings.ts';
import { type Carried, countsAboveCutoff, type DayRows, type HourParameters, type HoursWanted, hoursOf, type LongDay, parametersOf, unitHistories } from '../../store/rollups.ts';

const LONGEST_ROLLUP_DAY_SECONDS = 86_400;
/** Readings keep the position they were recorded at: after a change of zone or shift it may lie this far from the instant. */
const CLOCK_CHANGE_MARGIN_MILLISECONDS = 3 * DAY_MS;
const NO_SAMPLES: readonly Sample[] = [];
const NOTHING_CARRIED: Carried = { register: null, value: null, valueDate: null };

interface DaysToLoad {
  readonly industry: Industry;
  /** Units with readings of their own; days on which one is virtual are left out. */
  readonly units: readonly StoredUnit[];
  /** Ascending. */
  readonly dates: readonly BusinessDate[];
  /** Days before it are materialised and fresh; null: none is known to be. */
  readonly materialisedBefore: BusinessDate | null;
  readonly now: EpochMillis;
}

/**
 * Everything processors need for these units and days. Hours come from the database by one definition: materialised where they are
 * fresh, added up at this moment where not. Readings themselves are read only for rules that need neighbours (energy pairs) and for
 * slots that are no whole minutes. Days are given in ascending order, all units of a day together.
 */
export async function* loadUnitDays(db: Querier, request: DaysToLoad): AsyncGenerator<{ date: BusinessDate; unitDays: UnitDay[] }> {
  // Neighbouring dates together, so that what one day hands on to the next need not be looked up.
  for (const [from, to] of stretchesOf(request.dates)) yield* loadStretch(db, request, [...eachDate(from, to)]);
}

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
  const aboveCutoff = new DayTable<ReadonlyMap<number, number>>();
  const histories = await unitHistories(db, units.map((unit) => unit.unitKey), first);
  const carried = new Map([...histories].map(([unitKey, history]) => [unitKey, history.before]));

  const inForce = (date: BusinessDate) => units.map((stored) => ({ stored, unit: unitAsOf(stored, date) })).filter(({ unit }) => unit.group !== 'VIRTUAL');
  const mayHaveReadings = (unitKey: number, date: BusinessDate, start: EpochMillis): boolean => {
    const history = histories.get(unitKey);
    return history !== undefined && history.firstBusinessDate <= date && start <= history.lastEpochMs + CLOCK_CHANGE_MARGIN_MILLISECONDS;
  };
  const unitsInForce = new Map(dates.map((date) => [date, inForce(date)]));
  const sendingOn = (date: BusinessDate) => (unitsInForce.get(date) ?? []).filter(({ stored }) => mayHaveReadings(stored.unitKey, date, dayWindow(industry.clock, date).startEpochMs));

  const sending = new Map(dates.map((date) => [date, sendingOn(date)]));
  const unitsSending = new Set([...sending.values()].flat().map(({ stored }) => stored));
  const wanted: HoursWanted = {
    unitKeys: [...unitsSending].map((stored) => stored.unitKey), from: first, to: dates.at(-1) ?? first,
    materialisedBefore: request.materialisedBefore ?? first, longDays: longDaysOf(industry, dates),
  };
  hours.add(await hoursOf(db, wanted));
  const withParameters = [...unitsSending].filter((stored) => stored.versions.some((version) => mayHaveParameters(version.unit))).map((stored) => stored.unitKey);
  parameters.add(await parametersOf(db, { ...wanted, unitKeys: withParameters }));
  const withCutoff = [...sending].flatMap(([date, sent]) => sent.flatMap(({ stored, unit }) =>
    unit.minNonZeroThreshold === 0 ? [] : [{ unitKey: stored.unitKey, date, cutoff: unit.minNonZeroThreshold }]));
  for (const { unitKey, date, rows } of await countsAboveCutoff(db, withCutoff, wanted.longDays)) aboveCutoff.set(unitKey, date, rows);
  for (const [date, sent] of sending) {
    const unitKeys = sent.filter(({ unit }) => needsSamples(unit)).map(({ stored }) => stored.unitKey);
    for (const { unitKey, rows } of await readingsOfDay(db, unitKeys, date)) samples.set(unitKey, date, rows);
  }

  for (const date of dates) {
    const window = dayWindow(industry.clock, date);
    const isRunning = window.endEpochMs > request.now;
    const unitDays = (unitsInForce.get(date) ?? []).map(({ stored, unit }): UnitDay => {
      const counted = countedAbove(hours.get(stored.unitKey, date) ?? [], unit, aboveCutoff.get(stored.unitKey, date));
      const dayHours = addParameters(counted, parameters.get(stored.unitKey, date));
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

/** The rollup counts values above 0; a unit with a low-flow cutoff of its own counts those above that. */
const countedAbove = (hours: readonly HourRollup[], unit: Unit, above: ReadonlyMap<number, number> | undefined): readonly HourRollup[] =>
  unit.minNonZeroThreshold === 0 ? hours : hours.map((hour) => ({ ...hour, nonZeroCount: above?.get(hour.hour) ?? 0 }));

const longDaysOf = (industry: Industry, dates: readonly BusinessDate[]): LongDay[] => dates.flatMap((date) => {
  const { lengthSeconds, startEpochMs } = dayWindow(industry.clock, date);
  return lengthSeconds > LONGEST_ROLLUP_DAY_SECONDS ? [{ date, startEpochMs }] : [];
});

const addParameters = (hours: readonly HourRollup[], parameters: HourParameters | undefined): readonly HourRollup[] =>
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
