import { detectUnits } from '../../../src/domain/insights/detect.ts';
import type { FindingKind, Found } from '../../../src/domain/insights/types.ts';
import { daysBetween } from '../../../src/domain/time/business-date.ts';
import { finish, simulateSites, type SimulatedUnit } from './sites.ts';
import { type PlantedFault, plantFaults } from './faults.ts';

export const PLANTED = { leaks: 20, stuck: 5, reversed: 5, healthy: 50 } as const;
const DAYS = 95;
/** Findings are judged from here on; before, the usual is learnt. */
const LEARNING_DAYS = 35;
const DAYS_PER_MONTH = 30.4;
const DAYS_TO_FIND = 3;

/** What the detectors made of one simulated run. */
export interface Score {
  readonly faults: readonly (PlantedFault & { readonly foundAfter: number | null })[];
  readonly missed: readonly PlantedFault[];
  readonly falseFindings: readonly (Found & { readonly habit: string })[];
  readonly trueFindings: number;
  readonly unitMonths: number;
}

/** The kinds that are right about a fault. */
const RIGHT_KINDS: Readonly<Partial<Record<FindingKind, readonly FindingKind[]>>> = {
  leak: ['leak', 'burst'],
  stuck: ['stuck'],
  reversed: ['reversed'],
};

/**
 * Faults found within three days on which the unit draws water, and findings that nothing explains. What is found of a
 * unit after its fault has begun counts as the fault's.
 */
export function scoreRun(seed: number): Score {
  const total = PLANTED.leaks + PLANTED.stuck + PLANTED.reversed + PLANTED.healthy;
  const { units, chance } = simulateSites(seed, { days: DAYS, units: total });
  const faults = plantFaults(chance, units, PLANTED);
  const figures = finish(chance, units);
  const sites = Map.groupBy(figures, (_figures, index) => units[index]?.site);
  const found = [...sites.values()].flatMap((site) => detectUnits(site));
  const faultOf = new Map(faults.map((fault) => [fault.unit.unitId, fault]));
  const unitOf = new Map(units.map((unit) => [unit.unitId, unit]));
  const falseFindings: (Found & { habit: string })[] = [];
  const judged = faults.map((fault) => ({ ...fault, foundAfter: daysUntilFound(fault, found) }));
  let trueFindings = 0;
  for (const finding of found) {
    const unit = unitOf.get(finding.unitId ?? '');
    if (unit === undefined) continue;
    const [first, raised, last] = [finding.firstDay, finding.raisedOn, finding.lastDay].map((date) =>
      daysBetween(unit.dates[0] ?? date, date),
    ) as [number, number, number];
    if (raised < LEARNING_DAYS) continue;
    const fault = faultOf.get(unit.unitId);
    if (isTrue(finding, unit, fault, first, last)) trueFindings += 1;
    else falseFindings.push({ ...finding, habit: unit.habit });
  }
  return {
    faults: judged,
    missed: judged.filter(({ foundAfter }) => foundAfter === null),
    falseFindings,
    trueFindings,
    unitMonths: (total * (DAYS - LEARNING_DAYS)) / DAYS_PER_MONTH,
  };
}

function isTrue(
  { kind }: Found,
  unit: SimulatedUnit,
  fault: PlantedFault | undefined,
  first: number,
  last: number,
): boolean {
  if (fault !== undefined && last >= fault.day) return true;
  const over = (days: ReadonlySet<number>): boolean => [...days].some((day) => day >= first && day <= last);
  if (kind === 'missing-data') return unit.lostHours.size > 0;
  return (kind === 'unusual-use' || kind === 'burst') && over(unit.oddDays);
}

const HOURS = 24;
const usedOn = ({ flows }: SimulatedUnit, day: number): number =>
  flows.slice(day * HOURS, (day + 1) * HOURS).reduce((sum, flow) => sum + flow, 0);

/** Days after the first on which anything would have passed. */
function daysOfUse({ unit, day, kind }: PlantedFault, until: number): number {
  let count = 0;
  for (let at = day + 1; at <= until; at += 1)
    if (!unit.stoppedDays.has(at) && (kind === 'leak' || usedOn(unit, at) > 0.2 * HOURS * unit.meanHour)) count += 1;
  return count;
}

/** null: not in time. */
function daysUntilFound(fault: PlantedFault, found: readonly Found[]): number | null {
  const { unit, kind } = fault;
  const start = unit.dates[0];
  if (start === undefined) return null;
  const raised = found
    .filter((finding) => finding.unitId === unit.unitId && RIGHT_KINDS[kind]?.includes(finding.kind) === true)
    .map(({ raisedOn }) => daysBetween(start, raisedOn))
    .filter((day) => day >= fault.day)
    .sort((a, b) => a - b)[0];
  if (raised === undefined) return null;
  const after = daysOfUse(fault, raised);
  return after <= DAYS_TO_FIND ? after : null;
}
