import type { Diagram, DiagramNode } from '../rules/diagram.ts';
import { minus, sum } from '../../kernel/measure/exact.ts';
import { hasUnit } from '../rules/node-figure.ts';

export interface EdgeFlows {
  /** Flow by edge id, in `siUnit`; null where no meter tells it. */
  readonly flows: ReadonlyMap<string, number | null>;
  readonly largest: number;
  readonly siUnit: string | null;
}

/**
 * Flow along each edge. Spec gap: nodes are metered and edges are not. An edge gets a flow from a meter at its end or
 * beginning, when the meter has no other edge on that side or all its other edges are known. Where two meters tell, the
 * smaller flow counts. A formula, a sum or a reference tells nothing of its edges, unless the known flows on one side
 * add up to its value. Levels of tanks and shares are no flow.
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
  /** Meters, whose value is the flow through them. */
  const telling = new Set(passing.filter(isMeter).map(({ id }) => id));
  const [into, outOf] = [Map.groupBy(edges, ({ target }) => target), Map.groupBy(edges, ({ source }) => source)];
  const flows = new Map<string, number>();
  /** The only unknown edge of a side, with the rest of the node's value. */
  const restFor = (nodeId: string, side: readonly Edge[]): readonly [Edge, number] | null => {
    const unknown = side.filter(({ id }) => !flows.has(id));
    const [edge] = unknown;
    if (edge === undefined || unknown.length > 1 || !telling.has(nodeId)) return null;
    if (side.length === 1) return [edge, values.get(nodeId) ?? 0];
    const rest = minus(values.get(nodeId) ?? 0, sum(side.flatMap(({ id }) => flows.get(id) ?? [])));
    // A rest below zero comes from meter errors, because nothing flows backwards.
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
/** Tolerance when sums are compared, because values of nodes are rounded to two decimals. */
const ROUNDING = 0.05;

function commonest(texts: readonly string[]): string | null {
  const counted = [...Map.groupBy(texts, (text) => text)].toSorted(
    ([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1),
  );
  return counted[0]?.[0] ?? null;
}

const WIDEST = 14;
/** Width in pixels of the thinnest line that eyes can see. */
const THINNEST = 1.2;

/** Width of a line, proportional to the size of its flow. */
export const lineWidth = (flow: number | null, largest: number): number =>
  flow === null || largest === 0 ? THINNEST : Math.max(THINNEST, (WIDEST * Math.abs(flow)) / largest);
