import type { DataContext } from '../context.ts';
import { divisorFor } from '../figures/rules/device-data/categories.ts';
import { partsOfSpan } from '../kernel/document/completeness.ts';
import type { UnitSpan } from '../figures/rules/figures/unit-span.ts';
import { type Industry, subCategoryUnits } from '../kernel/industry/industry.ts';
import { industryFrom } from '../kernel/industry/retired.ts';
import { onlineAsOf } from '../kernel/measure/offline-thresholds.ts';
import { businessDateOf, dayWindow } from '../kernel/time/business-clock.ts';
import { earlierOf } from '../kernel/time/business-date.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { type Diagram, diagramOf, type UnitReading } from './rules/diagram.ts';
import { emptyGraph, presentGraph } from './rules/graph.ts';
import type { UnitFigure } from './rules/node-figure.ts';
import { type FigureSource, nodeValues, unitsUsed } from './rules/node-values.ts';
import { customSummary, legacySummary } from './rules/page-summary.ts';
import { type DiagramPage, diagramPages } from './rules/pages.ts';
import { placementsOf, unitsListedIn } from './rules/placement.ts';
import { type GraphDocument, isForAllPages, PHYSICAL_PAGE } from './rules/types.ts';
import { type DiagramDays, diagramWindow, type DiagramWindow } from './rules/window.ts';
import { latestReadingsBy } from '../readings/store/readings.ts';
import { newestGraph } from './store/graph.ts';
import { readSpans } from '../figures/read-spans.ts';
import { type VirtualPlan, virtualPlannerOf } from '../figures/virtual-plan.ts';

export interface DiagramRequest extends DiagramDays {
  readonly divisionFactor: number;
}

/** The graph with its values, whole and by page. */
export interface DiagramAnswer extends Diagram {
  readonly pages: Readonly<Record<string, DiagramPage>>;
}

/** The answer with the figures it was made of. */
interface DiagramRead {
  readonly answer: DiagramAnswer;
  readonly document: GraphDocument;
  readonly isSaved: boolean;
}

/**
 * GET waterBalance/data (specification, User: water balance). Without a saved graph the lists of nodes, edges and pages
 * are empty. Nodes of units that were retired before the days are left out.
 * @throws ServiceError 1403 for a date2 before date1 or too far behind it.
 */
export async function readDiagram(
  context: DataContext,
  inUse: Industry,
  request: DiagramRequest,
): Promise<DiagramRead> {
  const now = context.clock.now();
  const today = businessDateOf(inUse.clock, now);
  const window = diagramWindow(request, today);
  const industry = industryFrom(inUse, request.date1);
  const saved = await newestGraph(context.database, industry.industryKey);
  const document = presentGraph(saved?.document ?? emptyGraph(industry.industryId), industry.units);
  const planFor = virtualPlannerOf(inUse);
  const subCategories = subCategoryUnits(industry);
  const naming = {
    isUnit: (id: string): boolean => industry.units.has(id),
    unitIdsNamed: (id: string): readonly string[] =>
      (subCategories.get(id) ?? []).filter((unitId) => industry.units.has(unitId)),
    // Units that count on a later day of the window counted on its first day, too.
    addAllUnitIds: planFor(earlierOf(request.date1, today)).addAllUnitIds,
  };
  const unitIds = unitsUsed(document, naming);
  const [{ spans, levels }, latest] = await Promise.all([
    readWindow(context, industry, unitIds, window),
    window.isLive ? latestNow(context, industry, unitIds, planFor(today)) : null,
  ]);

  const source: FigureSource = {
    ...naming,
    unit: (unitId) => unitFigure(spans.get(unitId), levels.get(unitId), request.divisionFactor),
  };
  const values = nodeValues(document, source);
  const asOf = onlineAsOf(dayWindow(industry.clock, window.lastDate).endEpochMs, now);
  const diagram = diagramOf({
    document,
    values,
    isLive: window.isLive,
    isToday: window.isToday,
    nameOf: (unitId) => industry.units.get(unitId)?.current.displayName,
    placementOf: placementsOf(industry),
    latest: latest ?? lastOfWindow(spans),
    onlineAfter: asOf - window.onlineMinutes * MINUTE_MS,
  });
  const { customSummary: summary } = document;
  // The lines are computed once, because fifty pages may share two hundred of them.
  const forAllPages =
    summary !== undefined && isForAllPages(summary) ? customSummary(summary, PHYSICAL_PAGE, values, source) : null;
  const pages = diagramPages(
    document,
    diagram,
    (pageId, nodes) =>
      forAllPages
      ?? customSummary(summary, pageId, values, source)
      ?? legacySummary({
        nodes,
        values,
        unitsListed: (categoryKey) => unitsListedIn(industry, categoryKey),
        isLive: window.isLive,
      }),
  );
  return { answer: { ...diagram, pages }, document, isSaved: saved !== null };
}

