import type { FindingKind } from '../../../src/findings/rules/kinds.ts';
import type { Chance } from './chance.ts';
import { WITHOUT_RHYTHM } from './habits.ts';
import { meter, type SimulatedUnit } from './sites.ts';

const HOURS = 24;
/** Days before the first fault, in which detectors learn the usual use. */
const LEARNING_DAYS = 35;
/** Least number of days after a fault. */
const DAYS_AFTER = 8;

/** A fault planted in a unit. */
export interface PlantedFault {
  readonly unit: SimulatedUnit;
  readonly kind: FindingKind;
  /** Day of its first hour. */
  readonly day: number;
  /** Size of a leak as a share of the unit's mean use; null for other faults. */
  readonly share: number | null;
  readonly hasRhythm: boolean;
}

/** Plants a leak in a unit, as a share of its mean use. */
export function plantLeak(chance: Chance, unit: SimulatedUnit, fromHour: number, share: number): void {
  for (let hour = fromHour; hour < unit.flows.length; hour += 1)
    unit.flows[hour] = (unit.flows[hour] ?? 0) + share * unit.meanHour * (1 + 0.03 * chance.normal());
  meter(unit, unit.meanHour * 1000);
}

function plantStuck(unit: SimulatedUnit, fromHour: number): void {
  const last = unit.registers[fromHour - 1] ?? null;
  for (let hour = fromHour; hour < unit.flows.length; hour += 1) {
    unit.shown[hour] = 0;
    unit.registers[hour] = last;
  }
}

/** Plants a reversed meter. Some devices send its count as it is, some without its sign, some not at all. */
function plantReversed(chance: Chance, unit: SimulatedUnit, fromHour: number): void {
  const says = chance.one(['negative', 'unsigned', 'unknown'] as const);
  let register = unit.registers[fromHour - 1] ?? 0;
  for (let hour = fromHour; hour < unit.flows.length; hour += 1) {
    const passed = unit.shown[hour] ?? 0;
    register -= passed;
    unit.registers[hour] = register;
    if (passed > 0) unit.shown[hour] = says === 'negative' ? -passed : says === 'unsigned' ? passed : null;
  }
}

/** Swaps two meters from an hour on: each sends the flow of the other. */
export function plantSwap(one: SimulatedUnit, other: SimulatedUnit, fromHour: number): void {
  for (const column of ['shown', 'registers'] as const) {
    const [a, b] = [one[column], other[column]];
    [one[column], other[column]] = [
      [...a.slice(0, fromHour), ...b.slice(fromHour)],
      [...b.slice(0, fromHour), ...a.slice(fromHour)],
    ];
  }
}

/** Plants faults in the first units: so many of each kind, on days of their own. */
export function plantFaults(
  chance: Chance,
  units: readonly SimulatedUnit[],
  counts: { readonly leaks: number; readonly stuck: number; readonly reversed: number },
): PlantedFault[] {
  const kinds: FindingKind[] = [
    ...Array<FindingKind>(counts.leaks).fill('leak'),
    ...Array<FindingKind>(counts.stuck).fill('standstill'),
    ...Array<FindingKind>(counts.reversed).fill('reversed'),
  ];
  const places = shuffled(chance, units);
  return kinds.map((kind, index) => {
    const unit = places[index];
    if (unit === undefined) throw new Error('There are more faults than units.');
    const day = chance.whole(LEARNING_DAYS, unit.dates.length - DAYS_AFTER);
    const fromHour = day * HOURS + chance.whole(0, HOURS - 1);
    let share: number | null = null;
    if (kind === 'leak') {
      // Small leaks are more frequent than large ones.
      share = 0.05 * 10 ** chance.between(0, 1.2);
      plantLeak(chance, unit, fromHour, share);
    }
    if (kind === 'standstill') plantStuck(unit, fromHour);
    if (kind === 'reversed') plantReversed(chance, unit, fromHour);
    return { unit, kind, day, share, hasRhythm: !WITHOUT_RHYTHM.includes(unit.habit) };
  });
}

function shuffled<T>(chance: Chance, all: readonly T[]): T[] {
  const places = all.map((one) => ({ one, place: chance.share() }));
  return places.sort((a, b) => a.place - b.place).map(({ one }) => one);
}
