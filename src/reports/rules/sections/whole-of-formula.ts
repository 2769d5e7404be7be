import { minus, sum } from '../../../kernel/measure/exact.ts';
import { SEVERAL } from '../buckets.ts';
import type { ReportInput } from '../input.ts';
import type { ReportMeter } from '../meters.ts';
import { namesIn, reportTextsOf } from '../report-texts.ts';
import type { UnitSpan } from '../../../figures/rules/figures/unit-span.ts';

/*
 * Parts and wholes that may differ without an error. A formula is computed for every hour and again for the day, so
 * hours of a virtual unit need not add up to it. Intervals of minutes lack quantities that a register counted while
 * readings were lost, and virtual units have none. A day on which a formula failed has no total.
 */

/** Differences below it are rounding, because workbooks compare totals in millionths. */
const NOISE = 0.5e-6;

/** True when figures of hours may differ from the day's without an error, because one of them comes from a formula. */
const isWorkedOutAnew = ({ plan }: ReportInput, meters: readonly ReportMeter[]): boolean =>
  (plan.bucket === 'hour' || plan.bucket === 'granule') && meters.some(({ span }) => span.unit.group === 'VIRTUAL');

/** A total has no figure in a day or month in which a formula failed, while that of the period has the other units. */
const hasFailedBucket = (meters: readonly ReportMeter[]): boolean =>
  meters.some(({ span }) => span.entries.some(({ failed }) => failed === true));

/** True when parts may add up to another figure than the whole without an error. */
export const mayDiffer = (input: ReportInput, meters: readonly ReportMeter[]): boolean =>
  input.plan.bucket === 'granule' || isWorkedOutAnew(input, meters) || hasFailedBucket(meters);

/** True when the whole is the sum of its parts. A missing whole or part counts as true. */
export function addsUp(whole: number | null, parts: readonly (number | null)[]): boolean {
  if (whole !== null && parts.length === 0) return false;
  const known = parts.filter((part) => part !== null);
  if (whole === null || known.length === 0) return true;
  return Math.abs(minus(whole, sum(known))) <= NOISE;
}

/** Label of the last row: a total only where rows add up to it. */
export const wholeLabel = (input: ReportInput, meters: readonly ReportMeter[], isSum: boolean): string =>
  reportTextsOf(input)(!isSum || isWorkedOutAnew(input, meters) ? 'ofPeriod' : 'total');

/** Reason why columns do not add up to the row below them; null where all do. */
export function wholeNote(input: ReportInput, names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const t = reportTextsOf(input);
  const named = { names: namesIn(t, names) };
  const { bucket } = input.plan;
  if (bucket === 'granule') return t('notSum', named);
  if (bucket !== 'hour') return t('failedLeftOut', { ...named, nouns: t(SEVERAL[bucket]) });
  return t(input.industry.virtualNegativeCalc ? 'anew' : 'anewClamped', named);
}

/**
 * Names of calculated units of which a day may have come out below 0 and counts as 0; null: there are none, or the
 * industry shows such days. A day above 0 was none of them.
 */
export function clampedNote(
  { industry, period, request }: ReportInput,
  units: readonly { readonly shown: { readonly unitId: string } }[],
): string | null {
  if (industry.virtualNegativeCalc || period === null) return null;
  const isOneDay = period.days.from === period.days.to;
  const mayHold = ({ unit, entries, figures }: UnitSpan): boolean => {
    if (unit.group !== 'VIRTUAL') return false;
    if (isOneDay) return figures?.value === 0;
    return period.bucket !== 'day' || entries.some(({ y }) => y === 0);
  };
  const names = units.flatMap(({ shown: { unitId } }) => {
    const span = period.spans.get(unitId);
    return span !== undefined && mayHold(span) ? [span.unit.displayName] : [];
  });
  const t = reportTextsOf({ request });
  return names.length === 0 ? null : t('clampedDays', { names: namesIn(t, [...new Set(names)]) });
}
