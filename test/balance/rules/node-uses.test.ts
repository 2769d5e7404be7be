import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeUses, storedFormula } from '../../../src/balance/rules/node-uses.ts';
import { parseGraph } from '../../../src/balance/rules/parse-graph.ts';
import { nodesOf } from '../../../src/balance/rules/types.ts';
import { anyBody, PLANT_PARTS } from './any-graph.ts';
import { edge, graph, physical, virtual } from './graphs.ts';
import { plant } from './plant.ts';

const M1 = physical('M1');
const uses = (nodes: readonly ReturnType<typeof virtual>[], edges: readonly ReturnType<typeof edge>[] = []) =>
  nodeUses(graph({ physical: [M1], virtual: nodes, edges }));

describe('what nodes get from one another', () => {
  it('puts a node after those of its formula, of its reference and of its incoming edges', () => {
    expect(
      uses(
        [
          virtual('TOP', { calculations: '{MIDDLE} + 1' }),
          virtual('MIDDLE', { referencedNodeId: 'BOTTOM' }),
          virtual('BOTTOM'),
        ],
        [edge('M1', 'BOTTOM')],
      ).order,
    ).toEqual(['M1', 'BOTTOM', 'MIDDLE', 'TOP']);
  });

  it('is of the reference before the formula, of the formula before units, of units before edges', () => {
    const of = (meta: Parameters<typeof virtual>[1]) =>
      uses([virtual('A', meta), virtual('B', { calculations: '{A}' })], [edge('B', 'A')]).circles;
    expect([
      of({ referencedNodeId: 'M1', calculations: '{B}' }),
      of({ calculations: '{M1}' }),
      of({ units: ['M1'] }),
      of({}),
    ]).toEqual([[], [], [], [['A', 'B']]]);
  });

  it('is nothing for a disabled node', () => {
    expect(
      uses([virtual('A', { calculations: '{B}', disabled: true }), virtual('B', { calculations: '{A}' })]),
    ).toEqual({ order: ['M1', 'A', 'B'], circles: [] });
  });

  // Specification, User: water balance, rule 7: "Circular formula dependencies yield 0 for the nodes involved".
  it('names the nodes of a circle, and not those that only use one', () => {
    const { order, circles } = uses([
      virtual('USES', { calculations: '{A}' }),
      virtual('A', { calculations: '{B} + {M1}' }),
      virtual('B', { calculations: '{A}' }),
      virtual('SELF', { calculations: '{SELF} + 1' }),
    ]);
    expect(circles).toEqual([['A', 'B'], ['SELF']]);
    expect(order.indexOf('USES')).toBeGreaterThan(Math.max(order.indexOf('A'), order.indexOf('B')));
  });

  it('takes a formula that no longer parses for none', () => {
    expect(storedFormula('{A} +')).toBeNull();
    expect(uses([virtual('A', { calculations: '{A} +' })]).circles).toEqual([]);
  });

  it('is found in every graph that can be saved, each node once', () => {
    const works = plant(PLANT_PARTS);
    fc.assert(
      fc.property(anyBody, (body) => {
        const saved = parseGraph(body, works);
        expect(nodeUses(saved).order.toSorted()).toEqual(
          nodesOf(saved)
            .map(({ id }) => id)
            .sort(),
        );
      }),
    );
  });

  it('is found in a graph of 2,000 nodes in one chain, and in one circle', () => {
    const chain = Array.from({ length: 2000 }, (_, index) => virtual(`N${index}`, { calculations: `{N${index + 1}}` }));
    expect(uses(chain).order[1]).toBe('N1999');
    expect(uses([...chain, virtual('N2000', { calculations: '{N0}' })]).circles[0]?.length).toBe(2001);
  });
});
