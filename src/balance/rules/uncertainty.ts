import { exact, minus, plus } from '../../kernel/measure/exact.ts';
import { BEST_PERCENT } from './accuracy.ts';
import type { LinearForm, MeterTerms } from './linear-form.ts';
import type { Level, Meter } from './meter.ts';

/*
 * Error bars by JCGM 100:2008 (GUM). A value that is only known to lie within a half-width a has the standard
 * uncertainty a / sqrt(3), because no value in it is likelier than another (4.3.7). Meters err independently, so
 * squares add up (5.1.2). The band is 1.96 standard uncertainties to either side (6.2).
 */

export const CONFIDENCE = 0.95;
const COVERAGE_FACTOR = 1.96;

/** Causes of uncertainty: the meter itself, estimated readings, missing readings. */
export const CAUSES = ['accuracy', 'estimated', 'missing'] as const;
export type Cause = (typeof CAUSES)[number];

/** Variance that one meter brings into a figure, by cause, in milli-units squared. */
interface Contribution {
  readonly meter: Meter;
  readonly variances: Readonly<Record<Cause, number>>;
}

export interface Uncertainty {
  /** Contributions by meter, in order of unit ids. */
  readonly contributions: readonly Contribution[];
  /**
   * Units that make the width unknown: too few readings to judge the missing ones by, or a meter of unknown accuracy.
   */
  readonly unknown: readonly { readonly unitId: string; readonly cause: Cause }[];
}

export interface Band {
  readonly low: number;
  readonly high: number;
  readonly plusMinus: number;
  readonly confidence: typeof CONFIDENCE;
}

type HalfWidths = Readonly<Record<Cause, number>>;

/** Half-widths of one meter's part in a figure, or the cause that makes its width unknown. */
type Widths = { readonly parts: readonly HalfWidths[] } | { readonly unknownBy: Cause };

const PERCENT = 100;

export function uncertaintyOf(form: LinearForm, meters: ReadonlyMap<string, Meter>): Uncertainty {
  const contributions: Contribution[] = [];
  const unknown = [...form.failedUnitIds].map((unitId): Uncertainty['unknown'][number] => ({
    unitId,
    cause: 'missing',
  }));
  for (const [unitId, terms] of [...form.meters].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const meter = meters.get(unitId);
    if (meter === undefined) continue;
    const widths = widthsOf(meter, terms);
    if ('unknownBy' in widths) unknown.push({ unitId, cause: widths.unknownBy });
    else contributions.push({ meter, variances: variancesOf(widths.parts) });
  }
  return { contributions, unknown: unknown.toSorted((a, b) => (a.unitId < b.unitId ? -1 : 1)) };
}

const varianceOf = (halfWidth: number): number => halfWidth ** 2 / 3;
const variancesOf = (parts: readonly HalfWidths[]): Record<Cause, number> => ({
  accuracy: total(parts.map((part) => varianceOf(part.accuracy))),
  estimated: total(parts.map((part) => varianceOf(part.estimated))),
  missing: total(parts.map((part) => varianceOf(part.missing))),
});

const total = (numbers: readonly number[]): number => numbers.reduce((whole, number) => whole + number, 0);

function widthsOf(meter: Meter, { quantity, weight, levels }: MeterTerms): Widths {
  if (meter.levels === null)
    return isNothing(quantity) && isNothing(weight) ? NO_WIDTH : widthsOfQuantity(meter, Math.abs(quantity));
  const parts: HalfWidths[] = [];
  for (const [place, sensitivity] of [...levels].toSorted(([a], [b]) => a - b)) {
    const part = widthsOfLevel(meter.accuracy.percent, meter.levels[place], Math.abs(sensitivity));
    if (typeof part === 'string') return { unknownBy: part };
    parts.push(part);
  }
  return { parts };
}

const NO_WIDTH: Widths = { parts: [] };

/** Tolerance for sensitivities that cancel: opposite ones may differ by the last bit of a double. */
const isNothing = (terms: number): boolean => Math.abs(terms) < 1e-12;

/**
 * Half-widths of a quantity. Estimated: the whole estimated quantity may be wrong. Missing: the quantity that would
 * have passed at the mean of the slots with a reading. A slot with an estimated reading is not missing, because the
 * figure has its quantity.
 */
function widthsOfQuantity(meter: Meter, quantity: number): Widths {
  const covered = Math.min(meter.slotsExpected, meter.slotsGenuine + meter.readingsEstimated);
  if (meter.value === null || covered === 0) return { unknownBy: 'missing' };
  if (meter.accuracy.percent === null) return { unknownBy: 'accuracy' };
  return {
    parts: [
      {
        accuracy: (quantity * meter.accuracy.percent) / PERCENT,
        estimated: meter.readingsUsed === 0 ? 0 : (quantity * meter.readingsEstimated) / meter.readingsUsed,
        missing: (quantity * (meter.slotsExpected - covered)) / covered,
      },
    ],
  };
}

