import { subCategoryUnits } from '../../kernel/industry/industry.ts';
import {
  balanceParts,
  type BalanceParts,
  consumptionCategories,
  type Plant,
  rawStockCategories,
  sourceCategories,
  termsOf,
} from './propose-parts.ts';
import { storedFormula } from './node-uses.ts';
import { parseGraph } from './parse-graph.ts';
import { companionIdOf, GRAPH_LIMITS, type GraphDocument, PHYSICAL_PAGE, type Point } from './types.ts';

/** An id and its place on the canvas. */
interface Place {
  readonly id: string;
  readonly position: Point;
}

const COLUMN = 320;
const ROW = 120;
const PER_ROW = 5;

/** Places of lists side by side, each in the middle of the longest list's height. Empty lists take no room. */
function inColumns(lists: readonly (readonly string[])[]): readonly Place[] {
  const filled = lists.filter((ids) => ids.length > 0);
  const rows = Math.max(0, ...filled.map((ids) => ids.length));
  return filled.flatMap((ids, column) =>
    ids.map((id, row) => ({ id, position: { x: column * COLUMN, y: ((rows - ids.length) / 2 + row) * ROW } })),
  );
}

/** Places in rows of five, below all given places. */
function below(places: readonly Place[], ids: readonly string[]): readonly Place[] {
  const top = Math.max(-ROW, ...places.map(({ position }) => position.y)) + 2 * ROW;
  return inRows(ids).map(({ id, position }) => ({
    id,
    position: { x: position.x, y: position.y + (places.length === 0 ? 0 : top) },
  }));
}

const inRows = (ids: readonly string[]): readonly Place[] =>
  ids.map((id, index) => ({ id, position: { x: (index % PER_ROW) * COLUMN, y: Math.floor(index / PER_ROW) * ROW } }));

interface DraftEdge {
  readonly source: string;
  readonly target: string;
  readonly isDown?: boolean;
}

/** A page of the draft, in the form of a body of the graph editor. */
interface DraftPage {
  readonly id: string;
  readonly displayName: string;
  readonly nodes: readonly { readonly id: string }[];
  readonly edges: readonly DraftEdge[];
}

/**
 * A first graph of an industry from its categories and virtual units: sources on the left, virtual units in the middle,
 * consumption on the right, stocks below, edges along the formulas. Units without a part in the water balance are on a
 * page of their own. Spec gap: the draft is an addition.
 */
