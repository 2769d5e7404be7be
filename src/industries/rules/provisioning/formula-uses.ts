import { resolveVirtualUnits } from '../../../kernel/formula/dependencies.ts';
import { parseFormula } from '../../../kernel/formula/parse.ts';
import { type Formula, FormulaError } from '../../../kernel/formula/types.ts';

/** Units that the formulas of an industry's virtual units use. */
export interface FormulaUses {
  readonly virtualUnitIds: ReadonlySet<string>;
  /** null: no virtual unit. */
  formulaOf(unitId: string): string | null;
  /** Units that the formula uses, those of sub-categories and ADD_ALL included, in alphabetical order. */
  operandsOf(unitId: string): readonly string[];
  hasCycle(unitId: string): boolean;
}

/**
 * Uses of all formulas. A formula that does not parse uses nothing: a stored one may be older than the present grammar.
 */
export function formulaUses(
  virtualUnits: readonly { readonly unitId: string; readonly calculations: string | null }[],
  nonVirtualUnitIds: readonly string[],
  subCategories: ReadonlyMap<string, readonly string[]>,
): FormulaUses {
  const formulas = new Map(virtualUnits.map(({ unitId, calculations }) => [unitId, calculations]));
  const graph = resolveVirtualUnits({
    units: virtualUnits.map(({ unitId, calculations }) => ({ unitId, formula: parsedOrNull(calculations) })),
    subCategories,
    nonVirtualUnitIds,
  });
  return {
    virtualUnitIds: new Set(formulas.keys()),
    formulaOf: (unitId) => formulas.get(unitId) ?? null,
    operandsOf: (unitId) => [...graph.directOperandsOf(unitId)].toSorted(),
    hasCycle: (unitId) => graph.cyclicUnitIds.has(unitId),
  };
}

function parsedOrNull(text: string | null): Formula | null {
  try {
    return text === null ? null : parseFormula(text);
  } catch (error) {
    if (error instanceof FormulaError) return null;
    throw error;
  }
}
