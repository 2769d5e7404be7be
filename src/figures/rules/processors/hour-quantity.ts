import { minus, plus } from '../../../kernel/measure/exact.ts';
import type { RegisterPart } from './types.ts';

/**
 * A raw quantity whose sign is looked at as it counts: with that of flowFactor, which is negative for a meter that was
 * mounted the wrong way round.
 */
export const isNegativeTimes = (raw: number, flowFactor: number): boolean => raw * Math.sign(flowFactor) < 0;

/** A stretch in which the meter sent nothing. */
export const NO_READING: RegisterPart = {
  valueCount: 0,
  valueSum: 0,
  estimatedValueSum: 0,
  firstRegister: null,
  firstRegisterValue: null,
  lastRegister: null,
};

/** Quantities of one hour as the meter sent them, without flowFactor. */
export interface HourQuantity {
  /** null: not known, or there is nothing to count. */
  readonly total: number | null;
  readonly initialRegister: number | null;
  readonly finalRegister: number | null;
  /**
   * Where the total comes from; `unknown`: the register fell (rose, with a negative factor) and no interval value says
   * how much passed.
   */
  readonly rule: 'register' | 'fall' | 'unknown' | 'values' | 'nothing';
}

/**
 * total = fr - ir; when that is negative once the factor is applied (register reset), the sum of values, and ir = fr -
 * total. Without a register the sum of values.
 *
 * Spec gap: when the register fell and the hour has no interval value at all, the quantity is unknown: null, not 0.
 */
export function hourQuantityOf(rollup: RegisterPart, flowFactor: number): HourQuantity {
  const sumOfValues = rollup.valueCount > 0 ? rollup.valueSum : null;
  if (rollup.firstRegister === null || rollup.lastRegister === null) {
    return {
      rule: sumOfValues === null ? 'nothing' : 'values',
      total: sumOfValues,
      initialRegister: null,
      finalRegister: null,
    };
  }
  const finalRegister = rollup.lastRegister;
  const initialRegister = minus(rollup.firstRegister, rollup.firstRegisterValue ?? 0);
  const total = minus(finalRegister, initialRegister);
  if (!isNegativeTimes(total, flowFactor)) return { rule: 'register', total, initialRegister, finalRegister };
  if (sumOfValues === null) return { rule: 'unknown', total: null, initialRegister: null, finalRegister };
  return { rule: 'fall', total: sumOfValues, initialRegister: minus(finalRegister, sumOfValues), finalRegister };
}

/** The amount that an hour books in offline slots, raw: negative where flowFactor is. */
export interface RawOffline {
  readonly estimated: number;
  /** The register's count beyond the interval values while slots were missing. */
  readonly beyondValues: number;
  /** The register's step from where the readings before left it. */
  readonly jump: number;
}

/**
 * A register's count beyond the values belongs to missing slots only where readings carry values: an hour of a
 * meter that sends registers alone books nothing here. (A total that is the sum of values never exceeds it.)
 */
export function bookedOffline(
  rollup: RegisterPart,
  quantity: HourQuantity,
  offlineCount: number,
  expectedRegister: number | null,
  flowFactor: number,
): RawOffline {
  const excess = (a: number | null, b: number | null): number => {
    const beyond = a === null || b === null ? 0 : minus(a, b);
    return isNegativeTimes(beyond, flowFactor) ? 0 : beyond;
  };
  return {
    estimated: rollup.estimatedValueSum,
    beyondValues: offlineCount > 0 && rollup.valueCount > 0 ? excess(quantity.total, rollup.valueSum) : 0,
    jump: excess(quantity.initialRegister, expectedRegister),
  };
}

/** Position of the register after the hour: its last one or, in an hour of values alone, moved on by their sum. */
export function registerAfter(expectedRegister: number | null, quantity: HourQuantity): number | null {
  if (quantity.finalRegister !== null) return quantity.finalRegister;
  return expectedRegister === null ? null : plus(expectedRegister, quantity.total ?? 0);
}
