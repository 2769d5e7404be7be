import { evaluateFormula, operandsOf } from '../../kernel/formula/evaluate.ts';
import { boundOfAll } from '../../kernel/document/completeness.ts';
import { boundOfFormula } from '../../kernel/document/formula-bound.ts';
import { ADD_ALL, type Formula, type Operand } from '../../kernel/formula/types.ts';
import { sumOrNull } from '../../figures/rules/processors/numbers.ts';
import {
  commonUnit,
  figureOfUnit,
  hasUnit,
  NO_FIGURE,
  NO_UNIT,
  type NodeFigure,
  shownValue,
  type UnitFigure,
  unitsOfAll,
} from './node-figure.ts';
import { incomingOf, nodeUses, storedFormula } from './node-uses.ts';
import { followReferences } from './references.ts';
import { type GraphDocument, type GraphNode, isCompanion, isForAllPages, nodesOf, pageIdOf } from './types.ts';

/**
 * Number of measured factors in a formula: 1 for quantities and their sums, 0 for plain numbers and for shares, 2 for a
 * product of two quantities. null when the parts of a sum have different degrees.
 */
function degreeOf(formula: Formula, ofOperand: (operand: Operand) => number): number | null {
  switch (formula.kind) {
    case 'number':
      return 0;
    case 'negate':
      return degreeOf(formula.operand, ofOperand);
    case 'binary': {
      const [left, right] = [degreeOf(formula.left, ofOperand), degreeOf(formula.right, ofOperand)];
      if (left === null || right === null) return null;
      switch (formula.operator) {
        case '*':
          return left + right;
        case '/':
          return left - right;
        // A plain number that is added to a quantity counts as a quantity.
        default:
          return left === right || right === 0 ? left : left === 0 ? right : null;
      }
    }
    default:
      return ofOperand(formula);
  }
}

/** Source of figures that no node of the graph has. */
export interface FigureSource {
  /** Figure of a unit; undefined: no unit of the industry. */
  unit(unitId: string): UnitFigure | undefined;
  /** Units of a sub-category that can be added up; [] for any other id. */
  unitIdsNamed(id: string): readonly string[];
  /** Units that ADD_ALL in a formula adds up. */
  readonly addAllUnitIds: readonly string[];
}

/** Units whose figures the nodes and summaries of a graph need, each once. Ids that are no unit are left out. */
export function unitsUsed(
  document: GraphDocument,
  industry: Pick<FigureSource, 'unitIdsNamed' | 'addAllUnitIds'> & { readonly isUnit: (id: string) => boolean },
): readonly string[] {
  const used = new Set<string>();
  const addNamed = (id: string): void => {
    for (const unitId of industry.isUnit(id) ? [id] : industry.unitIdsNamed(id)) used.add(unitId);
  };
  const addFormula = (text: string): void => {
    const formula = storedFormula(text);
    if (formula === null) return;
    const { ids, openingStockIds, addAll } = operandsOf(formula);
    for (const id of [...ids, ...openingStockIds]) addNamed(id);
    if (addAll) for (const unitId of industry.addAllUnitIds) used.add(unitId);
  };
  for (const { id, nodeType, editmeta } of nodesOf(document)) {
    if (nodeType === 'physicalNode') addNamed(id);
    if (editmeta.referencedNodeId !== null) addNamed(editmeta.referencedNodeId);
    for (const unitId of editmeta.units) addNamed(unitId);
    if (editmeta.calculations !== null) addFormula(editmeta.calculations);
  }
  const { customSummary = [] } = document;
  const entries = isForAllPages(customSummary) ? customSummary : Object.values(customSummary).flat();
  for (const { calculations } of entries) addFormula(calculations);
  return [...used];
}

export interface NodeValues {
  readonly figures: ReadonlyMap<string, NodeFigure>;
  /** Nodes whose formulas use one another, a list for each circle. Their values are 0. */
  readonly circles: readonly (readonly string[])[];
}

/**
 * Figure of a unit's node without edges. An id that names such a node names the unit instead. GET answers a node for
 * every unit, so posting that answer would change figures otherwise.
 */
