import { type Completeness, completenessOf, type MeasuredPart } from '../../kernel/document/completeness.ts';
import { minus } from '../../kernel/measure/exact.ts';
import { combined, type LinearForm } from './linear-form.ts';
import type { Meter } from './meter.ts';
import { type Band, bandOf, type Uncertainty, uncertaintyOf } from './uncertainty.ts';

/** A figure of the balance as answers show it: divided, with what it rests on and its error bar. */
export interface BalanceFigure extends Completeness {
  readonly value: number | null;
  /** null when the units have none in common; nothing is added up then. */
  readonly siUnit: string | null;
  /** null: the figure or the width of its band is not known. */
  readonly band: Band | null;
}

/** A figure on its way: shown value, and what it is made of. */
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

export const balanceFigure = (parts: FigureParts, measuring: Measuring): BalanceFigure => ({
  value: parts.value,
  siUnit: parts.siUnit,
  ...completenessOf(parts.measured, parts.value === null ? 'nothing' : 'sum'),
  band: bandOf(parts.value, uncertaintyIn(parts, measuring), measuring.divisor),
});

/** a - b, in one unit of measure; null when either is missing or they are measured in different units. */
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

/** Each unit once; one that stands on both sides cancels, so nothing that it lacks makes a difference. */
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
