import { minus, plus, sum, times } from '../measure/exact.ts';
import type { DayHour } from './hours.ts';
import type { HourRollup, UnitDay } from './types.ts';

/** Quantities of one hour of a flow or energy unit, flowFactor applied. */
interface FlowHour {
  /** null when the hour has neither register nor interval values. */
  readonly total: number | null;
  readonly initialRegister: number | null;
  readonly finalRegister: number | null;
  /**
   * Quantity booked in offline slots: estimated values, what registers counted beyond the values, jumps across a gap.
   */
  readonly offlineValue: number;
}

const SILENT_HOUR: FlowHour = { total: null, initialRegister: null, finalRegister: null, offlineValue: 0 };

/**
 * The flow rule for every hour of the day in order. A register jump between two hours belongs to no hour's total
 * (docs/architecture.md, Flow details): it is only reported in the offlineValue of the hour that reveals it.
 * Differences are those of the raw readings, which are decimals; the factor is applied last.
 */
export function figuresOfFlowHours(input: UnitDay, hours: readonly DayHour[]): readonly FlowHour[] {
  const counted = (raw: number | null): number | null => (raw === null ? null : times(raw, input.unit.flowFactor));
  let expectedRegister = input.before.register;
  return hours.map(({ rollup, offline }) => {
    if (rollup === null) return SILENT_HOUR;
    const quantity = rawQuantityOf(rollup, input.unit.flowFactor);
    const { estimated, beyondValues, jump } = bookedOffline(
      rollup,
      quantity,
      offline.offlineCount,
      expectedRegister,
      input.unit.flowFactor,
    );
    expectedRegister = registerAfter(expectedRegister, quantity);
    return {
      total: counted(quantity.total),
      initialRegister: counted(quantity.initialRegister),
      finalRegister: counted(quantity.finalRegister),
      offlineValue: times(sum([estimated, beyondValues, jump]), input.unit.flowFactor),
    };
  });
}

/**
 * A raw quantity whose sign is looked at as it counts: with that of flowFactor, which is negative for a meter that was
 * mounted the wrong way round.
 */
export const isNegativeTimes = (raw: number, flowFactor: number): boolean => raw * Math.sign(flowFactor) < 0;

/** Quantities of one hour as the meter sent them, without flowFactor. */
interface RawQuantity extends Omit<FlowHour, 'offlineValue'> {
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
export function rawQuantityOf(rollup: HourRollup, flowFactor: number): RawQuantity {
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

/** What an hour books in offline slots, raw: negative where flowFactor is. */
interface RawOffline {
  readonly estimated: number;
  /** What the register counted beyond the interval values while slots were missing. */
  readonly beyondValues: number;
  /** The register's step from where the readings before left it. */
  readonly jump: number;
}

/**
 * What registers counted beyond the values belongs to missing slots only where readings carry values: an hour of a
 * meter that sends registers alone books nothing here. (A total that is the sum of values never exceeds it.)
 */
export function bookedOffline(
  rollup: HourRollup,
  quantity: RawQuantity,
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

/** Where the register stands after the hour: its last one or, in an hour of values alone, moved on by their sum. */
export function registerAfter(expectedRegister: number | null, quantity: RawQuantity): number | null {
  if (quantity.finalRegister !== null) return quantity.finalRegister;
  return expectedRegister === null ? null : plus(expectedRegister, quantity.total ?? 0);
}