/**
 * Half-widths of a level, which is read at one instant. A level that was not read on its day may lie anywhere in the
 * tank.
 */
function widthsOfLevel(percent: number | null, read: Level | undefined, sensitivity: number): HalfWidths | Cause {
  if (read === undefined || read.level === null) return 'missing';
  const { level, capacity } = read;
  if (capacity === null || percent === null) return 'accuracy';
  return {
    accuracy: (sensitivity * capacity * percent) / PERCENT,
    estimated: sensitivity * read.estimatedShare * Math.abs(level),
    missing: read.isOfItsDay ? 0 : sensitivity * Math.max(level, capacity - level),
  };
}

const allOf = ({ variances }: Contribution): number => total(CAUSES.map((cause) => variances[cause]));
const plusMinusOf = (variance: number, divisor: number): number =>
  exact((COVERAGE_FACTOR * Math.sqrt(variance)) / divisor);
const varianceIn = ({ contributions }: Uncertainty): number => total(contributions.map(allOf));

/** The band around a shown figure; null when the figure or its width is unknown. */
export function bandOf(value: number | null, uncertainty: Uncertainty, divisor: number): Band | null {
  if (value === null || uncertainty.unknown.length > 0) return null;
  const plusMinus = plusMinusOf(varianceIn(uncertainty), divisor);
  return { low: minus(value, plusMinus), high: plus(value, plusMinus), plusMinus, confidence: CONFIDENCE };
}

/** Facts about an amount that decide the lower end of its band. */
interface Amount {
  /** Missing readings can only add to the amount. */
  readonly isLeast: boolean;
  /** A meter or a level is subtracted in the amount, so the amount may be below 0. */
  readonly isDifference: boolean;
}

/**
 * The band around an amount. Only the band of a difference, or of an amount below 0, goes below 0. Where the amount is
 * "at least", the lower end is the amount less what meters, estimates and levels that were not read may be off by.
 */
export function bandOfAmount(
  value: number | null,
  uncertainty: Uncertainty,
  divisor: number,
  { isLeast, isDifference }: Amount,
): Band | null {
  const band = bandOf(value, uncertainty, divisor);
  if (band === null || value === null) return band;
  const counted = total(
    uncertainty.contributions.map(
      ({ meter, variances: { accuracy, estimated, missing } }) =>
        accuracy + estimated + (meter.levels === null ? 0 : missing),
    ),
  );
  const low = isLeast ? minus(value, plusMinusOf(counted, divisor)) : band.low;
  return { ...band, low: isDifference || value < 0 ? low : Math.max(low, 0) };
}

/** The meter that makes a figure most uncertain, and the gain from repairing it. */
export interface DominantMeter {
  readonly unitId: string;
  /** The meter's share of the figure's variance, 4 decimals; null when the meter's own is unknown. */
  readonly shareOfVariance: number | null;
  readonly cause: Cause;
  /** Half-width of the band after the repair; null when it is unknown. */
  readonly plusMinusAfterRepair: number | null;
  /** Reduction of the half-width by the repair. */
  readonly gain: number | null;
}

const SHARE_PARTS = 10_000;

/**
 * The meter to repair first. A meter of unknown width comes before all others. Spec gap: after a repair every reading
 * is sent and genuine, where readings are the cause; where the meter itself is, it is replaced by one of the best class
 * (BEST_PERCENT).
 */
export function dominantMeter(uncertainty: Uncertainty, divisor: number): DominantMeter | null {
  const [unknown] = uncertainty.unknown;
  if (unknown !== undefined) return { ...unknown, shareOfVariance: null, plusMinusAfterRepair: null, gain: null };
  const variance = varianceIn(uncertainty);
  const [first, ...others] = uncertainty.contributions;
  if (first === undefined || variance === 0) return null;
  const largest = others.reduce((most, other) => (allOf(other) > allOf(most) ? other : most), first);
  const cause = CAUSES.reduce((most, other) => (largest.variances[other] > largest.variances[most] ? other : most));
  const after = plusMinusOf(
    Math.max(
      0,
      total(uncertainty.contributions.map((other) => (other === largest ? repaired(largest, cause) : allOf(other)))),
    ),
    divisor,
  );
  return {
    unitId: largest.meter.unitId,
    cause,
    shareOfVariance: Math.round((allOf(largest) / variance) * SHARE_PARTS) / SHARE_PARTS,
    plusMinusAfterRepair: after,
    gain: minus(plusMinusOf(variance, divisor), after),
  };
}

/** Variance of a meter after its repair. */
function repaired({ meter: { accuracy }, variances }: Contribution, cause: Cause): number {
  if (cause !== 'accuracy') return variances.accuracy;
  const best = BEST_PERCENT[accuracy.of];
  const percent = accuracy.percent ?? best;
  return variances.accuracy * Math.min(1, best / percent) ** 2 + variances.estimated + variances.missing;
}
