import type { EpochMillis } from '../time/types.ts';
import { minus, plus } from './exact.ts';

/**
 * A meter that took the place of another one in a unit. The first meter of a unit has no such record. Registers are
 * raw. They are null where nobody wrote them down.
 */
export interface InstalledMeter {
  /** A reading of this instant is the new meter's. */
  readonly installedAtEpochMs: EpochMillis;
  readonly serial: string | null;
  /** Where the new meter's register stood when it was installed. */
  readonly initialRegister: number | null;
  /** Where the register of the meter before stood when it was taken out. */
  readonly finalRegisterOfOld: number | null;
}

/** Holder of meters: a unit. */
export interface Metered {
  readonly flowFactor: number;
  /** In the order of their instants. Absent: there is the first meter alone. */
  readonly meters?: readonly InstalledMeter[];
}

const NO_METERS: readonly InstalledMeter[] = [];

/** Meters installed in [from, until). */
export const metersInstalled = (
  { meters }: Metered,
  fromEpochMs: EpochMillis,
  untilEpochMs: EpochMillis,
): readonly InstalledMeter[] =>
  meters === undefined
    ? NO_METERS
    : meters.filter(({ installedAtEpochMs }) => installedAtEpochMs >= fromEpochMs && installedAtEpochMs < untilEpochMs);

/** Number of the meter that sent a reading; 0 is the first one. */
export const meterNumber = ({ meters }: Metered, epochMs: EpochMillis): number =>
  meters === undefined ? 0 : meters.filter(({ installedAtEpochMs }) => installedAtEpochMs <= epochMs).length;

/** A register and when it was read. */
export interface RegisterAt {
  readonly epochMs: EpochMillis;
  readonly register: number;
}

/**
 * Raw quantity between two registers of a unit. Each meter counts on its own. null: a meter lies between whose first or
 * last register nobody wrote down.
 */
export function passedBetween(unit: Metered, first: RegisterAt, second: RegisterAt): number | null {
  const between = metersInstalled(unit, first.epochMs + 1, second.epochMs + 1);
  let passed = 0;
  let from = first.register;
  for (const { initialRegister, finalRegisterOfOld } of between) {
    if (initialRegister === null || finalRegisterOfOld === null) return null;
    passed = plus(passed, minus(finalRegisterOfOld, from));
    from = initialRegister;
  }
  return plus(passed, minus(second.register, from));
}

interface FirstReading {
  readonly value: number | null;
  readonly register: number | null;
}

/**
 * The interval value of the first reading that a new meter sends. Spec gap: null where it can only be a difference
 * between the registers of two meters. A gateway that computes values from registers sends such a one. A value
 * against the direction of counting is none of the new meter's either.
 */
export function ownFirstValue(
  { flowFactor }: Metered,
  { value, register }: FirstReading,
  registerOfOld: number | null,
): number | null {
  if (value === null || value * Math.sign(flowFactor) < 0) return null;
  const isDifference =
    value !== 0 && register !== null && registerOfOld !== null && minus(minus(register, registerOfOld), value) === 0;
  return isDifference ? null : value;
}
