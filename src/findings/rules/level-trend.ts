import { MAD_TO_DEVIATION, median, middleOf } from '../../kernel/statistics.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';

export interface LevelReading {
  readonly epochMs: EpochMillis;
  /** Content of the tank in percent of its capacity. */
  readonly percent: number;
}

/** Rate of the latest run of a level, in percentage points of the tank an hour. */
interface LevelTrend {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  /** Level on the line at the newest reading, and how far readings lie from the line. */
  readonly percent: number;
  readonly percentError: number;
  readonly firstEpochMs: EpochMillis;
  readonly lastEpochMs: EpochMillis;
  readonly readings: number;
}

const LEAST_READINGS = 6;
const LEAST_SPAN_MS = HOUR_MS;
/** More would be hundreds of thousands of pairs, for no narrower band. */
const MOST_READINGS = 200;
/** Standard normal quantile of a band of 95 %. */
const Z_95 = 1.96;

/** Least change in percentage points that is a turn of the level, and least step that is a refill or a reset. */
const LEAST_TURN = 2;
const LEAST_JUMP = 5;
/** Deviations of the noise that a turn or a jump exceeds. */
const TURN_DEVIATIONS = 4;
const JUMP_DEVIATIONS = 6;
/** Usual steps that a jump exceeds. */
const JUMP_STEPS = 8;

/**
 * The trend of a level since its latest break, by the slope of Theil and Sen: the median of the slopes between all
 * pairs of readings (Sen, Estimates of the Regression Coefficient Based on Kendall's Tau, JASA 63, 1968). The band is
 * Sen's interval of 95 %, widened by the slopes of both halves, because a rate that changes is no better known.
 * @param readings in any order, one an instant
 * @param isSilence true: the pause between two instants parts the readings before and after
 * @returns null: too few readings since the break, or too short a time
 */
export function levelTrend(
  readings: readonly LevelReading[],
  isSilence: (from: EpochMillis, to: EpochMillis) => boolean,
): LevelTrend | null {
  const run = latestRun(thinned(readings.toSorted((a, b) => a.epochMs - b.epochMs)), isSilence);
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (run.length < LEAST_READINGS || last.epochMs - first.epochMs < LEAST_SPAN_MS) return null;
  const slopes = slopesOf(run);
  const rate = middleOf(slopes);
  const { low, high } = intervalOf(slopes, run.length);
  const half = Math.floor(run.length / 2);
  const halves = [run.slice(0, half + 1), run.slice(half)].map((part) => middleOf(slopesOf(part)));
  const onLine = run.map(({ epochMs, percent }) => percent + (rate * (last.epochMs - epochMs)) / HOUR_MS);
  const percent = median(onLine);
  return {
    rate,
    low: Math.min(low, ...halves),
    high: Math.max(high, ...halves),
    percent,
    percentError: Z_95 * MAD_TO_DEVIATION * median(onLine.map((level) => Math.abs(level - percent))),
    firstEpochMs: first.epochMs,
    lastEpochMs: last.epochMs,
    readings: run.length,
  };
}

/** Every so many readings, counted from the newest. */
function thinned(readings: readonly LevelReading[]): readonly LevelReading[] {
  const each = Math.ceil(readings.length / MOST_READINGS);
  return readings.filter((_, index) => (readings.length - 1 - index) % each === 0);
}

const slopesOf = (run: readonly LevelReading[]): number[] =>
  run.flatMap((a, index) =>
    run.slice(index + 1).map((b) => ((b.percent - a.percent) * HOUR_MS) / (b.epochMs - a.epochMs)),
  );

/** Sen's interval: the slopes whose ranks Kendall's statistic leaves possible. */
function intervalOf(slopes: readonly number[], count: number): { readonly low: number; readonly high: number } {
  const sorted = slopes.toSorted((a, b) => a - b);
  const width = Z_95 * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
  const below = Math.max(0, Math.floor((sorted.length - width) / 2) - 1);
  return { low: sorted[below] ?? 0, high: sorted[sorted.length - 1 - below] ?? 0 };
}

/**
 * Readings since the latest break. A silence, a jump (a reset, or a sensor that was moved) and a turn of the level (a
 * refill that ended, a pump that started) are breaks. A single reading that sticks out is none.
 */
function latestRun(
  readings: readonly LevelReading[],
  isSilence: (from: EpochMillis, to: EpochMillis) => boolean,
): readonly LevelReading[] {
  const heardSince = readings.findLastIndex(
    ({ epochMs }, index) => index > 0 && isSilence(readings[index - 1]?.epochMs ?? epochMs, epochMs),
  );
  const heard = readings.slice(Math.max(0, heardSince));
  const noise = noiseOf(heard);
  const levels = smoothed(heard);
  const steps = levels.slice(1).map((level, index) => Math.abs(level - (levels[index] ?? level)));
  const jump = Math.max(LEAST_JUMP, JUMP_DEVIATIONS * noise, JUMP_STEPS * median(steps));
  const start = steps.findLastIndex((step) => step > jump) + 1;
  return heard.slice(start + turnIn(levels.slice(start), Math.max(LEAST_TURN, TURN_DEVIATIONS * noise)));
}

/** Running median of three: it takes out a single reading that sticks out and moves no slope (Tukey, 1977). */
const smoothed = (readings: readonly LevelReading[]): number[] =>
  readings.map(({ percent }, index) => {
    const [before, after] = [readings[index - 1], readings[index + 1]];
    return before === undefined || after === undefined ? percent : median([before.percent, percent, after.percent]);
  });

/**
 * Standard deviation of single readings, by the distance of each from the line between its neighbours (Gasser, Sroka
 * and Jennen-Steinmetz, Residual Variance and Residual Pattern in Nonlinear Regression, Biometrika 73, 1986).
 */
function noiseOf(readings: readonly LevelReading[]): number {
  const residuals = readings.slice(1, -1).map((reading, index) => {
    const [before, after] = [readings[index] ?? reading, readings[index + 2] ?? reading];
    const share = (reading.epochMs - before.epochMs) / (after.epochMs - before.epochMs);
    const residual = reading.percent - ((1 - share) * before.percent + share * after.percent);
    return Math.abs(residual) / Math.sqrt(1 + share ** 2 + (1 - share) ** 2);
  });
  return MAD_TO_DEVIATION * median(residuals);
}

/** Index of the latest extreme on both sides of which the level lies farther off than `least`; 0 without one. */
function turnIn(levels: readonly number[], least: number): number {
  let [highest, lowest] = [levels.length - 1, levels.length - 1];
  let extreme: 'none' | 'highest' | 'lowest' = 'none';
  for (let index = levels.length - 1; index >= 0; index -= 1) {
    const level = levels[index] ?? 0;
    if (level >= (levels[highest] ?? level)) highest = index;
    if (level <= (levels[lowest] ?? level)) lowest = index;
    const [fallen, risen] = [(levels[highest] ?? level) - level, level - (levels[lowest] ?? level)];
    // Backwards in time: a level that was higher before is falling, and its turn is the highest one.
    if (extreme === 'none') extreme = risen > least ? 'highest' : fallen > least ? 'lowest' : 'none';
    else if (extreme === 'highest' && fallen > least) return highest;
    else if (extreme === 'lowest' && risen > least) return lowest;
  }
  return 0;
}

/** Time of a trend in whole minutes. */
export const spanMinutesOf = ({ firstEpochMs, lastEpochMs }: LevelTrend): number =>
  Math.round((lastEpochMs - firstEpochMs) / MINUTE_MS);
