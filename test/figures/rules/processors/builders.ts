import type { Unit } from '../../../../src/kernel/measure/unit.ts';
import { lastRegisterAfter } from '../../../../src/figures/rules/processors/last-register.ts';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import type { HourRollup, ParameterRollup, Sample, UnitDay } from '../../../../src/figures/rules/processors/types.ts';
import { addDays, businessDate } from '../../../../src/kernel/time/business-date.ts';

/** 15 January 2026, 06:00 in Kolkata. */
export const DAY_START = Date.UTC(2026, 0, 15, 0, 30);
export const DAY = businessDate('2026-01-15');
export const DAY_SECONDS = 86_400;

/** A reading as a test writes it; `second` counts from the start of the day. */
export interface Reading {
  readonly second: number;
  readonly value?: number | null;
  readonly register?: number | null;
  readonly estimated?: boolean;
  readonly offline?: boolean;
  readonly params?: Readonly<Record<string, number>>;
}

/** Seconds since the day's start of an elapsed hour and minute. */
export const at = (hour: number, minute = 0): number => hour * 3600 + minute * 60;

export const unitOf = (overrides: Partial<Unit> = {}): Unit => ({
  unitId: 'M1',
  displayName: 'Main inlet',
  standardCategoryId: 'FLOW_CATEGORY',
  group: 'FLOW',
  siUnit: 'KL',
  flowFactor: 1,
  minNonZeroThreshold: 0,
  maxCapacity: null,
  dataUpdateFrequencySeconds: 300,
  params: {},
  pRefKilowatts: null,
  calculations: null,
  registerChecks: null,
  ...overrides,
});

/** The day of a unit from its readings, rolled up the way the store does it. */
export function dayOf(unit: Unit, readings: readonly Reading[], overrides: Partial<UnitDay> = {}): UnitDay {
  const dayStartEpochMs = overrides.dayStartEpochMs ?? DAY_START;
  const wholeMinutes = unit.dataUpdateFrequencySeconds % 60 === 0;
  return {
    industryId: 'ACME',
    unit,
    date: DAY,
    dayStartEpochMs,
    dayLengthSeconds: 86_400,
    hours: rollUp(unit, readings, dayStartEpochMs),
    ...partsOf(unit, readings, dayStartEpochMs),
    before: { register: null, value: null },
    samples: unit.pRefKilowatts === null ? [] : readings.map((reading) => sampleOf(reading, dayStartEpochMs)),
    genuineEpochMs: wholeMinutes
      ? null
      : readings.filter((reading) => reading.estimated !== true).map(({ second }) => dayStartEpochMs + second * 1000),
    asOfEpochMs: null,
    ...overrides,
  };
}

/** Neighbouring days of one meter; each hands on to the next what it ends with. `second` counts from the first one. */
export function daysOf(unit: Unit, readings: readonly Reading[], count: number) {
  let before: UnitDay['before'] = { register: null, value: null };
  return Array.from({ length: count }, (_, index) => {
    const own = readings
      .filter(({ second }) => Math.floor(second / DAY_SECONDS) === index)
      .map((reading) => ({ ...reading, second: reading.second - index * DAY_SECONDS }));
    const dayStartEpochMs = DAY_START + index * DAY_SECONDS * 1000;
    const day = dayOf(unit, own, { before, dayStartEpochMs, date: addDays(DAY, index) });
    const register = day.hours.findLast(({ lastRegister }) => lastRegister !== null)?.lastRegister ?? before.register;
    before = { register, value: null, ...lastRegisterAfter(day) };
    return { date: addDays(DAY, index), startEpochMs: dayStartEpochMs, day, document: processDay(day) };
  });
}

const sampleOf = (reading: Reading, dayStartEpochMs: number): Sample => ({
  epochMs: dayStartEpochMs + reading.second * 1000,
  value: reading.value ?? null,
  register: reading.register ?? null,
  estimated: reading.estimated ?? false,
  offline: reading.offline ?? false,
});

function rollUp(unit: Unit, readings: readonly Reading[], dayStartEpochMs: number): HourRollup[] {
  const byHour = Map.groupBy(readings, ({ second }) => Math.floor(second / 3600));
  return [...byHour].sort(([a], [b]) => a - b).map(([hour, inHour]) => rollUpHour(unit, hour, inHour, dayStartEpochMs));
}

