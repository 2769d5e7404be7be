import { operandsOf } from './evaluate.ts';
import type { Formula } from './types.ts';

/** A unit or node that uses others, by its formula (null: there is none that parses) or by their ids. */
export interface FormulaUser {
  readonly id: string;
  readonly formula: Formula | null;
  readonly usedIds?: readonly string[];
}

interface UsesInput {
  readonly users: readonly FormulaUser[];
  /** Ids that use nothing; ADD_ALL stands for all of them. */
  readonly leafIds: Iterable<string>;
  /** Id of a group to the ids it stands for. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

/** Members of an id in a formula: a user or leaf before a group; empty when it names neither (it then counts as 0). */
export type IdsNamed = (id: string) => readonly string[];

/**
 * Uses between numbered members. Every group and ADD_ALL that formulas name is a member of its own that uses its units.
 * Many users of one large group then cost as many edges as they have operands, not as many as the group has members.
 */
export interface UseGraph {
  readonly numberOf: ReadonlyMap<string, number>;
  /** Id of a member; null for a group. */
  readonly idOf: readonly (string | null)[];
  readonly uses: readonly (readonly number[])[];
  readonly usedBy: readonly (readonly number[])[];
  readonly idsNamed: IdsNamed;
}

/** Builds the graph in time linear in users, formulas and the groups they name. */
export const buildUseGraph = (input: UsesInput): UseGraph => {
  const edges = new Edges();
  const numberOf = new Map<string, number>();
  const addMember = (id: string): void => {
    if (!numberOf.has(id)) numberOf.set(id, edges.add(id));
  };
  for (const { id } of input.users) addMember(id);
  const leafIds = [...input.leafIds];
  for (const id of leafIds) addMember(id);

  const idsNamed = namingRule(numberOf, input.groups);
  const addGroup = (ids: readonly string[]): number => {
    const group = edges.add(null);
    for (const id of ids) edges.connect(group, numberOf.get(id));
    return group;
  };
  const groups = new Map<string, number>();
  const memberNamed = (id: string): number => {
    const member = numberOf.get(id) ?? groups.get(id) ?? addGroup(idsNamed(id));
    if (!numberOf.has(id)) groups.set(id, member);
    return member;
  };
  let addAllMember: number | undefined;
  for (const { id: userId, formula, usedIds = [] } of input.users) {
    const user = numberOf.get(userId);
    for (const id of usedIds) edges.connect(user, numberOf.get(id));
    if (formula === null) continue;
    const operands = operandsOf(formula);
    for (const id of new Set([...operands.ids, ...operands.openingStockIds])) edges.connect(user, memberNamed(id));
    if (operands.addAll) edges.connect(user, (addAllMember ??= addGroup(leafIds)));
  }
  return { numberOf, idOf: edges.idOf, uses: edges.uses, usedBy: edges.usedBy, idsNamed };
};

/** Every member reached from `starts` by one edge or more. */
export const reach = (starts: Iterable<number>, edges: readonly (readonly number[])[]): ReadonlySet<number> => {
  const reached = new Set<number>();
  const pending = [...starts];
  for (let member = pending.pop(); member !== undefined; member = pending.pop()) {
    for (const next of edges[member] ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      pending.push(next);
    }
  }
  return reached;
};

const namingRule =
  (members: ReadonlyMap<string, unknown>, groups: ReadonlyMap<string, readonly string[]>): IdsNamed =>
  (id) =>
    members.has(id) ? [id] : [...new Set(groups.get(id))].filter((memberId) => members.has(memberId));

class Edges {
  readonly idOf: (string | null)[] = [];
  readonly uses: number[][] = [];
  readonly usedBy: number[][] = [];

  add(id: string | null): number {
    this.uses.push([]);
    this.usedBy.push([]);
    return this.idOf.push(id) - 1;
  }

  connect(user: number | undefined, used: number | undefined): void {
    if (user === undefined || used === undefined) return;
    this.uses[user]?.push(used);
    this.usedBy[used]?.push(user);
  }
}
