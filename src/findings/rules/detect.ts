import type { Found, InsightUnit, Surroundings, Detector, FindingKind } from './types.ts';
import { BALANCE_SAYS } from './balance.ts';
import { BURST } from './detectors/burst.ts';
import { CREEP } from './detectors/creep.ts';
import { LEAK } from './detectors/leak.ts';
import { MISSING_DATA } from './detectors/missing-data.ts';
import { REVERSED } from './detectors/reversed.ts';
import { STUCK } from './detectors/stuck.ts';
import { TANK_DRY, TANK_OVERFLOW } from './detectors/tank.ts';
import { UNUSUAL_USE } from './detectors/unusual-use.ts';
import { ENERGY_DRIFT_SAYS } from './energy-drift.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { standstillOn } from './day-of-use.ts';
import { middleOf } from '../../kernel/statistics.ts';
import { usedOn } from './usual-days.ts';

/** Detectors in the order in which they explain days: missing data is no standstill, and a burst is no unusual use. */
const DETECTORS: readonly Detector[] = [
  MISSING_DATA,
  REVERSED,
  STUCK,
  BURST,
  LEAK,
  CREEP,
  UNUSUAL_USE,
  TANK_OVERFLOW,
  TANK_DRY,
];

/** Meaning of each kind, for people. */
export const KIND_SAYS = {
  // All other kinds have a detector.
  ...(Object.fromEntries(DETECTORS.map(({ kind, says }) => [kind, says])) as Record<FindingKind, string>),
  'energy-drift': ENERGY_DRIFT_SAYS,
  balance: BALANCE_SAYS,
} as const satisfies Readonly<Record<FindingKind, string>>;

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

/** All findings of one unit. Days that an earlier detector of the table explains are not reported by a later one. */
function detectUnit(unit: InsightUnit, surroundings: Surroundings): Found[] {
  const { days, learnFrom } = unit;
  const taken = days.map(({ date }) => learnFrom !== null && date < learnFrom);
  return DETECTORS.filter(({ groups }) => groups.includes(unit.group)).flatMap((detector) => {
    const spans = detector.detect(unit, taken, surroundings);
    for (const { first, last } of spans) taken.fill(true, first, last + 1);
    return spans.flatMap(({ first, raised, last, ...told }): Found[] => {
      const [firstDay, raisedOn, lastDay] = [days[first]?.date, days[raised]?.date, days[last]?.date];
      if (firstDay === undefined || raisedOn === undefined || lastDay === undefined) return [];
      const isOpen = last === days.length - 1;
      return [{ kind: detector.kind, unitId: unit.unitId, firstDay, raisedOn, lastDay, isOpen, ...told }];
    });
  });
}

/** Facts of the site on each day, from all its units. */
export function surroundingsOf(units: readonly InsightUnit[]): Surroundings {
  const idle = idleDays(units);
  return { isIdle: (date) => idle.has(date) };
}

/** Findings of each unit of a site. A unit is judged when the next value is asked for, because that takes long. */
export function* detectEach(units: readonly InsightUnit[], surroundings: Surroundings): Generator<Found[]> {
  for (const unit of units) yield detectUnit(unit, surroundings);
}

/** All findings of the units of an industry, at once. */
export const detectUnits = (units: readonly InsightUnit[]): Found[] =>
  [...detectEach(units, surroundingsOf(units))].flat();
