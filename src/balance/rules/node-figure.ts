import type { Bound } from '../../kernel/document/types.ts';
import {
  boundOf,
  boundOfAll,
  type Completeness,
  completenessOf,
  type MeasuredPart,
} from '../../kernel/document/completeness.ts';
import { toDisplay } from '../../figures/rules/figures/display.ts';
import { negated, ratioOf, roundedTo } from '../../kernel/measure/ratio.ts';

/** What a unit shows over the window of a diagram. */
export interface UnitFigure {
  readonly unitId: string;
  /** Raw; null without data, and for parameter means, which are no quantity. */
  readonly value: number | null;
  /** Raw opening stock of the window; null where the unit has none. */
  readonly openingStock: number | null;
  readonly siUnit: string;
  /** What the raw figure is divided by: 1 for levels in metres. */
  readonly divisor: number;
  /** Empty where nothing of the window has begun. */
  readonly measured: readonly MeasuredPart[];
}

/** The value of a node before it is written as text. */
export interface NodeFigure {
  /** Raw; null without data. */
  readonly value: number | null;
  readonly divisor: number;
  /** null where its parts have none in common; NO_UNIT for a share. */
  readonly siUnit: string | null;
  /** A formula, or a unit it uses, that failed: whatever uses it has no value either. */
  readonly failed: boolean;
  /** On which side of the value the truth lies where something was not measured. */
  readonly bound: Bound | null;
  /** The units it rests on, each once. */
  readonly units: ReadonlyMap<string, UnitFigure>;
}

export const NO_FIGURE: NodeFigure = {
  value: null,
  divisor: 1,
  siUnit: null,
  failed: false,
  bound: null,
  units: new Map(),
};

/** Of quality parameters such as pH, and of quotients of two quantities. */
export const NO_UNIT = '';

export const hasUnit = ({ siUnit }: Pick<NodeFigure, 'siUnit'>): boolean => siUnit !== null && siUnit !== NO_UNIT;

export const figureOfUnit = (figure: UnitFigure): NodeFigure => ({
  value: figure.value,
  divisor: figure.divisor,
  siUnit: figure.siUnit,
  failed: figure.measured.some(({ failed }) => failed === true),
  bound: boundOfAll(figure.measured.map(boundOf)),
  units: new Map([[figure.unitId, figure]]),
});

/** The figure as answers show it, not rounded: raw figures divided. */
export const shownValue = ({ value, divisor }: Pick<NodeFigure, 'value' | 'divisor'>): number | null =>
  toDisplay(value, divisor);

const DECIMALS = 2;

/**
 * Rounded to 2 decimals, halves away from zero, as the decimal that is shown (specification, User: water balance, rule
 * 8).
 */
export function roundedValue(shown: number | null): number | null {
  if (shown === null) return null;
  const ratio = ratioOf(shown);
  return shown < 0 ? 0 - roundedTo(DECIMALS, negated(ratio)) : roundedTo(DECIMALS, ratio);
}

/** `12.35 KL`; null without data. */
export function valueText(figure: NodeFigure): string | null {
  const value = roundedValue(shownValue(figure));
  if (value === null) return null;
  return hasUnit(figure) ? `${value} ${figure.siUnit}` : String(value);
}

/** What the units of several figures have in common; null: nothing, or there are none. */
export function commonUnit(figures: readonly Pick<NodeFigure, 'siUnit'>[]): string | null {
  const [first] = figures;
  return first !== undefined && figures.every(({ siUnit }) => siUnit === first.siUnit) ? first.siUnit : null;
}

export const unitsOfAll = (figures: readonly NodeFigure[]): ReadonlyMap<string, UnitFigure> =>
  new Map(figures.flatMap(({ units }) => [...units]));

/** What is to be known of a node's value; its formula says on which side the truth lies. */
export const completenessOfNode = ({ value, bound, units }: NodeFigure): Completeness => ({
  ...completenessOf([...units.values()].flatMap(({ measured }) => measured)),
  bound: value === null ? null : bound,
});
