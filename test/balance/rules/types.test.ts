import { describe, expect, it } from 'vitest';
import { companionIdOf, isCompanion, nodesOf, pageIdOf } from '../../../src/balance/rules/types.ts';
import { edge, graph, physical, virtual } from './graphs.ts';

describe('pages of a graph', () => {
  // Specification, User: water balance, rule 6.
  it('have a companion called {page_id}_summary, that of the page physical is called summary', () => {
    expect([companionIdOf('physical'), companionIdOf('reuse')]).toEqual(['summary', 'reuse_summary']);
  });

  it('are companions by their name', () => {
    expect(['physical', 'summary', 'reuse', 'reuse_summary', 'summary_of_reuse'].map(isCompanion)).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it('hold nodes by their tag, the page physical those without one', () => {
    const saved = graph({
      physical: [physical('M1')],
      virtual: [virtual('REUSE', { graphTag: 'reuse' })],
      edges: [edge('M1', 'REUSE')],
    });
    expect(nodesOf(saved).map((node) => [node.id, pageIdOf(node)])).toEqual([
      ['M1', 'physical'],
      ['REUSE', 'reuse'],
    ]);
  });
});