export function proposeGraph(industry: Plant): GraphDocument {
  const parts = balanceParts(industry);
  const balance = [waterPage(industry, parts), summaryPage(industry, parts)].filter((page) => page !== null);
  const placed = new Set(balance.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  const others = othersPage([...industry.units.keys()].filter((unitId) => !placed.has(unitId)));
  const pages = [...balance, others].filter(({ nodes }) => nodes.length > 0);
  const edges = new Map(
    pages.flatMap((page) => page.edges).map((edge) => [JSON.stringify([edge.source, edge.target]), edge]),
  );
  return parseGraph(
    {
      nodes: pages.flatMap(({ nodes }) => nodes),
      edges: [...edges.values()].slice(0, GRAPH_LIMITS.edges).map(({ source, target, isDown = false }, index) => ({
        id: `edge-${index + 1}`,
        source,
        target,
        sourceHandle: isDown ? 'bottom' : 'right',
        targetHandle: isDown ? 'top' : 'left',
        markerEnd: { type: 'arrowclosed' },
      })),
      metadata: { pages: pages.map(({ id, displayName }, order) => ({ id, displayName, order })) },
    },
    industry,
  );
}

const physicalNode = (graphTag: string, { id, position }: Place, isConsumption = false) => ({
  id,
  position,
  nodeType: 'physicalNode',
  meta: { graphTag, isConsumption },
});

const virtualNode = (graphTag: string, { id, position }: Place, label: string, calculations: string | null = null) => ({
  id,
  position,
  nodeType: 'virtualNode',
  type: 'RECTANGLE',
  data: { label, rotation: 0 },
  meta: { graphTag, calculations },
});

/** An id that no unit and no sub-category has, because formulas would take the node for either. */
const freeId = (industry: Plant, wanted: string): string =>
  industry.units.has(wanted) || subCategoryUnits(industry).has(wanted) ? freeId(industry, `${wanted}_`) : wanted;

function waterPage(industry: Plant, parts: BalanceParts): DraftPage | null {
  const { sources, consumers, stocks, sums, feeders, operandsOf } = parts;
  if (sources.length + consumers.length + stocks.length === 0) return null;
  const isSumOf = (unitId: string, all: readonly string[]): boolean => {
    const operands = operandsOf(unitId);
    return all.length > 0 && operands.length === all.length && new Set(all).isSubsetOf(new Set(operands));
  };
  const supply = sums.find((unitId) => isSumOf(unitId, sources));
  const demand = sums.find((unitId) => unitId !== supply && isSumOf(unitId, consumers));
  // A node adds up all sources when no virtual unit does.
  const hub = supply ?? freeId(industry, 'DISTRIBUTION');
  const middle = [hub, ...sums.filter((unitId) => unitId !== supply && unitId !== demand)];
  const columns = inColumns([feeders, sources, middle, demand === undefined ? [] : [demand], consumers]);
  const isConsumer = new Set(consumers);
  // Water flows into a sum of sources, and out of a sum of consumers.
  const along = [...sums, ...sources, ...consumers].flatMap((unitId) =>
    operandsOf(unitId).map((operand): DraftEdge =>
      isConsumer.has(operand) && !isConsumer.has(unitId)
        ? { source: unitId, target: operand }
        : { source: operand, target: unitId },
    ),
  );
  return {
    id: PHYSICAL_PAGE,
    displayName: 'Water balance',
    nodes: [...columns, ...below(columns, stocks)].map((place) =>
      industry.units.has(place.id)
        ? physicalNode(PHYSICAL_PAGE, place, isConsumer.has(place.id))
        : virtualNode(PHYSICAL_PAGE, place, 'Distribution'),
    ),
    edges: [
      ...sources.map((source): DraftEdge => ({ source, target: hub })),
      ...(demand === undefined ? [] : [{ source: hub, target: demand }]),
      ...consumers.map((target): DraftEdge => ({ source: demand ?? hub, target })),
      ...stocks.map((target): DraftEdge => ({ source: hub, target, isDown: true })),
      ...along,
    ],
  };
}

/** The companion page with inflow, outflow, change of stock and difference. */
function summaryPage(industry: Plant, { sources, consumers }: BalanceParts): DraftPage | null {
  if (sources.length === 0 || consumers.length === 0) return null;
  const id = companionIdOf(PHYSICAL_PAGE);
  const sum = (terms: readonly string[], suffix = ''): string => terms.map((term) => `{${term}}${suffix}`).join(' + ');
  const stockTerms = termsOf(industry, rawStockCategories(industry));
  const lines = [
    {
      id: freeId(industry, 'SUMMARY_INFLOW'),
      label: 'Inflow',
      formula: sum(termsOf(industry, sourceCategories(industry))),
    },
    {
      id: freeId(industry, 'SUMMARY_OUTFLOW'),
      label: 'Outflow',
      formula: sum(termsOf(industry, consumptionCategories(industry))),
    },
    ...(stockTerms.length === 0
      ? []
      : [
          {
            id: freeId(industry, 'SUMMARY_STOCK_CHANGE'),
            label: 'Stock change',
            formula: `${sum(stockTerms)} - (${sum(stockTerms, '#meta#openingStock')})`,
          },
        ]),
  ];
  // A sum with more terms than a formula may hold is left out, because a shortened one would be wrong.
  if (lines.some(({ formula }) => storedFormula(formula) === null)) return null;
  const rest = {
    id: freeId(industry, 'SUMMARY_UNACCOUNTED'),
    label: 'Unaccounted',
    formula: lines.map((line) => `{${line.id}}`).join(' - '),
  };
  const all = [...lines, rest];
  return {
    id,
    displayName: 'Summary',
    nodes: inColumns([lines.map((line) => line.id), [rest.id]]).flatMap((place) =>
      all.filter((line) => line.id === place.id).map(({ label, formula }) => virtualNode(id, place, label, formula)),
    ),
    edges: lines.map((line) => ({ source: line.id, target: rest.id })),
  };
}

function othersPage(unitIds: readonly string[]): DraftPage {
  const id = 'others';
  return { id, displayName: 'Other meters', nodes: inRows(unitIds).map((place) => physicalNode(id, place)), edges: [] };
}
