import { HOURS_OF_DAY } from '../../kernel/time/durations.ts';
import { LEAK } from './detectors/leak.ts';
import type { InsightDay, InsightUnit, Surroundings } from './types.ts';
import { isMeasuredDay, LEAST_HABIT_DAYS, STRETCH_HOURS, usedOn } from './usual-days.ts';

/*
 * The smallest leak that the rules would tell of a unit, by trial: leaks are added to the unit's own last days as its
 * meter would count them, in whole pulses, and the rules are asked. So it rests on the meter's resolution, on how much
 * the use varies, and on nothing else.
 */

/** Trial sizes as shares of the unit's mean use. Each is a third larger than the one before. */
const SHARES: readonly number[] = Array.from({ length: 22 }, (_, step) => 0.02 * 1.33 ** step);
/** Whole days that a leak has flowed when it has to be told. */
const DAYS_TO_TELL = 3;
/** Trials begin on the last days, so many days apart, because a leak may begin in a run or in a rest. */
const TRIALS = 3;
const DAYS_APART = 2;
/** Trials that have to be told: two of three. */
const ENOUGH_SHARE = 0.6;
/** Days before a trial, as many as tell what is usual. */
const DAYS_BEFORE = 63;
const BUSY: Surroundings = { isIdle: () => false };
/** Share of hours that are whole pulses. Others are rounded or estimated. */
const WHOLE_SHARE = 0.95;
const CLOSE = 1e-3;

export interface VisibleLeak {
  /** Thousandths of siUnit a day, as in documents. Leaks below it are not told within three days. */
  readonly perDay: number;
  /** One step of the meter in the same measure; null: its steps are too fine to be seen in hours. */
  readonly pulse: number | null;
  /** Whether the pulses hide smaller leaks, and not the use: the leak counts less than one pulse in three hours. */
  readonly isByPulses: boolean;
}

/**
 * Smallest leak that the rules tell of this unit; null: too little is known, or no leak below its use can be told. A
 * trial takes long, so each step gives way.
 */
export function* visibleLeakInSteps(unit: InsightUnit): Generator<void, VisibleLeak | null> {
  const known = unit.days.filter(isMeasuredDay);
  const used = known.reduce((sum, day) => sum + usedOn(day), 0);
  if (known.length < LEAST_HABIT_DAYS + DAYS_TO_TELL + DAYS_APART * (TRIALS - 1) || used <= 0) return null;
  const meanDay = used / known.length;
  const pulse = pulseOf(known);
  function* isTold(share: number): Generator<void, boolean> {
    let told = 0;
    for (let trial = 0; trial < TRIALS; trial += 1) {
      yield;
      const leak = { perHour: (share * meanDay) / HOURS_OF_DAY, pulse: pulse ?? 0 };
      if (tells(unit, unit.days.length - trial * DAYS_APART, leak)) told += 1;
    }
    return told >= ENOUGH_SHARE * TRIALS;
  }
  // A larger leak is told sooner, so the sizes are halved until the smallest that is told is left.
  let [least, most] = [0, SHARES.length];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (yield* isTold(SHARES[middle] ?? 1)) most = middle;
    else least = middle + 1;
  }
  const share = SHARES[least];
  if (share === undefined) return null;
  const perDay = share * meanDay;
  return { perDay, pulse, isByPulses: pulse !== null && (perDay * STRETCH_HOURS) / HOURS_OF_DAY < pulse };
}

interface Trial {
  readonly perHour: number;
  readonly pulse: number;
}

/** Whether a leak that began with the day DAYS_TO_TELL before the end is told by the end. */
function tells(unit: InsightUnit, end: number, { perHour, pulse }: Trial): boolean {
  const before = unit.days.slice(Math.max(0, end - DAYS_BEFORE), end);
  const from = before.length - DAYS_TO_TELL;
  let counted = 0;
  let passed = pulse / 2;
  const days = before.map((day, index): InsightDay => {
    if (index < from) return day;
    const hours = day.hours.map((flow) => {
      passed += perHour;
      const now = pulse > 0 ? Math.floor(passed / pulse) * pulse : passed;
      const more = now - counted;
      counted = now;
      return flow === null ? null : flow + more;
    });
    return { ...day, hours };
  });
  const trial = { ...unit, days };
  const taken = days.map(({ date }) => unit.learnFrom !== null && date < unit.learnFrom);
  return LEAK.detect(trial, taken, BUSY).some(({ last, raised }) => raised >= from && last >= from);
}

/** One step of the meter: the largest amount of which nearly all hours are whole multiples; null: none is seen. */
function pulseOf(days: readonly InsightDay[]): number | null {
  const flows = days.flatMap(({ hours }) => hours.filter((flow) => flow !== null && flow > 0)) as number[];
  const steps = [...new Set(flows)].sort((a, b) => a - b);
  const smallest = steps[0];
  if (smallest === undefined) return null;
  const isWhole = (flow: number, step: number): boolean => Math.abs(flow / step - Math.round(flow / step)) <= CLOSE;
  for (let divisor = 1; divisor <= 4; divisor += 1) {
    const step = smallest / divisor;
    if (flows.filter((flow) => isWhole(flow, step)).length >= WHOLE_SHARE * flows.length) return step;
  }
  return null;
}
