import type { Diagram, DiagramNode } from '../rules/diagram.ts';
import { minus, sum } from '../../kernel/measure/exact.ts';
import { hasUnit } from '../rules/node-figure.ts';

export interface EdgeFlows {
  /** By edge, in `siUnit`; null where the graph does not tell. */
  readonly flows: ReadonlyMap<string, number | null>;
  readonly largest: number;
  readonly siUnit: string | null;
}

/**
 * What passes along each edge. Spec gap: nodes are metered and edges are not, so an edge has an amount where a meter
 * tells: one at its end or beginning from which no other edge leads, or one whose other edges are all known. Where two
 * meters tell, the smaller amount passes. A formula, a sum or a reference tells nothing of its edges, unless what is
 * known to come in, or to leave, is just what it has. Levels of tanks and shares pass nowhere.
 */
export function edgeFlows(
  { nodes, edges }: Diagram,
  { isFlow, isMeter }: Record<'isFlow' | 'isMeter', (node: DiagramNode) => boolean>,
): EdgeFlows {
  const figured = nodes.filter(
    (node) => isFlow(node) && hasUnit(node.data) && node.data.valueNumber !== null && !node.data.meta.circular,
  );
  const siUnit = commonest(figured.flatMap(({ data }) => data.siUnit ?? []));
  const passing = figured.filter(({ data }) => data.siUnit === siUnit);
  const values = new Map(passing.map(({ id, data }) => [id, data.valueNumber ?? 0]));
  /** Nodes whose value is what passes them. */
  const telling = new Set(passing.filter(isMeter).map(({ id }) => id));
  const [into, outOf] = [Map.groupBy(edges, ({ target }) => target), Map.groupBy(edges, ({ source }) => source)];
  const flows = new Map<string, number>();
  /** What is left of a node's value for the only edge of a side that is not known. */
  const restFor = (nodeId: string, side: readonly Edge[]): readonly [Edge, number] | null => {
    const unknown = side.filter(({ id }) => !flows.has(id));
    const [edge] = unknown;
    if (edge === undefined || unknown.length > 1 || !telling.has(nodeId)) return null;
    if (side.length === 1) return [edge, values.get(nodeId) ?? 0];
    const rest = minus(values.get(nodeId) ?? 0, sum(side.flatMap(({ id }) => flows.get(id) ?? [])));
    // Meters err, and nothing flows backwards.
    return rest < 0 ? null : [edge, rest];
  };
  const agrees = (nodeId: string, side: readonly Edge[]): boolean =>
    side.length > 0
    && side.every(({ id }) => flows.has(id))
    && Math.abs(minus(values.get(nodeId) ?? 0, sum(side.map(({ id }) => flows.get(id) ?? 0)))) <= ROUNDING;
  for (let isNews = true; isNews;) {
    const found = [...telling].flatMap((id) =>
      [into.get(id) ?? [], outOf.get(id) ?? []].flatMap((side) => {
        const rest = restFor(id, side);
        return rest === null ? [] : [rest];
      }),
    );
    for (const [{ id }, amount] of found) {
      const other = flows.get(id);
      if (other === undefined || Math.abs(amount) < Math.abs(other)) flows.set(id, amount);
    }
    const joined = passing.filter(
      ({ id }) => !telling.has(id) && (agrees(id, into.get(id) ?? []) || agrees(id, outOf.get(id) ?? [])),
    );
    for (const { id } of joined) telling.add(id);
    isNews = found.length + joined.length > 0;
  }
  return {
    flows: new Map(edges.map(({ id }) => [id, flows.get(id) ?? null])),
    siUnit,
    largest: [...flows.values()].reduce((most, flow) => Math.max(most, Math.abs(flow)), 0),
  };
}

type Edge = Diagram['edges'][number];
/** Values of nodes have two decimals. */
const ROUNDING = 0.05;

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
