import type { DocumentMeter } from '../../../kernel/document/types.ts';
import { minus, times } from '../../../kernel/measure/exact.ts';
import { type InstalledMeter, metersInstalled, ownFirstValue } from '../../../kernel/measure/meter.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { HOUR_MS } from '../../../kernel/time/durations.ts';
import { writeIso } from '../../../kernel/time/iso.ts';
import {
  bookedOffline,
  NO_READING,
  type RawOffline,
  type HourQuantity,
  hourQuantityOf,
  registerAfter,
} from './hour-quantity.ts';
import { hoursWithReadings } from './hours.ts';
import { registerExpected } from './last-register.ts';
import type { NewMeter, RegisterPart, UnitDay } from './types.ts';

/*
 * Hours in which one meter takes the place of another (docs/explanation/architecture.md, Meters). Each meter is counted
 * on its own by the flow rule, and the hour is the sum. A register that was written down is a measurement. So the meter
 * before counts up to its last register, wherever its last reading lies, and the new one counts from its first
 * register.
 */

/** The count of one meter in an hour, raw. */
export interface MeterRun {
  /** The part that counts; null: neither a reading nor a register that was written down. */
  readonly part: RegisterPart | null;
  readonly quantity: HourQuantity;
  readonly booked: RawOffline;
  /** Where the readings before leave the register. */
  readonly expectedRegister: number | null;
  /** The meter was installed in this hour. */
  readonly installed: InstalledMeter | null;
  /** The meter had sent no register before. */
  readonly newMeter: NewMeter | null;
  /** The first register that was sent; null: none. */
  readonly firstSent: number | null;
}

/** Raw position of the register between two readings. */
interface RegisterState {
  /** The register, moved on by the count of hours of values alone. */
  readonly expected: number | null;
  /** The last one that was sent. */
  readonly sent: number | null;
  /** A meter that has sent no register yet; null: the meter has. */
  readonly newMeter: NewMeter | null;
}

type MeterDay = Pick<UnitDay, 'unit' | 'dayStartEpochMs' | 'dayLengthSeconds' | 'hours' | 'before' | 'meterParts'>;

const installedOn = ({ unit, dayStartEpochMs, dayLengthSeconds }: MeterDay): readonly InstalledMeter[] =>
  metersInstalled(unit, dayStartEpochMs, dayStartEpochMs + dayLengthSeconds * 1000);

/** True when more than one meter decides about the day. */
export const concernsNewMeter = (day: MeterDay): boolean =>
  (day.before.newMeter ?? null) !== null || (day.unit.meters !== undefined && installedOn(day).length > 0);

/** The elapsed hour of the day in which a meter was installed. */
export const hourOfMeter = ({ installedAtEpochMs }: InstalledMeter, dayStartEpochMs: number): number =>
  Math.floor((installedAtEpochMs - dayStartEpochMs) / HOUR_MS);

/** The meters that were installed on the day, as documents show them. */
export function documentMeters(day: MeterDay): { readonly meters?: readonly DocumentMeter[] } {
  const installed = installedOn(day);
  if (installed.length === 0) return {};
  const counted = (raw: number | null): number | null => (raw === null ? null : times(raw, day.unit.flowFactor));
  const runs = followMeters(day, noOffline(day)).runs.flat();
  return {
    meters: installed.map((meter, index) => {
      const from = runs.findIndex((run) => run.installed === meter);
      const until = runs.findIndex((run) => run.installed === installed[index + 1]);
      const own = runs.slice(from, until < from ? undefined : until);
      return {
        installedAt: writeIso(meter.installedAtEpochMs),
        finalRegisterOfOld: counted(meter.finalRegisterOfOld),
        initialRegister: counted(meter.initialRegister),
        firstRegister: counted(own.find(({ firstSent }) => firstSent !== null)?.firstSent ?? null),
      };
    }),
  };
}

/** No slot of any hour. */
const noOffline = (day: MeterDay): number[] => new Array<number>(hoursWithReadings(day)).fill(0);

/**
 * The runs of every hour in order: one where no meter was installed.
 * @param offlineCounts slots that were offline, by hour; hours beyond are not looked at
 */
export const meterRuns = (day: MeterDay, offlineCounts: readonly number[]): readonly (readonly MeterRun[])[] =>
  followMeters(day, offlineCounts).runs;

/** The register as this day hands it on to the next. */
export function registerHandedOn(day: MeterDay): Pick<RegisterState, 'sent' | 'newMeter'> {
  return followMeters(day, noOffline(day)).after;
}

