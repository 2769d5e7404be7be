import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundedValue, shownValue, valueText } from '../../../src/balance/rules/node-figure.ts';
import { type FigureSource, nodeValues } from '../../../src/balance/rules/node-values.ts';
import type { GraphDocument } from '../../../src/balance/rules/types.ts';
import { figuresOf } from './figures.ts';
import { edge, graph, physical, virtual } from './graphs.ts';
import { runs } from '../../support/property-runs.ts';

const textsOf = (document: GraphDocument, source: FigureSource): Record<string, string | null> =>
  Object.fromEntries([...nodeValues(document, source).figures].map(([id, figure]) => [id, valueText(figure)]));

describe('the value of a node', () => {
  it('of a unit is its figure divided, to 2 decimals, with the unit as text', () => {
    expect(textsOf(graph({ physical: [physical('M1')] }), figuresOf({ M1: 1_235_182.6 }))).toEqual({
      M1: '1235.18 KL',
    });
  });

  it('is null without data, and without any edge', () => {
    const document = graph({ physical: [physical('SILENT'), physical('ALONE', { disabled: true })] });
    expect(textsOf(document, figuresOf({ SILENT: null, ALONE: 5000 }))).toEqual({ SILENT: null, ALONE: null });
  });

  it('of a level in metres is not divided', () => {
    expect(
      textsOf(
        graph({ physical: [physical('WELL')] }),
        figuresOf({ WELL: { value: -2.0662, siUnit: 'm', divisor: 1 } }),
      ),
    ).toEqual({ WELL: '-2.07 m' });
  });

  it('rounds halves away from zero, as the decimal that is written', () => {
    expect([1.005, -1.005, 2.675, 0.004, -0.004, null].map(roundedValue)).toEqual([1.01, -1.01, 2.68, 0, 0, null]);
  });

  describe('of a virtual node', () => {
    it('without formula and units is the sum of what flows into it, each source once', () => {
      // 1000 + 234 litres; IN2 flows in by two edges.
      const document = graph({
        physical: [physical('IN1'), physical('IN2'), physical('OUT')],
        virtual: [virtual('SUM')],
        edges: [edge('IN1', 'SUM'), edge('IN2', 'SUM'), { ...edge('IN2', 'SUM'), id: 'second' }, edge('SUM', 'OUT')],
      });
      expect(textsOf(document, figuresOf({ IN1: 1000, IN2: 234, OUT: 900 }))['SUM']).toBe('1.23 KL');
    });

    it('of silent sources is null, and of one that is silent the others', () => {
      const document = graph({
        physical: [physical('A'), physical('B')],
        virtual: [virtual('ALL'), virtual('NONE')],
        edges: [edge('A', 'ALL'), edge('B', 'ALL'), edge('B', 'NONE')],
      });
      expect(textsOf(document, figuresOf({ A: 1000, B: null }))).toMatchObject({ ALL: '1 KL', NONE: null });
    });

    it('is the sum of its units where it names some', () => {
      const document = graph({
        physical: [physical('A')],
        virtual: [virtual('SUM', { units: ['B', 'C'] })],
        edges: [edge('A', 'SUM')],
      });
      expect(textsOf(document, figuresOf({ A: 1, B: 2000, C: 3000 }))['SUM']).toBe('5 KL');
    });

    it('is its formula over nodes, units and sub-categories before all else', () => {
      // (2000 + 3000) + 500 - 400: node A, sub-category S (B and C), opening stock of T.
      const document = graph({
        physical: [physical('A')],
        virtual: [virtual('F', { calculations: '{S} + {A} - {T}#meta#openingStock', units: ['A'] })],
      });
      const source = figuresOf({ A: 500, B: 2000, C: 3000, T: { value: 350, openingStock: 400 } }, { S: ['B', 'C'] });
      expect(textsOf(document, source)['F']).toBe('5.1 KL');
    });

    it('may use virtual nodes that use virtual nodes, whichever comes first in the body', () => {
      const document = graph({
        virtual: [
          virtual('C', { calculations: '{B} * 2' }),
          virtual('B', { calculations: '{A} + 1000' }),
          virtual('A', { units: ['M'] }),
        ],
      });
      expect(textsOf(document, figuresOf({ M: 500 }))).toEqual({ A: '0.5 KL', B: '1.5 KL', C: '3 KL' });
    });

    it('counts an id that names nothing as 0, and is null where everything named is silent', () => {
      const document = graph({
        virtual: [
          virtual('GONE', { calculations: '{NOBODY}' }),
          virtual('PART', { calculations: '{A} + {NOBODY}' }),
          virtual('SILENT', { calculations: '{B} + 1' }),
        ],
      });
      expect(textsOf(document, figuresOf({ A: 1000, B: null }))).toEqual({ GONE: '0', PART: '1 KL', SILENT: null });
    });

    it('is null after a division by zero, and so is whatever uses it', () => {
      const document = graph({
        virtual: [
          virtual('OVER', { calculations: '{A} / ({A} - {A})' }),
          virtual('USER', { calculations: '{OVER} + {A}' }),
          virtual('SUM'),
        ],
        edges: [edge('OVER', 'SUM')],
      });
      expect(textsOf(document, figuresOf({ A: 1000 }))).toEqual({ OVER: null, USER: null, SUM: null });
    });

    it('is null where a unit has failed', () => {
      const document = graph({
        physical: [physical('V')],
        virtual: [virtual('SUM'), virtual('F', { calculations: '{V} + {A}' })],
        edges: [edge('V', 'SUM')],
      });
      expect(textsOf(document, figuresOf({ V: { value: null, failed: true }, A: 1000 }))).toMatchObject({
        SUM: null,
        F: null,
      });
    });

    it('is null when its parts add up to more than any number there is', () => {
      // 1e308 + 1e308 is beyond doubles.
      const most = `{A} * 1${'0'.repeat(305)}`;
      const document = graph({
        virtual: [
          virtual('P', { calculations: most }),
          virtual('Q', { calculations: most }),
          virtual('SUM'),
          virtual('USER', { calculations: '{SUM} + 1' }),
        ],
        edges: [edge('P', 'SUM'), edge('Q', 'SUM')],
      });
      expect(textsOf(document, figuresOf({ A: 1000 }))).toMatchObject({ SUM: null, USER: null });
    });

    it('uses a unit the same way when it has no node, and a node without edges', () => {
      const users = [virtual('F', { calculations: '{A} + {B}' }), virtual('U', { units: ['A', 'B'] })];
      const source = figuresOf({ A: 1000, B: 2000 });
      for (const nodes of [[], [physical('A', { disabled: true }), physical('B', { disabled: true })]]) {
        expect(textsOf(graph({ physical: nodes, virtual: users }), source)).toMatchObject({ F: '3 KL', U: '3 KL' });
      }
    });

    it('does not add litres to watt-hours', () => {
      const document = graph({ virtual: [virtual('MIXED', { units: ['W', 'E'] })] });
      expect(textsOf(document, figuresOf({ W: 1000, E: { value: 1000, siUnit: 'kWh' } }))['MIXED']).toBeNull();
    });

    it('whose formulas go round in a circle is 0, and the others go on', () => {
      const document = graph({
        virtual: [
          virtual('A', { calculations: '{B} + {M}' }),
          virtual('B', { calculations: '{A} * 2' }),
          virtual('C', { calculations: '{A} + {M}' }),
        ],
      });
      const { figures, circles } = nodeValues(document, figuresOf({ M: 7000 }));
      expect([...figures].map(([id, figure]) => [id, shownValue(figure)])).toEqual(
        expect.arrayContaining([
          ['A', 0],
          ['B', 0],
          ['C', 7],
        ]),
      );
      expect(circles).toEqual([['A', 'B']]);
    });

    it('has the unit of what it adds up, and none where quantities are divided or multiplied by one another', () => {
      const shareOf = (calculations: string) =>
        textsOf(
          graph({ virtual: [virtual('SHARE', { calculations: '{A} / {B}' }), virtual('F', { calculations })] }),
          figuresOf({ A: 4000, B: 2000, T: { value: null, openingStock: 3000 } }),
        )['F'];
      expect(
        [
          ['{A} * 0.5 - 1000', '1 KL'],
          ['({A} + {B}) / 2', '3 KL'],
          ['{A} / {B} * 1000', '2'],
          ['{A} * {B} / 1000', '8'],
          ['1000 / {A} * 4000', '1'],
          // A share of a quantity is a quantity again.
          ['{A} * {B} / {A}', '2 KL'],
          ['{SHARE} * {B}', '4 KL'],
          ['{NOBODY} + {A}', '4 KL'],
          ['{T}#meta#openingStock', '3 KL'],
        ]
          .map(([formula = '', text]) => [formula, shareOf(formula), text])
          .filter(([, found, text]) => found !== text),
      ).toEqual([]);
    });

    it('adds shares to shares, and none to litres; what is 0 for its circle adds nothing', () => {
      const [share, other] = [
        virtual('P', { calculations: '{A} / {B} * 1000' }),
        virtual('Q', { calculations: '{B} / {A} * 1000' }),
      ];
      const circle = [virtual('X', { calculations: '{Y}' }), virtual('Y', { calculations: '{X}' })];
      const sums = [
        edge('P', 'SHARES'),
        edge('Q', 'SHARES'),
        edge('P', 'MIXED'),
        edge('A', 'MIXED'),
        edge('A', 'SUM'),
        edge('B', 'SUM'),
        edge('X', 'SUM'),
        edge('X', 'ZERO'),
        edge('Y', 'ZERO'),
      ];
      const document = graph({
        physical: [physical('A'), physical('B')],
        virtual: [share, other, ...circle, ...['SHARES', 'MIXED', 'SUM', 'ZERO'].map((id) => virtual(id))],
        edges: sums,
      });
      expect(textsOf(document, figuresOf({ A: 4000, B: 2000 }))).toMatchObject({
        SHARES: '2.5',
        MIXED: null,
        SUM: '6 KL',
        ZERO: '0',
      });
    });

    it('of the form WATER_BALANCE on a summary page is in shown units already, elsewhere it is divided', () => {
      // 40 % of what came in: 2000 of 5000 litres.
      const ratio = { calculations: '{OUT} / {IN} * 100' };
      const document = graph({
        physical: [physical('IN'), physical('OUT')],
        virtual: [
          virtual('SHARE', { ...ratio, graphTag: 'summary' }, { type: 'WATER_BALANCE' }),
          virtual('SUM', { calculations: '{IN} + 1', graphTag: 'summary' }, { type: 'WATER_BALANCE' }),
          virtual('MAIN', { calculations: '{IN} + 1' }, { type: 'WATER_BALANCE' }),
        ],
      });
      expect(textsOf(document, figuresOf({ IN: 5000, OUT: 2000 }))).toMatchObject({
        SHARE: '40',
        SUM: '6 KL',
        MAIN: '5 KL',
      });
    });
  });

  describe('of a reference', () => {
    const chain = (length: number) =>
      graph({
        physical: [physical('M')],
        virtual: Array.from({ length }, (_, index) =>
          virtual(`R${index + 1}`, { referencedNodeId: index === 0 ? 'M' : `R${index}` }),
        ),
      });

    it('is that of the unit it leads to, five references deep', () => {
      expect(textsOf(chain(5), figuresOf({ M: 1500 }))['R5']).toBe('1.5 KL');
    });

    it('is followed for 10 references and no further', () => {
      const texts = textsOf(chain(11), figuresOf({ M: 1500 }));
      expect([texts['R10'], texts['R11']]).toEqual(['1.5 KL', null]);
    });

    it('to a unit without a node, or with one that has no edges, is that of the unit', () => {
      const document = graph({
        physical: [physical('ALONE', { disabled: true })],
        virtual: [virtual('R', { referencedNodeId: 'UNPLACED' }), virtual('Q', { referencedNodeId: 'ALONE' })],
      });
      expect(textsOf(document, figuresOf({ UNPLACED: 1000, ALONE: 2000 }))).toMatchObject({ R: '1 KL', Q: '2 KL' });
    });

    it('to nothing is null', () => {
      expect(textsOf(graph({ virtual: [virtual('R', { referencedNodeId: 'NOBODY' })] }), figuresOf({}))).toEqual({
        R: null,
      });
    });
  });

  it('never hangs, and does not depend on the order of nodes, whatever they use', () => {
    const ids = ['A', 'B', 'C', 'D', 'E', 'F'];
    const id = fc.constantFrom(...ids, 'M');
    const node = fc.oneof(
      fc.record({
        calculations: fc
          .tuple(id, fc.constantFrom('+', '-', '*', '/'), id)
          .map(([a, sign, b]) => `{${a}} ${sign} {${b}}`),
      }),
      fc.record({ referencedNodeId: id }),
      fc.constant({}),
    );
    const edges = fc.array(
      fc
        .tuple(id, id)
        .filter(([a, b]) => a !== b)
        .map(([a, b]) => edge(a, b)),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(fc.array(node, { minLength: 6, maxLength: 6 }), edges, (metas, given) => {
        const virtuals = ids.map((name, index) => virtual(name, metas[index]));
        const of = (nodes: typeof virtuals) =>
          textsOf(graph({ physical: [physical('M')], virtual: nodes, edges: given }), figuresOf({ M: 1234 }));
        expect(of(virtuals.toReversed())).toEqual(of(virtuals));
      }),
      { numRuns: runs(500) },
    );
  });
});
