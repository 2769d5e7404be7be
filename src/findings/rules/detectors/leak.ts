import { FIRST_DATE } from '../../../kernel/time/business-date.ts';
import type { HeightOfDay } from '../added-flow.ts';
import type { LeakAlarm } from '../leak-alarm.ts';
import { alarmByFigure, type Courses } from '../leak-by-minimum-flow.ts';
import { alarmByHeight, heightLikelihood, judgedHeight } from '../leak-by-load-factor.ts';
import { alarmByHours, type DayLikelihood, likelihoodBetween, likelihoodOf } from '../leak-by-hours.ts';
import { alarmByRuns } from '../leak-by-runs.ts';
import { MINIMUM_FLOWS, LEAK_METHODS } from '../minimum-flows.ts';
import type { Detector, FoundSpan, InsightUnit, Surroundings } from '../types.ts';
import { isMeasuredDay, usualBefore } from '../usual-days.ts';

/** Share of the mean hour below which a leak must also show in single hours. */
const SMALL_SHARE = 0.5;
/** Least log likelihood ratio of the hours, nearly seven times as likely as not. */
const LEAST_SAID = 2;
/** The same of days that have heights, three deviations: a hot week raises all figures of such a unit together. */
const LEAST_SAID_BY_HEIGHT = 4.5;

function detect({ days }: InsightUnit, taken: readonly boolean[], { isIdle }: Surroundings): FoundSpan[] {
  // A day on which the site stood still is no example of use. Flow on such a day is judged all the same.
  const isNoExample = (index: number): boolean => taken[index] === true || isIdle(days[index]?.date ?? FIRST_DATE);
  const own = days.map((_day, index) => isNoExample(index));
  const courses: Courses = { 'base-flow': [], 'quiet-hours': [], 'lowest-hours': [] };
  const said: (DayLikelihood | null)[] = [];
  const heights: (HeightOfDay | null)[] = [];
  const judged: boolean[] = [];
  const alarms: LeakAlarm[] = [];
  for (const [index, day] of days.entries()) {
    const newest = alarms.at(-1);
    const following = newest?.hasEnded === false ? newest : null;
    const usual = following?.usual ?? usualBefore(days, index, own);
    // A standstill of a unit that never rests tells nothing about leaks.
    const isJudged = taken[index] !== true && isMeasuredDay(day) && (usual?.rests === true || !isIdle(day.date));
    judged[index] = following === null && isJudged;
    for (const method of LEAK_METHODS)
      courses[method][index] = usual !== null && isJudged ? MINIMUM_FLOWS[method](day, usual) : null;
    heights[index] = following === null && isJudged ? judgedHeight(days, index, own) : null;
    // The hours of rest show every leak of a unit that runs or rests. Its runs depend on people and tell nothing.
    const doHoursSay =
      following === null
      && isJudged
      && heights[index] === null
      && usual?.runsOrRests !== true
      && usual?.isEven !== true;
    said[index] = doHoursSay ? likelihoodOf(days, index, own) : null;
    if (following === null) {
      if (usual === null) continue;
      const doesDeny = (from: number, excess: number): boolean =>
        excess < SMALL_SHARE * usual.meanHour
        && ((heightLikelihood(heights, from, index) ?? LEAST_SAID_BY_HEIGHT) < LEAST_SAID_BY_HEIGHT
          || (likelihoodBetween(said, from, index) ?? LEAST_SAID) < LEAST_SAID);
      const alarm = usual.runsOrRests
        ? alarmByRuns(days, { index, usual, taken: own, judged })
        : (alarmByFigure(courses, { index, usual, taken: own, doesDeny })
          ?? alarmByHeight(heights, index, usual)
          ?? alarmByHours(said, index, usual));
      if (alarm === null) continue;
      alarms.push(alarm);
      own.fill(true, alarm.first, index + 1);
      judged.fill(false, alarm.first, index + 1);
    } else {
      own[index] = true;
      if (isJudged) following.follow(day, index);
      if (following.hasEnded) {
        for (let at = following.last + 1; at <= index; at += 1) own[at] = isNoExample(at);
        // Days of a finding are no evidence for the next one.
        for (const course of [...Object.values(courses), said, heights])
          course.fill(null, following.first, following.last + 1);
      }
    }
  }
  return alarms.map(spanOf);
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
