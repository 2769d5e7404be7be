import { describe, expect, it } from 'vitest';
import { parseFormula } from '../../../src/domain/formula/parse.ts';
import { buildUnitGraph, reach } from '../../../src/domain/formula/unit-graph.ts';

const meters = Array.from({ length: 3000 }, (_, index) => `M${index}`);
const formula = parseFormula('{SUB} + {SUB}#meta#openingStock + ADD_ALL + {M0}');
const units = Array.from({ length: 2000 }, (_, index) => ({ unitId: `V${index}`, formula }));
const graph = buildUnitGraph({ units, subCategories: new Map([['SUB', meters], ['UNUSED', meters]]), nonVirtualUnitIds: meters });

describe('the graph of units', () => {
  it('stores a group once, however many virtual units use it', () => {
    const usesOfOneUnit = 3;
    expect(graph.uses.flat().length).toBe(units.length * usesOfOneUnit + 2 * meters.length);
    expect(graph.usedBy.flat().length).toBe(graph.uses.flat().length);
  });

  it('reaches the users of a unit through its groups', () => {
    const lastMeter = graph.nodeOfUnit.get('M2999') ?? -1;
    const reached = [...reach([lastMeter], graph.usedBy)].filter((node) => graph.unitOfNode[node] !== null);
    expect(reached.length).toBe(units.length);
  });
});
