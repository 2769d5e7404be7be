import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphAnswer } from '../../../src/balance/rules/graph-answer.ts';
import { proposeGraph } from '../../../src/balance/rules/propose.ts';
import { parseGraph } from '../../../src/balance/rules/parse-graph.ts';
import { type GraphDocument, nodesOf, pageIdOf } from '../../../src/balance/rules/types.ts';
import { plant } from './plant.ts';

const water = (subCategories: Readonly<Record<string, readonly string[]>>) => ({ subCategories });
const stock = (subCategories: Readonly<Record<string, readonly string[]>>) => ({
  standardCategoryId: 'STOCK_CATEGORY',
  subCategories,
});

const arrows = (graph: GraphDocument): string[] => graph.edges.map(({ source, target }) => `${source} > ${target}`);
const onPage = (graph: GraphDocument, page: string): string[] =>
  nodesOf(graph)
    .filter((node) => pageIdOf(node) === page)
    .map(({ id }) => id);
const placeOf = (graph: GraphDocument, id: string) =>
  nodesOf(graph).find((node) => node.id === id)?.position ?? { x: Number.NaN, y: Number.NaN };
const formulaOf = (graph: GraphDocument, id: string) =>
  graph.nodes.virtualNodes.find((node) => node.id === id)?.editmeta.calculations;

const works = plant({
  units: {
    BORE: {},
    TOWN: {},
    HALL_1: {},
    HALL_2: {},
    POND: { category: 'STOCK_CATEGORY' },
    PUMP: { category: 'ENERGY_CATEGORY' },
  },
  categoriesV2: {
    ID_SOURCE: water({ BORES: ['BORE'], MAINS: ['TOWN'] }),
    ID_CONSUMPTION: water({ HALLS: ['HALL_1', 'HALL_2'] }),
    ID_RAW_WATER_STOCK: stock({ PONDS: ['POND'] }),
  },
});

