import { describe, expect, it } from 'vitest';
import { parseGraph } from '../../../src/balance/rules/parse-graph.ts';
import { edge, mistakes, mistakesOf, virtual, works } from './posted-graphs.ts';

describe('mistakes of a body', () => {
  it('are formulas of a summary that no database could read again', () => {
    const allowed = 'allowed is a formula as text that can be stored';
    const written = (calculations: string) => [{ displayName: 'All', calculations }];
    for (const customSummary of [written('{A\udfff} + 1'), { physical: written('{A\u0000}') }])
      expect(Object.values(mistakes({ customSummary }))).toContainEqual(expect.stringContaining(allowed));
  });

  it('are told all at once, of shape and of sense', () => {
    expect(
      mistakes({
        nodes: [
          { id: 'M9', nodeType: 'physicalNode' },
          virtual('A', { calculations: '{M1} +' }),
          virtual('B', { calculations: '{NOBODY} + {BORES} + {A}#meta#openingStock', units: ['M1', 'M7'] }),
          { id: 'C', position: { x: 'left', y: 1 }, meta: { limit: -1 } },
          virtual('D', { referencedNodeId: 'E', graphTag: 'attic' }),
          virtual('E', { referencedNodeId: 'D' }),
          virtual('F', { referencedNodeId: 'NOBODY' }),
          { id: 'M1', meta: { calculations: '{M2}' } },
        ],
        edges: [edge('A', 'A'), edge('C', 'NOBODY'), { id: '', source: 'A', target: 'B', style: { stroke: {} } }],
        metadata: { pages: [{ id: 'reuse' }, { id: 'reuse' }, { id: 'x{' }] },
        customSummary: [{ displayName: 'All', calculations: '1 +' }],
      }),
    ).toEqual({
      'nodes[0].id': 'is "M9", allowed is a unit of the industry, because the node is physical',
      'nodes[1].meta.calculations':
        'is "{M1} +", allowed is a number, {id}, {id}#meta#openingStock, ADD_ALL, "-" or "(" at position 6, where the end of the formula was found',
      'nodes[2].meta.calculations': 'is "{A}#meta#openingStock", allowed is a unit or a sub-category of the industry',
      'nodes[2].meta.units[1]': 'is "M7", allowed is a unit of the industry',
      'nodes[3].position.x': 'is "left", allowed is a number from -1000000 to 1000000',
      'nodes[3].meta.limit': 'is -1, allowed is a number above 0',
      'nodes[4].meta.graphTag':
        'is "attic", allowed is the id of a page of metadata.pages, its summary page, or \'physical\'',
      'nodes[4].meta.referencedNodeId': 'is "E", allowed is a node that does not lead back: D -> E -> D',
      'nodes[5].meta.referencedNodeId': 'is "D", allowed is a node that does not lead back: E -> D -> E',
      'nodes[6].meta.referencedNodeId': 'is "NOBODY", allowed is a node of the graph or a unit of the industry',
      'nodes[7].meta.calculations': 'is "{M2}", allowed is none: only a virtual node has it',
      'edges[0].target': 'is "A", allowed is another node than the source',
      'edges[1].target': 'is "NOBODY", allowed is a node of the graph',
      'edges[2].id': 'is "", allowed is a text of 1 to 400 characters without control characters',
      'edges[2].style.stroke': 'is an object, allowed is a text of at most 200 characters, a number, true or false',
      'metadata.pages[1].id': 'is "reuse", allowed is an id that no other page has',
      'metadata.pages[2].id':
        'is "x{", allowed is a text of 1 to 100 characters without braces and without blanks around it',
      'customSummary[0].calculations':
        'is "1 +", allowed is a number, {id}, {id}#meta#openingStock, ADD_ALL, "-" or "(" at position 3, where the end of the formula was found',
    });
  });

  it('are the lists themselves when a body has none', () => {
    expect(mistakes({})).toEqual({ nodes: 'is missing, allowed is a list', edges: 'is missing, allowed is a list' });
    expect(mistakes([])).toMatchObject({ body: 'is an empty list, allowed is an object' });
    expect(mistakesOf([], { metadata: [] })).toEqual({ metadata: 'is an empty list, allowed is an object' });
    expect(mistakesOf([], { metadata: { pages: {} } })).toEqual({
      'metadata.pages': 'is an object, allowed is a list',
    });
  });

  it('are lists that are too long', () => {
    expect(
      mistakes({
        nodes: Array.from({ length: 2004 }, (_, index) => ({ id: `N${index}` })),
        edges: Array(5001).fill({}),
        metadata: { pages: Array(51).fill({}) },
      }),
    ).toEqual({
      nodes: 'has 2004 entries, allowed are 2003',
      edges: 'has 5001 entries, allowed are 5000',
      'metadata.pages': 'has 51 entries, allowed are 50',
    });
  });

  it('are told of the first thousand', () => {
    const nodes = Array.from({ length: 1500 }, (_, index) => ({ id: `N${index}`, nodeType: 'physicalNode' }));
    expect(Object.keys(mistakesOf(nodes)).length).toBe(1000);
    expect(() => parseGraph({ nodes, edges: [] }, works)).toThrow(
      "Invalid 'body': 'nodes[0].id' is \"N0\", allowed is a unit of the industry, because the node is physical (and 1499 more)",
    );
  });

  // Specification: "resolved up to depth 10".
  it('are references through more than ten nodes', () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, index) =>
        virtual(`R${index}`, { referencedNodeId: index + 1 === length ? 'M1' : `R${index + 1}` }),
      );
    expect(mistakesOf(chain(10))).toEqual({});
    expect(mistakesOf(chain(11))).toEqual({
      'nodes[0].meta.referencedNodeId': expect.stringMatching(
        /^is "R1", allowed is a chain of at most 10 references, this one has 11: R0 -> R1 -> .* -> R10 -> M1$/,
      ),
    });
  });

  it('are told at the nodes of a circle, and not at those that only lead there', () => {
    expect(
      Object.keys(
        mistakesOf([
          virtual('A', { referencedNodeId: 'B' }),
          virtual('B', { referencedNodeId: 'C' }),
          virtual('C', { referencedNodeId: 'B' }),
        ]),
      ),
    ).toEqual(['nodes[1].meta.referencedNodeId', 'nodes[2].meta.referencedNodeId']);
    expect(mistakesOf([virtual('A', { referencedNodeId: 'A' })])).toEqual({
      'nodes[0].meta.referencedNodeId': 'is "A", allowed is a node that does not lead back: A -> A',
    });
  });

  it('are not circles of formulas, which count as 0', () => {
    expect(mistakesOf([virtual('A', { calculations: '{B}' }), virtual('B', { calculations: '{A}' })])).toEqual({});
  });

  it('are not told a second time by what names a node that has one', () => {
    expect(
      Object.keys(
        mistakes({
          nodes: [
            { id: 'BAD', position: 1 },
            virtual('A', { calculations: '{BAD}' }),
            virtual('B', { referencedNodeId: 'BAD' }),
          ],
          edges: [edge('A', 'BAD')],
        }),
      ),
    ).toEqual(['nodes[0].position']);
  });

  it('are not tags of a summary page beside a page', () => {
    const nodes = [
      virtual('A', { graphTag: 'summary' }),
      virtual('B', { graphTag: 'reuse_summary' }),
      virtual('C', { graphTag: 'raw_summary' }),
    ];
    expect(Object.keys(mistakesOf(nodes, { metadata: { pages: [{ id: 'reuse' }] } }))).toEqual([
      'nodes[2].meta.graphTag',
    ]);
  });

  it('are texts that could do harm where they are drawn', () => {
    expect(
      Object.keys(
        mistakes({
          nodes: [
            virtual('A', { backgroundColor: 'url("x")' }),
            { id: 'B', type: 'a b' },
            { id: 'C', data: { label: 'a\u0007b' } },
            { id: 'D', data: { label: 'x'.repeat(201) } },
          ],
          edges: [{ ...edge('A', 'B'), style: { 'on load': 1 } }],
          summaryGraph: { text: '\ud800' },
        }),
      ),
    ).toEqual([
      'nodes[0].meta.backgroundColor',
      'nodes[1].type',
      'nodes[2].data.label',
      'nodes[3].data.label',
      'edges[0].style["on load"]',
      'summaryGraph.text',
    ]);
  });
});
