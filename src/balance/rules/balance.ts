import { numberOrNull } from '../../figures/rules/processors/numbers.ts';
import { type BalanceStatus, balanceStatus, percentOf } from './status.ts';
import { divisorFor, formatterOf } from '../../figures/rules/device-data/categories.ts';
import { type CategoryFigures, formatCategoryInSteps } from '../../figures/rules/device-data/format-category.ts';
import { partsOfSpan } from '../../kernel/document/completeness.ts';
import type { Unheard } from '../../kernel/document/types.ts';
import { boundOfUnheard } from '../../kernel/document/unheard.ts';
import type { UnitSpan } from '../../figures/rules/figures/unit-span.ts';
import type { Category } from '../../kernel/industry/industry.ts';
import type { Accuracy } from './accuracy.ts';
import {
  amountFigure,
  difference,
  type BalanceFigure,
  balanceFigure,
  type FigureParts,
  type Measuring,
  uncertaintyIn,
} from './figure.ts';
import { combined, type LinearForm, NOTHING } from './linear-form.ts';
import type { Meter } from './meter.ts';
import { type Sustainability, sustainabilityOf, type WaterSource } from './neutrality.ts';
import { formOfChanges, sumOfChanges, tankChanges } from './stock.ts';
import { type Cause, CONFIDENCE, type DominantMeter, dominantMeter } from './uncertainty.ts';

/** Categories of a balance; null: the industry has no category with that key. */
export interface BalanceCategories {
  readonly inflow: Category | null;
  readonly outflow: Category | null;
  readonly rawStock: Category | null;
  readonly recycledStock: Category | null;
}

export interface BalanceInput {
  readonly categories: BalanceCategories;
  readonly spans: ReadonlyMap<string, UnitSpan>;
  readonly meters: ReadonlyMap<string, Meter>;
  readonly forms: ReadonlyMap<string, LinearForm>;
  readonly waterSources: ReadonlyMap<string, WaterSource>;
  readonly divisionFactor: number;
}

interface BalanceUnit extends BalanceFigure {
  readonly unitId: string;
  readonly displayName: string;
}
interface BalancePart extends BalanceFigure {
  readonly displayName: string;
  /** Share of the side's total, 4 decimals; null when there is no total. */
  readonly share: number | null;
  readonly units: readonly BalanceUnit[];
}
type Parts = Readonly<Record<string, BalancePart>>;
/** Quantity in shown units that passed a meter of the balance unheard, and is in no figure of it. */
interface UnheardOfUnit extends Unheard {
  readonly unitId: string;
  readonly displayName: string;
  readonly siUnit: string;
  readonly side: 'sources' | 'uses';
}
interface Dominant extends DominantMeter {
  readonly displayName: string;
}

/**
 * The balance in the standard terms of the International Water Association (Lambert and Hirner, The Blue Pages, 2000;
 * AWWA Manual M36). Losses are not split into apparent and real ones, because meters alone cannot tell them apart.
 */
interface IwaBalance {
  /** Inflow less the gain of the tanks. */
  readonly systemInputVolume: BalanceFigure;
  /** Sum of the meters of uses. */
  readonly authorisedConsumption: BalanceFigure;
  /** System input volume - authorised consumption. */
  readonly waterLosses: BalanceFigure;
  /** Water losses / system input volume, percent, 2 decimals. */
  readonly waterLossesPercent: number | null;
}

/**
 * A water balance (specification, User: water balance): inflow, outflow, change of the tanks, and the error bars of
 * each.
 */
export interface WaterBalance {
  readonly waterBalance: {
    readonly totalInflow: number | null;
    readonly totalOutflow: number | null;
    readonly balance: number | null;
    /** Percent of the inflow, 2 decimals. */
    readonly balancePercentage: number | null;
    readonly status: BalanceStatus;
  };
  readonly figures: {
    readonly inflow: BalanceFigure;
    readonly outflow: BalanceFigure;
    readonly balance: BalanceFigure;
    readonly stockChange: BalanceFigure;
    readonly recycledStockChange: BalanceFigure;
    readonly unaccounted: BalanceFigure & { readonly status: BalanceStatus };
  };
  readonly sources: Parts;
  readonly uses: Parts;
  readonly sustainability: Sustainability;
  readonly iwa: IwaBalance;
  /** Unheard quantities by unit, sources first. */
  readonly unheard: readonly UnheardOfUnit[];
  readonly uncertainty: {
    readonly confidence: typeof CONFIDENCE;
    readonly method: string;
    /** The meter that makes balance and unaccounted-for water most uncertain; null when no meter does. */
    readonly dominantMeter: Dominant | null;
    readonly dominantMeterOfUnaccounted: Dominant | null;
    /** Units whose unknown error makes a band unknown. */
    readonly unknown: readonly { readonly unitId: string; readonly displayName: string; readonly cause: Cause }[];
    /** Accuracy of each meter of the balance. */
    readonly meters: readonly {
      readonly unitId: string;
      readonly displayName: string;
      readonly accuracyPercent: number | null;
      readonly of: Accuracy['of'];
      readonly source: string;
    }[];
  };
}

