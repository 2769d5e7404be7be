import { middleOf, usualRange, usualWidth } from '../../../kernel/statistics.ts';
import { DAYS_OF_WEEK } from '../../../kernel/time/durations.ts';
import { weekdayOf } from '../load-profile.ts';
import { type Run, runsOf } from '../runs.ts';
import type { Detector, InsightDay, InsightUnit, FoundSpan, Surroundings } from '../types.ts';
import { examplesBefore, isMeasuredDay, LEAST_USUAL_DAYS, noExamples, usedOn } from '../usual-days.ts';

/** Earlier days of the same weekday that a day is compared with, at most and at least. */
const WEEKS = 8;
const LEAST_WEEKS = 4;
/** Share by which the day must also exceed every day of the last weeks, because a holiday is as low as a Sunday. */
const BEYOND_SHARE = 0.35;
/** The same in deviations of usual days. Where a day is a few batches, more or fewer, its record is soon broken. */
const BEYOND_DEVIATIONS = 2.5;
/**
 * Alternative to the share above: the day is this many times as high as its weekday ever was, as on a Sunday of work,
 * and exceeds it by a share of a usual day.
 */
const TIMES_WEEKDAY = 3;
const WEEKDAY_SHARE = 0.5;
/**
 * The alternative needs a unit with regular use: on this share of the other days it used more than a share of a usual
 * day.
 */
const REGULAR_SHARE = 0.8;
const LEAST_USE_SHARE = 0.1;
/** Least days of little use, because one day is a holiday. */
const LEAST_DAYS_OF_LITTLE = 2;
/** Most hours that may be missing of a judged day. */
const MOST_MISSING_HOURS = 2;

interface Band {
  readonly usual: number;
  readonly lower: number;
  readonly upper: number;
  readonly weeks: number;
}

const usualDayOf = (totals: readonly number[]): number => middleOf(totals.filter((total) => total > 0));

/** Whether the unit has use on nearly all other weekdays. */
function isRegular(examples: readonly InsightDay[], day: InsightDay): boolean {
  const others = examples.filter((example) => weekdayOf(example) !== weekdayOf(day));
  const least = LEAST_USE_SHARE * usualDayOf(examples.map(usedOn));
  return others.filter((example) => usedOn(example) > least).length >= REGULAR_SHARE * others.length;
}

/** Band of usual use for a day; null: too little is known, or the day is surely within it. */
function bandOf(examples: readonly InsightDay[], day: InsightDay): Band | null {
  const same = examples.filter((example) => weekdayOf(example) === weekdayOf(day)).map(usedOn);
  const totals = examples.map(usedOn);
  if (same.length < LEAST_WEEKS || totals.filter((total) => total > 0).length < LEAST_USUAL_DAYS) return null;
  const used = usedOn(day);
  const [lowest, highest] = [Math.min(...totals), Math.max(...totals)];
  const ofWeekday = Math.max(...same);
  const weekdayLimit = isRegular(examples, day)
    ? Math.max(TIMES_WEEKDAY * ofWeekday, ofWeekday + WEEKDAY_SHARE * usualDayOf(totals))
    : Infinity;
  const ofRecord = Math.min(highest * (1 + BEYOND_SHARE), weekdayLimit);
  if (used >= lowest * (1 - BEYOND_SHARE) && used <= ofRecord) return null;
  const medians = new Map(
    [...Map.groupBy(examples, weekdayOf)].map(([weekday, days]) => [weekday, middleOf(days.map(usedOn))]),
  );
  const distances = usualRange(examples.map((example) => usedOn(example) - (medians.get(weekdayOf(example)) ?? 0)));
  const usual = middleOf(same);
  const deviation = distances?.deviation ?? 0;
  const width = usualWidth(deviation, usual);
  const beyondRecord = Math.min(highest + BEYOND_DEVIATIONS * deviation, weekdayLimit);
  return {
    usual,
    lower: Math.min(usual - width, lowest * (1 - BEYOND_SHARE)),
    upper: Math.max(usual + width, ofRecord, beyondRecord),
    weeks: same.length,
  };
}

interface OddDay extends Band {
  readonly used: number;
  readonly verdict: 'more' | 'less';
}

/**
 * The day's deviation from usual use; null: the day is as usual or tells nothing. A day without any use is left to
 * another detector.
 */
function oddDay(examples: readonly InsightDay[], day: InsightDay): OddDay | null {
  const used = usedOn(day);
  if (used <= 0 || day.hours.filter((hour) => hour === null).length > MOST_MISSING_HOURS) return null;
  const band = bandOf(examples, day);
  if (band === null || (used >= band.lower && used <= band.upper)) return null;
  return { ...band, used, verdict: used > band.upper ? 'more' : 'less' };
}

function detect({ days }: InsightUnit, taken: readonly boolean[], { isIdle }: Surroundings): FoundSpan[] {
  const own = noExamples(days, taken, isIdle);
  const odd = new Map<number, OddDay>();
  for (const [index, day] of days.entries()) {
    if (own[index] === true || !isMeasuredDay(day)) continue;
    const found = oddDay(examplesBefore(days, index, own, WEEKS * DAYS_OF_WEEK), day);
    if (found === null) continue;
    own[index] = true;
    odd.set(index, found);
  }
  return (['more', 'less'] as const).flatMap((verdict) =>
    runsOf(
      days.length,
      () => (verdict === 'more' ? 1 : LEAST_DAYS_OF_LITTLE),
      (index) => (odd.get(index)?.verdict === verdict ? 'yes' : 'no'),
    ).map((run): FoundSpan => spanOf(run, odd, verdict)),
  );
}

function spanOf(run: Run, odd: ReadonlyMap<number, OddDay>, verdict: OddDay['verdict']): FoundSpan {
  const own = [...odd].filter(([index]) => index >= run.first && index <= run.last).map(([, day]) => day);
  const last = own.at(-1);
  const quantity = own.reduce((sum, { used, usual }) => sum + used - usual, 0);
  const beyond = own.map(
    ({ used, usual, upper }) => Math.abs(used - usual) / Math.max(upper - usual, Number.MIN_VALUE),
  );
  return {
    ...run,
    quantity: verdict === 'more' ? quantity : null,
    quantityPerDay: verdict === 'more' ? quantity / own.length : null,
    confidence: Math.min(0.9, 0.4 + 0.15 * Math.max(...beyond)),
    evidence: {
      verdict,
      used: last?.used ?? null,
      usual: last?.usual ?? null,
      lower: Math.max(0, last?.lower ?? 0),
      upper: last?.upper ?? null,
      weeks: last?.weeks ?? 0,
    },
  };
}

export const UNUSUAL_USE: Detector = {
  kind: 'unusual-use',
  // Energy follows the weather and the tariff from day to day. The detector energy-drift judges it.
  groups: ['FLOW', 'CONSUMPTION'],
  detect,
};
