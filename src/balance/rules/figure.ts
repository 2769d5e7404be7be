import { type Completeness, completenessOf, type MeasuredPart } from '../../kernel/document/completeness.ts';
import { minus } from '../../kernel/measure/exact.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { combined, type LinearForm, type MeterTerms } from './linear-form.ts';
import type { Meter } from './meter.ts';
import { type Band, bandOf, bandOfAmount, type Uncertainty, uncertaintyOf } from './uncertainty.ts';

/** A shown figure of the balance, with its completeness and its error bar. */
export interface BalanceFigure extends Completeness {
  readonly value: number | null;
  /** Unit of measure; null: the parts have different ones, and nothing was added up. */
  readonly siUnit: string | null;
  /** null: the figure or the width of its band is not known. */
  readonly band: Band | null;
}

/** Balance of one business day of the whole industry, in shown units. */
export interface BalanceDay {
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
  /** Unit of measure of its figures; null: the sides have different ones, and there is no imbalance. */
  readonly siUnit: string | null;
  readonly inflow: number | null;
  /** Inflow less outflow and change of stock; null when either side is unknown. */
  readonly imbalance: number | null;
  /** Half the width of its 95 % band; null when it is unknown, as where nothing was heard of a meter. */
  readonly band95: number | null;
}

/** A figure before it is rounded: the shown value and its parts. */
export interface FigureParts {
  readonly value: number | null;
  readonly siUnit: string | null;
  readonly form: LinearForm;
  readonly measured: readonly MeasuredPart[];
}

export interface Measuring {
  readonly meters: ReadonlyMap<string, Meter>;
  readonly divisor: number;
}

export const uncertaintyIn = ({ form }: FigureParts, { meters }: Measuring): Uncertainty => uncertaintyOf(form, meters);

export const balanceFigure = (parts: FigureParts, measuring: Measuring): BalanceFigure =>
  figureWith(parts, () => bandOf(parts.value, uncertaintyIn(parts, measuring), measuring.divisor));

/** A volume that flowed in or out. */
export const amountFigure = (parts: FigureParts, measuring: Measuring): BalanceFigure =>
  figureWith(parts, (bound) =>
    bandOfAmount(parts.value, uncertaintyIn(parts, measuring), measuring.divisor, {
      isLeast: bound === 'at least',
      isDifference: [...parts.form.meters.values()].some(isSubtracted),
    }),
  );

/** A formula subtracts the meter or a level of the tank, or the meter ran backwards. */
const isSubtracted = ({ quantity, weight, levels }: MeterTerms): boolean =>
  quantity < 0 || weight < 0 || [...levels.values()].some((sensitivity) => sensitivity < 0);

function figureWith(
  { value, siUnit, measured }: FigureParts,
  bandOfBound: (bound: Completeness['bound']) => Band | null,
): BalanceFigure {
  const completeness = completenessOf(measured, value === null ? 'nothing' : 'sum');
  return { value, siUnit, ...completeness, band: bandOfBound(completeness.bound) };
}

/** a - b in their unit of measure; null when either is missing or their units of measure differ. */
export function difference(a: FigureParts, b: FigureParts): FigureParts {
  const siUnit = a.siUnit === b.siUnit ? a.siUnit : null;
  return {
    value: a.value === null || b.value === null || siUnit === null ? null : minus(a.value, b.value),
    siUnit,
    form: combined([
      { form: a.form, factor: 1 },
      { form: b.form, factor: -1 },
    ]),
    measured: differing(a.measured, b.measured),
  };
}

/**
 * Parts of a difference, each unit once. A unit on both sides cancels, so its missing readings make no difference and
 * it is left out.
 */
function differing(a: readonly MeasuredPart[], b: readonly MeasuredPart[]): readonly MeasuredPart[] {
  const factors = new Map<string, { readonly part: MeasuredPart; factor: number }>();
  const add = (part: MeasuredPart, sign: 1 | -1): void => {
    const known = factors.get(part.unitId) ?? { part, factor: 0 };
    known.factor += sign * (part.factor ?? 1);
    factors.set(part.unitId, known);
  };
  for (const part of a) add(part, 1);
  for (const part of b) add(part, -1);
  return [...factors.values()].map(({ part, factor }) => ({ ...part, factor: factor > 0 ? 1 : factor < 0 ? -1 : 0 }));
}
