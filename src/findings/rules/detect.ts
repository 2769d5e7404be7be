import type { BusinessDate } from '../../kernel/time/types.ts';
import type { UnitGroup } from '../../kernel/measure/unit.ts';
import { middleOf } from '../../kernel/statistics.ts';
import { standstillOn } from './operating-days.ts';
import { BATTERY_LOW } from './detectors/battery-low.ts';
import { BURST } from './detectors/burst.ts';
import { CREEP } from './detectors/creep.ts';
import { LEAK } from './detectors/leak.ts';
import { QUALITY_OUTSIDE } from './detectors/quality-outside.ts';
import { REVERSED } from './detectors/reversed.ts';
import { SILENCE } from './detectors/silence.ts';
import { STANDSTILL } from './detectors/standstill.ts';
import { STUCK } from './detectors/stuck.ts';
import { OVERFLOW, TANK_FULL, TANK_LOW } from './detectors/tank.ts';
import { UNUSUAL_USE } from './detectors/unusual-use.ts';
import { KINDS } from './kinds.ts';
import type { Detector, Found, InsightUnit, Surroundings } from './types.ts';
import { usedOn } from './usual-days.ts';

/** Detectors in the order in which they explain days: a burst is no unusual use, and a tank that runs over is full. */
const DETECTORS: readonly Detector[] = [
  REVERSED,
  STANDSTILL,
  BURST,
  LEAK,
  CREEP,
  UNUSUAL_USE,
  OVERFLOW,
  TANK_FULL,
  TANK_LOW,
  STUCK,
];
/** Detectors that judge every day, whatever explains it, and explain none themselves. */
const UNCONDITIONAL: readonly Detector[] = [SILENCE, QUALITY_OUTSIDE, BATTERY_LOW];

/** Units that must have been in use usually. When most of them stand still, the site does, and no meter is at fault. */
const LEAST_UNITS = 3;
const MOST_SHARE = 0.5;
/**
 * Share of still units that is enough when this many units that never rest stand still, too. A holiday stops none of
 * them, and the other units may leak on.
 */
const SOME_SHARE = 0.34;
const LEAST_TIRELESS = 2;
/**
 * Share of a usual day below which a unit used little. Only days on which many units used little are judged closely.
 */
const LITTLE_SHARE = 0.2;
const MANY_SHARE = 0.25;

/** Days on which the whole site stood still. */
export function idleDays(units: readonly InsightUnit[]): ReadonlySet<BusinessDate> {
  const meters = units.filter(({ group }) => group === 'FLOW' || group === 'CONSUMPTION');
  const little = new Map<BusinessDate, number>();
  for (const { days } of meters) {
    const usual = middleOf(days.map(usedOn).filter((total) => total > 0));
    for (const day of days)
      if (usual > 0 && usedOn(day) < LITTLE_SHARE * usual) little.set(day.date, (little.get(day.date) ?? 0) + 1);
  }
  const quiet = [...little].filter(([, count]) => count > MANY_SHARE * meters.length).map(([date]) => date);
  return new Set(quiet.filter((date) => isIdle(meters, date)));
}

function isIdle(meters: readonly InsightUnit[], date: BusinessDate): boolean {
  const said = meters.flatMap(({ days }) => {
    const index = days.findIndex((day) => day.date === date);
    return standstillOn(days, index) ?? [];
  });
  const still = said.filter((one) => one.isStill);
  const stopsTireless = still.filter(({ neverRests }) => neverRests).length >= LEAST_TIRELESS;
  return said.length >= LEAST_UNITS && still.length > (stopsTireless ? SOME_SHARE : MOST_SHARE) * said.length;
}

/** Findings of one detector, with dates instead of indices. A kind that judges the running day has it as last day. */
function foundBy(
  { kind, detect }: Detector,
  unit: InsightUnit,
  taken: boolean[],
  surroundings: Surroundings,
): readonly { readonly found: Found; readonly first: number; readonly last: number }[] {
  const { runningDay } = unit;
  const days = KINDS[kind].isJudgedRunning && runningDay !== undefined ? [...unit.days, runningDay] : unit.days;
  const spans = detect(days === unit.days ? unit : { ...unit, days }, taken, surroundings);
  return spans.flatMap(({ first, raised, last, isOpen = last === days.length - 1, ...told }) => {
    const [firstDay, raisedOn, lastDay] = [days[first]?.date, days[raised]?.date, days[last]?.date];
    if (firstDay === undefined || raisedOn === undefined || lastDay === undefined) return [];
    return [{ found: { kind, unitId: unit.unitId, firstDay, raisedOn, lastDay, isOpen, ...told }, first, last }];
  });
}

/** All findings of one unit. Days that an earlier detector of the table explains are not reported by a later one. */
function detectUnit(unit: InsightUnit, detectors: readonly Detector[], surroundings: Surroundings): Found[] {
  const { days, runningDay, learnFrom, group } = unit;
  const all = runningDay === undefined ? days : [...days, runningDay];
  const taken = all.map(({ date }) => learnFrom !== null && date < learnFrom);
  const fitting = (some: readonly Detector[]): readonly Detector[] =>
    detectors.filter((detector) => some.includes(detector) && detector.groups.includes(group));
  const explained = fitting(DETECTORS).flatMap((detector) => {
    const spans = foundBy(detector, unit, taken, surroundings);
    for (const { first, last } of spans) taken.fill(true, first, last + 1);
    return spans;
  });
  const others = fitting(UNCONDITIONAL).flatMap((detector) => foundBy(detector, unit, [], surroundings));
  return [...explained, ...others].map(({ found }) => found);
}

const ALL_DETECTORS: readonly Detector[] = [...DETECTORS, ...UNCONDITIONAL];
const RUNNING_DETECTORS = ALL_DETECTORS.filter(({ kind }) => KINDS[kind].isJudgedRunning);

/**
 * Whether silence is the only finding of a running day that figures of a unit of the group can show. Bounds add another
 * one; a battery is told by devices.
 */
export const canOnlyBeSilent = (group: UnitGroup, hasBounds: boolean): boolean =>
  RUNNING_DETECTORS.every(
    (detector) =>
      detector === SILENCE
      || detector === BATTERY_LOW
      || !detector.groups.includes(group)
      || (detector === QUALITY_OUTSIDE && !hasBounds),
  );

/** Findings that need no whole day, of one unit. */
export const detectRunning = (unit: InsightUnit, surroundings: Surroundings): Found[] =>
  detectUnit(unit, RUNNING_DETECTORS, surroundings);

/** Facts of the site on each day, from all its units. */
export function surroundingsOf(units: readonly InsightUnit[]): Surroundings {
  const idle = idleDays(units);
  return { isIdle: (date) => idle.has(date) };
}

/** Findings of each unit of a site. A unit is judged when the next value is asked for, because that takes long. */
export function* detectEach(units: readonly InsightUnit[], surroundings: Surroundings): Generator<Found[]> {
  for (const unit of units) yield detectUnit(unit, ALL_DETECTORS, surroundings);
}

/** All findings of the units of an industry, at once. */
export const detectUnits = (units: readonly InsightUnit[]): Found[] =>
  [...detectEach(units, surroundingsOf(units))].flat();
