/*
 * Values to which a line of a chart may be moved. This file uses no document, so that tests can run it.
 */

/** Range of the chart. */
export interface Shown {
  readonly low: number;
  readonly high: number;
}
/** Bounds of the field: `step` is `any` or a number, and an empty bound is none. */
export interface Taken {
  readonly step: string;
  readonly min: string;
  readonly max: string;
}

/** Steps of the chart, which is 150 dots high. */
const DOTS = 150;
const NARROW_SPACE = '\u202f';

const boundOf = (text: string, otherwise: number): number => (text === '' ? otherwise : Number(text));

const stepOf = ({ low, high }: Shown, { step }: Taken): number => {
  const seen = 10 ** Math.floor(Math.log10((high - low) / DOTS));
  return step === 'any' || step === '' ? seen : Math.max(Number(step), seen);
};

/** The nearest value that the chart can show and the field takes. */
export function valueNear(value: number, shown: Shown, taken: Taken): number {
  const step = stepOf(shown, taken);
  const stepped = Math.round(Math.min(shown.high, Math.max(shown.low, value)) / step) * step;
  const within = Math.min(boundOf(taken.max, Infinity), Math.max(boundOf(taken.min, -Infinity), stepped));
  return Number(within.toPrecision(10));
}

/** The value after a key: a share of the chart further, and at least one step. */
export function valueBeside(value: number, share: number, shown: Shown, taken: Taken): number {
  const way = Math.max(Math.abs(share) * (shown.high - shown.low), stepOf(shown, taken));
  return valueNear(value + Math.sign(share) * way, shown, taken);
}

/** A figure in the service's form: a narrow space for thousands, and a minus that is no hyphen. */
export const textOfValue = (value: number): string =>
  String(value)
    .replace('-', '\u2212')
    .replace(/\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, NARROW_SPACE));
