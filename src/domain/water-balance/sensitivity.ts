import type { Formula } from '../formula/types.ts';
import type { Failure } from '../processors/failure.ts';
import { type Gradient, gradientOf, isLinear } from './gradient.ts';
import { formOfMeter, type LinearForm, type MeterTerms, NOTHING } from './linear-form.ts';
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

/** Sensitivities of one virtual unit on one day: to figures and to opening levels of meters. 'failed': its formula gives no number. */
type DayForm = 'failed' | { readonly values: ReadonlyMap<string, number>; readonly openings: ReadonlyMap<string, number> };

/**
 * What figures of units have of each measured meter: partial derivatives, day by day by the formula in force, through virtual units of
 * virtual units. So a meter that is reached on two ways counts with the sum of both, and cancels when they are opposite.
 * A negative result that is shown as 0 keeps the derivatives of its formula, because what is behind the 0 is as uncertain.
 */
export function formsOf(unitIds: readonly string[], units: UnitsOverDays): ReadonlyMap<string, LinearForm> {
  const virtualIds = new Set(units.stretches.flatMap(({ formulas }) => formulas.map(({ unitId }) => unitId)));
  const growing = new Map(unitIds.filter((unitId) => virtualIds.has(unitId)).map((unitId) => [unitId, newForm()]));
  if (growing.size > 0) for (const stretch of units.stretches) addStretch(growing, stretch, units);
  return new Map(unitIds.map((unitId) => {
    const meter = units.meters.get(unitId);
    return [unitId, growing.get(unitId) ?? (meter === undefined ? NOTHING : formOfMeter(meter))];
  }));
}

interface GrowingTerms extends MeterTerms { quantity: number; weight: number; readonly levels: Map<number, number> }
interface GrowingForm extends LinearForm { readonly meters: Map<string, GrowingTerms>; readonly failedUnitIds: Set<string> }
const newForm = (): GrowingForm => ({ meters: new Map(), failedUnitIds: new Set() });

function addStretch(growing: ReadonlyMap<string, GrowingForm>, stretch: Stretch, units: UnitsOverDays): void {
  const constant = new Map<string, Gradient | null>();
  for (let day = stretch.start; day < stretch.end; day += 1) {
    const forms = new Map<string, DayForm>();
    for (const planned of stretch.formulas) forms.set(planned.unitId, dayFormOf(planned, { stretch, day, units, forms, constant }));
    for (const [unitId, form] of growing) {
      const own = forms.get(unitId);
      if (own === 'failed') form.failedUnitIds.add(unitId);
      // On this day it was a meter.
      else if (own === undefined) addDay(form, { values: new Map([[unitId, 1]]), openings: new Map() }, units.meters, day, true);
      else addDay(form, own, units.meters, day, units.virtualFigure(unitId, day) !== null);
    }
  }
}

interface DayInWork {
  readonly stretch: Stretch;
  readonly day: number;
  readonly units: UnitsOverDays;
  /** Of the virtual units before it. */
  readonly forms: ReadonlyMap<string, DayForm>;
  /** Derivatives that are the same on every day of the stretch. */
  readonly constant: Map<string, Gradient | null>;
}

function dayFormOf(planned: VirtualFormula, work: DayInWork): DayForm {
  if (planned.formula === null || planned.failure !== null) return 'failed';
  const gradient = gradientOn(planned, planned.formula, work);
  const values = new Map<string, number>();
  const openings = new Map<string, number>();
  // Without data there is no figure, and so no failure.
  if (gradient === null) return hasData(planned, work) ? 'failed' : { values, openings };
  const named = [...gradient.values].flatMap(([id, sensitivity]) => (planned.operandUnits.get(id) ?? []).map((unitId) => [unitId, sensitivity] as const));
  const all = planned.usesAddAll ? work.stretch.addAllUnitIds.map((unitId) => [unitId, gradient.addAll] as const) : [];
  for (const [unitId, sensitivity] of [...named, ...all]) {
    const inner = work.forms.get(unitId);
    if (inner === 'failed') return 'failed';
    if (inner === undefined) add(values, unitId, sensitivity);
    else {
      for (const [operand, own] of inner.values) add(values, operand, sensitivity * own);
      for (const [operand, own] of inner.openings) add(openings, operand, sensitivity * own);
    }
  }
  for (const [id, sensitivity] of gradient.openings) for (const unitId of planned.operandUnits.get(id) ?? []) add(openings, unitId, sensitivity);
  return { values, openings };
}