const METHOD =
  'JCGM 100:2008, 4.3.7 and 5.1.2: rectangular half-widths, independent meters, 1.96 standard uncertainties';

/** One side of the balance: its category with the figures that deviceDataV2 shows. */
interface Side {
  readonly category: Category;
  readonly figures: CategoryFigures;
  readonly parts: FigureParts;
}

const NO_FIGURE: FigureParts = { value: null, siUnit: null, form: NOTHING, measured: [] };

/** The balance, a unit a step. */
export function* waterBalanceInSteps(input: BalanceInput): Generator<void, WaterBalance> {
  const { categories, divisionFactor: divisor } = input;
  const measuring: Measuring = { meters: input.meters, divisor };
  const source = yield* sideOf(input, categories.inflow);
  const use = yield* sideOf(input, categories.outflow);
  const [inflow, outflow] = [source?.parts ?? NO_FIGURE, use?.parts ?? NO_FIGURE];
  const raw = yield* stockOf(input, categories.rawStock);
  const recycled = yield* stockOf(input, categories.recycledStock);
  yield;
  const balance = difference(inflow, outflow);
  const unaccounted = raw === null ? balance : difference(balance, raw);
  const figures = {
    inflow: amountFigure(inflow, measuring),
    outflow: amountFigure(outflow, measuring),
    balance: balanceFigure(balance, measuring),
    stockChange: balanceFigure(raw ?? NO_FIGURE, measuring),
    recycledStockChange: balanceFigure(recycled ?? NO_FIGURE, measuring),
    unaccounted: balanceFigure(unaccounted, measuring),
  };
  return {
    waterBalance: {
      totalInflow: inflow.value,
      totalOutflow: outflow.value,
      balance: balance.value,
      balancePercentage: percentOf(balance.value, inflow.value),
      status: balanceStatus(figures.balance.band),
    },
    figures: { ...figures, unaccounted: { ...figures.unaccounted, status: balanceStatus(figures.unaccounted.band) } },
    sources: yield* partsOf(input, source, measuring),
    uses: yield* partsOf(input, use, measuring),
    sustainability: sustainabilityOf(
      unitsOf(source).map(({ unitId, value }) => ({
        // Sources with different units of measure do not add up, and have no share of one another.
        value: inflow.siUnit === null ? null : numberOrNull(value),
        waterSource: input.waterSources.get(unitId) ?? null,
      })),
    ),
    iwa: iwaBalance(inflow, outflow, raw, measuring),
    unheard: [...unheardOfSide('sources', source), ...unheardOfSide('uses', use)],
    uncertainty: {
      confidence: CONFIDENCE,
      method: METHOD,
      dominantMeter: dominantOf(input, balance, measuring),
      dominantMeterOfUnaccounted: dominantOf(input, unaccounted, measuring),
      ...measuredBy(input, [inflow, outflow, raw ?? NO_FIGURE, recycled ?? NO_FIGURE], measuring),
    },
  };
}

/** @param stored gain of the tanks over the period; null where there are none */
function iwaBalance(
  inflow: FigureParts,
  outflow: FigureParts,
  stored: FigureParts | null,
  measuring: Measuring,
): IwaBalance {
  const input = stored === null ? inflow : difference(inflow, stored);
  const losses = difference(input, outflow);
  return {
    systemInputVolume: amountFigure(input, measuring),
    authorisedConsumption: amountFigure(outflow, measuring),
    waterLosses: balanceFigure(losses, measuring),
    waterLossesPercent: percentOf(losses.value, input.value),
  };
}

const nameOf = ({ spans }: BalanceInput, unitId: string): string => spans.get(unitId)?.unit.displayName ?? unitId;
const measuredOf = ({ spans }: BalanceInput, unitIds: readonly string[]) =>
  unitIds.flatMap((unitId) => partsOfSpan(spans.get(unitId)));
/** Units of a side, each once. */
const unitsOf = (side: Side | null) => [
  ...new Map(
    (side?.figures.subCategories ?? []).flatMap(({ units }) => units.map((unit) => [unit.unitId, unit] as const)),
  ).values(),
];

const unheardOfSide = (side: UnheardOfUnit['side'], of: Side | null): readonly UnheardOfUnit[] =>
  unitsOf(of).flatMap(({ unitId, unitName: displayName, siUnit, value, unheard }) =>
    unheard !== undefined && boundOfUnheard(numberOrNull(value), unheard) === 'at least'
      ? [{ unitId, displayName, siUnit, side, ...unheard }]
      : [],
  );