function followMeters(day: MeterDay, offlineCounts: readonly number[]) {
  const { unit, before } = day;
  const installed = Map.groupBy(installedOn(day), (meter) => hourOfMeter(meter, day.dayStartEpochMs));
  const rollups = new Map(day.hours.map((rollup) => [rollup.hour, rollup]));
  const begun = stateAt(before.register, before.newMeter ?? null);
  let state: RegisterState = begun.newMeter === null ? { ...begun, expected: registerExpected(before) } : begun;
  const runs = offlineCounts.map((offlineCount, hour) => {
    const meters = installed.get(hour) ?? [];
    const parts = meters.length === 0 ? [rollups.get(hour) ?? null] : (day.meterParts?.get(hour) ?? []);
    return [null, ...meters].map((meter, index): MeterRun => {
      if (meter !== null) state = stateAt(state.sent, { initialRegister: meter.initialRegister });
      const final = meters[index]?.finalRegisterOfOld ?? null;
      const run = runOf(unit, state, { part: parts[index] ?? null, final, installed: meter, offlineCount });
      state = stateAfter(state, run, parts[index] ?? null);
      return run;
    });
  });
  return { runs, after: { sent: state.sent, newMeter: state.newMeter } };
}

const stateAt = (sent: number | null, newMeter: NewMeter | null): RegisterState => ({
  sent,
  newMeter,
  expected: newMeter === null ? sent : newMeter.initialRegister,
});

interface RunInput {
  readonly part: RegisterPart | null;
  /** The register at which the meter was taken out within the hour. */
  readonly final: number | null;
  readonly installed: InstalledMeter | null;
  readonly offlineCount: number;
}

function runOf(unit: Unit, state: RegisterState, { part, final, installed, offlineCount }: RunInput): MeterRun {
  const { flowFactor } = unit;
  const begun = part === null ? null : fromInstallation(unit, state, part);
  const counted = final === null ? begun : upTo(final, begun ?? NO_READING, state.expected);
  const quantity = standing(hourQuantityOf(counted ?? NO_READING, flowFactor), installed);
  const isWrittenOnly = begun === null && counted !== null;
  const booked = bookedOffline(
    // The count of a register that was only written down has no values to be held against.
    isWrittenOnly ? { ...NO_READING, valueCount: 1 } : (counted ?? NO_READING),
    state.newMeter === null || part === null ? quantity : sentBegin(unit, state, part, quantity),
    offlineCount,
    // Within the hour of its installation nothing lies between a meter and its first reading.
    installed !== null && offlineCount === 0 ? null : state.expected,
    flowFactor,
  );
  return {
    part: counted,
    quantity,
    booked,
    expectedRegister: state.expected,
    installed,
    newMeter: state.newMeter,
    firstSent: part?.firstRegister ?? null,
  };
}

/** The first register of a new meter counts from where it was installed. */
function fromInstallation(unit: Unit, { newMeter, sent }: RegisterState, part: RegisterPart): RegisterPart {
  const { firstRegister: register, firstRegisterValue: value } = part;
  if (newMeter === null || register === null) return part;
  const own = ownFirstValue(unit, { value, register }, sent);
  const isDropped = value !== null && own === null;
  return {
    ...part,
    firstRegisterValue: newMeter.initialRegister === null ? own : minus(register, newMeter.initialRegister),
    valueCount: part.valueCount - (isDropped ? 1 : 0),
    valueSum: isDropped ? minus(part.valueSum, value) : part.valueSum,
  };
}

/** The register at which a meter was taken out counts as its last one, and from the one before it. */
function upTo(final: number, part: RegisterPart, expected: number | null): RegisterPart {
  if (part.firstRegister !== null) return { ...part, lastRegister: final };
  const value = expected === null ? (part.valueCount > 0 ? part.valueSum : null) : minus(final, expected);
  return { ...part, firstRegister: final, firstRegisterValue: value, lastRegister: final };
}

/** A meter that has sent nothing in the hour of its installation stands where it was installed. */
const standing = (quantity: HourQuantity, installed: InstalledMeter | null): HourQuantity =>
  quantity.rule === 'nothing' && installed !== null
    ? { ...quantity, initialRegister: installed.initialRegister, finalRegister: installed.initialRegister }
    : quantity;

/** State without anything before the first reading, because the step from the installation is counted separately. */
function sentBegin(unit: Unit, { sent }: RegisterState, part: RegisterPart, quantity: HourQuantity): HourQuantity {
  const { firstRegister: register, firstRegisterValue: value } = part;
  if (register === null) return quantity;
  const initialRegister = minus(register, ownFirstValue(unit, { value, register }, sent) ?? 0);
  const { rule, finalRegister, total } = quantity;
  const isDifference = rule === 'register' && finalRegister !== null;
  return { ...quantity, initialRegister, total: isDifference ? minus(finalRegister, initialRegister) : total };
}

function stateAfter(state: RegisterState, { quantity }: MeterRun, part: RegisterPart | null): RegisterState {
  if (state.newMeter === null || (part?.lastRegister ?? null) !== null)
    return {
      sent: part?.lastRegister ?? state.sent,
      expected: registerAfter(state.expected, quantity),
      newMeter: null,
    };
  // Values that came before the first register have counted what passed since the installation.
  return (part?.valueCount ?? 0) > 0 ? stateAt(state.sent, { initialRegister: null }) : state;
}
