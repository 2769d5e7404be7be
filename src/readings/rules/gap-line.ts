import { exact, minus, plus } from '../../kernel/measure/exact.ts';
import type { UnitGroup } from '../../kernel/measure/unit.ts';
import { ownOf } from '../../kernel/own-of.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';

/** The fields of a reading that gaps are interpolated by, in raw units. */
export interface KnownReading {
  readonly createdOnEpochMs: EpochMillis;
  readonly value: number | null;
  readonly register: number | null;
  /** The register is left out of figures, by a register check or a person. */
  readonly registerExcluded: boolean;
  readonly parameters: Readonly<Record<string, number>>;
  readonly estimated: boolean;
}

/** The quantity of a unit that is interpolated along a straight line. */
export type InterpolationBasis = 'register' | 'level' | 'parameters';

/** The basis on which gaps of a group's units are interpolated; null: a virtual unit has no readings. */
export const INTERPOLATION_BASES: Readonly<Record<UnitGroup, InterpolationBasis | null>> = {
  FLOW: 'register',
  CONSUMPTION: 'register',
  ENERGY: 'register',
  STOCK: 'level',
  GROUND_WATER_LEVEL: 'level',
  QUALITY: 'parameters',
  VIRTUAL: null,
};

/** The genuine readings on both sides of a gap, and the readings within it that are no end of a line. */
interface Gap {
  readonly before: KnownReading;
  readonly after: KnownReading;
  readonly within: readonly KnownReading[];
}

export interface LineRule {
  readonly basis: InterpolationBasis;
  readonly slotSeconds: number;
  /** Instants at which a meter was exchanged. A line never crosses one. */
  readonly breaks: readonly EpochMillis[];
}

/** The estimate at an instant; null: the instant is of a slot that has a reading. */
type GapLine = (at: EpochMillis) => Pick<KnownReading, 'value' | 'register' | 'parameters'> | null;

/** A gap is longer than this many slots, here and in every other rule. */
export const SLOTS_OF_A_GAP = 1.5;

/** True when the reading has the quantity of this basis, so that a line may begin or end at it. */
export function hasBasis(
  { value, register, registerExcluded, parameters }: KnownReading,
  basis: InterpolationBasis,
): boolean {
  if (basis === 'register') return register !== null && !registerExcluded;
  return basis === 'level' ? value !== null : Object.keys(parameters).length > 0;
}

/** True when two figures are equal except for the last digits of a double, which differ when it is computed twice. */
const isClose = (one: number | null, other: number | null): boolean =>
  one === null || other === null ? one === other : Math.abs(one - other) <= 1e-12 * Math.max(1e6, Math.abs(one));

/** True when an estimate is the one that the line gives at its instant. */
export function liesOn(line: GapLine, { createdOnEpochMs, value, register, parameters }: KnownReading): boolean {
  const laid = line(createdOnEpochMs);
  if (laid === null || !isClose(laid.value, value) || !isClose(laid.register, register)) return false;
  const names = new Set([...Object.keys(laid.parameters), ...Object.keys(parameters)]);
  return [...names].every((name) => isClose(ownOf(laid.parameters, name) ?? null, ownOf(parameters, name) ?? null));
}

/** Number of slots without a reading between two instants. The later instant's own slot is not counted. */
const slotsBetween = (gap: Gap, slotMs: number): number =>
  Math.floor((gap.after.createdOnEpochMs - gap.before.createdOnEpochMs) / slotMs - 0.5);

/** The straight line over a gap, or the reason why there is none. */
export function lineOver(gap: Gap, { basis, slotSeconds, breaks }: LineRule): GapLine | string {
  const slotMs = slotSeconds * 1000;
  const { before, after } = gap;
  if (breaks.some((at) => at > before.createdOnEpochMs && at <= after.createdOnEpochMs))
    return 'the meter was exchanged in it';
  if (basis === 'register') return registerLine(gap, slotMs);
  const length = after.createdOnEpochMs - before.createdOnEpochMs;
  const taken = slotsOf(gap, slotMs);
  return (at) => {
    if (isTaken(gap, slotMs, taken, at)) return null;
    const share = (at - before.createdOnEpochMs) / length;
    return basis === 'level'
      ? { value: onLine(before.value, after.value, share), register: null, parameters: {} }
      : { value: null, register: null, parameters: parametersOnLine(gap, share) };
  };
}

/**
 * A line by the register. The reading behind a gap counts its own interval value, even as the first of its hour.
 * Therefore the line ends at that reading's register less its value, and spreads over the slots without a reading. The
 * day then adds up to what the register counted.
 */
function registerLine(gap: Gap, slotMs: number): GapLine | string {
  const { before, after, within } = gap;
  const from = before.register ?? 0;
  const gained = minus(after.register ?? 0, from);
  if (gained < 0) return 'the register fell in it';
  const counted = [...within, after].reduce((sum, { value }) => plus(sum, value ?? 0), 0);
  if (counted < 0) return 'the readings behind it count backwards';
  const missing = minus(gained, counted);
  if (missing < 0 || (missing === 0 && counted > 0)) return 'what passed in it is counted by the reading behind it';
  const slots = slotsBetween(gap, slotMs);
  const taken = slotsOf(gap, slotMs);
  const countedIn = new Map<number, number>();
  for (const reading of within) {
    const slot = slotOf(gap, slotMs, reading.createdOnEpochMs);
    countedIn.set(slot, plus(countedIn.get(slot) ?? 0, reading.value ?? 0));
  }
  // Two running sums by slot: slots without a reading up to and with it, and the quantity that readings up to it
  // counted.
  const free = [0];
  const passed = [countedIn.get(0) ?? 0];
  for (let slot = 1; slot <= slots; slot += 1) {
    free.push((free[slot - 1] ?? 0) + (taken.has(slot) ? 0 : 1));
    passed.push(plus(passed[slot - 1] ?? 0, countedIn.get(slot) ?? 0));
  }
  const all = free.at(-1) ?? 0;
  return (at) => {
    if (isTaken(gap, slotMs, taken, at)) return null;
    const slot = slotOf(gap, slotMs, at);
    const [start, upTo] = [from + (passed[slot] ?? 0), free[slot] ?? all];
    const registerAfter = (freeSlots: number): number => exact(start + missing * (freeSlots / all));
    const register = registerAfter(upTo);
    return { value: minus(register, registerAfter(upTo - 1)), register, parameters: {} };
  };
}

const slotOf = ({ before }: Gap, slotMs: number, at: EpochMillis): number =>
  Math.round((at - before.createdOnEpochMs) / slotMs);

const slotsOf = (gap: Gap, slotMs: number): ReadonlySet<number> =>
  new Set(gap.within.map(({ createdOnEpochMs }) => slotOf(gap, slotMs, createdOnEpochMs)));

/** True when the instant is in the slot of a reading. */
function isTaken(gap: Gap, slotMs: number, taken: ReadonlySet<number>, at: EpochMillis): boolean {
  const slot = slotOf(gap, slotMs, at);
  return slot < 1 || slot > slotsBetween(gap, slotMs) || taken.has(slot);
}

/** null where one side has nothing. */
const onLine = (from: number | null, to: number | null, share: number): number | null =>
  from === null || to === null ? null : from + (to - from) * share;

const parametersOnLine = ({ before, after }: Gap, share: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(before.parameters).flatMap(([name, from]) => {
      const value = onLine(from, ownOf(after.parameters, name) ?? null, share);
      return value === null ? [] : [[name, value] as const];
    }),
  );
