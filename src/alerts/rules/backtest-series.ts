import type { EpochMillis } from '../../kernel/time/types.ts';
import type { ReplaySpan } from './backtest.ts';
import type { Judged } from './types.ts';

/* Values of a condition as the chart of a back-test draws them: of each pixel's stretch the lowest and the highest. */

/** A stretch of looks, or an hour, day or month that is added up. */
interface LookedAt {
  readonly fromEpochMs: EpochMillis;
  readonly untilEpochMs: EpochMillis;
  /** null: nothing is known of it. */
  readonly lowest: number | null;
  readonly highest: number | null;
  /** The highest came before the lowest. */
  readonly isFalling: boolean;
  /** True when something between the stretch before and this one was not measured. */
  readonly isAfterGap: boolean;
}

/** The series of one unit as far as its chunks have been judged. */
export interface BacktestSeries {
  /** Looks by number of the stretch, in time order. */
  readonly stretches: Map<number, LookedAt>;
  /** Amounts of hours, days or months are drawn as bars side by side, other values as a line. */
  hasWindows: boolean;
  /** The threshold that was compared with last. */
  limit: number | null;
  hasGap: boolean;
}

export const emptySeries = (): BacktestSeries => ({
  stretches: new Map(),
  hasWindows: false,
  limit: null,
  hasGap: false,
});

/** About as many as a chart has pixels to draw them. */
const STRETCHES = 480;

const least = (a: number | null, b: number): number => (a === null ? b : Math.min(a, b));
const most = (a: number | null, b: number): number => (a === null ? b : Math.max(a, b));

function isFallingTo(value: number, before: LookedAt | undefined): boolean {
  if (before === undefined || before.lowest === null || before.highest === null || value > before.highest) return false;
  return value < before.lowest || before.isFalling;
}

/** The last look of each window says what it has added up to. */
function totalsOf(looks: readonly Judged[], { fromEpochMs, untilEpochMs }: ReplaySpan): readonly Judged[] {
  const last = new Map<EpochMillis, Judged>();
  for (const look of looks)
    if (look.window !== null && look.window.startEpochMs < untilEpochMs && look.window.endEpochMs > fromEpochMs)
      last.set(look.window.startEpochMs, look);
  return [...last.values()];
}

/**
 * Adds looks of a part of the span, in time order. A part begins at the end of the one before; its look-back is left
 * out. Parts of input with windows are whole.
 */
export function addToSeries(
  series: BacktestSeries,
  looks: readonly Judged[],
  span: ReplaySpan,
  part: ReplaySpan,
): void {
  const width = (span.untilEpochMs - span.fromEpochMs) / STRETCHES;
  const hasWindows = looks.some(({ window }) => window !== null);
  series.hasWindows ||= hasWindows;
  const seen = hasWindows
    ? totalsOf(looks, span)
    : looks.filter(({ at }) => at >= part.fromEpochMs && at < part.untilEpochMs);
  for (const { at, window, value, limit, verdict, afterSilence } of seen) {
    series.limit = limit ?? series.limit;
    const isUnknown = verdict === 'unknown' || value === null;
    if (isUnknown && window === null) {
      series.hasGap = true;
      continue;
    }
    series.hasGap ||= afterSilence;
    const fromEpochMs = window?.startEpochMs ?? at;
    const number = Math.floor((fromEpochMs - span.fromEpochMs) / width);
    const before = series.stretches.get(number);
    series.stretches.set(number, {
      fromEpochMs: before?.fromEpochMs ?? fromEpochMs,
      untilEpochMs: window?.endEpochMs ?? at,
      lowest: value === null ? (before?.lowest ?? null) : least(before?.lowest ?? null, value),
      highest: value === null ? (before?.highest ?? null) : most(before?.highest ?? null, value),
      isFalling: value !== null && isFallingTo(value, before),
      isAfterGap: before?.isAfterGap ?? series.hasGap,
    });
    series.hasGap = false;
  }
}
