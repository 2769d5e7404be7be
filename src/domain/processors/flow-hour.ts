import type { DayHour } from './hours.ts';
import { excessOver, isNoise } from './numbers.ts';
import type { HourRollup, UnitDay } from './types.ts';

/** Quantities of one hour of a flow or energy unit, flowFactor applied. */
export interface FlowHour {
  /** null when the hour has neither register nor interval values. */
  readonly total: number | null;
  readonly initialRegister: number | null;
  readonly finalRegister: number | null;
  /** Quantity booked in offline slots: estimated values, what registers counted beyond the values, jumps across a gap. */
  readonly offlineValue: number;
}

const SILENT_HOUR: FlowHour = { total: null, initialRegister: null, finalRegister: null, offlineValue: 0 };

/**
 * The flow rule for every hour of the day in order. A register jump between two hours belongs to no hour's total
 * (DESIGN, "flow details"): it is only reported in the offlineValue of the hour that reveals it.
 */
export function figuresOfFlowHours(input: UnitDay, hours: readonly DayHour[]): readonly FlowHour[] {
  const factor = input.unit.flowFactor;
  let expectedRegister = input.before.register === null ? null : input.before.register * factor;
  return hours.map(({ rollup, offline }) => {
    if (rollup === null) return SILENT_HOUR;
    const quantity = quantityOf(rollup, factor);
    const hour = { ...quantity, offlineValue: bookedOffline(rollup, factor, quantity, offline.offlineCount, expectedRegister) };
    expectedRegister = registerAfter(expectedRegister, quantity);
    return hour;
  });
}

type Quantity = Omit<FlowHour, 'offlineValue'>;

/**
 * total = fr - ir; when that is negative (register reset), the sum of values, and ir = fr - total. Without a register the
 * sum of values.
 *
 * Spec gap: when the register fell and the hour has no interval value at all, the quantity is unknown: null, not 0.
 * A negative difference that is only rounding noise is 0, not a reset.
 */
function quantityOf(rollup: HourRollup, factor: number): Quantity {
  const sumOfValues = rollup.valueCount > 0 ? rollup.valueSum * factor : null;
  if (rollup.firstRegister === null || rollup.lastRegister === null) {
    return { total: sumOfValues, initialRegister: null, finalRegister: null };
  }
  const initialRegister = rollup.firstRegister * factor - (rollup.firstRegisterValue ?? 0) * factor;
  const finalRegister = rollup.lastRegister * factor;
  const total = finalRegister - initialRegister;
  if (total >= 0) return { total, initialRegister, finalRegister };
  if (isNoise(total, Math.max(Math.abs(finalRegister), Math.abs(initialRegister)))) {
    return { total: 0, initialRegister: finalRegister, finalRegister };
  }
  if (sumOfValues === null) return { total: null, initialRegister: null, finalRegister };
  return { total: sumOfValues, initialRegister: finalRegister - sumOfValues, finalRegister };
}

/**
 * What registers counted beyond the values belongs to missing slots only where readings carry values: an hour of a meter that
 * sends registers alone books nothing here. (A total that is the sum of values never exceeds it.)
 */
function bookedOffline(
  rollup: HourRollup,
  factor: number,
  quantity: Quantity,
  offlineCount: number,
  expectedRegister: number | null,
): number {
  const estimated = rollup.estimatedValueSum * factor;
  const beyondValues =
    offlineCount > 0 && quantity.total !== null && rollup.valueCount > 0
      ? excessOver(quantity.total, rollup.valueSum * factor, quantity.finalRegister ?? 0)
      : 0;
  const jump =
    expectedRegister !== null && quantity.initialRegister !== null ? excessOver(quantity.initialRegister, expectedRegister) : 0;
  return estimated + beyondValues + jump;
}

/** Where the register stands after the hour: its last one or, in an hour of values alone, moved on by their sum. */
function registerAfter(expectedRegister: number | null, quantity: Quantity): number | null {
  if (quantity.finalRegister !== null) return quantity.finalRegister;
  return expectedRegister === null ? null : expectedRegister + (quantity.total ?? 0);
}
