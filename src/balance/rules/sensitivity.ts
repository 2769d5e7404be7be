import type { Formula } from '../../kernel/formula/types.ts';
import { addSensitivity, type Gradient, gradientOf, isLinear } from './gradient.ts';
import {
  addLevels,
  addQuantity,
  emptyAccumulator,
  type FormAccumulator,
  formOfMeter,
  type LinearForm,
  NOTHING,
  type Sensitivities,
} from './linear-form.ts';
import type { Meter } from './meter.ts';
import { dayFigureOf, dayOpeningOf, type Stretch, type UnitsOverDays, type VirtualFormula } from './units-over-days.ts';

/** Sensitivities of a virtual unit on one day. 'failed': its formula gives no number. */
type DayForm = 'failed' | Sensitivities;

/**
 * Terms of each meter in figures of units: partial derivatives by the formula in force on each day, through virtual
 * units of virtual units. A meter that is reached in two ways counts with the sum of both, and cancels when they are
 * opposite. A negative result that is shown as 0 keeps the derivatives of its formula, because the number behind the 0
 * is just as uncertain.
 */
export function formsOf(unitIds: readonly string[], units: UnitsOverDays): ReadonlyMap<string, LinearForm> {
  const virtualIds = new Set(units.stretches.flatMap(({ formulas }) => formulas.map(({ unitId }) => unitId)));
  const ofVirtual = unitIds.filter((unitId) => virtualIds.has(unitId));
  const accumulators = new Map(ofVirtual.map((unitId) => [unitId, emptyAccumulator()]));
  if (accumulators.size > 0) for (const stretch of units.stretches) addStretch(accumulators, stretch, units);
  return new Map(
    unitIds.map((unitId) => {
      const meter = units.meters.get(unitId);
      return [unitId, accumulators.get(unitId) ?? (meter === undefined ? NOTHING : formOfMeter(meter))];
    }),
  );
}

function addStretch(accumulators: ReadonlyMap<string, FormAccumulator>, stretch: Stretch, units: UnitsOverDays): void {
  const linear = new Map(
    stretch.formulas.flatMap(({ unitId, formula, failure }) =>
      formula === null || failure !== null || !isLinear(formula)
        ? []
        : [[unitId, gradientOf(formula, () => 0)] as const],
    ),
  );
  const constant = constantForms(stretch, linear);
  const sums = sumsOver(stretch, units.meters);
  for (const [unitId, form] of accumulators) {
    const own = constant.get(unitId);
    if (own !== undefined) addConstant(form, own, { stretch, units, sums, unitId });
  }
  const changing = stretch.formulas.filter(({ unitId }) => !constant.has(unitId));
  const rest = [...accumulators].filter(([unitId]) => !constant.has(unitId));
  for (let day = stretch.start; day < stretch.end && rest.length > 0; day += 1) {
    const forms = new Map<string, DayForm>(constant);
    for (const planned of changing)
      forms.set(planned.unitId, dayFormOf(planned, { stretch, day, units, forms, linear }));
    for (const [unitId, form] of rest) addDay(form, unitId, forms.get(unitId), units, day);
  }
}

/**
 * Virtual units whose sensitivities are the same on all days of the stretch, because the units they use have the same
 * ones, too.
 */
function constantForms(
  stretch: Stretch,
  linear: ReadonlyMap<string, Gradient | null>,
): ReadonlyMap<string, Sensitivities> {
  const changing = new Set(
    stretch.formulas.map(({ unitId }) => unitId).filter((unitId) => (linear.get(unitId) ?? null) === null),
  );
  const constant = new Map<string, Sensitivities>();
  for (const planned of stretch.formulas) {
    const gradient = linear.get(planned.unitId) ?? null;
    const used = [...planned.operandUnits.values()].flat();
    if (gradient === null || used.some((unitId) => changing.has(unitId))) changing.add(planned.unitId);
    else
      constant.set(
        planned.unitId,
        expanded(gradient, planned, stretch, (unitId) => constant.get(unitId)),
      );
  }
  return constant;
}

interface DayInWork {
  readonly stretch: Stretch;
  readonly day: number;
  readonly units: UnitsOverDays;
  /** Sensitivities of the virtual units that were computed before. */
  readonly forms: ReadonlyMap<string, DayForm>;
  /** Derivatives that are the same at every point, by virtual unit. */
  readonly linear: ReadonlyMap<string, Gradient | null>;
}

function dayFormOf(planned: VirtualFormula, work: DayInWork): DayForm {
  if (planned.formula === null || planned.failure !== null) return 'failed';
  const gradient = work.linear.has(planned.unitId)
    ? work.linear.get(planned.unitId)
    : gradientOn(planned, planned.formula, work);
  // A unit without data has no figure and therefore has not failed.
  if (gradient === null || gradient === undefined)
    return hasData(planned, work) ? 'failed' : { values: new Map(), openings: new Map() };
  const used = [...gradient.values.keys()].flatMap((id) => planned.operandUnits.get(id) ?? []);
  if (used.some((unitId) => work.forms.get(unitId) === 'failed')) return 'failed';
  return expanded(gradient, planned, work.stretch, (unitId) => {
    const inner = work.forms.get(unitId);
    return inner === 'failed' ? undefined : inner;
  });
}

