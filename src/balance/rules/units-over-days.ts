import type { Formula } from '../../kernel/formula/types.ts';
import type { Failure } from '../../figures/rules/processors/failure.ts';
import { type Meter, openingPlace } from './meter.ts';

/** A virtual unit with its formula in force on some days. */
export interface VirtualFormula {
  readonly unitId: string;
  readonly formula: Formula | null;
  /** The reason why it has no figure on any day. */
  readonly failure: Failure | null;
  /** Units behind each id that the formula names. */
  readonly operandUnits: ReadonlyMap<string, readonly string[]>;
  readonly usesAddAll: boolean;
}

/** Consecutive days with the same formulas in force. */
export interface Stretch {
  /** Indices of days in the period, from 0; `end` is excluded. */
  readonly start: number;
  readonly end: number;
  /** Formulas, each behind those that it uses. Formulas that use themselves come last. */
  readonly formulas: readonly VirtualFormula[];
  /** Units that ADD_ALL in a formula adds up. */
  readonly addAllUnitIds: readonly string[];
}

/** Units over those days of a period that have begun. */
export interface UnitsOverDays {
  readonly stretches: readonly Stretch[];
  /** Units with readings of their own, by unitId. */
  readonly meters: ReadonlyMap<string, Meter>;
  /** The figure of a virtual unit on a day. */
  readonly virtualFigure: (unitId: string, day: number) => number | null;
}

export const dayFigureOf = (units: UnitsOverDays, unitId: string, day: number): number | null => {
  const meter = units.meters.get(unitId);
  return meter === undefined ? units.virtualFigure(unitId, day) : (meter.days[day] ?? null);
};

export const dayOpeningOf = (meter: Meter | undefined, day: number): number | null =>
  meter === undefined || meter.levels === null ? null : (meter.levels[openingPlace(meter.levels, day)]?.level ?? null);