const UNIT_WITHOUT_EDGES: NodeFigure = { ...NO_FIGURE };

/** Drawn form of nodes whose formula uses shown units on a summary page. */
const SUMMARY_FORM = 'WATER_BALANCE';

/**
 * The value of every node (specification, Water-balance graph document: node kinds; User: water balance, rules 4, 7 and
 * 8). A disabled node has none. A virtual node shows its reference, else its formula, else the sum of its units, else
 * the sum of its incoming nodes. Nodes of a circle are 0. Nodes are computed in order of their uses, so each is
 * computed once and no walk hangs.
 */
export function nodeValues(document: GraphDocument, source: FigureSource): NodeValues {
  const nodes = new Map(nodesOf(document).map((node) => [node.id, node]));
  const { order, circles } = nodeUses(document);
  const circular = new Set(circles.flat());
  const incoming = incomingOf(document.edges);
  const figures = new Map<string, NodeFigure>();
  const lookUp = (id: string): readonly NodeFigure[] => figuresNamed(id, figures, source);
  for (const id of order) {
    const node = nodes.get(id);
    if (node === undefined) continue;
    if (circular.has(id)) figures.set(id, { ...NO_FIGURE, value: 0 });
    else figures.set(id, valueOf(node, { nodes, incoming: incoming.get(id) ?? [], source, lookUp }));
  }
  return { figures, circles };
}

interface Evaluation {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly incoming: readonly string[];
  readonly source: FigureSource;
  /** Figures of an id: of a node, else of a unit, else of the units of a sub-category. */
  readonly lookUp: (id: string) => readonly NodeFigure[];
}

function valueOf(node: GraphNode, evaluation: Evaluation): NodeFigure {
  const { editmeta } = node;
  if (node.nodeType === 'physicalNode')
    return editmeta.disabled ? UNIT_WITHOUT_EDGES : ofUnit(node.id, evaluation.source);
  if (editmeta.disabled) return NO_FIGURE;
  if (editmeta.referencedNodeId !== null) return referenced(node, evaluation);
  if (editmeta.calculations !== null) {
    const formula = storedFormula(editmeta.calculations);
    if (formula === null) return { ...NO_FIGURE, failed: true };
    return formulaValue(
      formula,
      evaluation,
      node.type === SUMMARY_FORM && isCompanion(pageIdOf(node)) ? 'shown' : 'raw',
    );
  }
  return total((editmeta.units.length > 0 ? editmeta.units : evaluation.incoming).flatMap(evaluation.lookUp));
}

const ofUnit = (unitId: string, source: FigureSource): NodeFigure => {
  const figure = source.unit(unitId);
  return figure === undefined ? NO_FIGURE : figureOfUnit(figure);
};

/**
 * Figure of a referenced node. A disabled node may be referenced, because its unit has figures although the node has no
 * edges.
 */
function referenced(node: GraphNode, { nodes, source, lookUp }: Evaluation): NodeFigure {
  const end = followReferences(node, nodes, (id) => source.unit(id) !== undefined);
  if (end.kind === 'unit') return ofUnit(end.unitId, source);
  if (end.kind !== 'node') return NO_FIGURE;
  return end.node.nodeType === 'physicalNode' ? ofUnit(end.node.id, source) : (lookUp(end.node.id)[0] ?? NO_FIGURE);
}

/**
 * Sum of several figures; null when none has data, one has failed, or their units of measure differ. A sum beyond the
 * range of doubles has failed, like such a formula. A unit that several nodes show counts for each of them.
 */
export function total(parts: readonly NodeFigure[]): NodeFigure {
  const units = unitsOfAll(parts);
  // A 0 without a unit of measure, as nodes of a circle have, is 0 in every unit.
  const known = parts.filter(({ value, siUnit }) => value !== null && (value !== 0 || siUnit !== null));
  const sum = sumOrNull(parts.map(({ value }) => value));
  const failed = parts.some((part) => part.failed) || (sum !== null && !Number.isFinite(sum));
  const siUnit = commonUnit(known.length > 0 ? known : parts);
  const divisor = known[0]?.divisor ?? 1;
  const addsUp = !failed && (siUnit !== null || known.length < 2) && known.every((part) => part.divisor === divisor);
  return {
    value: addsUp ? sum : null,
    divisor,
    siUnit,
    failed,
    bound: boundOfAll(parts.map(({ bound }) => bound)),
    units,
  };
}

