import { times } from '../../../kernel/measure/exact.ts';
import { meterNumber, passedBetween, type RegisterAt } from '../../../kernel/measure/meter.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { isNegativeTimes } from '../processors/hour-quantity.ts';
import { stockLevel } from '../processors/stock.ts';
import { MINUTE_MS } from '../../../kernel/time/durations.ts';
import { writeIso } from '../../../kernel/time/iso.ts';
import type { BusinessDate, EpochMillis } from '../../../kernel/time/types.ts';
import { parametersToDisplay, toDisplay } from '../figures/display.ts';
import type { Figure } from '../../../kernel/document/types.ts';

/** Readings of one bucket, raw; buckets without readings have no row. */
export interface GranularRow {
  readonly date: string;
  /** Buckets since the day began. */
  readonly bucket: number;
  readonly readingCount: number;
  readonly estimatedCount: number;
  /** null when no reading of the bucket has a value. */
  readonly valueSum: number | null;
  readonly lastValue: number | null;
  readonly lastRegister: RegisterAt | null;
  readonly parameterMeans: Readonly<Record<string, number>> | null;
}

/** One business day of the answer. */
interface GranularDay {
  readonly date: BusinessDate;
  readonly startEpochMs: EpochMillis;
  readonly lengthSeconds: number;
  /** The unit as it counted that day. */
  readonly unit: Unit;
}

export interface GranularBucket {
  /** ISO 8601 UTC start. */
  readonly x: string;
  readonly value: Figure;
  /** Last register of the bucket. */
  readonly register: number | null;
  /** Means of electrical parameters. */
  readonly params?: Readonly<Record<string, number | null>>;
  /**
   * Slots that begin in the bucket and were expected: they have ended, or hold a genuine reading. Slots longer than the
   * bucket leave some without any.
   */
  readonly slotsExpected: number;
  readonly slotsGenuine: number;
  readonly readings: number;
  readonly estimated: number;
}

interface GranularRequest {
  readonly days: readonly GranularDay[];
  readonly intervalMinutes: number;
  /** Last register before the first day, raw, and its instant; null when there is none. */
  readonly registerBefore: RegisterAt | null;
  /** Slots since the day's start that hold a genuine reading, by date. */
  readonly genuineSlots: ReadonlyMap<string, ReadonlySet<number>>;
  readonly now: EpochMillis;
  readonly divisorOf: (unit: Unit) => number;
}

/** Buckets of a day; the last one is shorter where the interval does not divide the day. */
export const bucketCount = (lengthSeconds: number, intervalMinutes: number): number =>
  Math.ceil(lengthSeconds / (intervalMinutes * 60));

/**
 * Every bucket of the days, aligned to each day's start; without readings all figures are null. Flow and energy: sum
 * of interval values, or, where readings carry registers only, the step of the register since the bucket before (null
 * when it fell, times flowFactor; each meter on its own where another one was installed). Stock and ground water: last
 * level. Quality: mean of each parameter.
 */
export function granularBuckets(
  rows: readonly GranularRow[],
  { days, intervalMinutes, registerBefore, genuineSlots, now, divisorOf }: GranularRequest,
): GranularBucket[] {
  const byDay = Map.groupBy(rows, (row) => row.date);
  let register = registerBefore;
  return days.flatMap((day) => {
    const { date, startEpochMs, lengthSeconds, unit } = day;
    const slots = slotsByBucket(day, intervalMinutes, genuineSlots.get(date) ?? new Set(), now);
    const found = new Map((byDay.get(date) ?? []).map((row) => [row.bucket, row]));
    const divisor = divisorOf(unit);
    return Array.from({ length: bucketCount(lengthSeconds, intervalMinutes) }, (_, bucket): GranularBucket => {
      const row = found.get(bucket);
      const startsMs = startEpochMs + bucket * intervalMinutes * MINUTE_MS;
      const x = writeIso(startsMs);
      // Readings of a device whose clock is ahead count once their time has come, as in hours.
      if (startsMs > now) return { x, value: null, register: null, ...NO_SLOTS, readings: 0, estimated: 0 };
      if (row === undefined) return { x, value: null, register: null, ...slots(bucket), readings: 0, estimated: 0 };
      const value = figureOf(unit, row, register, divisor);
      register = row.lastRegister ?? register;
      return {
        x,
        value,
        register:
          row.lastRegister === null ? null : toDisplay(times(row.lastRegister.register, unit.flowFactor), divisor),
        ...(unit.group === 'ENERGY' && row.parameterMeans !== null
          ? { params: parametersToDisplay(row.parameterMeans) }
          : {}),
        ...slots(bucket),
        readings: row.readingCount,
        estimated: row.estimatedCount,
      };
    });
  });
}

type Slots = Pick<GranularBucket, 'slotsExpected' | 'slotsGenuine'>;
const NO_SLOTS: Slots = { slotsExpected: 0, slotsGenuine: 0 };

/** Slots are counted in the bucket in which they begin, as hours count them. */
function slotsByBucket(
  { startEpochMs, lengthSeconds, unit }: GranularDay,
  intervalMinutes: number,
  genuine: ReadonlySet<number>,
  now: EpochMillis,
): (bucket: number) => Slots {
  const slotSeconds = unit.dataUpdateFrequencySeconds;
  const elapsedSeconds = (now - startEpochMs) / 1000;
  const counted = new Map<number, { slotsExpected: number; slotsGenuine: number }>();
  for (let slot = 0; slot * slotSeconds < lengthSeconds; slot += 1) {
    const isGenuine = genuine.has(slot);
    if (!isGenuine && Math.min((slot + 1) * slotSeconds, lengthSeconds) > elapsedSeconds) continue;
    const bucket = Math.floor((slot * slotSeconds) / (intervalMinutes * 60));
    const counts = counted.get(bucket) ?? { slotsExpected: 0, slotsGenuine: 0 };
    counts.slotsExpected += 1;
    if (isGenuine) counts.slotsGenuine += 1;
    counted.set(bucket, counts);
  }
  return (bucket) => counted.get(bucket) ?? NO_SLOTS;
}

const isOfOneMeter = (unit: Unit, before: RegisterAt | null, last: RegisterAt | null): boolean =>
  before === null || last === null || meterNumber(unit, before.epochMs) === meterNumber(unit, last.epochMs);

function figureOf(unit: Unit, row: GranularRow, registerBefore: RegisterAt | null, divisor: number): Figure {
  switch (unit.group) {
    case 'QUALITY':
      return row.parameterMeans === null ? null : parametersToDisplay(row.parameterMeans);
    case 'STOCK':
      return toDisplay(stockLevel(unit, row.lastValue), divisor);
    case 'GROUND_WATER_LEVEL':
      return toDisplay(row.lastValue, divisor);
    default: {
      const step =
        row.lastRegister === null || registerBefore === null
          ? null
          : passedBetween(unit, registerBefore, row.lastRegister);
      const passed = step === null || isNegativeTimes(step, unit.flowFactor) ? null : step;
      // The first value of a new meter may be a difference of two meters' registers.
      const raw = isOfOneMeter(unit, registerBefore, row.lastRegister)
        ? (row.valueSum ?? passed)
        : (passed ?? row.valueSum);
      return raw === null ? null : toDisplay(times(raw, unit.flowFactor), divisor);
    }
  }
}
