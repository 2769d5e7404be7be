import { operandsOf } from './evaluate.ts';
import type { Formula } from './types.ts';

export interface VirtualUnitsInput {
  /** The industry's virtual units; formula null when the unit has none that parses: it uses nothing. */
  readonly units: readonly { readonly unitId: string; readonly formula: Formula | null }[];
  /** Sub-category id to its unit ids. */
  readonly subCategories: ReadonlyMap<string, readonly string[]>;
  readonly nonVirtualUnitIds: Iterable<string>;
}

/** What one id of a formula stands for: a unit before a sub-category; empty when it names neither (it then counts as 0). */
export type UnitIdsNamed = (id: string) => readonly string[];

/**
 * Who uses whom, as numbered nodes. Besides units, every sub-category and ADD_ALL that formulas name is a node of its own that uses its units:
 * many virtual units over one large group then cost as many edges as they have operands, not as many as the group has units.
 */
export interface UnitGraph {
  readonly nodeOfUnit: ReadonlyMap<string, number>;
  /** Unit id of a node; null for a group. */
  readonly unitOfNode: readonly (string | null)[];
  readonly uses: readonly (readonly number[])[];
  readonly usedBy: readonly (readonly number[])[];
  readonly unitIdsNamed: UnitIdsNamed;
}

/** Builds the graph in time linear in units, formulas and the sub-categories they name. */
export const buildUnitGraph = (input: VirtualUnitsInput): UnitGraph => {
  const edges = new Edges();
  const nodeOfUnit = new Map<string, number>();
  const addUnit = (unitId: string): void => {
    if (!nodeOfUnit.has(unitId)) nodeOfUnit.set(unitId, edges.addNode(unitId));
  };
  for (const { unitId } of input.units) addUnit(unitId);
  const nonVirtualUnitIds = [...input.nonVirtualUnitIds];
  for (const unitId of nonVirtualUnitIds) addUnit(unitId);

  const unitIdsNamed = namingRule(nodeOfUnit, input.subCategories);
  const addGroup = (unitIds: readonly string[]): number => {
    const group = edges.addNode(null);
    for (const unitId of unitIds) edges.connect(group, nodeOfUnit.get(unitId));
    return group;
  };
  const groups = new Map<string, number>();
  const nodeNamed = (id: string): number => {
    const node = nodeOfUnit.get(id) ?? groups.get(id) ?? addGroup(unitIdsNamed(id));
    if (!nodeOfUnit.has(id)) groups.set(id, node);
    return node;
  };
  let addAllNode: number | undefined;
  for (const { unitId, formula } of input.units) {
    if (formula === null) continue;
    const operands = operandsOf(formula);
    for (const id of new Set([...operands.ids, ...operands.openingStockIds])) edges.connect(nodeOfUnit.get(unitId), nodeNamed(id));
    if (operands.addAll) edges.connect(nodeOfUnit.get(unitId), (addAllNode ??= addGroup(nonVirtualUnitIds)));
  }
  return { nodeOfUnit, unitOfNode: edges.unitOfNode, uses: edges.uses, usedBy: edges.usedBy, unitIdsNamed };
};

/** Every node reached from `starts` by one edge or more. */
export const reach = (starts: Iterable<number>, edges: readonly (readonly number[])[]): ReadonlySet<number> => {
  const reached = new Set<number>();
  const pending = [...starts];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const next of edges[node] ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      pending.push(next);
    }
  }
  return reached;
};

const namingRule =
  (units: ReadonlyMap<string, unknown>, subCategories: ReadonlyMap<string, readonly string[]>): UnitIdsNamed =>
  (id) =>
    units.has(id) ? [id] : [...new Set(subCategories.get(id))].filter((unitId) => units.has(unitId));

class Edges {
  readonly unitOfNode: (string | null)[] = [];
  readonly uses: number[][] = [];
  readonly usedBy: number[][] = [];

  addNode(unitId: string | null): number {
    this.uses.push([]);
    this.usedBy.push([]);
    return this.unitOfNode.push(unitId) - 1;
  }

  connect(user: number | undefined, used: number | undefined): void {
    if (user === undefined || used === undefined) return;
    this.uses[user]?.push(used);
    this.usedBy[used]?.push(user);
  }
}
