import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followReferences, type ReferenceEnd } from '../../../src/balance/rules/references.ts';
import type { GraphNode } from '../../../src/balance/rules/types.ts';
import { physical, virtual } from './graphs.ts';

const UNITS = new Set(['M1', 'M2']);
const nodes = (references: Readonly<Record<string, string>>): ReadonlyMap<string, GraphNode> =>
  new Map<string, GraphNode>([
    ['M1', physical('M1')],
    ['SUM', virtual('SUM')],
    ...Object.entries(references).map(([id, referencedNodeId]): [string, GraphNode] => [
      id,
      virtual(id, { referencedNodeId }),
    ]),
  ]);

function follow(id: string, references: Readonly<Record<string, string>>): ReferenceEnd {
  const graph = nodes(references);
  const node = graph.get(id);
  if (node === undefined) throw new Error(`The test has no node ${id}.`);
  return followReferences(node, graph, (name) => UNITS.has(name));
}

const chain = (length: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [`R${index}`, index + 1 === length ? 'M1' : `R${index + 1}`]),
  );

describe('references', () => {
  it('end at the node they lead to, through others', () => {
    expect(follow('A', { A: 'B', B: 'SUM' })).toMatchObject({
      kind: 'node',
      node: { id: 'SUM' },
      path: ['A', 'B', 'SUM'],
    });
    expect(follow('SUM', {})).toMatchObject({ kind: 'node', node: { id: 'SUM' }, path: ['SUM'] });
  });

  it('end at the node of a unit, and without one at the unit', () => {
    expect(follow('A', { A: 'M1' })).toMatchObject({ kind: 'node', node: { id: 'M1', nodeType: 'physicalNode' } });
    expect(follow('A', { A: 'M2' })).toEqual({ kind: 'unit', unitId: 'M2', path: ['A', 'M2'] });
  });

  // Specification: "Reference nodes resolve through referencedNodeId up to depth 10".
  it('are followed through ten nodes and no further', () => {
    expect(follow('R0', chain(10))).toMatchObject({ kind: 'node', node: { id: 'M1' } });
    expect(follow('R0', chain(11))).toMatchObject({ kind: 'tooDeep' });
    expect(follow('R1', chain(11))).toMatchObject({ kind: 'node', node: { id: 'M1' } });
  });

  it('that lead back name the circle', () => {
    expect(follow('A', { A: 'B', B: 'A' })).toEqual({ kind: 'circle', path: ['A', 'B', 'A'] });
    expect(follow('LEADS', { LEADS: 'B', B: 'C', C: 'B' })).toEqual({ kind: 'circle', path: ['LEADS', 'B', 'C', 'B'] });
  });

  it('to what nobody is end there', () => {
    expect(follow('A', { A: 'B', B: 'GONE' })).toEqual({ kind: 'unknown', path: ['A', 'B', 'GONE'] });
  });

  it('always end', () => {
    const ids = Array.from({ length: 12 }, (_, index) => `N${index}`);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...ids), fc.constantFrom(...ids, 'M1', 'M2', 'GONE')), (references) => {
        for (const id of Object.keys(references)) {
          const { kind, path } = follow(id, references);
          expect(path.length).toBeLessThanOrEqual(ids.length + 2);
          expect(kind === 'circle').toBe(new Set(path).size < path.length);
        }
      }),
    );
  });
});
