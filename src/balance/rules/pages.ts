import { commonUnit, hasUnit } from './node-figure.ts';
import type { Diagram, DiagramNode } from './diagram.ts';
import type { PageSummaryLine } from './page-summary.ts';
import {
  companionIdOf,
  type GraphDocument,
  type GraphPage,
  isCompanion,
  nodesOf,
  pageIdOf,
  PHYSICAL_PAGE,
} from './types.ts';

export interface DiagramPage extends GraphPage {
  readonly diagram: Diagram;
  readonly pageSummary: readonly PageSummaryLine[];
  /** The companion page's diagram; null without a companion. */
  readonly summary: Diagram | null;
  /** Common unit of measure of the page's values; null: they differ. */
  readonly siUnit: string | null;
}

/**
 * Spec gap: nodes with the tag of the page physical, or of its companion, get this page even when no page was saved, so
 * that people see them.
 */
const ONLY_PAGE: GraphPage = { id: PHYSICAL_PAGE, displayName: 'Water balance', order: 0, icon: null };

/** The pages of a graph by id, each with its companion (specification, User: water balance, rule 6). */
export function diagramPages(
  document: GraphDocument,
  diagram: Diagram,
  summaryOf: (pageId: string, nodes: readonly DiagramNode[]) => readonly PageSummaryLine[],
): Readonly<Record<string, DiagramPage>> {
  const tags = new Map(nodesOf(document).map((node) => [node.id, pageIdOf(node)]));
  const declared = document.metadata.pages;
  const withNodes = new Set(tags.values());
  const mains = declared.filter(({ id }) => !isCompanion(id)).toSorted((a, b) => a.order - b.order);
  const hasPhysical = withNodes.has(PHYSICAL_PAGE) || withNodes.has(companionIdOf(PHYSICAL_PAGE));
  const shown = mains.some(({ id }) => id === PHYSICAL_PAGE) || !hasPhysical ? mains : [ONLY_PAGE, ...mains];
  const hasCompanion = (pageId: string): boolean =>
    withNodes.has(companionIdOf(pageId)) || declared.some(({ id }) => id === companionIdOf(pageId));
  return Object.fromEntries(
    shown.map((page): [string, DiagramPage] => {
      const part = partOf(diagram, tags, page.id);
      return [
        page.id,
        {
          ...page,
          diagram: part,
          pageSummary: summaryOf(page.id, part.nodes),
          summary: hasCompanion(page.id) ? partOf(diagram, tags, companionIdOf(page.id)) : null,
          siUnit: commonUnit(part.nodes.map(({ data }) => data).filter(hasUnit)),
        },
      ];
    }),
  );
}

/** The nodes of a page, and the edges with both ends on it. */
function partOf({ nodes, edges }: Diagram, tags: ReadonlyMap<string, string>, pageId: string): Diagram {
  const isOn = (nodeId: string): boolean => tags.get(nodeId) === pageId;
  return {
    nodes: nodes.filter(({ id }: DiagramNode) => isOn(id)),
    edges: edges.filter(({ source, target }) => isOn(source) && isOn(target)),
  };
}
