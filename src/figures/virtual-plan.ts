import { resolveVirtualUnits, type VirtualUnits } from '../kernel/formula/dependencies.ts';
import { evaluateFormula, type FormulaLookup, type FormulaOperands, operandsOf } from '../kernel/formula/evaluate.ts';
import { parseFormula } from '../kernel/formula/parse.ts';
import { type Formula, FormulaError } from '../kernel/formula/types.ts';
import { type Industry, type StoredUnit, subCategoryUnits, unitAsOf } from '../kernel/industry/industry.ts';
import { countsOn, withRetired } from '../kernel/industry/retired.ts';
import { LEVEL_GROUPS, type Unit, type UnitGroup } from '../kernel/measure/unit.ts';
import type { Failure } from './rules/processors/failure.ts';
import { addDays } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';

/** One virtual unit as it counts on a day, with its formula and the sources of its operands. */
export interface PlannedVirtualUnit {
  readonly stored: StoredUnit;
  readonly unit: Unit;
  readonly formula: Formula | null;
  readonly cyclic: boolean;
  /** Why it has no figure on any day of the plan; a cycle that it only uses counts as its own. */
  readonly failure: Failure | null;
  /** Units of each id in its formula. Quality units of sub-categories are left out, because no sum has them. */
  readonly operandUnits: ReadonlyMap<string, readonly string[]>;
  readonly usesAddAll: boolean;
  /** See VirtualDay. */
  readonly usesFigures: boolean;
  /** Virtual units whose figures it uses, in the order in which its formula names them. */
  readonly virtualOperandIds: readonly string[];
  readonly evaluate: (lookup: FormulaLookup) => number | null;
}

/** Order and formulas of an industry's virtual units on one day. */
export interface VirtualPlan {
  /** Units in evaluation order; cyclic units last. */
  readonly virtualUnits: readonly PlannedVirtualUnit[];
  readonly nonVirtualUnitIds: readonly string[];
  /** Units of the formulas' ADD_ALL: no quality units among them. */
  readonly addAllUnitIds: readonly string[];
  readonly graph: VirtualUnits;
}

const parsed = new Map<string, Formula | null>();
const PARSED_KEPT = 10_000;

/**
 * null for text that does not parse: such a unit's figures are null. Provisioning refuses such formulas, so this is old
 * data.
 */
function formulaOf(text: string | null): Formula | null {
  if (text === null) return null;
  const known = parsed.get(text);
  if (known !== undefined) return known;
  let formula: Formula | null = null;
  try {
    formula = parseFormula(text);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
  }
  if (parsed.size >= PARSED_KEPT) parsed.clear();
  parsed.set(text, formula);
  return formula;
}

/** Plan of units that count on the day, retired ones included. */
export function planVirtualUnits(industry: Industry, date: BusinessDate): VirtualPlan {
  const { units } = withRetired(industry);
  const subCategories = subCategoryUnits(industry);
  const inForce = [...units.values()]
    .filter((stored) => countsOn(stored, date))
    .map((stored) => ({ stored, unit: unitAsOf(stored, date) }));
  const virtual = inForce.filter(({ unit }) => unit.group === 'VIRTUAL');
  const idsOf = (isMeant: (group: UnitGroup) => boolean): string[] =>
    inForce.filter(({ unit }) => isMeant(unit.group)).map(({ unit }) => unit.unitId);
  const nonVirtualUnitIds = idsOf((group) => group !== 'VIRTUAL');
  const qualityUnitIds = new Set(idsOf((group) => group === 'QUALITY'));
  const graph = resolveVirtualUnits({
    units: virtual.map(({ unit }) => ({ unitId: unit.unitId, formula: formulaOf(unit.calculations) })),
    subCategories,
    nonVirtualUnitIds,
  });
  const namesUnits = (id: string): boolean =>
    units.has(id) || (subCategories.get(id) ?? []).some((unitId) => units.has(unitId));
  const byId = new Map(virtual.map((entry) => [entry.unit.unitId, entry]));
  const virtualUnits = [...graph.evaluationOrder, ...graph.cyclicUnitIds].flatMap((unitId) => {
    const entry = byId.get(unitId);
    return entry === undefined
      ? []
      : [planUnit(entry.stored, entry.unit, { graph, namesUnits, qualityUnitIds, virtualUnitIds: byId })];
  });
  return {
    virtualUnits,
    nonVirtualUnitIds,
    addAllUnitIds: nonVirtualUnitIds.filter((unitId) => !qualityUnitIds.has(unitId)),
    graph,
  };
}

