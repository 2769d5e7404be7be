import type { HeightOfDay } from '../added-flow.ts';
import type { LeakAlarm } from '../leak-alarm.ts';
import { alarmByFigure, type Courses } from '../leak-by-minimum-flow.ts';
import { alarmByHeight, heightLikelihood, judgedHeight } from '../leak-by-load-factor.ts';
import { alarmByHours, type DayLikelihood, likelihoodBetween, likelihoodOf } from '../leak-by-hours.ts';
import { alarmByRuns } from '../leak-by-runs.ts';
import { MINIMUM_FLOWS, LEAK_METHODS } from '../minimum-flows.ts';
import type { Detector, FoundSpan, InsightDay, InsightUnit, Surroundings } from '../types.ts';
import { isMeasuredDay, noExamples, type Usual, usualBefore } from '../usual-days.ts';

/** Share of the mean hour below which a leak must also show in single hours. */
const SMALL_SHARE = 0.5;
/** Least log likelihood ratio of the hours: a leak is more than seven times as likely as none. */
const LEAST_SAID = 2;
/** The same of days that have heights, three deviations: a hot week raises all figures of such a unit together. */
const LEAST_SAID_BY_HEIGHT = 4.5;

/** The state of a search for leaks while the days of a unit are read one after another. */
interface Seen {
  readonly days: readonly InsightDay[];
  /** Days that are no example of use. */
  readonly own: boolean[];
  readonly courses: Courses;
  readonly said: (DayLikelihood | null)[];
  readonly heights: (HeightOfDay | null)[];
  /** Days that were judged while no leak was followed. */
  readonly judged: boolean[];
}

function detect({ days }: InsightUnit, taken: readonly boolean[], { isIdle }: Surroundings): FoundSpan[] {
  // Flow on a day on which the site stood still is judged all the same.
  const excluded = noExamples(days, taken, isIdle);
  const seen: Seen = {
    days,
    own: [...excluded],
    courses: { 'base-flow': [], 'quiet-hours': [], 'lowest-hours': [] },
    said: [],
    heights: [],
    judged: [],
  };
  const alarms: LeakAlarm[] = [];
  for (const [index, day] of days.entries()) {
    const newest = alarms.at(-1);
    const following = newest?.hasEnded === false ? newest : null;
    const usual = following?.usual ?? usualBefore(days, index, seen.own);
    // A standstill of a unit that never rests tells nothing about leaks.
    const isJudged = taken[index] !== true && isMeasuredDay(day) && (usual?.rests === true || !isIdle(day.date));
    for (const method of LEAK_METHODS)
      seen.courses[method][index] = usual !== null && isJudged ? MINIMUM_FLOWS[method](day, usual) : null;
    readHours(seen, index, usual, isJudged && following === null);
    if (following !== null) {
      seen.own[index] = true;
      if (isJudged) following.follow(day, index);
      if (following.hasEnded) forget(seen, following, index, excluded);
      continue;
    }
    const alarm = usual === null ? null : alarmOf(seen, index, usual);
    if (alarm === null) continue;
    alarms.push(alarm);
    seen.own.fill(true, alarm.first, index + 1);
    seen.judged.fill(false, alarm.first, index + 1);
  }
  return alarms.map(spanOf);
}

/** The height of a day, or its hours where it has none. @param isJudged false while a leak is followed. */
function readHours(seen: Seen, index: number, usual: Usual | null, isJudged: boolean): void {
  const { days, own } = seen;
  seen.judged[index] = isJudged;
  const height = isJudged ? judgedHeight(days, index, own) : null;
  seen.heights[index] = height;
  // The hours of rest show every leak of a unit that runs or rests. Its runs depend on people and tell nothing.
  const doHoursSay = isJudged && height === null && usual?.runsOrRests !== true && usual?.isEven !== true;
  seen.said[index] = doHoursSay ? likelihoodOf(days, index, own) : null;
}

/** The leak that shows on a day; null: none does. */
function alarmOf({ days, own, courses, said, heights, judged }: Seen, index: number, usual: Usual): LeakAlarm | null {
  if (usual.runsOrRests) return alarmByRuns(days, { index, usual, taken: own, judged });
  const doesDeny = (from: number, excess: number): boolean =>
    excess < SMALL_SHARE * usual.meanHour
    && ((heightLikelihood(heights, from, index) ?? LEAST_SAID_BY_HEIGHT) < LEAST_SAID_BY_HEIGHT
      || (likelihoodBetween(said, from, index) ?? LEAST_SAID) < LEAST_SAID);
  return (
    alarmByFigure(courses, { index, usual, taken: own, doesDeny })
    ?? alarmByHeight(heights, index, usual)
    ?? alarmByHours(said, index, usual)
  );
}

/** Days of a leak that has ended are no evidence for the next one, and those behind it are examples again. */
function forget(
  { own, courses, said, heights }: Seen,
  { first, last }: LeakAlarm,
  index: number,
  excluded: readonly boolean[],
): void {
  for (let at = last + 1; at <= index; at += 1) own[at] = excluded[at] === true;
  for (const course of [...Object.values(courses), said, heights]) course.fill(null, first, last + 1);
}

function spanOf({ first, raised, last, usual, told }: LeakAlarm): FoundSpan {
  const { method, perHour, deviations, evidence } = told();
  const hours = usual.hoursOfDay;
  return {
    first,
    raised,
    last,
    quantity: perHour * hours * (last - first + 1),
    quantityPerDay: perHour * hours,
    confidence: Math.min(0.98, 0.5 + 0.05 * deviations + 0.03 * (last - first)),
    evidence: {
      method,
      excessPerHour: perHour,
      shareOfUse: perHour / usual.meanHour,
      usualMeanHour: usual.meanHour,
      ...evidence,
    },
  };
}

export const LEAK: Detector = {
  kind: 'leak',
  groups: ['FLOW', 'CONSUMPTION'],
  detect,
};
