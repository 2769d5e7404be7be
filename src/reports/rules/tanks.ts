import { toDisplay } from '../../figures/rules/figures/display.ts';
import { numberOrNull, sumOrNull } from '../../figures/rules/processors/numbers.ts';
import { minus } from '../../kernel/measure/exact.ts';
import { unitAsOf } from '../../kernel/industry/industry.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { asLevel, missingCell, quantityCell } from './cells.ts';
import type { Cell } from './document.ts';
import type { ReportInput } from './input.ts';
import { areAlike, isRunning, plainCell, type ReportMeter } from './meters.ts';

/* Content of a tank and its capacity. */

const PERCENT = 100;

/** Share of its capacity that a tank holds at the end of a span. A tank without a curve gives the reading itself. */
export function fullnessOf({ span: { unit, figures } }: Pick<ReportMeter, 'span'>): number | null {
  if (figures === null) return null;
  const { value: level, meta } = figures;
  const { maxCapacity: capacity = null, percentage = null } = meta;
  // An empty tank has no percentage in its document, but its share is known to be 0.
  if (level === 0 && capacity !== null) return 0;
  if (unit.volumeCurve !== undefined && capacity !== null) return typeof level === 'number' ? level / capacity : null;
  return percentage === null ? null : percentage / PERCENT;
}

export const capacityOf = ({ span, divisor }: ReportMeter): number | null =>
  toDisplay(span.figures?.meta.maxCapacity ?? null, divisor);

/** Opening level. A document says 0 where none is known, so the 0 of a tank that holds water counts as unknown. */
export const openingOf = ({ span: { figures }, divisor }: ReportMeter): number | null => {
  const opening = figures?.meta.openingStock;
  return opening === undefined || opening === 0 ? null : toDisplay(opening, divisor);
};

/** Gain of a tank within the span; null when either of its levels is unknown. */
function gainOf(meter: ReportMeter): number | null {
  const [opening, closing] = [openingOf(meter), numberOrNull(meter.shown.value)];
  return opening === null || closing === null ? null : minus(closing, opening);
}

type OfTank = (meter: ReportMeter) => number | null;

/** A sum over tanks. One that is not known leaves it without a figure. */
function sumOf(tanks: readonly ReportMeter[], of: OfTank): number | null {
  const figures = tanks.map(of);
  return figures.includes(null) ? null : sumOrNull(figures);
}

/** Levels or capacities of tanks, added up. Tanks with different units of measure are not. */
export const heldCell = (of: OfTank, tanks: readonly ReportMeter[]): Cell =>
  areAlike(tanks) ? asLevel(plainCell(sumOf(tanks, of), unitOf(tanks))) : missingCell('different units');

/** Gains of tanks, added up as their levels are. The sum is provisional while the period runs. */
export const gainCell = (input: ReportInput, tanks: readonly ReportMeter[]): Cell =>
  areAlike(tanks)
    ? quantityCell({ value: sumOf(tanks, gainOf), unit: unitOf(tanks), basis: null, running: isRunning(input) })
    : missingCell('different units');

const unitOf = (tanks: readonly ReportMeter[]): string => tanks[0]?.shown.siUnit ?? '';

/**
 * Share of its capacity that a tank held at the end of each bucket, by the capacity of that time. The reading tells it;
 * without one, as in intervals, the capacity of the bucket's day does.
 */
export function fullnessOfBuckets({ industry }: ReportInput, meter: ReportMeter): readonly (number | null)[] {
  const { span, shown, divisor } = meter;
  const stored = industry.units.get(span.unit.unitId);
  return shown.data.map(({ x, y, percentage = null }) => {
    if (typeof y !== 'number') return null;
    if (y === 0) return 0;
    if (percentage !== null && span.unit.volumeCurve === undefined) return percentage / PERCENT;
    const then =
      stored === undefined || stored.versions.length < 2
        ? capacityOf(meter)
        : toDisplay(unitAsOf(stored, businessDateOf(industry.clock, Date.parse(x))).maxCapacity, divisor);
    return then === null || then === 0 ? null : y / then;
  });
}
