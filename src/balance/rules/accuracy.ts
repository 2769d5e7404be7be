import type { Unit, UnitGroup } from '../../kernel/measure/unit.ts';

/** How far a meter may be off, as the half-width of a rectangular distribution. */
export interface Accuracy {
  /** Percent of what `of` names; null: nothing is known of it. */
  readonly percent: number | null;
  /** What it is a percentage of: the quantity that passed, or the tank's capacity at every level read. */
  readonly of: 'quantity' | 'capacity';
  /** Where the percentage is from, in words that answers show. */
  readonly source: string;
}

/** Of which a better meter is built: what a repair can bring at best. */
export const BEST_PERCENT: Readonly<Record<Accuracy['of'], number>> = { quantity: 1, capacity: 0.5 };

const CLASS_2: Accuracy = { percent: 2, of: 'quantity', source: 'ISO 4064-1:2014 / OIML R 49, accuracy class 2' };

/**
 * Defaults by group. Water meters of class 2 may be off by 2 % between the transitional and the overload flow rate (ISO
 * 4064-1:2014, 4.2.2); almost all water passes there. Active-energy meters are of class 1 (IEC 62053-21).
 * Spec gap: no class is stated; gauges of tanks are taken to be within 1 % of the capacity.
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

/** The accuracy of a unit: `meta.accuracyPercent` where it is declared, else the default of its group. */
export function accuracyOf({ group }: Pick<Unit, 'group'>, meta: Readonly<Record<string, unknown>>): Accuracy {
  const usual = DEFAULTS[group];
  if (usual === undefined) return UNKNOWN;
  const declared = meta['accuracyPercent'];
  return typeof declared === 'number' && declared > 0
    ? { ...usual, percent: declared, source: 'meta.accuracyPercent of the unit' }
    : usual;
}
