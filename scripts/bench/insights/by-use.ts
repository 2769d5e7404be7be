import { detectEach, surroundingsOf } from '../../../src/findings/rules/detect.ts';
import { atOnce } from '../../../src/kernel/pieces.ts';
import { daysBetween } from '../../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../../src/kernel/time/types.ts';
import type { Found, InsightUnit, Surroundings } from '../../../src/findings/rules/types.ts';
import { visibleLeakInSteps } from '../../../src/findings/rules/visible-leak.ts';
import { createChance } from './chance.ts';
import { plantLeak } from './faults.ts';
import { isExplained } from './score.ts';
import { simulatedFigures, finish, simulateSites, type SimulatedUnit } from './sites.ts';

/** Sizes of planted leaks, as shares of the unit's mean use. */
export const LEAK_SHARES: readonly number[] = [0.05, 0.1, 0.15, 0.3];
/** Whole days after the one on which a leak begins, within which it is found. */
export const WITHIN_DAYS: readonly number[] = [1, 2, 3];

const HOURS = 24;
const DAYS = 95;
/** Days in which detectors learn the usual use. Findings are judged afterwards. */
const LEARNING_DAYS = 35;
const DAYS_PER_MONTH = 30.4;
const UNITS = 10;

/** Leaks of each size in units of one habit, each unit once healthy and once with each leak. */
export interface UseScore {
  /** By size: the days after a leak's first until it was found, by unit; null: not found. */
  readonly foundAfter: readonly (readonly (number | null)[])[];
  /** Smallest leak that the rules see in the first unit of the site, as a share of its use; Infinity: they see none. */
  readonly visibleShares: readonly number[];
}

/** Findings in units without a fault. */
export interface HealthyScore {
  readonly falseFindings: readonly Found[];
  readonly unitMonths: number;
}

/** A site whose every other unit has the habit, and these units. */
function siteOf(seed: number, habit: string) {
  const { units, chance } = simulateSites(seed, {
    days: DAYS,
    units: UNITS,
    habits: [habit, habit, 'office', 'works'],
  });
  const surroundings = surroundingsOf(finish(chance, units));
  return { chance, surroundings, own: units.filter((unit) => unit.habit === habit) };
}

/** Scores the rules in the units of one habit of a site, with leaks and without. */
export function scoreUse(seed: number, habit: string): UseScore & HealthyScore {
  const { chance, surroundings, own } = siteOf(seed, habit);
  const begins = own.map(() => chance.whole((LEARNING_DAYS + 5) * HOURS, (DAYS - 8) * HOURS));
  return {
    foundAfter: LEAK_SHARES.map((share) =>
      own.map((unit, at) => daysUntilFound(leaking(unit, begins[at] ?? 0, share, seed), begins[at] ?? 0, surroundings)),
    ),
    visibleShares: own.slice(0, 1).map((unit) => {
      const visible = atOnce(visibleLeakInSteps(simulatedFigures(unit)));
      return visible === null ? Infinity : visible.perDay / (HOURS * unit.meanHour);
    }),
    ...scoreOwn(own, surroundings),
  };
}

/** Scores the rules in the units of one habit of a site, none of which has a fault. */
export function scoreHealthy(seed: number, habit: string): HealthyScore {
  const { surroundings, own } = siteOf(seed, habit);
  return scoreOwn(own, surroundings);
}

function scoreOwn(own: readonly SimulatedUnit[], surroundings: Surroundings): HealthyScore {
  return {
    falseFindings: own.flatMap((unit) =>
      foundIn(simulatedFigures(unit), surroundings).filter(
        ({ kind, firstDay, raisedOn, lastDay }) =>
          dayOf(unit, raisedOn) >= LEARNING_DAYS
          && !isExplained(kind, unit, dayOf(unit, firstDay), dayOf(unit, lastDay)),
      ),
    ),
    unitMonths: (own.length * (DAYS - LEARNING_DAYS)) / DAYS_PER_MONTH,
  };
}

const dayOf = ({ dates }: SimulatedUnit, date: BusinessDate): number => daysBetween(dates[0] ?? date, date);

const foundIn = (unit: InsightUnit, surroundings: Surroundings): Found[] =>
  [...detectEach([unit], surroundings)].flat();

/** A copy of the unit with a leak. */
function leaking(unit: SimulatedUnit, fromHour: number, share: number, seed: number): SimulatedUnit {
  const copy = { ...unit, flows: [...unit.flows], shown: [], registers: [] };
  plantLeak(createChance(seed), copy, fromHour, share);
  return copy;
}

/** Days after the leak's first, without days on which the unit was stopped; null: never found. */
function daysUntilFound(unit: SimulatedUnit, fromHour: number, surroundings: Surroundings): number | null {
  const day = Math.floor(fromHour / HOURS);
  const raised = foundIn(simulatedFigures(unit), surroundings)
    .filter(({ kind, lastDay }) => (kind === 'leak' || kind === 'burst') && dayOf(unit, lastDay) >= day)
    .map(({ raisedOn }) => dayOf(unit, raisedOn))
    .filter((at) => at >= day)
    .sort((a, b) => a - b)[0];
  if (raised === undefined) return null;
  let count = 0;
  for (let at = day + 1; at <= raised; at += 1) if (!unit.stoppedDays.has(at)) count += 1;
  return count;
}