/** @param numbers 'raw': operands and result are raw figures; 'shown': operands and result are in shown units */
export function formulaValue(
  formula: Formula,
  { source, lookUp }: Pick<Evaluation, 'source' | 'lookUp'>,
  numbers: 'raw' | 'shown',
): NodeFigure {
  const { ids, openingStockIds, addAll } = operandsOf(formula);
  const added = new Map(
    ids.flatMap((id) => {
      const parts = lookUp(id);
      return parts.length === 0 ? [] : [[id, total(parts)] as const];
    }),
  );
  const all = addAll ? total(source.addAllUnitIds.map((unitId) => ofUnit(unitId, source))) : null;
  const used = [...added.values(), ...(all === null ? [] : [all])];
  const stocks = new Map(openingStockIds.map((id) => [id, openingStock(id, source)]));
  const units = new Map([
    ...unitsOfAll(used),
    ...[...stocks.values()].flatMap((stock) => stock.map((figure) => [figure.unitId, figure] as const)),
  ]);
  const named = [...used, ...[...stocks.values()].flat()].filter(hasUnit);
  const divisor = numbers === 'shown' ? 1 : (named[0]?.divisor ?? [...units.values()][0]?.divisor ?? 1);
  const isQuantity = (operand: Operand): boolean =>
    operand.kind !== 'value' || hasUnit(added.get(operand.id) ?? NO_FIGURE);
  const degree = degreeOf(formula, (operand) => (isQuantity(operand) ? 1 : 0));
  const siUnit = commonUnit(named);
  const figure: NodeFigure = {
    value: null,
    divisor,
    siUnit: siUnit === null || degree === 1 ? siUnit : degree === 0 ? NO_UNIT : null,
    failed: used.some(({ failed }) => failed),
    bound: null,
    units,
  };
  if (figure.failed) return figure;
  // An unknown id counts as 0. Where no named id has data, the formula has none.
  if (used.length > 0 && used.every(({ value }) => value === null)) return figure;
  const numberOf = (part: NodeFigure): number | null => (numbers === 'raw' ? part.value : shownValue(part));
  const evaluate = (raised: (name: string, number: number | null) => number | null): number | null =>
    evaluateFormula(formula, {
      value: (id) => raised(id, numberOf(added.get(id) ?? NO_FIGURE)),
      openingStock: (id) =>
        sumOrNull(
          (stocks.get(id) ?? []).map((stock) =>
            numbers === 'raw' ? stock.openingStock : shownValue({ value: stock.openingStock, divisor: stock.divisor }),
          ),
        ),
      addAll: () => raised(ADD_ALL, all === null ? null : numberOf(all)),
    });
  const value = evaluate((_, number) => number);
  const lacking = [...added, ...(all === null ? [] : [[ADD_ALL, all] as const])];
  const bound = boundOfFormula(evaluate)(lacking.map(([name, part]) => [name, part.bound] as const));
  return { ...figure, value, bound, failed: value === null };
}

const openingStock = (id: string, source: FigureSource): readonly UnitFigure[] =>
  (source.unit(id) === undefined ? source.unitIdsNamed(id) : [id]).flatMap((unitId) => source.unit(unitId) ?? []);

/**
 * Figures of an id: of its node with edges, else of its unit, else of the units of its sub-category; [] for an unknown
 * id.
 */
export function figuresNamed(
  id: string,
  nodes: ReadonlyMap<string, NodeFigure>,
  source: FigureSource,
): readonly NodeFigure[] {
  const node = nodes.get(id);
  if (node !== undefined && node !== UNIT_WITHOUT_EDGES) return [node];
  const unitIds = source.unit(id) === undefined ? source.unitIdsNamed(id) : [id];
  return unitIds.map((unitId) => ofUnit(unitId, source));
}