interface UnitsInForce {
  readonly graph: VirtualUnits;
  /** Also true of an id whose units are all retired: they have no data, so they are not 0. */
  readonly namesUnits: (id: string) => boolean;
  readonly qualityUnitIds: ReadonlySet<string>;
  readonly virtualUnitIds: { has(unitId: string): boolean };
}

const NO_OPERANDS: FormulaOperands = { ids: [], openingStockIds: [], addAll: false };

function planUnit(
  stored: StoredUnit,
  unit: Unit,
  { graph, namesUnits, qualityUnitIds, virtualUnitIds }: UnitsInForce,
): PlannedVirtualUnit {
  const formula = formulaOf(unit.calculations);
  const cyclic = graph.cyclicUnitIds.has(unit.unitId);
  const { ids, openingStockIds, addAll } = formula === null ? NO_OPERANDS : operandsOf(formula);
  const named = new Map([...new Set([...ids, ...openingStockIds])].map((id) => [id, graph.unitIdsNamed(id)]));
  // Spec gap: one named for its opening stock alone is no failure, because it has none and counts 0.
  const qualityOperand = ids.find((id) => qualityUnitIds.has(id));
  return {
    stored,
    unit,
    formula,
    cyclic,
    failure: failureOf(unit.unitId, formula, cyclic, qualityOperand),
    operandUnits: new Map(
      [...named].map(([id, unitIds]) => [id, unitIds.filter((unitId) => unitId === id || !qualityUnitIds.has(unitId))]),
    ),
    usesAddAll: addAll,
    usesFigures: addAll || ids.some(namesUnits),
    virtualOperandIds: [...new Set(ids.flatMap((id) => named.get(id) ?? []))].filter((unitId) =>
      virtualUnitIds.has(unitId),
    ),
    evaluate: formula === null ? () => null : (lookup) => evaluateFormula(formula, lookup),
  };
}

function failureOf(
  unitId: string,
  formula: Formula | null,
  cyclic: boolean,
  qualityOperand: string | undefined,
): Failure | null {
  if (cyclic) return { unitId, kind: 'cycle' };
  if (formula === null) return { unitId, kind: 'no formula' };
  return qualityOperand === undefined ? null : { unitId, kind: 'quality unit', operandId: qualityOperand };
}

const PLANNERS = new WeakMap<Industry, (date: BusinessDate) => VirtualPlan>();

/**
 * The plans of an industry: one per distinct set of versions in force, so that a year of days plans once, and one for
 * all requests that hold the same industry.
 */
export function virtualPlannerOf(inUse: Industry): (date: BusinessDate) => VirtualPlan {
  const industry = withRetired(inUse);
  const known = PLANNERS.get(industry);
  if (known !== undefined) return known;
  const planner = plannerOf(industry);
  PLANNERS.set(industry, planner);
  return planner;
}

function plannerOf(industry: Industry): (date: BusinessDate) => VirtualPlan {
  const plans = new Map<string, VirtualPlan>();
  const boundaries = [
    ...new Set(
      [...industry.units.values()].flatMap(({ versions, retirement }) => [
        ...versions.map((version) => version.effectiveFrom),
        ...(retirement === undefined ? [] : [addDays(retirement.lastDate, 1)]),
      ]),
    ),
  ].sort();
  return (date) => {
    const key = boundaries.findLast((boundary) => boundary <= date) ?? '';
    const known = plans.get(key);
    if (known !== undefined) return known;
    const plan = planVirtualUnits(industry, date);
    plans.set(key, plan);
    return plan;
  };
}

/**
 * Virtual units whose formula on one of the days uses a level, directly or through others: what a tank has lost since
 * the day began. Each of their hours tells the day up to it, so hours do not add up to a part of the day.
 */
export function unitsOfWholeDays(industry: Industry, dates: readonly BusinessDate[]): ReadonlySet<string> {
  const { units } = withRetired(industry);
  const found = new Set<string>();
  if (![...units.values()].some(({ versions }) => versions.some(({ unit }) => unit.group === 'VIRTUAL'))) return found;
  const planFor = virtualPlannerOf(industry);
  for (const date of dates) {
    const { virtualUnits, addAllUnitIds } = planFor(date);
    const isLevel = (unitId: string): boolean => {
      const stored = units.get(unitId);
      return stored !== undefined && LEVEL_GROUPS.includes(unitAsOf(stored, date).group);
    };
    // Units come after those that they use.
    for (const { unit, operandUnits, usesAddAll } of virtualUnits) {
      const operands = [...operandUnits.values(), usesAddAll ? addAllUnitIds : []].flat();
      if (operands.some((unitId) => isLevel(unitId) || found.has(unitId))) found.add(unit.unitId);
    }
  }
  return found;
}
