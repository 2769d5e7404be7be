import { toDisplay } from '../../figures/rules/figures/display.ts';
import type { ReportMeter } from './meters.ts';

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
