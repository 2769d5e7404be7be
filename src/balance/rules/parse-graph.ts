import type { z } from 'zod';
import type { ErrorDetail } from '../../kernel/errors.ts';
import { type Industry, subCategoryUnits } from '../../kernel/industry/industry.ts';
import { isObject } from '../../kernel/json.ts';
import { type Path, problem, refusal, shapeProblems, storageProblems } from '../../kernel/problems.ts';
import {
  customSummaryBody,
  edgeBody,
  type EdgeBody,
  nodeBody,
  type NodeBody,
  pageBody,
  type PageBody,
} from './body-schema.ts';
import { PLAIN_META, subGraphsOf, positionOf } from './graph.ts';
import { graphProblems, type Placed, summaryProblems } from './graph-checks.ts';
import {
  type CustomSummary,
  GRAPH_LIMITS,
  type GraphDocument,
  type GraphEdge,
  type GraphNode,
  type GraphPage,
  type NodeMeta,
  type SummaryGraph,
} from './types.ts';

/** Parts of a body: those that can be read, the ids of the others, and the mistakes of the others. */
interface Parts<T> {
  readonly read: readonly Placed<T>[];
  /** Ids of parts with mistakes. A name that leads to one of them is no further mistake. */
  readonly unread: ReadonlySet<string>;
  readonly problems: readonly ErrorDetail[];
}

const MAX_SUMMARY_GRAPH_BYTES = 262_144;

/**
 * Reads a body of POST graphEditor as the document to store (specification, User: water balance). Of nodes or edges
 * with the same id the last one counts. Fields that follow from edges are written into the nodes.
 * @throws ServiceError 1430 with every mistake of shape and sense, each with its path in the body. Spec gap: the
 * specification does not say what is a mistake (docs/reference/api-choices.md).
 */
export function parseGraph(
  body: unknown,
  industry: Pick<Industry, 'industryId' | 'units' | 'categories'>,
): GraphDocument {
  const given = isObject(body) ? body : {};
  const metadata = given['metadata'] ?? {};
  const pagesPath = ['metadata', 'pages'];
  const nodes = readParts(given['nodes'], ['nodes'], GRAPH_LIMITS.nodes + industry.units.size, nodeBody);
  const edges = readParts(given['edges'], ['edges'], GRAPH_LIMITS.edges, edgeBody);
  const pages = readParts(isObject(metadata) ? (metadata['pages'] ?? []) : [], pagesPath, GRAPH_LIMITS.pages, pageBody);
  const summary = readSummary(given['customSummary']);

  const kinds = lastOfEachId(nodes.read).map(({ path, part }) => ({ path, part: nodeOf(part, industry) }));
  const links = lastOfEachId(edges.read).map(({ path, part }) => ({ path, part: edgeOf(part) }));
  const listed = pages.read.map(({ path, part }, index) => ({ path, part: pageOf(part, index) }));
  const subCategories = subCategoryUnits(industry);
  const problems = [
    ...(isObject(body) ? [] : [problem(['body'], body, 'an object')]),
    ...(isObject(metadata) ? [] : [problem(['metadata'], metadata, 'an object')]),
    ...nodes.problems,
    ...edges.problems,
    ...pages.problems,
    ...summary.problems,
    ...summaryGraphProblems(given['summaryGraph']),
    ...graphProblems(
      { nodes: kinds, edges: links, pages: listed },
      {
        isUnit: (id) => industry.units.has(id),
        isSubCategory: (id) => subCategories.has(id),
        isUnreadNode: (id) => nodes.unread.has(id),
        isUnreadPage: (id) => pages.unread.has(id),
      },
    ),
  ];
  if (problems.length > 0) throw refusal(problems);

  const summaryGraph = given['summaryGraph'];
  const placeOf = subGraphsOf(
    kinds.map(({ part }) => part.id),
    links.map(({ part }) => part),
  );
  const placed = kinds.map(({ part }): GraphNode => ({ ...part, editmeta: { ...part.editmeta, ...placeOf(part.id) } }));
  return {
    id: `WATERBALANCE_${industry.industryId}`,
    industryId: industry.industryId,
    type: 'waterBalance',
    edges: links.map(({ part }) => part),
    nodes: {
      physicalNodes: placed.filter((node) => node.nodeType === 'physicalNode'),
      virtualNodes: placed.filter((node) => node.nodeType === 'virtualNode'),
    },
    metadata: { pages: listed.map(({ part }) => part) },
    ...(summary.read === null ? {} : { customSummary: summary.read }),
    // The schema has checked that it is a list or an object of storable JSON.
    ...(summaryGraph === undefined || summaryGraph === null ? {} : { summaryGraph: summaryGraph as SummaryGraph }),
  };
}

