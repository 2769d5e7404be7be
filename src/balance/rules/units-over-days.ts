import type { Formula } from '../../kernel/formula/types.ts';
import type { Failure } from '../../figures/rules/processors/failure.ts';
import { type Meter, openingPlace } from './meter.ts';

/** A virtual unit as it counts on some days. */
export interface VirtualFormula {
  readonly unitId: string;
  readonly formula: Formula | null;
  /** Why it can have no figure on any day. */
  readonly failure: Failure | null;
  /** Each id its formula names, with the units it stands for. */
  readonly operandUnits: ReadonlyMap<string, readonly string[]>;
  readonly usesAddAll: boolean;
}

/** Days one after another on which the same formulas are in force. */
export interface Stretch {
  /** Days of the period, from 0; `end` is not in it. */
  readonly start: number;
  readonly end: number;
  /** Each after all it uses; those that use themselves last. */
  readonly formulas: readonly VirtualFormula[];
  /** Units of the formulas' ADD_ALL. */
  readonly addAllUnitIds: readonly string[];
}

/** Units over the days of a period that have begun. */
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
