import { businessDate, addDays } from '../../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../../src/kernel/time/types.ts';
import type { InsightUnit } from '../../../src/findings/rules/types.ts';
import { type Chance, createChance } from './chance.ts';
import { BY_NAME, COARSE_PULSE_HOURS, HABITS, type SiteDay } from './habits.ts';

const FIRST_DAY = businessDate('2026-01-05');
const HOURS = 24;
/** Usual habits of sites. */
const USUAL_HABITS = Object.keys(HABITS).filter((habit) => !BY_NAME.includes(habit));
/** Millionths of a litre, because figures have six decimals. */
const MILLIONTHS = 1e6;

/** A simulated unit without a fault, and the parts of it that a fault may change. */
export interface SimulatedUnit {
  readonly unitId: string;
  readonly site: number;
  readonly habit: string;
  readonly dates: readonly BusinessDate[];
  /** True flow in litres, hour by hour over all days. */
  readonly flows: number[];
  /** Flow that the meter sends, hour by hour; null: not measured. */
  shown: (number | null)[];
  registers: (number | null)[];
  /** Litres of one step of the meter. */
  readonly pulseLitres: number;
  readonly meanHour: number;
  /** Days of a use that no earlier week has had, so a finding about them is true. */
  readonly oddDays: Set<number>;
  readonly lostHours: Set<number>;
  /** Days on which the site or the unit stood still. */
  readonly stoppedDays: Set<number>;
}

interface SiteSizes {
  readonly days: number;
  readonly units: number;
  /** Habits of the site's units; absent: all habits except BY_NAME. */
  readonly habits?: readonly string[];
}

const siteDays = (chance: Chance, days: number): SiteDay[] => {
  const phase = chance.between(0, 2 * Math.PI);
  return Array.from({ length: days }, (_, index) => ({
    weekday: index % 7,
    isHoliday: chance.happens(0.02),
    warmth: Math.sin(phase + (2 * Math.PI * index) / 365),
  }));
};

/** Disturbs the usual use: a little more or less, single nights of work, days with nearly none. */
function disturb(chance: Chance, hours: number[], oddDays: Set<number>, day: number): void {
  if (chance.happens(0.01))
    for (let hour = 0; hour < HOURS; hour += 1) hours[hour] = (hours[hour] ?? 0) * chance.between(1, 1.3);
  const mean = hours.reduce((sum, flow) => sum + flow, 0) / HOURS;
  if (chance.happens(0.015)) {
    const from = chance.whole(0, 20);
    for (let hour = from; hour < from + 4; hour += 1) hours[hour] = (hours[hour] ?? 0) + 0.5 * mean;
  }
  if (chance.happens(0.003)) {
    oddDays.add(day);
    for (let hour = 0; hour < HOURS; hour += 1) hours[hour] = (hours[hour] ?? 0) * chance.between(1.8, 3);
  }
}

/** A site: units with habits of their own and holidays in common. */
function site(chance: Chance, { days, units, habits = USUAL_HABITS }: SiteSizes, from: number): SimulatedUnit[] {
  const calendar = siteDays(chance, days);
  const stops = calendar.map(() => false);
  if (chance.happens(0.3)) stops.fill(true, ...spanOf(chance, days, 5, 12));
  return Array.from({ length: units }, (_, number) => {
    const habit = chance.one(habits);
    const dayOf = HABITS[habit]?.(chance);
    if (dayOf === undefined) throw new Error(`There is no habit ${habit}.`);
    const oddDays = new Set<number>();
    const stoppedDays = new Set<number>();
    const flows: number[] = [];
    const repair = chance.happens(0.1) ? spanOf(chance, days, 1, 2) : ([0, 0] as const);
    calendar.forEach((day, index) => {
      const hours = dayOf(day);
      disturb(chance, hours, oddDays, index);
      const isStopped = stops[index] === true || (index >= repair[0] && index < repair[1]);
      if (isStopped) stoppedDays.add(index);
      flows.push(...hours.map((flow) => (isStopped ? 0 : flow)));
    });
    const mean = flows.reduce((sum, flow) => sum + flow, 0) / flows.length;
    const scale = 10 ** chance.between(1.5, 4.5) / mean;
    const fine = chance.one([0.001, 0.01, 0.05, 0.1]);
    const coarse = COARSE_PULSE_HOURS[habit];
    return {
      unitId: `M${from + number}`,
      site: from,
      habit,
      dates: calendar.map((_day, index) => addDays(FIRST_DAY, index)),
      flows: flows.map((flow) => flow * scale),
      shown: [],
      registers: [],
      pulseLitres: mean * scale * (coarse === undefined ? fine : chance.between(...coarse)),
      meanHour: mean * scale,
      oddDays,
      lostHours: new Set(),
      stoppedDays,
    };
  });
}

function spanOf(chance: Chance, days: number, least: number, most: number): [from: number, to: number] {
  const [from, length] = [chance.whole(0, days - 1), chance.whole(least, most)];
  return [from, Math.min(days, from + length)];
}

/** Sets the flow that the meter shows: whole pulses of the true flow. */
export function meter(unit: SimulatedUnit, startAt = 0): void {
  let passed = startAt;
  let counted = Math.floor(startAt / unit.pulseLitres) * unit.pulseLitres;
  unit.flows.forEach((flow, hour) => {
    passed += flow;
    const register = Math.floor(passed / unit.pulseLitres) * unit.pulseLitres;
    unit.shown[hour] = Math.round((register - counted) * MILLIONTHS) / MILLIONTHS;
    unit.registers[hour] = Math.round(register * MILLIONTHS) / MILLIONTHS;
    counted = register;
  });
}

/** Chooses hours that never arrive, and now and then a day. */
function lose(chance: Chance, unit: SimulatedUnit): void {
  unit.dates.forEach((_date, day) => {
    const length = chance.happens(0.002) ? chance.whole(13, 24) : chance.happens(0.02) ? chance.whole(1, 5) : 0;
    const from = chance.whole(0, HOURS - length);
    for (let hour = day * HOURS + from; hour < day * HOURS + from + length; hour += 1) unit.lostHours.add(hour);
  });
}

/** Healthy units of many sites, with all variety of healthy units. */
export function simulateSites(seed: number, sizes: SiteSizes): { units: SimulatedUnit[]; chance: Chance } {
  const chance = createChance(seed);
  const all: SimulatedUnit[] = [];
  while (all.length < sizes.units)
    all.push(...site(chance, { ...sizes, units: Math.min(10, sizes.units - all.length) }, all.length));
  for (const unit of all) meter(unit, unit.meanHour * 1000);
  return { units: all, chance };
}

export function finish(chance: Chance, units: readonly SimulatedUnit[]): InsightUnit[] {
  for (const unit of units) lose(chance, unit);
  return units.map(simulatedFigures);
}

/** Figures of a unit without its lost hours. */
export function simulatedFigures({ unitId, dates, shown, registers, lostHours }: SimulatedUnit): InsightUnit {
  return {
    unitId,
    group: 'FLOW',
    learnFrom: null,
    days: dates.map((date, day) => {
      const hours = Array.from({ length: HOURS }, (_, hour) => day * HOURS + hour);
      const arrived = (values: readonly (number | null)[]): (number | null)[] =>
        hours.map((hour) => (lostHours.has(hour) ? null : (values[hour] ?? null)));
      return {
        date,
        hours: arrived(shown),
        registers: arrived(registers),
        coverage: 1 - hours.filter((hour) => lostHours.has(hour)).length / HOURS,
      };
    }),
  };
}