/** Sensitivities to the ids of a formula, turned into sensitivities to meters. */
function expanded(
  gradient: Gradient,
  planned: VirtualFormula,
  stretch: Stretch,
  innerOf: (unitId: string) => Sensitivities | undefined,
): Sensitivities {
  const values = new Map<string, number>();
  const openings = new Map<string, number>();
  const named = [...gradient.values].flatMap(([id, sensitivity]) =>
    (planned.operandUnits.get(id) ?? []).map((unitId) => [unitId, sensitivity] as const),
  );
  const all = planned.usesAddAll ? stretch.addAllUnitIds.map((unitId) => [unitId, gradient.addAll] as const) : [];
  for (const [unitId, sensitivity] of [...named, ...all]) {
    const inner = innerOf(unitId);
    if (inner === undefined) addSensitivity(values, unitId, sensitivity);
    else {
      for (const [operand, own] of inner.values) addSensitivity(values, operand, sensitivity * own);
      for (const [operand, own] of inner.openings) addSensitivity(openings, operand, sensitivity * own);
    }
  }
  for (const [id, sensitivity] of gradient.openings)
    for (const unitId of planned.operandUnits.get(id) ?? []) addSensitivity(openings, unitId, sensitivity);
  return { values, openings };
}

function gradientOn(planned: VirtualFormula, formula: Formula, { units, day, stretch }: DayInWork): Gradient | null {
  const sumOf = (unitIds: readonly string[]): number =>
    unitIds.reduce((total, unitId) => total + (dayFigureOf(units, unitId, day) ?? 0), 0);
  return gradientOf(formula, (operand) => {
    if (operand.kind === 'addAll') return sumOf(stretch.addAllUnitIds);
    const unitIds = planned.operandUnits.get(operand.id) ?? [];
    return operand.kind === 'value'
      ? sumOf(unitIds)
      : unitIds.reduce((total, unitId) => total + (dayOpeningOf(units.meters.get(unitId), day) ?? 0), 0);
  });
}

function hasData({ operandUnits, usesAddAll }: VirtualFormula, { units, day, stretch }: DayInWork): boolean {
  const used = [...[...operandUnits.values()].flat(), ...(usesAddAll ? stretch.addAllUnitIds : [])];
  return used.length === 0 || used.some((unitId) => dayFigureOf(units, unitId, day) !== null);
}

/** Sums of each meter over the days of a stretch, computed when they are first needed. */
function sumsOver({ start, end }: Stretch, meters: ReadonlyMap<string, Meter>): (unitId: string) => number {
  const known = new Map<string, number>();
  return (unitId) => {
    const sum =
      known.get(unitId)
      ?? (meters.get(unitId)?.days ?? []).slice(start, end).reduce<number>((total, figure) => total + (figure ?? 0), 0);
    known.set(unitId, sum);
    return sum;
  };
}

interface ConstantPart {
  readonly unitId: string;
  readonly stretch: Stretch;
  readonly units: UnitsOverDays;
  readonly sums: (unitId: string) => number;
}

function addConstant(form: FormAccumulator, own: Sensitivities, { unitId, stretch, units, sums }: ConstantPart): void {
  for (const [operand, sensitivity] of own.values) {
    if ((units.meters.get(operand)?.levels ?? null) === null)
      addQuantity(
        form,
        operand,
        units.meters,
        sensitivity * sums(operand),
        sensitivity * (stretch.end - stretch.start),
      );
  }
  const hasLevels = [...own.values.keys(), ...own.openings.keys()].some(
    (operand) => (units.meters.get(operand)?.levels ?? null) !== null,
  );
  for (let day = stretch.start; day < stretch.end && hasLevels; day += 1) addLevels(form, unitId, own, units, day);
}

function addDay(
  form: FormAccumulator,
  unitId: string,
  own: DayForm | undefined,
  units: UnitsOverDays,
  day: number,
): void {
  if (own === 'failed') {
    form.failedUnitIds.add(unitId);
    return;
  }
  // A unit without a formula on this day was a meter.
  const { values, openings } = own ?? { values: new Map([[unitId, 1]]), openings: new Map<string, number>() };
  for (const [operand, sensitivity] of values) {
    const meter = units.meters.get(operand);
    if (meter?.levels === null)
      addQuantity(form, operand, units.meters, sensitivity * (meter.days[day] ?? 0), sensitivity);
  }
  addLevels(form, unitId, { values, openings }, units, day);
}
