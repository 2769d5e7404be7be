import { firstNames } from '../../../kernel/text.ts';
import { minus, sum } from '../../../kernel/measure/exact.ts';
import type { ReportInput } from '../input.ts';
import type { ReportMeter } from '../meters.ts';

/*
 * A formula is worked out for every hour, and anew for the day. So hours of a virtual unit need not add up to it.
 * Intervals of minutes know nothing of what a register counted while readings were lost, and virtual units have none.
 */

/** Workbooks compare totals in millionths; more is no rounding. */
const NOISE = 0.5e-6;

/** Whether figures of hours may differ from the day's without an error: one of them comes of a formula. */
const isWorkedOutAnew = ({ plan }: ReportInput, meters: readonly ReportMeter[]): boolean =>
  (plan.bucket === 'hour' || plan.bucket === 'granule') && meters.some(({ span }) => span.unit.group === 'VIRTUAL');

/** Whether parts may come to another figure than the whole without an error. */
export const mayDiffer = (input: ReportInput, meters: readonly ReportMeter[]): boolean =>
  input.plan.bucket === 'granule' || isWorkedOutAnew(input, meters);

/** Whether the figure of the whole is the sum of its parts. What has no figure is held against nothing. */
export function addsUp(whole: number | null, parts: readonly (number | null)[]): boolean {
  if (whole !== null && parts.length === 0) return false;
  const known = parts.filter((part) => part !== null);
  if (whole === null || known.length === 0) return true;
  return Math.abs(minus(whole, sum(known))) <= NOISE;
}

/** What the last row is called: it is a total only where rows add up to it. */
export const wholeLabel = (input: ReportInput, meters: readonly ReportMeter[], isSum: boolean): string =>
  !isSum || isWorkedOutAnew(input, meters) ? 'Of the period' : 'Total';

/** Why columns do not add up to what stands below them; null where all do. */
export function wholeNote({ industry, plan }: ReportInput, names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const named = firstNames(names);
  if (plan.bucket === 'granule')
    return `Not the sum of the intervals: ${named}. A register counts on while readings are lost, and calculated meters have no intervals.`;
  const clamp = industry.virtualNegativeCalc ? '' : ', and what is below 0 counts as 0';
  return `Worked out by formula for every hour and anew for every day${clamp}, so the hours do not add up: ${named}.`;
}
