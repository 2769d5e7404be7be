import type { Diagram, DiagramNode } from '../domain/water-balance/diagram.ts';
import { hasUnit } from '../domain/water-balance/node-figure.ts';

export interface EdgeFlows {
  /** By edge, in `siUnit`; null where the graph does not tell. */
  readonly flows: ReadonlyMap<string, number | null>;
  readonly largest: number;
  readonly siUnit: string | null;
}

/**
 * What passes along each edge. Spec gap: an edge that is the only one into a node carries what the node has, and so
 * does the only one out of it. Of all others nobody knows, because nodes are metered and edges are not. Levels of tanks
 * and shares pass nowhere.
 */
export function edgeFlows({ nodes, edges }: Diagram, isFlow: (node: DiagramNode) => boolean): EdgeFlows {
  const metered = nodes.filter(
    (node) => isFlow(node) && hasUnit(node.data) && node.data.valueNumber !== null && !node.data.meta.circular,
  );
  const siUnit = commonest(metered.flatMap(({ data }) => data.siUnit ?? []));
  const values = new Map(
    metered.filter(({ data }) => data.siUnit === siUnit).map(({ id, data }) => [id, data.valueNumber]),
  );
  const [into, outOf] = [Map.groupBy(edges, ({ target }) => target), Map.groupBy(edges, ({ source }) => source)];
  const flows = new Map(
    edges.map(({ id, source, target }) => [
      id,
      (into.get(target)?.length === 1 ? values.get(target) : null)
        ?? (outOf.get(source)?.length === 1 ? values.get(source) : null)
        ?? null,
    ]),
  );
  return {
    flows,
    siUnit,
    largest: [...flows.values()].reduce<number>((most, flow) => Math.max(most, Math.abs(flow ?? 0)), 0),
  };
}

function commonest(texts: readonly string[]): string | null {
  const counted = [...Map.groupBy(texts, (text) => text)].toSorted(
    ([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1),
  );
  return counted[0]?.[0] ?? null;
}

const WIDEST = 14;
/** Nothing thinner is seen. */
const THINNEST = 1.2;

/** Proportional to the flow, whichever way it goes. */
export const lineWidth = (flow: number | null, largest: number): number =>
  flow === null || largest === 0 ? THINNEST : Math.max(THINNEST, (WIDEST * Math.abs(flow)) / largest);
