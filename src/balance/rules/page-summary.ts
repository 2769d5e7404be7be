import type { Formula } from '../../kernel/formula/types.ts';
import type { Completeness } from '../../kernel/document/completeness.ts';
import { figuresNamed, type FigureSource, formulaValue, type NodeValues, total } from './node-values.ts';
import { completenessOfNode, NO_FIGURE, type NodeFigure, roundedValue, shownValue } from './node-figure.ts';
import { storedFormula } from './node-uses.ts';
import { operandsOf } from '../../kernel/formula/evaluate.ts';
import { ownOf } from '../../kernel/own-of.ts';
import { type CustomSummary, isForAllPages } from './types.ts';

/** One line of a page's summary. */
export interface PageSummaryLine extends Completeness {
  readonly displayName: string;
  /** 2 decimals; null without data. */
  readonly value: number | null;
  readonly siUnit: string | null;
  /** Ids of the nodes that the line adds up. */
  readonly nodes: readonly string[];
}

/**
 * Lines of the legacy mode, each with its category (specification, User: water balance, rule 7). Spec gap: the names of
 * the lines.
 */
const LEGACY_SUMS = [
  { categoryKey: 'ID_SOURCE', label: () => 'Total Source' },
  { categoryKey: 'ID_CONSUMPTION', label: () => 'Total Consumption' },
  {
    categoryKey: 'ID_RAW_WATER_STOCK',
    label: (isLive: boolean) => (isLive ? 'Total Stock Available' : 'Closing Stock'),
  },
] as const;

interface LegacyInput {
  /** Nodes of the page. unitId is the unit that a node shows, its own or a referenced one. */
  readonly nodes: readonly { readonly id: string; readonly unitId: string | null }[];
  readonly values: NodeValues;
  /** Units that a category lists itself. */
  readonly unitsListed: (categoryKey: string) => ReadonlySet<string>;
  readonly isLive: boolean;
}

/**
 * Lines of the legacy mode. Spec gap: a unit that is twice on a page counts once, and a virtual unit counts where a
 * category lists it.
 */
export function legacySummary({ nodes, values, unitsListed, isLive }: LegacyInput): readonly PageSummaryLine[] {
  return LEGACY_SUMS.map(({ categoryKey, label }) => {
    const listed = unitsListed(categoryKey);
    const shown = nodes.flatMap(({ id, unitId }) => {
      const figure = values.figures.get(id);
      // A node without edges has no figure. It is part of no sum, and keeps no other node of its unit out.
      return figure !== undefined && figure.units.size > 0 && unitId !== null && listed.has(unitId)
        ? [{ id, unitId, figure }]
        : [];
    });
    const byUnit = new Map(shown.map(({ unitId, figure }) => [unitId, figure]));
    return lineOf(
      label(isLive),
      total([...byUnit.values()]),
      shown.map(({ id }) => id),
    );
  });
}

/** Lines of a page's own formulas, in shown units. An unknown id counts as 0. null: the page has no lines. */
export function customSummary(
  summary: CustomSummary | undefined,
  pageId: string,
  { figures }: NodeValues,
  source: FigureSource,
): readonly PageSummaryLine[] | null {
  if (summary === undefined) return null;
  // A page may be called `constructor`, so only own properties count.
  const entries = isForAllPages(summary) ? summary : ownOf(summary, pageId);
  if (entries === undefined) return null;
  return entries.map(({ displayName, calculations, siUnit }) => {
    const formula = storedFormula(calculations);
    const figure =
      formula === null
        ? null
        : formulaValue(formula, { source, lookUp: (id) => figuresNamed(id, figures, source) }, 'shown');
    const line = lineOf(displayName, figure, nodesNamed(formula, figures));
    return siUnit === null ? line : { ...line, siUnit };
  });
}

const nodesNamed = (formula: Formula | null, nodes: ReadonlyMap<string, unknown>): readonly string[] => {
  if (formula === null) return [];
  const { ids, openingStockIds } = operandsOf(formula);
  return [...new Set([...ids, ...openingStockIds])].filter((id) => nodes.has(id));
};

const lineOf = (displayName: string, figure: NodeFigure | null, nodes: readonly string[]): PageSummaryLine => ({
  displayName,
  value: figure === null ? null : roundedValue(shownValue(figure)),
  siUnit: figure?.siUnit ?? null,
  nodes,
  ...completenessOfNode(figure ?? NO_FIGURE),
});