/** Spans of units over a window, and of tanks over the days whose last level a node shows. */
interface WindowSpans {
  readonly spans: ReadonlyMap<string, UnitSpan>;
  readonly levels: ReadonlyMap<string, UnitSpan>;
}

async function readWindow(
  context: DataContext,
  industry: Industry,
  unitIds: readonly string[],
  { flows, stocks }: DiagramWindow,
): Promise<WindowSpans> {
  const tankIds = unitIds.filter((unitId) => industry.units.get(unitId)?.current.group === 'STOCK');
  const [spans, levels] = await Promise.all([
    readSpans(context, industry, unitIds, flows),
    flows === stocks ? new Map<string, UnitSpan>() : readSpans(context, industry, tankIds, stocks),
  ]);
  return { spans, levels };
}

function unitFigure(
  span: UnitSpan | undefined,
  level: UnitSpan | undefined,
  divisionFactor: number,
): UnitFigure | undefined {
  if (span === undefined) return undefined;
  const { unit, figures } = span;
  const shown = (level ?? span).figures?.value;
  return {
    unitId: unit.unitId,
    siUnit: unit.siUnit,
    divisor: divisorFor({ standardCategoryId: unit.standardCategoryId }, unit, divisionFactor),
    value: typeof shown === 'number' ? shown : null,
    openingStock: figures?.meta.openingStock ?? null,
    measured: partsOfSpan(span),
  };
}

/** The newest reading of each unit by now. A virtual unit has the newest one of the units it uses, without a value. */
async function latestNow(
  { database, clock }: DataContext,
  industry: Industry,
  unitIds: readonly string[],
  { graph }: VirtualPlan,
): Promise<ReadonlyMap<string, UnitReading>> {
  const operands = new Map(unitIds.map((unitId) => [unitId, [...graph.transitiveOperandsOf([unitId])]]));
  const wanted = new Set([...unitIds, ...[...operands.values()].flat()]);
  const keys = new Map(
    [...wanted].flatMap((unitId) => {
      const stored = industry.units.get(unitId);
      return stored === undefined ? [] : [[stored.unitKey, unitId] as const];
    }),
  );
  const latest = new Map<string, UnitReading>();
  const readings = await latestReadingsBy(database, industry.clock, [...keys.keys()], clock.now());
  for (const { unitKey, createdOn, value } of readings) {
    const unitId = keys.get(unitKey);
    if (unitId !== undefined) latest.set(unitId, { createdOnEpochMs: createdOn.getTime(), value });
  }
  for (const [unitId, used] of operands) {
    const newest = Math.max(...used.flatMap((operand) => latest.get(operand)?.createdOnEpochMs ?? []));
    if (!latest.has(unitId) && Number.isFinite(newest)) latest.set(unitId, { createdOnEpochMs: newest, value: null });
  }
  return latest;
}

/** The last reading of each unit within the window, without its value, which nobody needs. */
const lastOfWindow = (spans: ReadonlyMap<string, UnitSpan>): ReadonlyMap<string, UnitReading> =>
  new Map(
    [...spans].flatMap(([unitId, { figures }]) => {
      const lastEpoch: EpochMillis | null = figures?.provenance.lastEpoch ?? null;
      return lastEpoch === null ? [] : [[unitId, { createdOnEpochMs: lastEpoch, value: null }] as const];
    }),
  );
