import { isSilentNow } from '../../figures/rules/device-data/overview.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { fullPercentOf, isLevelOfSensor, lowPercentOf } from './detectors/tank.ts';
import type { LimitsInForce } from './kinds.ts';
import { type LevelReading, levelTrend, spanMinutesOf } from './level-trend.ts';

export const TANK_COURSES = ['falling', 'rising', 'steady'] as const;
export const TANK_ENDS = ['low', 'empty', 'full'] as const;

/** When a tank comes to an end at the present rate. */
export interface TankEnd {
  readonly end: (typeof TANK_ENDS)[number];
  readonly atPercent: number;
  /** Minutes from now. */
  readonly fromMinutes: number;
  /** null: not within a month, or not at all at the slowest rate. */
  readonly toMinutes: number | null;
}

/** Where the level of a tank goes at its present rate. */
export interface TankOutlook {
  readonly course: (typeof TANK_COURSES)[number];
  /** Percentage points of the tank an hour, below 0 where it falls; `low` and `high` bound what is not known. */
  readonly percentPerHour: { readonly value: number; readonly low: number; readonly high: number };
  readonly sinceEpochMs: EpochMillis;
  readonly spanMinutes: number;
  readonly readings: number;
  /** The nearest first; none where the level is steady, or beyond the limit that it goes to. */
  readonly ends: readonly TankEnd[];
}

interface WatchedTank {
  /** Genuine readings in any order; none of a tank without a capacity, because its content is not known. */
  readonly readings: readonly LevelReading[];
  readonly limits: LimitsInForce | undefined;
  readonly updateSeconds: number;
  readonly now: EpochMillis;
}

/** Time that the present rate is taken from, and least number of update intervals in it. */
const SPAN_HOURS = 3;
const SPAN_INTERVALS = 12;
export const MOST_SPAN_HOURS = 24;

/** Percentage points by which a level that hardly changes moves in the whole span, at most. */
const STEADY_CHANGE = 2;
/** An end farther off says nothing, because the use of a tank changes with the week. */
const MOST_FIRST_MINUTES = 7 * 24 * 60;
const MOST_LAST_MINUTES = 30 * 24 * 60;
/** Minutes that rounding of sums may be off by, far less than is told. */
const ROUNDING = 1e-6;

/**
 * Time to low, empty and full at the present rate. Spec gap: the rate is that of the last three hours, or of twelve
 * update intervals where these are longer, since the latest refill, reset or silence.
 * @returns null: nothing can be said. The tank is silent or has no capacity, its readings are too few, or the noise of
 *   its level hides whether it moves.
 */
export function tankOutlook({ readings, limits, updateSeconds, now }: WatchedTank): TankOutlook | null {
  const spanHours = Math.min(MOST_SPAN_HOURS, Math.max(SPAN_HOURS, (SPAN_INTERVALS * updateSeconds) / 3600));
  const isSilence = (from: EpochMillis, to: EpochMillis): boolean => isSilentNow(from, updateSeconds, to);
  const heard = readings.filter(({ percent, epochMs }) => isLevelOfSensor(percent) && epochMs <= now);
  const newest = heard.reduce((latest, { epochMs }) => Math.max(latest, epochMs), -Infinity);
  if (isSilence(newest, now)) return null;
  const trend = levelTrend(
    heard.filter(({ epochMs }) => epochMs >= newest - spanHours * HOUR_MS),
    isSilence,
  );
  if (trend === null) return null;
  const { rate, low, high, percent, percentError } = trend;
  const told = {
    percentPerHour: { value: rate, low, high },
    sinceEpochMs: trend.firstEpochMs,
    spanMinutes: spanMinutesOf(trend),
    readings: trend.readings,
  };
  const steady: TankOutlook = { course: 'steady', ...told, ends: [] };
  // Noise that is larger than the change may be waves, of which a few hours cannot tell.
  if ((low <= 0 && high >= 0) || (Math.abs(rate) * told.spanMinutes) / 60 <= percentError) {
    const change = (Math.max(Math.abs(low), Math.abs(high)) * told.spanMinutes) / 60;
    return change <= STEADY_CHANGE ? steady : null;
  }
  const isFalling = high < 0;
  const [fast, slow] = isFalling ? [-low, -high] : [high, low];
  const ageMinutes = (now - trend.lastEpochMs) / MINUTE_MS;
  const minutesTo = (points: number, pointsPerHour: number): number => (60 * points) / pointsPerHour - ageMinutes;
  const endAt = (end: TankEnd['end'], atPercent: number): TankEnd[] => {
    const points = isFalling ? percent - atPercent : atPercent - percent;
    if (points <= 0) return [];
    const toMinutes = Math.max(0, Math.ceil(minutesTo(points + percentError, slow) - ROUNDING));
    return [
      {
        end,
        atPercent,
        fromMinutes: Math.max(0, Math.floor(minutesTo(points - percentError, fast) + ROUNDING)),
        toMinutes: toMinutes > MOST_LAST_MINUTES ? null : toMinutes,
      },
    ];
  };
  const lowPercent = lowPercentOf(limits);
  const all = isFalling
    ? [...(lowPercent > 0 ? endAt('low', lowPercent) : []), ...endAt('empty', 0)]
    : endAt('full', fullPercentOf(limits));
  const ends = all.filter(({ fromMinutes }) => fromMinutes <= MOST_FIRST_MINUTES);
  return all.length > 0 && ends.length === 0 ? steady : { course: isFalling ? 'falling' : 'rising', ...told, ends };
}
