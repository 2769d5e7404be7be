import { describe, expect, it } from 'vitest';
import { createChance } from '../../../scripts/bench/insights/chance.ts';
import { addedBetween, addedHabitsOf, heightOfDay } from '../../../src/findings/rules/added-flow.ts';
import { loadProfileOf, weekdayOf } from '../../../src/findings/rules/load-profile.ts';
import { weighedDay } from '../../../src/findings/rules/fit-load-profile.ts';
import { LEAK } from '../../../src/findings/rules/detectors/leak.ts';
import { alarmByHeight, judgedHeight } from '../../../src/findings/rules/leak-by-load-factor.ts';
import { mean } from '../../../src/kernel/statistics.ts';
import { usualBefore } from '../../../src/findings/rules/usual-days.ts';
import { BUSY, daysOf, noneTaken, unitOf, works } from './days.ts';

/** By night it takes a third of the afternoon. */
const SHAPE = Array.from({ length: 24 }, (_, hour) => 1 + 2 * Math.exp(-(((hour - 15) / 4) ** 2) / 2));
const SHAPE_MEAN = mean(SHAPE);
/** A unit that never rests, with days of such heights, and from one day on a share of the mean hour in every hour. */
const risingDays = (heights: readonly number[], addedFrom = Infinity, share = 0) => {
  const chance = createChance(7);
  return daysOf(
    heights.length,
    (day, hour) =>
      1000 * (heights[day] ?? 0) * (SHAPE[hour] ?? 0) * (1 + 0.06 * chance.normal())
      + (day >= addedFrom ? share * SHAPE_MEAN * 1000 : 0),
  );
};
/** The weather, which leaves part of a day's height on the next. */
const weather = (count: number): number[] => {
  const chance = createChance(3);
  let height = 0;
  return Array.from({ length: count }, () => 1 + (height = 0.7 * height + 0.08 * chance.normal()));
};

describe('what the hours of a day add up to', () => {
  const level = {
    usual: Array.from({ length: 24 }, (_, hour) => (hour < 12 ? 1 : 2)),
    variance: Array<number>(24).fill(1),
    pulses: 0,
  };
  const unknown = { height: 1, deviation: Infinity };

  it('is drawn against the usual day; hours that lie where they should count nine eighths', () => {
    const [day] = daysOf(1, (_day, hour) => (level.usual[hour] ?? 0) + 0.5);
    const sums = weighedDay(day ?? never(), level, unknown, true);
    expect(sums?.usualUsual).toBeCloseTo((9 / 8) * (12 + 4 * 12), 9);
    expect(sums?.usualAdded).toBeCloseTo((9 / 8) * (12 + 2 * 12), 9);
    expect(sums?.usualFlow).toBeCloseTo((9 / 8) * (12 * 1.5 + 2 * 12 * 2.5), 9);
    expect(sums?.addedAdded).toBeCloseTo((9 / 8) * 24, 9);
    expect(sums?.addedFlow).toBeCloseTo((9 / 8) * (12 * 1.5 + 12 * 2.5), 9);
  });

  it('says far more where hours vary by whole pulses alone, because what one lacks the next one has', () => {
    const [day] = daysOf(1, (_day, hour) => level.usual[hour] ?? 0);
    const apart = { ...level, variance: level.variance.map(() => 0.51) };
    const inPulses = { ...level, variance: level.variance.map(() => 0.01), pulses: 0.25 };
    const informationOf = (of: typeof level): number =>
      weighedDay(day ?? never(), of, unknown, true)?.addedAdded ?? never();
    expect(informationOf(inPulses)).toBeGreaterThan(10 * informationOf(apart));
  });

  it('is not known where half was measured, or where the unit stood still', () => {
    const [half, still] = daysOf(2, (day, hour) => (day === 0 ? (hour < 11 ? 1 : null) : 0));
    expect(weighedDay(half ?? never(), level, unknown, true)).toBeNull();
    expect(weighedDay(still ?? never(), level, unknown, true)).toBeNull();
  });
});

describe('the profile of days', () => {
  it('is how high they are by weekday, and what of a height is left on the next day', () => {
    const bySunday = (day: number): number => (day % 7 < 5 ? 1 : 0.8);
    const weekly = risingDays(Array.from({ length: 56 }, (_, day) => bySunday(day) * (1 + 0.02 * ((day * 5) % 3))));
    const profile = loadProfileOf(weekly) ?? never();
    const [monday, sunday] = [0, 6].map((day) => profile.heights[weekdayOf(weekly[day] ?? never())] ?? 0);
    expect((sunday ?? 0) / (monday ?? 1)).toBeCloseTo(0.8, 1);
    const carried = loadProfileOf(risingDays(weather(56)))?.carried;
    expect(carried).toBeGreaterThan(0.4);
    expect(carried).toBeLessThan(0.95);
  });

  it('is none where hours are still, and none where every hour is like the others', () => {
    expect(loadProfileOf(daysOf(56, works))).toBeNull();
    expect(loadProfileOf(daysOf(56, (day, hour) => 1000 + ((day * 37 + hour * 11) % 90)))).toBeNull();
  });

  it('is not that of days on which the unit stood still', () => {
    const days = risingDays(weather(56));
    const stopped = days.map((day, at) => (at < 10 ? { ...day, hours: day.hours.map(() => 0) } : day));
    expect(loadProfileOf(stopped)?.usual).toEqual(loadProfileOf(days.slice(10))?.usual);
  });
});

