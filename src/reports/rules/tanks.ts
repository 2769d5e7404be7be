import { toDisplay } from '../../figures/rules/figures/display.ts';
import type { UnitSpan } from '../../figures/rules/figures/unit-span.ts';
import type { PeriodEntry } from '../../kernel/document/types.ts';
import type { Unit } from '../../kernel/measure/unit.ts';
import type { ReportMeter } from './meters.ts';

/* Content of a tank and its capacity. */

const PERCENT = 100;

interface Standing {
  /** Capacity in milli-units, as the level. */
  readonly capacity: number | null | undefined;
  readonly level: PeriodEntry['y'];
  /** Percentage as read; null where the level is 0. */
  readonly percentage: number | null | undefined;
}

/** Share of its capacity that a tank holds. A tank without a curve gives the reading itself. */
function shareHeld({ volumeCurve }: Pick<Unit, 'volumeCurve'>, standing: Standing): number | null {
  const { capacity = null, level, percentage = null } = standing;
  // An empty tank has no percentage in its document, but its share is known to be 0.
  if (level === 0 && capacity !== null) return 0;
  if (volumeCurve !== undefined && capacity !== null) return typeof level === 'number' ? level / capacity : null;
  return percentage === null ? null : percentage / PERCENT;
}

/** Fullness of a tank at the end of a span. */
export const fullnessOf = ({ span: { unit, figures } }: Pick<ReportMeter, 'span'>): number | null =>
  figures === null
    ? null
    : shareHeld(unit, {
        capacity: figures.meta.maxCapacity,
        level: figures.value,
        percentage: figures.meta.percentage,
      });

/** Fullness of a tank at the end of each bucket. */
export const fullnessOfBuckets = ({ unit, figures, entries }: UnitSpan): readonly (number | null)[] =>
  entries.map(({ y, percentage }) => shareHeld(unit, { capacity: figures?.meta.maxCapacity, level: y, percentage }));

export const capacityOf = ({ span, divisor }: ReportMeter): number | null =>
  toDisplay(span.figures?.meta.maxCapacity ?? null, divisor);

/** Opening level. A document says 0 where none is known, so the 0 of a tank that holds water counts as unknown. */
export const openingOf = ({ span: { figures }, divisor }: ReportMeter): number | null => {
  const opening = figures?.meta.openingStock;
  return opening === undefined || opening === 0 ? null : toDisplay(opening, divisor);
};
