import { idleDays } from './idle-days.ts';
import { DETECTORS } from './kinds.ts';
import type { Found, InsightUnit, Surroundings } from './types.ts';

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
