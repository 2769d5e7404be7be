import { operandsOf } from '../../kernel/formula/evaluate.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { isInUse } from '../../kernel/industry/retired.ts';
import { storedFormula } from './node-uses.ts';
import { type GraphDocument, nodesOf } from './types.ts';

/** A node that stands for retired units or names them. Its values lack them on days behind their retirement. */
export interface RetiredUse {
  readonly nodeId: string;
  readonly unitIds: readonly string[];
}

/** Nodes that name retired units, in the order of the document. */
export function retiredUses(document: GraphDocument, units: Industry['units']): readonly RetiredUse[] {
  const isRetired = (id: string): boolean => {
    const unit = units.get(id);
    return unit !== undefined && !isInUse(unit);
  };
  return nodesOf(document).flatMap(({ id, nodeType, editmeta }): RetiredUse[] => {
    const formula = editmeta.calculations === null ? null : storedFormula(editmeta.calculations);
    const { ids, openingStockIds } = formula === null ? NOTHING : operandsOf(formula);
    const named = [
      ...(nodeType === 'physicalNode' ? [id] : []),
      ...(editmeta.referencedNodeId === null ? [] : [editmeta.referencedNodeId]),
      ...editmeta.units,
      ...ids,
      ...openingStockIds,
    ];
    const unitIds = [...new Set(named)].filter(isRetired);
    return unitIds.length === 0 ? [] : [{ nodeId: id, unitIds }];
  });
}

const NOTHING = { ids: [], openingStockIds: [] };
