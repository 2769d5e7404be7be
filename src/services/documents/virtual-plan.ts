import { resolveVirtualUnits, type VirtualUnits } from '../../domain/formula/dependencies.ts';
import { evaluateFormula, type FormulaLookup, operandsOf } from '../../domain/formula/evaluate.ts';
import { parseFormula } from '../../domain/formula/parse.ts';
import { type Formula, FormulaError } from '../../domain/formula/types.ts';
import { type Industry, type StoredUnit, subCategoryUnits, unitAsOf } from '../../domain/industry/industry.ts';
import type { Unit } from '../../domain/measure/unit.ts';
import type { BusinessDate } from '../../domain/time/types.ts';

/** One virtual unit as it counts on a day: its formula and where its operands come from. */
export interface PlannedVirtualUnit {
  readonly stored: StoredUnit;
  readonly unit: Unit;
  readonly formula: Formula | null;
  readonly cyclic: boolean;
  /** Each id its formula names, with the units it stands for. */
  readonly operandUnits: ReadonlyMap<string, readonly string[]>;
  readonly usesAddAll: boolean;
  readonly evaluate: (lookup: FormulaLookup) => number | null;
}

/** How an industry's virtual units are computed on one day. */
export interface VirtualPlan {
  /** In evaluation order; cyclic units last. */
  readonly virtualUnits: readonly PlannedVirtualUnit[];
  /** Units of the formulas' ADD_ALL. */
  readonly nonVirtualUnitIds: readonly string[];
  readonly graph: VirtualUnits;
}

const parsed = new Map<string, Formula | null>();
const PARSED_KEPT = 10_000;

/** null for text that does not parse: such a unit's figures are null. Provisioning refuses such formulas, so this is old data. */
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

export function planVirtualUnits(industry: Industry, date: BusinessDate): VirtualPlan {
  const inForce = [...industry.units.values()].map((stored) => ({ stored, unit: unitAsOf(stored, date) }));
  const virtual = inForce.filter(({ unit }) => unit.group === 'VIRTUAL');
  const nonVirtualUnitIds = inForce.filter(({ unit }) => unit.group !== 'VIRTUAL').map(({ unit }) => unit.unitId);
  const graph = resolveVirtualUnits({
    units: virtual.map(({ unit }) => ({ unitId: unit.unitId, formula: formulaOf(unit.calculations) })),
    subCategories: subCategoryUnits(industry),
    nonVirtualUnitIds,
  });
  const byId = new Map(virtual.map((entry) => [entry.unit.unitId, entry]));
  const virtualUnits = [...graph.evaluationOrder, ...graph.cyclicUnitIds].flatMap((unitId) => {
    const entry = byId.get(unitId);
    return entry === undefined ? [] : [planUnit(entry.stored, entry.unit, graph)];
  });
  return { virtualUnits, nonVirtualUnitIds, graph };
}

function planUnit(stored: StoredUnit, unit: Unit, graph: VirtualUnits): PlannedVirtualUnit {
  const formula = formulaOf(unit.calculations);
  const cyclic = graph.cyclicUnitIds.has(unit.unitId);
  const operands = formula === null ? null : operandsOf(formula);
  const ids = operands === null ? [] : [...new Set([...operands.ids, ...operands.openingStockIds])];
  return {
    stored, unit, formula, cyclic,
    operandUnits: new Map(ids.map((id) => [id, graph.unitIdsNamed(id)])),
    usesAddAll: operands?.addAll ?? false,
    evaluate: formula === null || cyclic ? () => null : (lookup) => evaluateFormula(formula, lookup),
  };
}

/** A plan per distinct set of versions in force, so that a year of days plans once. */
export function createVirtualPlanner(industry: Industry): (date: BusinessDate) => VirtualPlan {
  const plans = new Map<string, VirtualPlan>();
  const boundaries = [...new Set([...industry.units.values()].flatMap((stored) => stored.versions.map((version) => version.effectiveFrom)))].sort();
  return (date) => {
    const key = boundaries.findLast((boundary) => boundary <= date) ?? '';
    const known = plans.get(key);
    if (known !== undefined) return known;
    const plan = planVirtualUnits(industry, date);
    plans.set(key, plan);
    return plan;
  };
}
