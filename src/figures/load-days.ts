import { mapInPieces } from '../kernel/pieces.ts';
import type { Querier } from '../platform/database/database.ts';
import { type StoredUnit, tankOfReading } from '../kernel/industry/industry.ts';
import type { Unit } from '../kernel/measure/unit.ts';
import { concernsNewMeter, registerHandedOn } from './rules/processors/meter-runs.ts';
import { lastRegisterAfter } from './rules/processors/last-register.ts';
import type { HourRollup, NewMeter, Sample, UnitDay } from './rules/processors/types.ts';
import { daysBetween, eachDate, stretchesOf } from '../kernel/time/business-date.ts';
import { dayWindow, endOfRunningHour } from '../kernel/time/business-clock.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import type { Carried, HourParameters, UnitHistory } from './store/rollups.ts';
import { newMeterBefore } from './load-meters.ts';
import { type DaysToLoad, needsSamples, readStretch, type StretchRows } from './read-stretch.ts';

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

/** The state that units carried into a day. */
function carriedInto(
  { industry, units }: DaysToLoad,
  date: BusinessDate,
  histories: ReadonlyMap<number, UnitHistory>,
): Map<number, CarriedOn> {
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
  const carried = carriedInto(request, first, stretch.histories);
  for (const date of dates) yield { date, unitDays: await unitDaysOf(request, stretch, date, carried) };
}

/** @param carried hand-overs of units into the day; afterwards those out of it. */
function unitDaysOf(
  { industry, now }: DaysToLoad,
  stretch: StretchRows,
  date: BusinessDate,
  carried: Map<number, CarriedOn>,
): Promise<UnitDay[]> {
  const window = dayWindow(industry.clock, date);
  const until = endOfRunningHour(window, now);
  return mapInPieces(stretch.unitsInForce.get(date) ?? [], ({ stored, unit }): UnitDay => {
    const read = stretch.hours.get(stored.unitKey, date) ?? [];
    const begun = until === null ? read : read.filter(({ firstEpochMs }) => firstEpochMs < until);
    const counted = countedAbove(begun, unit, stretch.aboveCutoff.get(stored.unitKey, date));
    const hours = addParameters(counted, stretch.parameters.get(stored.unitKey, date));
    const sent = needsSamples(unit) ? (stretch.samples.get(stored.unitKey, date) ?? NO_SAMPLES) : NO_SAMPLES;
    const samples = until === null ? sent : sent.filter(({ epochMs }) => epochMs < until);
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
