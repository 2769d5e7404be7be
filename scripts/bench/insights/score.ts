import { detectUnits, surroundingsOf } from '../../../src/findings/rules/detect.ts';
import { swapsInSteps } from '../../../src/findings/rules/swapped-meters.ts';
import type { FindingKind } from '../../../src/findings/rules/kinds.ts';
import type { Found } from '../../../src/findings/rules/types.ts';
import { atOnce } from '../../../src/kernel/pieces.ts';
import { daysBetween } from '../../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../../src/kernel/time/types.ts';
import { finish, simulateSites, type SimulatedUnit } from './sites.ts';
import { type PlantedFault, plantFaults, plantLeak, plantSwap } from './faults.ts';

export const PLANTED = { leaks: 20, stuck: 5, reversed: 5, healthy: 50 } as const;
const DAYS = 95;
/** Days in which detectors learn the usual use. Findings are judged afterwards. */
const LEARNING_DAYS = 35;
const DAYS_PER_MONTH = 30.4;
const DAYS_TO_FIND = 3;

/** Result of the detectors in one simulated run. */
export interface Score {
  readonly faults: readonly (PlantedFault & { readonly foundAfter: number | null })[];
  readonly missed: readonly PlantedFault[];
  readonly falseFindings: readonly (Found & { readonly habit: string })[];
  readonly trueFindings: number;
  readonly unitMonths: number;
}

/** Kinds of findings that fit a fault. */
const RIGHT_KINDS: Readonly<Partial<Record<FindingKind, readonly FindingKind[]>>> = {
  leak: ['leak', 'burst'],
  standstill: ['standstill'],
  reversed: ['reversed'],
};

/**
 * Faults found within three days of use, and findings without an explanation. A finding of a unit after its fault has
 * begun counts as the fault's.
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
  return (fault !== undefined && last >= fault.day) || isExplained(kind, unit, first, last);
}

/** Whether a healthy unit's own odd days or lost hours explain a finding. */
export function isExplained(kind: FindingKind, unit: SimulatedUnit, first: number, last: number): boolean {
  if (kind === 'silence') return unit.lostHours.size > 0;
  return (kind === 'unusual-use' || kind === 'burst') && [...unit.oddDays].some((day) => day >= first && day <= last);
}

const HOURS = 24;
const usedOn = ({ flows }: SimulatedUnit, day: number): number =>
  flows.slice(day * HOURS, (day + 1) * HOURS).reduce((sum, flow) => sum + flow, 0);

/** Days after the first on which any water would have passed. */
function daysOfUse({ unit, day, kind }: PlantedFault, until: number): number {
  let count = 0;
  for (let at = day + 1; at <= until; at += 1)
    if (!unit.stoppedDays.has(at) && (kind === 'leak' || usedOn(unit, at) > 0.2 * HOURS * unit.meanHour)) count += 1;
  return count;
}

/** Days until the fault is found; null: not in time. */
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

/** Result of the detectors for leaks of one size in units of one habit, among others that never rest. */
export interface LeakScore {
  /** Days with hours of rest before a leak was found, by leak; null: never found. */
  readonly restsUntilFound: readonly (number | null)[];
  readonly falseFindings: number;
  readonly unitMonths: number;
}

const LEAST_REST_HOURS = 3;

/** Plants a leak of one size in every other unit of the habit. */
export function scoreLeaks(seed: number, habit: string, share: number): LeakScore {
  const { units, chance } = simulateSites(seed, { days: DAYS, units: 10, habits: [habit, habit, 'office', 'works'] });
  const own = units.filter((unit) => unit.habit === habit);
  const leaks = own.map((unit, at) => {
    const rests = unit.dates.map((_date, day) => restsOn(unit, day));
    const day = at % 2 === 0 ? chance.whole(LEARNING_DAYS + 5, DAYS - 15) : DAYS;
    if (day < DAYS) plantLeak(chance, unit, day * HOURS + chance.whole(0, HOURS - 1), share);
    return { unit, day, rests };
  });
  const found = detectUnits(finish(chance, units));
  const judged = leaks.map(({ unit, day, rests }) => {
    const mine = found.filter(({ unitId }) => unitId === unit.unitId);
    const dayOf = (date: BusinessDate): number => unit.dates.indexOf(date);
    const raised = mine
      .filter(({ kind, raisedOn }) => RIGHT_KINDS.leak?.includes(kind) === true && dayOf(raisedOn) >= day)
      .map(({ raisedOn }) => dayOf(raisedOn))
      .sort((a, b) => a - b)[0];
    const isFalse = ({ firstDay, raisedOn, lastDay }: Found): boolean =>
      dayOf(raisedOn) >= LEARNING_DAYS
      && dayOf(lastDay) < day
      && ![...unit.oddDays].some((odd) => odd >= dayOf(firstDay) && odd <= dayOf(lastDay));
    return {
      isLeak: day < DAYS,
      rests: raised === undefined ? null : rests.slice(day + 1, raised + 1).filter(Boolean).length,
      falsely: mine.filter(isFalse).length,
      healthyDays: day - LEARNING_DAYS,
    };
  });
  return {
    restsUntilFound: judged.flatMap(({ isLeak, rests }) => (isLeak ? [rests] : [])),
    falseFindings: judged.reduce((sum, { falsely }) => sum + falsely, 0),
    unitMonths: judged.reduce((sum, { healthyDays }) => sum + healthyDays, 0) / DAYS_PER_MONTH,
  };
}

const restsOn = ({ flows }: SimulatedUnit, day: number): boolean =>
  flows.slice(day * HOURS, (day + 1) * HOURS).filter((flow) => flow === 0).length >= LEAST_REST_HOURS;

/** Results for pairs of meters that were swapped, one in each site, and for pairs that were not. */
export interface SwapScore {
  /** True for a pair whose change was told as one matter. Pairs whose change was not told at all are left out. */
  readonly told: readonly boolean[];
  /** Number of pairs told as swapped that nobody has swapped. */
  readonly falsePairs: number;
}

export function scoreSwaps(seed: number): SwapScore {
  const { units, chance } = simulateSites(seed, { days: 80, units: 40 });
  const sites = [...Map.groupBy(units, ({ site }) => site).values()];
  const pairs = sites.flatMap(([one, other]) => {
    if (one === undefined || other === undefined) return [];
    const day = chance.whole(LEARNING_DAYS + 10, 60);
    plantSwap(one, other, day * HOURS + chance.whole(0, HOURS - 1));
    return [{ ids: [one.unitId, other.unitId].sort(), since: one.dates[day] ?? '' }];
  });
  const figures = finish(chance, units);
  const found = [...Map.groupBy(figures, (_unit, index) => units[index]?.site).values()].flatMap((site) =>
    atOnce(swapsInSteps(detectUnits(site), site, surroundingsOf(site))),
  );
  const swapped = found.filter(({ evidence }) => evidence['swappedUnits'] !== undefined);
  const isOf = (ids: readonly string[], { evidence }: Found): boolean =>
    String(evidence['swappedUnits']) === String(ids);
  const changed = pairs.filter(({ ids, since }) =>
    found.some(({ unitId, firstDay }) => ids.includes(unitId ?? '') && firstDay >= since),
  );
  const isPlanted = (one: Found): boolean => pairs.some(({ ids }) => isOf(ids, one));
  return {
    told: changed.map(({ ids }) => swapped.some((one) => isOf(ids, one))),
    falsePairs: new Set(
      swapped.filter((one) => !isPlanted(one)).map(({ evidence }) => String(evidence['swappedUnits'])),
    ).size,
  };
}
