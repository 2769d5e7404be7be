import { usualRange, usualWidth } from '../../kernel/statistics.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/time/durations.ts';
import type { AlertType, ConditionSettings, HoldTimes, Judged } from './types.ts';

/** The parameter of a rule that says how often it fires, and how its candidates are looked for. */
export interface Tuning {
  readonly parameter: string;
  /** 1: fires above the threshold; -1: below it. */
  readonly sign: 1 | -1;
  /** Settings by which every candidate is seen. */
  readonly probe: ConditionSettings;
  /** A run of days counts in whole days, and fires when they are reached. */
  readonly isCount: boolean;
  /** The parameter is given in whole minutes. */
  readonly isWhole: boolean;
}

const tuning = (parameter: string, sign: 1 | -1, probe: ConditionSettings, isCount = false): Tuning => ({
  parameter,
  sign,
  probe,
  isCount,
  isWhole: parameter === 'silenceMinutes',
});

/** A rule with a bound on one side can be tuned by it. */
function oneSided(settings: ConditionSettings, low: string, high: string): Tuning | null {
  const [isLow, isHigh] = [settings[low] !== null, settings[high] !== null];
  if (isLow === isHigh) return null;
  return isHigh ? tuning(high, 1, settings) : tuning(low, -1, settings);
}

type Tuner = (settings: ConditionSettings) => Tuning | null;
const byLimit: Tuner = (settings) => tuning('limit', 1, settings);

/** Tuners of types; absent: the type has no single threshold to tune. */
const TUNERS: Readonly<Partial<Record<AlertType, Tuner>>> = {
  unit_threshold: byLimit,
  energy_daily_threshold: byLimit,
  hourly_threshold: byLimit,
  energy_threshold: byLimit,
  monthly_threshold: byLimit,
  energy_monthly_threshold: byLimit,
  flow_rate_above_the_range: (settings) => tuning('high', 1, settings),
  flow_rate_below_the_range: (settings) => tuning('low', -1, settings),
  flow_rate_back_in_range: (settings) => oneSided(settings, 'low', 'high'),
  level_exceed: (settings) => oneSided(settings, 'low', 'high'),
  quality_threshold: (settings) => oneSided(settings, 'min', 'max'),
  // Pauses from a minute on are candidates.
  device_status: () => tuning('silenceMinutes', 1, { silenceMinutes: 1 }),
  no_flow_n_days: (settings) => tuning('days', 1, { ...settings, days: 1 }, true),
};

/** The parameter of the rule that can be suggested; null: none, or two at once. */
export const tuningOf = (alertType: AlertType, settings: ConditionSettings): Tuning | null =>
  TUNERS[alertType]?.(settings) ?? null;

/** Strengths of a series by episode. */
export type Strengths = Map<number, number>;

/**
 * Strengths of a series' episodes: the farthest threshold that each would have passed for the whole hold time. An
 * episode is a window, a run of days or, for lasting conditions, a day. Values have the sense of `sign`, so more is
 * stronger. Parts of a series may overlap.
 */
export function addStrengths(
  strengths: Strengths,
  looks: readonly Judged[],
  { sign, isCount }: Tuning,
  { holdMinutes }: HoldTimes,
): Strengths {
  const holdMs = holdMinutes * MINUTE_MS;
  // Looks of the hold time that may be the weakest of it, weakest first.
  let weakest: { readonly at: number; readonly strength: number }[] = [];
  let measuredFrom: number | null = null;
  let runs = 0;
  for (const look of looks) {
    if (look.value === null || look.verdict === 'unknown' || look.afterSilence) {
      weakest = [];
      measuredFrom = null;
      if (look.value === null || look.verdict === 'unknown') continue;
    }
    if (isCount && look.verdict === 'clear') runs += 1;
    const strength = sign * look.value;
    measuredFrom ??= look.at;
    while ((weakest.at(-1)?.strength ?? -Infinity) >= strength) weakest.pop();
    weakest.push({ at: look.at, strength });
    while ((weakest[0]?.at ?? look.at) < look.at - holdMs) weakest.shift();
    if (look.at - measuredFrom < holdMs) continue;
    const held = weakest[0]?.strength ?? strength;
    const episode = look.window?.startEpochMs ?? (isCount ? runs : Math.floor(look.at / DAY_MS));
    if (held > (strengths.get(episode) ?? -Infinity)) strengths.set(episode, held);
  }
  return strengths;
}

const DIGITS = 4;
/** Episodes without which nothing is usual yet. */
const LEAST_EPISODES = 7;

/**
 * The threshold that at most so many of the episodes pass, and that lies outside the band of usual strengths of each
 * series, which is the band of the finding 'unusual-use'. Null where there are no more episodes than that, or none of
 * them is above nothing. Rounded towards fewer.
 *
 * @param series strengths of each series
 */
export function thresholdFor(
  series: readonly (readonly number[])[],
  fires: number,
  { sign, isCount, isWhole }: Tuning,
): number | null {
  const next = series.flat().toSorted((a, b) => b - a)[fires];
  if (next === undefined) return null;
  if (isCount) return next + 1;
  const shown = (strength: number): number | null => {
    const threshold = rounded(strength) * sign;
    if (threshold <= 0) return null;
    return isWhole ? Math.ceil(threshold) : threshold;
  };
  // Below a usual band that reaches nothing there is no threshold, so the number of episodes alone decides there.
  return shown(Math.max(next, ...series.map(highestUsual))) ?? shown(next);
}

/** End of the band of usual strengths; -Infinity: too few are known. */
function highestUsual(strengths: readonly number[]): number {
  const usual = strengths.length < LEAST_EPISODES ? null : usualRange(strengths);
  return usual === null ? -Infinity : usual.median + usualWidth(usual.deviation, usual.median);
}

/** Strength rounded up to four digits. */
function rounded(strength: number): number {
  if (strength === 0) return 0;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(strength))) + 1 - DIGITS);
  const up = Number((Math.ceil(strength / step) * step).toPrecision(DIGITS));
  // The division may give a little more or less than a number of four digits.
  const itself = Number(strength.toPrecision(DIGITS));
  return itself >= strength ? itself : up;
}