function gradientOn(planned: VirtualFormula, formula: Formula, work: DayInWork): Gradient | null {
  const known = work.constant.get(planned.unitId);
  if (known !== undefined) return known;
  const { units, day } = work;
  const sumOf = (unitIds: readonly string[]): number => unitIds.reduce((total, unitId) => total + (figureOf(units, unitId, day) ?? 0), 0);
  const gradient = gradientOf(formula, (operand) => {
    if (operand.kind === 'addAll') return sumOf(work.stretch.addAllUnitIds);
    const unitIds = planned.operandUnits.get(operand.id) ?? [];
    return operand.kind === 'value' ? sumOf(unitIds) : unitIds.reduce((total, unitId) => total + (openingOf(units.meters.get(unitId), day) ?? 0), 0);
  });
  if (isLinear(formula)) work.constant.set(planned.unitId, gradient);
  return gradient;
}

function hasData({ operandUnits, usesAddAll }: VirtualFormula, { units, day, stretch }: DayInWork): boolean {
  const used = [...[...operandUnits.values()].flat(), ...(usesAddAll ? stretch.addAllUnitIds : [])];
  return used.length === 0 || used.some((unitId) => figureOf(units, unitId, day) !== null);
}

const figureOf = (units: UnitsOverDays, unitId: string, day: number): number | null => {
  const meter = units.meters.get(unitId);
  return meter === undefined ? units.virtualFigure(unitId, day) : (meter.days[day] ?? null);
};

const openingOf = (meter: Meter | undefined, day: number): number | null =>
  (meter === undefined || meter.levels === null ? null : (meter.levels[openingPlace(meter.levels, day)]?.level ?? null));

/** @param hasFigure false: no operand had data, so no level stands in the figure; what was not measured is remembered */
function addDay(form: GrowingForm, { values, openings }: Exclude<DayForm, 'failed'>, meters: ReadonlyMap<string, Meter>, day: number, hasFigure: boolean): void {
  const termsOf = (unitId: string): GrowingTerms => {
    const known = form.meters.get(unitId) ?? { quantity: 0, weight: 0, levels: new Map<number, number>() };
    form.meters.set(unitId, known);
    return known;
  };
  const addLevel = (unitId: string, place: number, sensitivity: number): void => {
    const { levels } = termsOf(unitId);
    levels.set(place, (levels.get(place) ?? 0) + sensitivity);
  };
  for (const [unitId, sensitivity] of values) {
    const meter = meters.get(unitId);
    if (meter === undefined) continue;
    if (meter.levels === null) {
      const terms = termsOf(unitId);
      terms.quantity += sensitivity * (meter.days[day] ?? 0);
      terms.weight += sensitivity;
    } else if (hasFigure) addLevel(unitId, day + 1, sensitivity);
  }
  for (const [unitId, sensitivity] of openings) {
    const levels = meters.get(unitId)?.levels ?? null;
    // Another unit than a tank has no opening level, which counts as 0.
    if (levels !== null && hasFigure) addLevel(unitId, openingPlace(levels, day), sensitivity);
  }
}

const add = (sensitivities: Map<string, number>, unitId: string, sensitivity: number): void => {
  sensitivities.set(unitId, (sensitivities.get(unitId) ?? 0) + sensitivity);
};
