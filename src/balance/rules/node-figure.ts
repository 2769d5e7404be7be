import type { Bound } from '../../kernel/document/types.ts';
import {
  boundOf,
  boundOfAll,
  type Completeness,
  completenessOf,
  type MeasuredPart,
} from '../../kernel/document/completeness.ts';
import { toDisplay } from '../../figures/rules/figures/display.ts';
import { figureText, neededDecimals, ownDecimals } from '../../kernel/format/figure-text.ts';
import { negated, ratioOf, roundedTo } from '../../kernel/measure/ratio.ts';

/** Figure of a unit over the window of a diagram. */
export interface UnitFigure {
  readonly unitId: string;
  /** Raw value; null without data, and for means of parameters, which are no quantity. */
  readonly value: number | null;
  /** Raw opening stock of the window; null for units without one. */
  readonly openingStock: number | null;
  readonly siUnit: string;
  /** Divisor from the raw figure to the shown one: 1 for levels in metres. */
  readonly divisor: number;
  /** Measured parts; empty when no day of the window has begun. */
  readonly measured: readonly MeasuredPart[];
}

/** Value of a node before it is written as text. */
export interface NodeFigure {
  /** Raw value; null without data. */
  readonly value: number | null;
  readonly divisor: number;
  /** Unit of measure; null: the parts have different ones; NO_UNIT for a share. */
  readonly siUnit: string | null;
  /** Whether the formula, or a unit it uses, failed. Nodes that use this figure have no value either. */
  readonly failed: boolean;
  /** The side of the value on which the truth lies where readings are missing. */
  readonly bound: Bound | null;
  /** Units that the value uses, each once. */
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

/** Unit of measure of quality parameters such as pH, and of quotients of two quantities. */
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

/** The figure in shown units, not rounded. */
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

/** The rounded value of a node, or a sum of such, for people: `12.35`, and `12` where it is whole. */
export const nodeText = (value: number): string => figureText(value, Number.isInteger(value) ? 0 : DECIMALS);

/** Volumes below it are written with three digits, because the decimals of nodes would leave nothing of them. */
const SMALL = 0.1;

/**
 * Decimals of all volumes of a balance, so that one figure reads alike in its words, its tables and its pictures: as
 * many as they have of themselves, and no more than nodes have.
 */
export const balanceDecimals = (volumes: readonly number[]): number =>
  volumes.every((volume) => Math.abs(volume) < SMALL)
    ? Math.max(0, ...volumes.map(neededDecimals))
    : Math.min(DECIMALS, ownDecimals(volumes));

/** The common unit of measure of several figures; null: they differ, or there are none. */
export function commonUnit(figures: readonly Pick<NodeFigure, 'siUnit'>[]): string | null {
  const [first] = figures;
  return first !== undefined && figures.every(({ siUnit }) => siUnit === first.siUnit) ? first.siUnit : null;
}

export const unitsOfAll = (figures: readonly NodeFigure[]): ReadonlyMap<string, UnitFigure> =>
  new Map(figures.flatMap(({ units }) => [...units]));

/** Completeness of a node's value. The formula decides on which side the truth lies. */
export const completenessOfNode = ({ value, bound, units }: NodeFigure): Completeness => ({
  ...completenessOf([...units.values()].flatMap(({ measured }) => measured)),
  bound: value === null ? null : bound,
});