/** The form of a side's total. Groups that do not add up, ground-water levels and quality, have none. */
function formOf({ forms }: BalanceInput, { standardCategoryId }: Category, unitIds: readonly string[]): LinearForm {
  const formatter = formatterOf(standardCategoryId);
  if (formatter === 'ground-water' || formatter === 'quality') return { ...NOTHING, failedUnitIds: new Set(unitIds) };
  return combined(unitIds.map((unitId) => ({ factor: 1, form: forms.get(unitId) ?? NOTHING })));
}

function* sideOf(input: BalanceInput, category: Category | null): Generator<void, Side | null> {
  if (category === null) return null;
  const layout = { divisionFactor: input.divisionFactor, energyDetail: false };
  const figures = yield* formatCategoryInSteps(category, input.spans, layout);
  const unitIds = [...new Set(figures.subCategories.flatMap(({ units }) => units.map(({ unitId }) => unitId)))];
  return {
    category,
    figures,
    parts: {
      value: figures.value,
      siUnit: figures.siUnit,
      form: formOf(input, category, unitIds),
      measured: measuredOf(input, unitIds),
    },
  };
}

/**
 * Change of the tanks of a category; null when there are none. A tank of which one of two levels is not known has no
 * change, so the sum lacks it on either side.
 */
function* stockOf(input: BalanceInput, category: Category | null): Generator<void, FigureParts | null> {
  const side = yield* sideOf(input, category);
  if (side === null || unitsOf(side).length === 0) return null;
  const tanks = tankChanges(side.category, side.figures, input.meters, input.divisionFactor);
  const unknown = new Set(tanks.flatMap(({ unitId, change }) => (change === null ? unitId : [])));
  return {
    ...side.parts,
    value: side.parts.siUnit === null ? null : sumOfChanges(tanks),
    form: formOfChanges(tanks, input.meters),
    measured: side.parts.measured.map((part) => (unknown.has(part.unitId) ? { ...part, value: null } : part)),
  };
}

function* partsOf(input: BalanceInput, side: Side | null, measuring: Measuring): Generator<void, Parts> {
  if (side === null) return {};
  const { category, figures } = side;
  const found: [string, BalancePart][] = [];
  for (const sub of figures.subCategories) {
    const unitIds = [...new Set(sub.units.map(({ unitId }) => unitId))];
    const parts = {
      value: sub.value,
      siUnit: sub.siUnit,
      form: formOf(input, category, unitIds),
      measured: measuredOf(input, unitIds),
    };
    const units: BalanceUnit[] = [];
    for (const { unitId, unitName: displayName, value, siUnit } of sub.units) {
      const own = {
        value: numberOrNull(value),
        siUnit,
        form: formOf(input, category, [unitId]),
        measured: measuredOf(input, [unitId]),
      };
      const group = input.spans.get(unitId)?.unit.group ?? 'FLOW';
      const divisor = divisorFor(category, { group }, input.divisionFactor);
      units.push({ unitId, displayName, ...amountFigure(own, { ...measuring, divisor }) });
      yield;
    }
    const share = shareOf(sub.value, figures.value);
    found.push([sub.id, { displayName: sub.displayName, ...amountFigure(parts, measuring), share, units }]);
  }
  return Object.fromEntries(found);
}

const SHARE_PARTS = 10_000;
const shareOf = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : Math.round((part / whole) * SHARE_PARTS) / SHARE_PARTS;

function dominantOf(input: BalanceInput, parts: FigureParts, measuring: Measuring): Dominant | null {
  const dominant = dominantMeter(uncertaintyIn(parts, measuring), measuring.divisor);
  return dominant === null ? null : { ...dominant, displayName: nameOf(input, dominant.unitId) };
}

function measuredBy(
  input: BalanceInput,
  all: readonly FigureParts[],
  measuring: Measuring,
): Pick<WaterBalance['uncertainty'], 'unknown' | 'meters'> {
  const unknown = new Map(
    all.flatMap((parts) => uncertaintyIn(parts, measuring).unknown).map((found) => [found.unitId, found] as const),
  );
  const unitIds = [...new Set(all.flatMap(({ form }) => [...form.meters.keys()]))].toSorted();
  return {
    unknown: [...unknown.values()].map(({ unitId, cause }) => ({ unitId, displayName: nameOf(input, unitId), cause })),
    meters: unitIds
      .flatMap((unitId) => input.meters.get(unitId) ?? [])
      .map(({ unitId, displayName, accuracy: { percent, of, source } }) => ({
        unitId,
        displayName,
        accuracyPercent: percent,
        of,
        source,
      })),
  };
}
