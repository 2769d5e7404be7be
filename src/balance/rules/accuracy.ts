import type { Unit, UnitGroup } from '../../kernel/measure/unit.ts';

/** Possible error of a meter, as the half-width of a rectangular distribution. */
export interface Accuracy {
  /** Percent of the quantity or capacity in `of`; null: unknown. */
  readonly percent: number | null;
  /** Base of the percentage: the quantity that passed, or the tank's capacity at every level read. */
  readonly of: 'quantity' | 'capacity';
  /** Source of the percentage, in words that answers show. */
  readonly source: string;
}

/** Accuracy in percent of the best meters one can buy: the most that a repair can bring. */
export const BEST_PERCENT: Readonly<Record<Accuracy['of'], number>> = { quantity: 1, capacity: 0.5 };

const CLASS_2: Accuracy = { percent: 2, of: 'quantity', source: 'ISO 4064-1:2014 / OIML R 49, accuracy class 2' };

/**
 * Defaults by group. Water meters of class 2 may be off by 2 % between the transitional and the overload flow rate (ISO
 * 4064-1:2014, 4.2.2), where almost all water passes. Active-energy meters are of class 1 (IEC 62053-21). Spec gap: the
 * specification states no class. Gauges of tanks count as accurate within 1 % of the capacity.
 */
const DEFAULTS: Readonly<Partial<Record<UnitGroup, Accuracy>>> = {
  FLOW: CLASS_2,
  CONSUMPTION: CLASS_2,
  STOCK: { percent: 1, of: 'capacity', source: 'level gauge, 1 % of the capacity' },
  ENERGY: { percent: 1, of: 'quantity', source: 'IEC 62053-21, accuracy class 1' },
};

const UNKNOWN: Accuracy = {
  percent: null,
  of: 'quantity',
  source: 'not known: what it measures is no quantity of water',
};

/** The accuracy of a unit: its declared `meta.accuracyPercent`, or the default of its group. */
export function accuracyOf({ group }: Pick<Unit, 'group'>, meta: Readonly<Record<string, unknown>>): Accuracy {
  const usual = DEFAULTS[group];
  if (usual === undefined) return UNKNOWN;
  const declared = meta['accuracyPercent'];
  return typeof declared === 'number' && declared > 0
    ? { ...usual, percent: declared, source: 'meta.accuracyPercent of the unit' }
    : usual;
}
