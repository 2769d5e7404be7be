import fc from 'fast-check';

/** Units and sub-categories of the plant that the bodies speak of. */
export const PLANT_PARTS = {
  units: { M1: {}, M2: {}, M3: { formula: '{M1}' } },
  categoriesV2: { ID_SOURCE: { subCategories: { BORES: ['M1', 'M2'] } } },
} as const;

const VIRTUAL_IDS = ['A', 'B', 'C', 'D', 'E', 'F'];
const NODE_IDS = [...VIRTUAL_IDS, 'M1', 'M2', 'M3'];
const PAGES = ['raw', 'reuse'];

const anyNodeId = fc.constantFrom(...NODE_IDS);
const anyText = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((text) => text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text));
const anyPlace = fc.record({
  x: fc.integer({ min: -900, max: 900 }).map((hundredths) => hundredths / 8),
  y: fc.integer({ min: -500, max: 500 }),
});
const anyFormula = fc
  .array(
    fc.oneof(
      anyNodeId.map((id) => `{${id}}`),
      fc.constantFrom('{BORES}', 'ADD_ALL', '{M1}#meta#openingStock', '2.5'),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((operands) => operands.join(' - '));
const anyTag = fc.constantFrom(null, 'physical', 'summary', ...PAGES, 'raw_summary');

/** References go up the list of ids only, so they never lead back. */
const referenceOf = (id: string): fc.Arbitrary<string | null> =>
  fc.constantFrom(null, 'M1', ...VIRTUAL_IDS.slice(VIRTUAL_IDS.indexOf(id) + 1));

const anyVirtual = fc.constantFrom(...VIRTUAL_IDS).chain((id) =>
  fc.record(
    {
      id: fc.constant(id),
      nodeType: fc.constant('virtualNode'),
      position: anyPlace,
      type: fc.constantFrom('RECTANGLE', 'OVAL', 'WATER_BALANCE'),
      data: fc.record({ label: anyText, rotation: fc.integer({ min: -360, max: 360 }) }),
      meta: fc.record(
        {
          graphTag: anyTag,
          isConsumption: fc.boolean(),
          limit: fc.option(fc.integer({ min: 1, max: 9 })),
          backgroundColor: fc.constantFrom(null, '#fff'),
          units: fc.subarray(['M1', 'M2']),
          calculations: fc.option(anyFormula),
          referencedNodeId: referenceOf(id),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['id', 'nodeType'] },
  ),
);

const anyPhysical = fc.record(
  {
    id: fc.constantFrom('M1', 'M2', 'M3'),
    nodeType: fc.constant('physicalNode'),
    position: anyPlace,
    meta: fc.record({ graphTag: anyTag, isConsumption: fc.boolean() }, { requiredKeys: [] }),
  },
  { requiredKeys: ['id'] },
);

/** Every node that edges and formulas may name, in any order, some of them given twice. */
const anyNodes = fc
  .tuple(
    fc.array(fc.oneof(anyVirtual, anyPhysical), { maxLength: 12 }),
    fc.shuffledSubarray(NODE_IDS, { minLength: NODE_IDS.length }),
  )
  .map(([nodes, ids]) => [...ids.map((id) => ({ id })), ...nodes]);

const anyEdges = fc.array(
  fc
    .tuple(fc.nat(9), anyNodeId, anyNodeId, fc.array(anyPlace, { maxLength: 2 }))
    .filter(([, source, target]) => source !== target)
    .map(([number, source, target, controlPoints]) => ({
      id: `e${number}`,
      source,
      target,
      sourceHandle: 'right',
      data: { controlPoints },
      markerEnd: { type: 'arrowclosed' },
      style: { stroke: '#08c', strokeWidth: 2 },
    })),
  { maxLength: 10 },
);

/**
 * Bodies of the graph editor without a mistake: circles of formulas and edges, references in chains, ids that come
 * twice.
 */
export const anyBody = fc.record({
  nodes: anyNodes,
  edges: anyEdges,
  metadata: fc.record({ pages: fc.constant(PAGES.map((id, order) => ({ id, displayName: id, order, icon: null }))) }),
  customSummary: fc.constantFrom(undefined, [{ displayName: 'All', calculations: '{A} + {GONE}' }], {
    raw: [{ id: 's', displayName: 'Raw', calculations: '{M1}', siUnit: 'KL' }],
  }),
  summaryGraph: fc.constantFrom(undefined, { nodes: [1, null] }),
});