/**
 * Reads a list part by part, so that the mistakes of one part hide none of another. A list that is too long is not
 * read.
 */
function readParts<S extends z.ZodType>(list: unknown, path: Path, most: number, schema: S): Parts<z.infer<S>> {
  if (!Array.isArray(list)) return { read: [], unread: new Set(), problems: [problem(path, list, 'a list')] };
  if (list.length > most) {
    const tooMany = { field: path.join('.'), problem: `has ${list.length} entries, allowed are ${most}` };
    return { read: [], unread: new Set(), problems: [tooMany] };
  }
  const read: Placed<z.infer<S>>[] = [];
  const unread = new Set<string>();
  const problems: ErrorDetail[] = [];
  for (const [index, part] of list.entries()) {
    const parsed = schema.safeParse(part, { reportInput: true });
    if (parsed.success) {
      read.push({ path: [...path, index], part: parsed.data });
    } else {
      problems.push(
        ...shapeProblems(parsed.error.issues.map((issue) => ({ ...issue, path: [...path, index, ...issue.path] }))),
      );
      if (isObject(part) && typeof part['id'] === 'string') unread.add(part['id']);
    }
  }
  return { read, unread, problems };
}

function readSummary(given: unknown): {
  readonly read: CustomSummary | null;
  readonly problems: readonly ErrorDetail[];
} {
  if (given === undefined || given === null) return { read: null, problems: [] };
  const parsed = customSummaryBody.safeParse(given, { reportInput: true });
  if (parsed.success) return { read: parsed.data, problems: summaryProblems(parsed.data) };
  const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ['customSummary', ...issue.path] }));
  return { read: null, problems: shapeProblems(issues) };
}

function summaryGraphProblems(given: unknown): readonly ErrorDetail[] {
  if (given === undefined || given === null) return [];
  if (typeof given !== 'object') return [problem(['summaryGraph'], given, 'an object or a list')];
  const bytes = Buffer.byteLength(JSON.stringify(given));
  if (bytes > MAX_SUMMARY_GRAPH_BYTES)
    return [{ field: 'summaryGraph', problem: `has ${bytes} bytes, allowed are ${MAX_SUMMARY_GRAPH_BYTES}` }];
  return storageProblems(given, ['summaryGraph']);
}

/** The last part of each id, in that part's place. */
function lastOfEachId<T extends { readonly id: string }>(parts: readonly Placed<T>[]): readonly Placed<T>[] {
  const last = new Map(parts.map((placed) => [placed.part.id, placed]));
  return parts.filter((placed) => last.get(placed.part.id) === placed);
}

/**
 * Kind of a node. Spec gap: a node without a kind is physical when its id is a unit of the industry, otherwise virtual.
 */
function nodeOf(body: NodeBody, { industryId, units }: Pick<Industry, 'industryId' | 'units'>): GraphNode {
  const { id } = body;
  const position = body.position ?? positionOf(industryId, id);
  const editmeta = metaOf(body);
  const nodeType = body.nodeType ?? (units.has(id) ? 'physicalNode' : 'virtualNode');
  if (nodeType === 'physicalNode') return { id, position, nodeType, editmeta };
  const label = body.data?.label ?? body.label ?? id;
  const rotation = body.data?.rotation ?? body.rotation ?? 0;
  return { id, label, position, nodeType, type: body.type ?? 'RECTANGLE', rotation, editmeta };
}

/** Meta of a node. The stored name of the field comes before that of GET, because the stored form is complete. */
function metaOf({ editmeta, meta }: NodeBody): NodeMeta {
  const given = editmeta ?? meta;
  if (given === null || given === undefined) return PLAIN_META;
  const calculations = given.calculations?.trim() === '' ? null : given.calculations;
  return {
    ...PLAIN_META,
    graphTag: given.graphTag,
    isConsumption: given.isConsumption ?? false,
    limit: given.limit ?? null,
    backgroundColor: given.backgroundColor,
    units: [...new Set(given.units)],
    calculations,
    referencedNodeId: given.referencedNodeId,
  };
}

const edgeOf = ({
  id,
  source,
  target,
  type,
  sourceHandle,
  targetHandle,
  controlPoints,
  data,
  markerEnd,
  style,
}: EdgeBody): GraphEdge => ({
  id,
  source,
  target,
  type: type ?? 'custom',
  sourceHandle,
  targetHandle,
  controlPoints: data?.controlPoints ?? controlPoints ?? [],
  markerEnd,
  style: style ?? null,
});

const pageOf = ({ id, displayName, order, icon }: PageBody, index: number): GraphPage => ({
  id,
  displayName: displayName ?? id,
  order: order ?? index,
  icon,
});
