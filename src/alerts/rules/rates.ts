import { dividedBy, MILLI, times } from '../../kernel/measure/exact.ts';
import { meterNumber, ownFirstValue, passedBetween } from '../../kernel/measure/meter.ts';
import type { UnitAt } from '../../kernel/industry/unit-over-time.ts';
import { SILENT_INTERVALS, type Unit } from '../../kernel/measure/unit.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { WatchedReading } from './types.ts';

/** The amount that passed between two readings, over the real time between them. */
export interface Rate {
  readonly epochMs: EpochMillis;
  /** Shown units per hour; null: it was not measured. */
  readonly perHour: number | null;
  readonly overHours: number;
}

/** Silence before each reading: true when the pause was far longer than the usual one. */
export function silencesBefore(unitAt: UnitAt, readings: readonly { readonly epochMs: EpochMillis }[]): boolean[] {
  let usualMs = 0;
  let beforeMs = -Infinity;
  return readings.map(({ epochMs }) => {
    const pauseMs = epochMs - beforeMs;
    const ownMs = unitAt(epochMs).dataUpdateFrequencySeconds * 1000;
    const isSilence = pauseMs > SILENT_INTERVALS * Math.max(ownMs, usualMs);
    usualMs = isSilence ? 0 : pauseMs;
    beforeMs = epochMs;
    return isSilence;
  });
}

/**
 * True when the amount is unknown without registers: a reading without value, after silence, or over a meter exchange.
 */
export const needsRegisters = (unit: Unit, unitAt: UnitAt, readings: readonly WatchedReading[]): boolean =>
  unit.meters !== undefined
  || readings.some(({ value }) => value === null)
  || silencesBefore(unitAt, readings).indexOf(true, 1) > 0;

/**
 * Rates of a meter, one per reading except the first. An interval value counts over the time since the reading before.
 * After silence only registers tell the amount, because nobody knows how far back the value reaches. Estimated readings
 * give no rate.
 */
export function ratesOf(unitAt: UnitAt, readings: readonly WatchedReading[]): Rate[] {
  const isSilence = silencesBefore(unitAt, readings);
  const rates: Rate[] = [];
  let before: WatchedReading | undefined;
  for (const [index, reading] of readings.entries()) {
    if (before !== undefined && reading.epochMs > before.epochMs) {
      const unit = unitAt(reading.epochMs);
      const overHours = (reading.epochMs - before.epochMs) / HOUR_MS;
      const raw = reading.estimated ? null : passedSince(unit, before, reading, isSilence[index] === true);
      const passed = raw === null ? null : times(raw, unit.flowFactor);
      const perHour = passed === null || passed < 0 ? null : dividedBy(passed, MILLI * overHours);
      rates.push({ epochMs: reading.epochMs, perHour, overHours });
    }
    before = reading;
  }
  return rates;
}

/** Raw; null when it is not known. */
function passedSince(
  unit: Unit,
  before: WatchedReading,
  reading: WatchedReading,
  afterSilence: boolean,
): number | null {
  const isFirstOfMeter = meterNumber(unit, before.epochMs) !== meterNumber(unit, reading.epochMs);
  const value = isFirstOfMeter ? ownFirstValue(unit, reading, before.register) : reading.value;
  if (value !== null && !afterSilence) return value;
  if (before.estimated || before.register === null || reading.register === null) return null;
  return passedBetween(
    unit,
    { epochMs: before.epochMs, register: before.register },
    { epochMs: reading.epochMs, register: reading.register },
  );
}
