import { closingPlace, type Meter, openingPlace } from './meter.ts';
import { dayFigureOf, type UnitsOverDays } from './units-over-days.ts';

/** The terms of one meter in a figure. */
export interface MeterTerms {
  /** Sensitivity times quantity, added up over the days: the meter's part of the figure. */
  readonly quantity: number;
  /** Sum of the sensitivities over the days: 0 when the meter is on both sides, whatever it measured. */
  readonly weight: number;
  /** Sensitivity to each level of a tank, by index among the meter's levels. */
  readonly levels: ReadonlyMap<number, number>;
}

/** A figure as a sum over meters, however many virtual units are in between. */
export interface LinearForm {
  readonly meters: ReadonlyMap<string, MeterTerms>;
  /** Units whose formula failed on some day, so that the parts of their meters are unknown. */
  readonly failedUnitIds: ReadonlySet<string>;
}

export const NOTHING: LinearForm = { meters: new Map(), failedUnitIds: new Set() };

/** The form of a sum of figures. Parts that cancel are left out, and the order of parts makes no difference. */
export function combined(parts: readonly { readonly form: LinearForm; readonly factor: number }[]): LinearForm {
  const gathered = new Map<string, { quantities: number[]; weights: number[]; levels: Map<number, number[]> }>();
  for (const { form, factor } of parts) {
    for (const [unitId, terms] of form.meters) {
      const own = gathered.get(unitId) ?? { quantities: [], weights: [], levels: new Map<number, number[]>() };
      gathered.set(unitId, own);
      own.quantities.push(factor * terms.quantity);
      own.weights.push(factor * terms.weight);
      for (const [place, sensitivity] of terms.levels)
        own.levels.set(place, [...(own.levels.get(place) ?? []), factor * sensitivity]);
    }
  }
  const meters = [...gathered].map(
    ([unitId, { quantities, weights, levels }]) =>
      [
        unitId,
        {
          quantity: steadySum(quantities),
          weight: steadySum(weights),
          levels: new Map(
            [...levels]
              .map(([place, sensitivities]) => [place, steadySum(sensitivities)] as const)
              .filter(([, sensitivity]) => sensitivity !== 0),
          ),
        },
      ] as const,
  );
  return { meters: new Map(meters), failedUnitIds: new Set(parts.flatMap(({ form }) => [...form.failedUnitIds])) };
}

/** The form of a meter's own figure: the quantity that passed, or a tank's closing level. */
export function formOfMeter(meter: Meter): LinearForm {
  if (meter.levels !== null) return levelForm(meter, [[closingPlace(meter.levels), 1]]);
  return {
    ...NOTHING,
    meters: new Map([
      [meter.unitId, { quantity: meter.value ?? 0, weight: Math.max(1, meter.days.length), levels: new Map() }],
    ]),
  };
}

/** The form of a tank's closing level less its opening level. */
export const formOfStockChange = (meter: Meter): LinearForm =>
  levelForm(meter, [
    [closingPlace(meter.levels ?? []), 1],
    [0, -1],
  ]);

/** The form of a level at the end of a period. The end is a level of its own where none was read that day. */
function levelForm(
  { unitId, levels }: Meter,
  terms: readonly (readonly [place: number | null, sensitivity: number])[],
): LinearForm {
  const end = Math.max(1, (levels?.length ?? 0) - 1);
  return {
    ...NOTHING,
    meters: new Map([
      [
        unitId,
        { quantity: 0, weight: 0, levels: new Map(terms.map(([place, sensitivity]) => [place ?? end, sensitivity])) },
      ],
    ]),
  };
}

/**
 * A sum in which equal parts of opposite sign cancel to the last bit, and which does not depend on the order of its
 * parts.
 */
function steadySum(parts: readonly number[]): number {
  // Most forms are of one meter.
  if (parts.length === 1) return (parts[0] ?? 0) + 0;
  const counts = new Map<number, number>();
  for (const part of parts) counts.set(Math.abs(part), (counts.get(Math.abs(part)) ?? 0) + Math.sign(part));
  return [...counts].toSorted(([a], [b]) => a - b).reduce((total, [size, count]) => total + count * size, 0);
}

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
