import type { Formula } from './types.ts';
import { buildUseGraph, type IdsNamed, reach, type UseGraph } from './use-graph.ts';

interface VirtualUnitsInput {
  /** The industry's virtual units; formula null when the unit has none that parses: it uses nothing. */
  readonly units: readonly { readonly unitId: string; readonly formula: Formula | null }[];
  /** Sub-category id to its unit ids. */
  readonly subCategories: ReadonlyMap<string, readonly string[]>;
  readonly nonVirtualUnitIds: Iterable<string>;
}

/**
 * Dependencies of one industry's virtual units. Sets are computed when asked for, because stored ones grow with the
 * square of a chain.
 */
export interface VirtualUnits {
  /** Virtual units that can have figures, each after all it uses. */
  readonly evaluationOrder: readonly string[];
  /**
   * Virtual units in a cycle or using one, directly or not: their figures are null. None of them is in evaluationOrder.
   */
  readonly cyclicUnitIds: ReadonlySet<string>;
  /** For a unit of cyclicUnitIds a unit that uses itself: the unit, else one that it uses. */
  unitInCycleOf(unitId: string): string | null;
  /**
   * The units an id of a formula stands for: a unit before a sub-category; empty when it names neither. For
   * FormulaLookup.
   */
  readonly unitIdsNamed: IdsNamed;
  /** Units a virtual unit's own formula names, sub-categories and ADD_ALL written out. Empty for other units. */
  directOperandsOf(unitId: string): ReadonlySet<string>;
  /**
   * Units that the units depend on, through virtual ones as well; a given unit only when another one uses it or it is
   * in a cycle.
   */
  transitiveOperandsOf(unitIds: Iterable<string>): ReadonlySet<string>;
  /**
   * Virtual units that use one of the given units, directly or through others: those whose figures are stale when the
   * given ones change. In evaluation order, cyclic ones last; a given unit is among them only when it uses another
   * given one or itself.
   */
  dependantsOf(unitIds: Iterable<string>): readonly string[];
}

/**
 * Orders virtual units (docs/explanation/architecture.md, Virtual units: a cycle gives null, and so does whatever uses
 * it). An id names a unit, else a sub-category and thereby its units, else nothing. An opening stock counts as a use
 * like any other. Linear time, no recursion.
 */
export const resolveVirtualUnits = (input: VirtualUnitsInput): VirtualUnits => {
  const graph = buildUseGraph({
    users: input.units.map(({ unitId, formula }) => ({ id: unitId, formula })),
    leafIds: input.nonVirtualUnitIds,
    groups: input.subCategories,
  });
  const virtualUnitIds = new Set(input.units.map((unit) => unit.unitId));
  const evaluationOrder = usedFirst(graph).filter((unitId) => virtualUnitIds.has(unitId));
  const cyclicUnitIds = virtualUnitIds.difference(new Set(evaluationOrder));
  return {
    evaluationOrder,
    cyclicUnitIds,
    unitIdsNamed: graph.idsNamed,
    directOperandsOf: (unitId) => unitsOf(graph, directNodes(graph, unitId)),
    transitiveOperandsOf: (unitIds) => unitsOf(graph, reach(numbersOf(graph, unitIds), graph.uses)),
    unitInCycleOf: (unitId) => {
      const usesItself = (candidate: string): boolean =>
        reach(numbersOf(graph, [candidate]), graph.uses).has(graph.numberOf.get(candidate) ?? -1);
      const used = unitsOf(graph, reach(numbersOf(graph, [unitId]), graph.uses));
      return [unitId, ...used].find((candidate) => cyclicUnitIds.has(candidate) && usesItself(candidate)) ?? null;
    },
    dependantsOf: (unitIds) => {
      const users = unitsOf(graph, reach(numbersOf(graph, unitIds), graph.usedBy));
      return [...evaluationOrder, ...cyclicUnitIds].filter((unitId) => users.has(unitId));
    },
  };
};

/** Units after all they use. A unit that is in a cycle or uses one never becomes ready and is left out. */
const usedFirst = (graph: UseGraph): readonly string[] => {
  const waitingFor = graph.uses.map((used) => used.length);
  const ready = waitingFor.flatMap((count, node) => (count === 0 ? [node] : []));
  // `ready` grows while it is walked.
  for (const node of ready) {
    for (const user of graph.usedBy[node] ?? []) {
      const left = (waitingFor[user] ?? 0) - 1;
      waitingFor[user] = left;
      if (left === 0) ready.push(user);
    }
  }
  return [...unitsOf(graph, ready)];
};

const directNodes = (graph: UseGraph, unitId: string): readonly number[] =>
  numbersOf(graph, [unitId])
    .flatMap((node) => graph.uses[node] ?? [])
    .flatMap((used) => (graph.idOf[used] === null ? (graph.uses[used] ?? []) : [used]));

const numbersOf = (graph: UseGraph, unitIds: Iterable<string>): readonly number[] =>
  [...unitIds].flatMap((unitId) => graph.numberOf.get(unitId) ?? []);

const unitsOf = (graph: UseGraph, nodes: Iterable<number>): ReadonlySet<string> =>
  new Set([...nodes].flatMap((node) => graph.idOf[node] ?? []));