function rollUpHour(unit: Unit, hour: number, readings: readonly Reading[], dayStartEpochMs: number): HourRollup {
  const values = readings.filter((reading) => (reading.value ?? null) !== null);
  const registers = readings.filter((reading) => (reading.register ?? null) !== null);
  const sum = (some: readonly Reading[]): number => some.reduce((total, reading) => total + (reading.value ?? 0), 0);
  const epochOf = (reading: Reading | undefined): number => dayStartEpochMs + (reading?.second ?? 0) * 1000;
  const minutes = readings
    .filter((reading) => reading.estimated !== true)
    .map(({ second }) => Math.floor((second - hour * 3600) / 60));
  return {
    hour,
    readingCount: readings.length,
    estimatedCount: readings.filter((reading) => reading.estimated === true).length,
    valueCount: values.length,
    valueSum: sum(values),
    estimatedValueSum: sum(values.filter((reading) => reading.estimated === true)),
    nonZeroCount: values.filter((reading) => (reading.value ?? 0) > unit.minNonZeroThreshold).length,
    firstRegister: registers[0]?.register ?? null,
    firstRegisterValue: registers[0]?.value ?? null,
    lastRegister: registers.at(-1)?.register ?? null,
    firstValue: values[0]?.value ?? null,
    lastValue: values.at(-1)?.value ?? null,
    firstEpochMs: epochOf(readings[0]),
    lastEpochMs: epochOf(readings.at(-1)),
    genuineMinutesLow: maskOf(minutes.filter((minute) => minute < 30)),
    genuineMinutesHigh: maskOf(minutes.filter((minute) => minute >= 30).map((minute) => minute - 30)),
    params: rollUpParameters(readings, dayStartEpochMs),
  };
}

/** What each meter sent in hours in which meters were installed. */
function partsOf(unit: Unit, readings: readonly Reading[], dayStartEpochMs: number): Pick<UnitDay, 'meterParts'> {
  const seconds = (unit.meters ?? []).map((meter) => (meter.installedAtEpochMs - dayStartEpochMs) / 1000);
  const byHour = Map.groupBy(seconds, (second) => Math.floor(second / 3600));
  if (byHour.size === 0) return {};
  return {
    meterParts: new Map(
      [...byHour].map(([hour, installed]) => {
        const inHour = readings.filter(({ second }) => Math.floor(second / 3600) === hour);
        const bounds = [-Infinity, ...installed, Infinity];
        const parts = bounds.slice(1).map((until, index) => {
          const own = inHour.filter(({ second }) => second >= (bounds[index] ?? 0) && second < until);
          return own.length === 0 ? null : rollUpHour(unit, hour, own, dayStartEpochMs);
        });
        return [hour, parts];
      }),
    ),
  };
}

const maskOf = (bits: readonly number[]): number => bits.reduce((mask, bit) => mask | (1 << bit), 0);

function rollUpParameters(readings: readonly Reading[], dayStartEpochMs: number): Record<string, ParameterRollup> {
  const params: Record<string, ParameterRollup> = {};
  for (const { second, params: sent } of readings) {
    for (const [name, value] of Object.entries(sent ?? {})) {
      const before = params[name];
      params[name] = {
        count: (before?.count ?? 0) + 1,
        sum: (before?.sum ?? 0) + value,
        last: value,
        lastEpochMs: dayStartEpochMs + second * 1000,
      };
    }
  }
  return params;
}

/** A reading in every slot of [fromSecond, toSecond). */
export const everySlot = (
  frequencySeconds: number,
  fromSecond: number,
  toSecond: number,
  reading: (index: number) => Omit<Reading, 'second'>,
): Reading[] =>
  Array.from({ length: Math.ceil((toSecond - fromSecond) / frequencySeconds) }, (_, index) => ({
    second: fromSecond + index * frequencySeconds,
    ...reading(index),
  }));

/** ISO instant of a second of the test day. */
export const isoAt = (second: number, dayStartEpochMs: number = DAY_START): string =>
  new Date(dayStartEpochMs + second * 1000).toISOString();