describe('what was added to every hour', () => {
  const habits = {
    middle: 0,
    deviation: 1,
    profile: {
      meanHour: 1,
      usual: [],
      variance: [],
      pulses: 0,
      heights: Array<number>(7).fill(1),
      carried: 0,
      deviation: 0.5,
    },
  };
  const sums = { usualUsual: 4, usualAdded: 2, usualFlow: 6, addedAdded: 2, addedFlow: 5 };
  const day = { habits, weekday: 0, sums };

  it('is what the height does not explain, as far as it is known how high days are', () => {
    // Around the usual height: 6 - 4 = 2 and 5 - 2 = 3. The height is known by 4 of its own and 1 / 0.5² = 4 before.
    // Score 3 - 2 × 2 / 8 = 2.5, information 2 - 2² / 8 = 1.5.
    const added = addedBetween([day], 0, 0) ?? never();
    expect(added.perHour).toBeCloseTo(2.5 / 1.5, 9);
    expect(added.uncertain).toBeCloseTo(1 / Math.sqrt(1.5), 9);
    expect(added.deviations).toBeCloseTo(2.5 / Math.sqrt(1.5), 9);
  });

  it('is surer by the root of two after two days, and no surer by a day that is left out', () => {
    const once = addedBetween([day], 0, 0) ?? never();
    expect(addedBetween([day, day], 0, 1)?.deviations).toBeCloseTo(Math.SQRT2 * once.deviations, 9);
    expect(addedBetween([day, day], 0, 1, 0)?.deviations).toBeCloseTo(once.deviations, 9);
  });

  it('is surer where the day before says how high the day should be', () => {
    const following = { ...habits, profile: { ...habits.profile, carried: 0.9, deviation: 0.1 } };
    const days = Array.from({ length: 4 }, () => ({ ...day, habits: following }));
    const alone = addedBetween(days.slice(3), 0, 0) ?? never();
    expect(addedBetween(days, 3, 3)?.uncertain).toBeLessThan(alone.uncertain);
  });

  it('is a leak of a twelfth, and nothing on days that the weather raises', () => {
    const heights = weather(60);
    const [hot, leaking] = [1.2, 1].map((times) => heights.map((height, at) => (at < 57 ? height : times * height)));
    const habitsOf = addedHabitsOf(risingDays(heights).slice(0, 56)) ?? never();
    const likelihoodOf = (days: ReturnType<typeof daysOf>) =>
      addedBetween(
        days.map((one) => heightOfDay(one, habitsOf)),
        57,
        59,
      ) ?? never();
    expect(Math.abs(likelihoodOf(risingDays(hot ?? [])).deviations)).toBeLessThan(2);
    const leak = likelihoodOf(risingDays(leaking ?? [], 57, 1 / 12));
    expect(leak.deviations).toBeGreaterThan(3.1);
    expect(leak.perHour / (1000 * SHAPE_MEAN)).toBeCloseTo(1 / 12, 1);
  });
});

describe('a leak where days have a height', () => {
  it('is told within three days though the weather moves each day by more than it is', () => {
    const unit = unitOf(risingDays(weather(70), 60, 0.08));
    const [leak, ...others] = LEAK.detect(unit, noneTaken(unit), BUSY);
    expect(others).toEqual([]);
    expect(leak?.first).toBeGreaterThanOrEqual(58);
    expect(leak?.raised).toBeLessThanOrEqual(63);
    expect(leak?.last).toBe(69);
    const flowing = 0.08 * SHAPE_MEAN * 1000 * 24;
    expect(leak?.quantityPerDay).toBeGreaterThan(0.7 * flowing);
    expect(leak?.quantityPerDay).toBeLessThan(1.5 * flowing);
  });

  it('is told of three days together, with how many times likelier they are with it', () => {
    const days = risingDays(weather(60), 57, 0.1);
    const taken = days.map(() => false);
    const course = days.map((_day, index) => judgedHeight(days, index, taken));
    const usual = usualBefore(days, 59, taken) ?? never();
    expect(alarmByHeight(course, 56, usual)).toBeNull();
    const alarm = alarmByHeight(course, 59, usual);
    expect(alarm).toMatchObject({ first: 57, raised: 59, last: 59, hasEnded: false });
    const { method, deviations, evidence } = alarm?.told() ?? never();
    expect(method).toBe('every-hour');
    expect(deviations).toBeGreaterThan(3.1);
    expect(evidence['logTimesLikelier']).toBeCloseTo(deviations ** 2 / 2, 9);
  });

  it('is none because of one day alone, as a night of work is', () => {
    const days = risingDays(weather(60), 59, 0.3);
    const taken = days.map(() => false);
    const course = days.map((_day, index) => judgedHeight(days, index, taken));
    const usual = usualBefore(days, 59, taken) ?? never();
    expect(addedBetween(course, 57, 59)?.deviations).toBeGreaterThan(3.1);
    expect(alarmByHeight(course, 59, usual)).toBeNull();
  });

  it('is none on hot days, which raise every hour in proportion', () => {
    const unit = unitOf(risingDays(weather(70).map((height, at) => height * (at >= 60 ? 1.3 : 1))));
    expect(LEAK.detect(unit, noneTaken(unit), BUSY)).toEqual([]);
  });

  it('has ended when it is mended', () => {
    const days = risingDays(weather(80), 60, 0.15).map((day, at) => (at < 68 ? day : null));
    const mended = risingDays(weather(80)).map((day, at) => days[at] ?? day);
    const unit = unitOf(mended);
    const [leak] = LEAK.detect(unit, noneTaken(unit), BUSY);
    expect(leak?.raised).toBeLessThanOrEqual(63);
    expect(leak?.last).toBeGreaterThanOrEqual(66);
    expect(leak?.last).toBeLessThanOrEqual(69);
  });
});

function never(): never {
  throw new Error('It is there.');
}
