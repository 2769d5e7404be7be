import type { ErrorDetail } from '../../kernel/errors.ts';
import { operandsOf } from '../../kernel/formula/evaluate.ts';
import { parseFormula } from '../../kernel/formula/parse.ts';
import { type Formula, FormulaError } from '../../kernel/formula/types.ts';
import { type Path, problem } from '../../kernel/problems.ts';
import { followReferences } from './references.ts';
import {
  companionIdOf,
  type CustomSummary,
  type GraphEdge,
  type GraphNode,
  type GraphPage,
  isForAllPages,
  MAX_REFERENCE_DEPTH,
  PHYSICAL_PAGE,
} from './types.ts';

/** A part of a body with its place there. */
export interface Placed<T> {
  readonly path: Path;
  readonly part: T;
}

interface Graph {
  readonly nodes: readonly Placed<GraphNode>[];
  readonly edges: readonly Placed<GraphEdge>[];
  readonly pages: readonly Placed<GraphPage>[];
}

/** Ids that a graph may name besides its own nodes. */
interface Surroundings {
  readonly isUnit: (id: string) => boolean;
  readonly isSubCategory: (id: string) => boolean;
  /** Whether the id is of a node or page of the body whose own mistakes are reported already. */
  readonly isUnreadNode: (id: string) => boolean;
  readonly isUnreadPage: (id: string) => boolean;
}

/** Mistakes of sense in a graph: unknown names, formulas that do not parse, references without end. */
export function graphProblems({ nodes, edges, pages }: Graph, around: Surroundings): ErrorDetail[] {
  const byId = new Map(nodes.map(({ part }) => [part.id, part]));
  const isNode = (id: string): boolean => byId.has(id) || around.isUnreadNode(id);
  const pageIds = [PHYSICAL_PAGE, ...pages.map(({ part }) => part.id)];
  const tags = new Set([...pageIds, ...pageIds.map(companionIdOf)]);
  const isPage = (id: string): boolean => tags.has(id) || around.isUnreadPage(id);
  return [
    ...nodes.flatMap((placed) => [
      ...kindProblems(placed, around),
      ...tagProblems(placed, isPage),
      ...unitProblems(placed, around),
      ...nodeFormulaProblems(placed, isNode, around),
      ...referenceProblems(placed, byId, around),
    ]),
    ...edges.flatMap((placed) => edgeProblems(placed, isNode)),
    ...pageProblems(pages),
  ];
}

const metaPath = (path: Path, field: string): Path => [...path, 'meta', field];

function kindProblems(
  { path, part: { id, nodeType, editmeta } }: Placed<GraphNode>,
  { isUnit }: Surroundings,
): ErrorDetail[] {
  if (nodeType !== 'physicalNode') return [];
  const onlyVirtual = 'none: only a virtual node has it';
  return [
    ...(isUnit(id) ? [] : [problem([...path, 'id'], id, 'a unit of the industry, because the node is physical')]),
    ...(editmeta.calculations === null
      ? []
      : [problem(metaPath(path, 'calculations'), editmeta.calculations, onlyVirtual)]),
    ...(editmeta.referencedNodeId === null
      ? []
      : [problem(metaPath(path, 'referencedNodeId'), editmeta.referencedNodeId, onlyVirtual)]),
    ...(editmeta.units.length === 0 ? [] : [problem(metaPath(path, 'units'), editmeta.units, onlyVirtual)]),
  ];
}

const tagProblems = (
  { path, part: { editmeta } }: Placed<GraphNode>,
  isPage: (id: string) => boolean,
): ErrorDetail[] =>
  editmeta.graphTag === null || isPage(editmeta.graphTag)
    ? []
    : [
        problem(
          metaPath(path, 'graphTag'),
          editmeta.graphTag,
          `the id of a page of metadata.pages, its summary page, or '${PHYSICAL_PAGE}'`,
        ),
      ];

const unitProblems = ({ path, part: { editmeta } }: Placed<GraphNode>, { isUnit }: Surroundings): ErrorDetail[] =>
  editmeta.units.flatMap((unitId, index) =>
    isUnit(unitId) ? [] : [problem([...metaPath(path, 'units'), index], unitId, 'a unit of the industry')],
  );

