import { type Completeness, completenessOf } from '../figures/completeness.ts';
import type { Provenance } from '../document/types.ts';
import { minus } from '../measure/exact.ts';
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
  readonly provenances: readonly Provenance[];
}

export interface Measuring {
  readonly meters: ReadonlyMap<string, Meter>;
  readonly divisor: number;
}

export const uncertaintyIn = ({ form }: FigureParts, { meters }: Measuring): Uncertainty => uncertaintyOf(form, meters);

export const balanceFigure = (parts: FigureParts, measuring: Measuring): BalanceFigure => ({
  value: parts.value,
  siUnit: parts.siUnit,
  ...completenessOf(parts.provenances),
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
    provenances: [...new Set([...a.provenances, ...b.provenances])],
  };
}
