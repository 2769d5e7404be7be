import { describe, expect, it } from 'vitest';
import { parseFormula } from '../../../src/kernel/formula/parse.ts';
import { buildUseGraph, reach } from '../../../src/kernel/formula/use-graph.ts';

const meters = Array.from({ length: 3000 }, (_, index) => `M${index}`);
const formula = parseFormula('{SUB} + {SUB}#meta#openingStock + ADD_ALL + {M0}');
const units = Array.from({ length: 2000 }, (_, index) => ({ id: `V${index}`, formula }));
const graph = buildUseGraph({
  users: units,
  groups: new Map([
    ['SUB', meters],
    ['UNUSED', meters],
  ]),
  leafIds: meters,
});

describe('the graph of uses', () => {
  it('stores a group once, however many virtual units use it', () => {
    const usesOfOneUnit = 3;
    expect(graph.uses.flat().length).toBe(units.length * usesOfOneUnit + 2 * meters.length);
    expect(graph.usedBy.flat().length).toBe(graph.uses.flat().length);
  });

  it('reaches the users of a unit through its groups', () => {
    const lastMeter = graph.numberOf.get('M2999') ?? -1;
    const reached = [...reach([lastMeter], graph.usedBy)].filter((node) => graph.idOf[node] !== null);
    expect(reached.length).toBe(units.length);
  });

  it('takes uses that are named by their ids, and leaves out those that nobody is', () => {
    const named = buildUseGraph({
      users: [
        { id: 'A', formula: parseFormula('{B}'), usedIds: ['C', 'NOBODY'] },
        { id: 'B', formula: null },
      ],
      groups: new Map(),
      leafIds: ['C'],
    });
    expect(named.uses[named.numberOf.get('A') ?? -1]?.map((used) => named.idOf[used])).toEqual(['C', 'B']);
  });
});
