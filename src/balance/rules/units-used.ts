import { operandsOf } from '../../kernel/formula/evaluate.ts';
import { storedFormula } from './node-uses.ts';
import type { FigureSource } from './node-values.ts';
import { type GraphDocument, isForAllPages, nodesOf } from './types.ts';

/** Units whose figures the nodes and summaries of a graph need, each once. Ids that are no unit are left out. */
export function unitsUsed(
  document: GraphDocument,
  industry: Pick<FigureSource, 'unitIdsNamed' | 'addAllUnitIds'> & { readonly isUnit: (id: string) => boolean },
): readonly string[] {
  const used = new Set<string>();
  const addNamed = (id: string): void => {
    for (const unitId of industry.isUnit(id) ? [id] : industry.unitIdsNamed(id)) used.add(unitId);
  };
  const addFormula = (text: string): void => {
    const formula = storedFormula(text);
    if (formula === null) return;
    const { ids, openingStockIds, addAll } = operandsOf(formula);
    for (const id of [...ids, ...openingStockIds]) addNamed(id);
    if (addAll) for (const unitId of industry.addAllUnitIds) used.add(unitId);
  };
  for (const { id, nodeType, editmeta } of nodesOf(document)) {
    if (nodeType === 'physicalNode') addNamed(id);
    if (editmeta.referencedNodeId !== null) addNamed(editmeta.referencedNodeId);
    for (const unitId of editmeta.units) addNamed(unitId);
    if (editmeta.calculations !== null) addFormula(editmeta.calculations);
  }
  const { customSummary = [] } = document;
  const entries = isForAllPages(customSummary) ? customSummary : Object.values(customSummary).flat();
  for (const { calculations } of entries) addFormula(calculations);
  return [...used];
}
