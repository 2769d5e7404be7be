import type { LinearForm, MeterTerms } from './linear-form.ts';
import { type Meter, openingPlace } from './meter.ts';
import { dayFigureOf, type UnitsOverDays } from './units-over-days.ts';

/** Sensitivities of one virtual unit to figures and opening levels of meters. */
export interface Sensitivities {
  readonly values: ReadonlyMap<string, number>;
  readonly openings: ReadonlyMap<string, number>;
}

interface AccumulatedTerms extends MeterTerms {
  quantity: number;
  weight: number;
  readonly levels: Map<number, number>;
}
/** A figure's terms by meter, to which days are added one by one. */
export interface FormAccumulator extends LinearForm {
  readonly meters: Map<string, AccumulatedTerms>;
  readonly failedUnitIds: Set<string>;
}
export const emptyAccumulator = (): FormAccumulator => ({ meters: new Map(), failedUnitIds: new Set() });

export function addQuantity(
  form: FormAccumulator,
  unitId: string,
  meters: ReadonlyMap<string, Meter>,
  quantity: number,
  weight: number,
): void {
  if (!meters.has(unitId)) return;
  const terms = termsOf(form, unitId);
  terms.quantity += quantity;
  terms.weight += weight;
}

/**
 * Adds sensitivities to opening levels. A missing figure has none, and a unit that is no tank has no opening level,
 * which counts as 0.
 */
export function addLevels(
  form: FormAccumulator,
  unitId: string,
  { values, openings }: Sensitivities,
  units: UnitsOverDays,
  day: number,
): void {
  if (dayFigureOf(units, unitId, day) === null) return;
  const addLevel = (
    operand: string,
    sensitivity: number,
    placeIn: (levels: NonNullable<Meter['levels']>) => number,
  ): void => {
    const levels = units.meters.get(operand)?.levels ?? null;
    if (levels === null) return;
    const terms = termsOf(form, operand).levels;
    terms.set(placeIn(levels), (terms.get(placeIn(levels)) ?? 0) + sensitivity);
  };
  for (const [operand, sensitivity] of values) addLevel(operand, sensitivity, () => day + 1);
  for (const [operand, sensitivity] of openings) addLevel(operand, sensitivity, (levels) => openingPlace(levels, day));
}

function termsOf(form: FormAccumulator, unitId: string): AccumulatedTerms {
  const terms = form.meters.get(unitId) ?? { quantity: 0, weight: 0, levels: new Map<number, number>() };
  form.meters.set(unitId, terms);
  return terms;
}