function nodeFormulaProblems(
  { path, part }: Placed<GraphNode>,
  isNode: (id: string) => boolean,
  { isUnit, isSubCategory }: Surroundings,
): ErrorDetail[] {
  const { calculations } = part.editmeta;
  if (calculations === null || part.nodeType === 'physicalNode') return [];
  const field = metaPath(path, 'calculations');
  const formula = parsed(field, calculations);
  if (Array.isArray(formula)) return formula;
  const { ids, openingStockIds } = operandsOf(formula);
  const isOfIndustry = (id: string): boolean => isUnit(id) || isSubCategory(id);
  const ofIndustry = 'a unit or a sub-category of the industry';
  return [
    ...ids
      .filter((id) => !isNode(id) && !isOfIndustry(id))
      .map((id) => problem(field, `{${id}}`, `a node of the graph, ${ofIndustry}`)),
    ...openingStockIds
      .filter((id) => !isOfIndustry(id))
      .map((id) => problem(field, `{${id}}#meta#openingStock`, ofIndustry)),
  ];
}

/** The parsed formula, or its mistakes. */
function parsed(field: Path, text: string): Formula | ErrorDetail[] {
  try {
    return parseFormula(text);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return [problem(field, text, `${error.allowed} at position ${error.position}, where ${error.found} was found`)];
  }
}

/** Number of ids of a chain that a message names. */
const SHOWN_STEPS = 15;

function referenceProblems(
  { path, part }: Placed<GraphNode>,
  nodes: ReadonlyMap<string, GraphNode>,
  { isUnit, isUnreadNode }: Surroundings,
): ErrorDetail[] {
  const { referencedNodeId } = part.editmeta;
  if (referencedNodeId === null || part.nodeType === 'physicalNode') return [];
  const field = metaPath(path, 'referencedNodeId');
  const end = followReferences(part, nodes, isUnit);
  const chain = end.path.slice(0, SHOWN_STEPS).join(' -> ') + (end.path.length > SHOWN_STEPS ? ' -> ..' : '');
  if (end.kind === 'tooDeep') {
    const allowed = `a chain of at most ${MAX_REFERENCE_DEPTH} references, this one has ${end.path.length - 1}: ${chain}`;
    return [problem(field, referencedNodeId, allowed)];
  }
  // The mistake is reported at each node of the circle, not at nodes that only lead to it.
  if (end.kind === 'circle' && end.path.at(-1) === part.id) {
    return [problem(field, referencedNodeId, `a node that does not lead back: ${chain}`)];
  }
  // The mistake is reported at the node that names the unknown id.
  const isOwn = end.kind === 'unknown' && end.path.length === 2 && !isUnreadNode(referencedNodeId);
  return isOwn ? [problem(field, referencedNodeId, 'a node of the graph or a unit of the industry')] : [];
}

function edgeProblems(
  { path, part: { source, target } }: Placed<GraphEdge>,
  isNode: (id: string) => boolean,
): ErrorDetail[] {
  const ends = [
    ['source', source],
    ['target', target],
  ] as const;
  const unknown = ends.flatMap(([end, id]) => (isNode(id) ? [] : [problem([...path, end], id, 'a node of the graph')]));
  return source === target
    ? [...unknown, problem([...path, 'target'], target, 'another node than the source')]
    : unknown;
}

function pageProblems(pages: readonly Placed<GraphPage>[]): ErrorDetail[] {
  const seen = new Set<string>();
  return pages.flatMap(({ path, part: { id } }) => {
    if (seen.has(id)) return [problem([...path, 'id'], id, 'an id that no other page has')];
    seen.add(id);
    return [];
  });
}

/**
 * Mistakes of a custom summary: its formulas have to parse. An unknown id counts as 0 in them (specification, User:
 * water balance, rule 7).
 */
export function summaryProblems(summary: CustomSummary): ErrorDetail[] {
  const lists = isForAllPages(summary)
    ? [{ path: ['customSummary'], entries: summary }]
    : Object.entries(summary).map(([pageId, entries]) => ({ path: ['customSummary', pageId], entries }));
  return lists.flatMap(({ path, entries }) =>
    entries.flatMap(({ calculations }, index) => {
      const field = [...path, index, 'calculations'];
      const formula = parsed(field, calculations);
      return Array.isArray(formula) ? formula : [];
    }),
  );
}
