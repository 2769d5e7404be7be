import { idleDays } from './idle-days.ts';
import { DETECTORS } from './kinds.ts';
import type { Found, InsightUnit, Surroundings } from './types.ts';

/** Everything found of one unit. What an earlier detector of the table explains, a later one does not tell again. */
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

/** Everything found of the units of an industry. */
export function detectUnits(units: readonly InsightUnit[]): Found[] {
  const idle = idleDays(units);
  return units.flatMap((unit) => detectUnit(unit, { isIdle: (date) => idle.has(date) }));
}
