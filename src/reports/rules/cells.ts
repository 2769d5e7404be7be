import type { Bound } from '../../kernel/document/types.ts';
import type { Completeness } from '../../kernel/document/completeness.ts';
import { isTelling } from '../../kernel/format/figure-text.ts';
import { minus } from '../../kernel/measure/exact.ts';
import { changeShare, hasShares } from '../../kernel/measure/shares.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { Cell, Column, Headline, MeasuredCell, MissingReason } from './document.ts';

/*
 * Cells of a report, from divided figures; null where nothing was measured.
 */

/** A column without a unit of measure of its own, and without a total. */
export const plainColumn = (id: string, title: string, kind: Column['kind']): Column => ({
  id,
  title,
  unit: null,
  kind,
  decimals: null,
  total: 'none',
  group: null,
});

export const missingCell = (why: MissingReason | null = null): Cell => ({ kind: 'missing', why });
export const textCell = (text: string): Cell => ({ kind: 'text', text });
export const countCell = (value: number): Cell => ({ kind: 'count', value });
export const dateCell = (date: BusinessDate): Cell => ({ kind: 'date', date });
export const instantCell = (epochMs: EpochMillis | null): Cell =>
  epochMs === null ? missingCell() : { kind: 'instant', epochMs };
export const durationCell = (minutes: number | null): Cell =>
  minutes === null ? missingCell() : { kind: 'duration', minutes };
export const percentCell = (share: number | null): Cell =>
  share === null ? missingCell() : { kind: 'percent', share };

/** A change without its reason, because a column of reasons would be wider than its figures. */
export const withoutReason = (cell: Cell): Cell => (cell.kind === 'missing' ? missingCell() : cell);
/** A quantity as a level, which does not add up over time. */
export const asLevel = (cell: Cell): Cell => (cell.kind === 'quantity' ? { ...cell, kind: 'level' } : cell);
/** A level whose unit has a column of its own. */
export const withoutUnit = (cell: Cell): Cell => (cell.kind === 'level' ? { ...cell, unit: '' } : cell);

/** Completeness of a figure; null: the figure, such as a limit, comes from no readings. */
type Basis =
  | (Pick<Completeness, 'coverage' | 'estimatedShare' | 'provisional'>
      & Partial<Pick<Completeness, 'bound' | 'meters' | 'metersMeasured'>>)
  | null;

interface Figure {
  readonly value: number | null;
  readonly unit: string;
  readonly basis: Basis;
  /** True while its period is running. */
  readonly running?: boolean;
  /** The bound, where it differs from that of the basis. */
  readonly bound?: Bound | null;
  readonly why?: MissingReason | null;
}

const measured = (kind: 'quantity' | 'level', { value, unit, basis, running, bound, why }: Figure): Cell =>
  value === null
    ? missingCell(why ?? null)
    : {
        kind,
        value,
        unit,
        coverage: basis?.coverage ?? null,
        estimatedShare: basis?.estimatedShare ?? null,
        provisional: running === true || basis?.provisional === true,
        // The last level of a tank may have been higher or lower.
        bound: kind === 'level' ? null : (bound ?? basis?.bound ?? null),
        meters: basis?.meters ?? null,
        metersMeasured: basis?.metersMeasured ?? null,
      };

export const quantityCell = (figure: Figure): Cell => measured('quantity', figure);
export const levelCell = (figure: Figure): Cell => measured('level', figure);

/** The cell holds a figure of a meter. */
export const isMeasured = (cell: Cell): cell is MeasuredCell => cell.kind === 'quantity' || cell.kind === 'level';

/** A headline with neither change nor course. @param comparedWith words below the figure */
export const plainHeadline = (title: string, value: Cell, comparedWith: string | null = null): Headline => ({
  title,
  value,
  change: null,
  comparedWith,
  sparkline: null,
});

/**
 * The change from `before` to `now`. A `before` of 0 gives no share.
 * @param name a parameter, because some change by amounts alone
 */
export function changeCell(now: number | null, before: number | null, unit: string, name = ''): Cell {
  if (now === null || before === null) return missingCell(before === null ? 'nothing to compare with' : null);
  if (!hasShares(unit, name))
    return { kind: 'change', share: null, from: before, unit, difference: minus(now, before) };
  return { kind: 'change', share: before === 0 ? null : changeShare(now, before), from: before, unit };
}

/** Share by which `now` is off `before`, without sign; null where a share tells nothing. */
export function tellingShare(now: number, before: number): number | null {
  const share = before === 0 ? null : Math.abs(changeShare(now, before));
  return share !== null && isTelling(share) ? share : null;
}