describe('a proposed graph', () => {
  it('leads from sources through a node that adds them up to consumption and stocks', () => {
    expect(arrows(proposeGraph(works)).filter((arrow) => !arrow.startsWith('SUMMARY'))).toEqual([
      'BORE > DISTRIBUTION',
      'TOWN > DISTRIBUTION',
      'DISTRIBUTION > HALL_1',
      'DISTRIBUTION > HALL_2',
      'DISTRIBUTION > POND',
    ]);
  });

  it('has sources on the left, consumption on the right, stocks below', () => {
    const graph = proposeGraph(works);
    const [bore, hub, hall, pond] = ['BORE', 'DISTRIBUTION', 'HALL_1', 'POND'].map((id) => placeOf(graph, id));
    expect([
      (bore?.x ?? 0) < (hub?.x ?? 0),
      (hub?.x ?? 0) < (hall?.x ?? 0),
      (pond?.y ?? 0) > Math.max(bore?.y ?? 0, hub?.y ?? 0, hall?.y ?? 0),
    ]).toEqual([true, true, true]);
  });

  it('marks consumption, and nothing else', () => {
    expect(
      nodesOf(proposeGraph(works))
        .filter(({ editmeta }) => editmeta.isConsumption)
        .map(({ id }) => id),
    ).toEqual(['HALL_1', 'HALL_2']);
  });

  it('sums up inflow, outflow, change of stock and the rest on a page beside, by sub-categories', () => {
    const graph = proposeGraph(works);
    expect(graph.metadata.pages.map(({ id }) => id)).toEqual(['physical', 'summary', 'others']);
    expect(onPage(graph, 'summary').map((id) => [id, formulaOf(graph, id)])).toEqual([
      ['SUMMARY_INFLOW', '{BORES} + {MAINS}'],
      ['SUMMARY_OUTFLOW', '{HALLS}'],
      ['SUMMARY_STOCK_CHANGE', '{PONDS} - ({PONDS}#meta#openingStock)'],
      ['SUMMARY_UNACCOUNTED', '{SUMMARY_INFLOW} - {SUMMARY_OUTFLOW} - {SUMMARY_STOCK_CHANGE}'],
    ]);
  });

  it('takes the change of raw water only, as the balance does; tanks of recycled water stand below all the same', () => {
    const reuse = plant({
      units: { BORE: {}, HALL: {}, POND: { category: 'STOCK_CATEGORY' }, CISTERN: { category: 'STOCK_CATEGORY' } },
      categoriesV2: {
        ID_SOURCE: water({ IN: ['BORE'] }),
        ID_CONSUMPTION: water({ OUT: ['HALL'] }),
        ID_RAW_WATER_STOCK: stock({ RAW: ['POND'] }),
        ID_RECYCLED_WATER_STOCK: stock({ REUSED: ['CISTERN'] }),
      },
    });
    const withoutPond = {
      ...reuse,
      categories: {
        ...reuse.categories,
        categoriesV2: new Map([...reuse.categories.categoriesV2].filter(([key]) => key !== 'ID_RAW_WATER_STOCK')),
      },
    };
    expect([reuse, withoutPond].map((industry) => formulaOf(proposeGraph(industry), 'SUMMARY_STOCK_CHANGE'))).toEqual([
      '{RAW} - ({RAW}#meta#openingStock)',
      undefined,
    ]);
    expect(arrows(proposeGraph(reuse))).toContain('DISTRIBUTION > CISTERN');
    expect(formulaOf(proposeGraph(withoutPond), 'SUMMARY_UNACCOUNTED')).toBe('{SUMMARY_INFLOW} - {SUMMARY_OUTFLOW}');
  });

  it('puts what has no part in the balance on a page of its own', () => {
    expect(onPage(proposeGraph(works), 'others')).toEqual(['PUMP']);
  });

  it('takes a virtual unit that adds up the sources, or consumption, for the node that does', () => {
    const { units, categories, industryId } = works;
    const more = plant({
      units: {
        SUPPLY: { formula: '{BORES} + {TOWN}' },
        USE: { formula: '{HALL_2} + {HALL_1}' },
        LOSS: { formula: '{SUPPLY} - {USE} + {RAIN}' },
        RAIN: {},
        POWER: { formula: '{PUMP}' },
      },
    });
    const graph = proposeGraph({ industryId, categories, units: new Map([...units, ...more.units]) });
    expect(arrows(graph).filter((arrow) => !arrow.startsWith('SUMMARY'))).toEqual([
      'BORE > SUPPLY',
      'TOWN > SUPPLY',
      'SUPPLY > USE',
      'USE > HALL_1',
      'USE > HALL_2',
      'SUPPLY > POND',
      'SUPPLY > LOSS',
      'USE > LOSS',
      'RAIN > LOSS',
    ]);
    expect([onPage(graph, 'others'), placeOf(graph, 'RAIN').x]).toEqual([['PUMP', 'POWER'], 0]);
  });

  it('falls back to the categories of the first generation', () => {
    const { units } = works;
    const old = {
      categoryKey: 'sourceCategory',
      standardCategoryId: 'sourceCategory',
      subCategories: [{ id: 'S', displayName: 'S', units: ['BORE', 'REMOVED'] }],
    };
    const graph = proposeGraph({
      industryId: 'PLANT',
      units,
      categories: {
        categories: new Map([['sourceCategory', old]]),
        categoriesV2: new Map(),
        standardCategories: new Map(),
      },
    });
    expect([arrows(graph), onPage(graph, 'physical')]).toEqual([['BORE > DISTRIBUTION'], ['BORE', 'DISTRIBUTION']]);
  });

  it('names units where a sub-category would count one twice, or means a unit', () => {
    const twice = plant({
      units: { A: {}, B: {}, C: {} },
      categoriesV2: { ID_SOURCE: water({ X: ['A'], Y: ['A', 'B'] }), ID_CONSUMPTION: water({ A: ['C'] }) },
    });
    const graph = proposeGraph(twice);
    expect([formulaOf(graph, 'SUMMARY_INFLOW'), formulaOf(graph, 'SUMMARY_OUTFLOW')]).toEqual(['{A} + {B}', '{C}']);
  });

  it('has no summary of more than a formula holds', () => {
    const names = Array.from({ length: 600 }, (_, index) => `M${index}`);
    const many = plant({
      units: Object.fromEntries([...names, 'USE'].map((id) => [id, {}])),
      categoriesV2: { ID_SOURCE: water({ X: names, Y: names }), ID_CONSUMPTION: water({ Z: ['USE'] }) },
    });
    expect(proposeGraph(many).metadata.pages.map(({ id }) => id)).toEqual(['physical']);
  });

  it('takes no id that a unit or a sub-category has', () => {
    const named = plant({
      units: { DISTRIBUTION: {}, USE: {} },
      categoriesV2: { ID_SOURCE: water({ SUMMARY_INFLOW: ['DISTRIBUTION'] }), ID_CONSUMPTION: water({ Z: ['USE'] }) },
    });
    const graph = proposeGraph(named);
    expect(arrows(graph).slice(0, 2)).toEqual(['DISTRIBUTION > DISTRIBUTION_', 'DISTRIBUTION_ > USE']);
    expect(formulaOf(graph, 'SUMMARY_INFLOW_')).toBe('{SUMMARY_INFLOW}');
  });

  it('of an industry without units is empty', () => {
    expect(proposeGraph(plant({ units: {} }))).toMatchObject({
      edges: [],
      nodes: { physicalNodes: [], virtualNodes: [] },
      metadata: { pages: [] },
    });
  });

  it('can be posted as it is, whatever the industry', () => {
    const ids = ['A', 'B', 'C', 'D', 'E', 'DISTRIBUTION'];
    const anyUnits = fc.dictionary(
      fc.constantFrom(...ids),
      fc.oneof(
        fc.constantFrom({}, { category: 'STOCK_CATEGORY' }, { category: 'ENERGY_CATEGORY' }),
        fc
          .array(fc.constantFrom(...ids, 'X', 'Y', 'GONE'), { minLength: 1, maxLength: 3 })
          .map((operands) => ({ formula: operands.map((id) => `{${id}}`).join(' - ') })),
      ),
    );
    const anySubs = fc
      .dictionary(fc.constantFrom('X', 'Y', 'A'), fc.array(fc.constantFrom(...ids, 'GONE'), { maxLength: 4 }))
      .map(water);
    const anyCategories = fc.dictionary(
      fc.constantFrom('ID_SOURCE', 'ID_CONSUMPTION', 'ID_RAW_WATER_STOCK', 'ID_RECYCLED_WATER_STOCK'),
      anySubs,
    );
    fc.assert(
      fc.property(anyUnits, anyCategories, (units, categoriesV2) => {
        const industry = plant({ units, categoriesV2 });
        const draft = proposeGraph(industry);
        expect(parseGraph(JSON.parse(JSON.stringify(graphAnswer(draft, industry.units))), industry)).toEqual(draft);
        // Nothing is left to be placed.
        expect(draft.nodes.physicalNodes.map(({ id }) => id).toSorted()).toEqual([...industry.units.keys()].toSorted());
        expect(
          new Set(nodesOf(draft).map((node) => `${pageIdOf(node)} ${node.position.x} ${node.position.y}`)).size,
        ).toBe(nodesOf(draft).length);
      }),
    );
  });
});
