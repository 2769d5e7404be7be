import { describe, expect, it } from 'vitest';
import { LEAK } from '../../../src/findings/rules/detectors/leak.ts';
import { pumpExcess, pumpHabitsOf } from '../../../src/findings/rules/pump-days.ts';
import { BUSY, daysOf, noneTaken, unitOf } from './days.ts';

const spansOf = (flowAt: (day: number, hour: number) => number, count = 70) => {
  const unit = unitOf(daysOf(count, flowAt));
  return LEAK.detect(unit, noneTaken(unit), BUSY);
};
const placesOf = (...asked: Parameters<typeof spansOf>) =>
  spansOf(...asked).map(({ first, raised, last }) => [first, raised, last]);

/** Four days of 2,000 litres an hour, then three days of rest. */
const bore = (day: number): number => (day % 7 < 4 ? 2000 : 0);
/** 15 % of the mean use. */
const LEAK_PER_HOUR = 0.15 * 2000 * (4 / 7);

describe('a leak of a bore that runs for days and rests for days', () => {
  it('of 15 % of the use is told on the second day of a run that is higher than runs ever are, with its size', () => {
    // Day 44 is the third of a run, and day 45 its last.
    const [found, ...others] = spansOf((day) => bore(day) + (day >= 44 ? LEAK_PER_HOUR : 0));
    expect(others).toEqual([]);
    expect([found?.first, found?.raised, found?.last]).toEqual([44, 45, 69]);
    expect(found?.quantityPerDay).toBeCloseTo(24 * LEAK_PER_HOUR, 6);
  });

  it('is told on the second day of rest that is not still', () => {
    expect(placesOf((day) => bore(day) + (day >= 46 ? LEAK_PER_HOUR : 0))).toEqual([[46, 47, 69]]);
  });

  it('is told by the last day of a run and the first of a rest together', () => {
    expect(placesOf((day) => bore(day) + (day >= 45 ? LEAK_PER_HOUR : 0))).toEqual([[45, 46, 69]]);
  });

  it('is told by the hours of a run at their age where the water table falls while the bore runs', () => {
    // A run loses a tenth of its height in four days, and the leak is 8.6 % of a run.
    const falling = (day: number, hour: number): number => bore(day) * (1 - (0.1 * ((day % 7) * 24 + hour)) / 96);
    const leaking = (day: number, hour: number): number => falling(day, hour) + (day >= 44 ? LEAK_PER_HOUR : 0);
    expect(placesOf(falling)).toEqual([]);
    expect(placesOf(leaking)).toEqual([[44, 45, 69]]);
  });

  it('of half a run is told once the bore has not rested for longer than ever, and followed through the rests', () => {
    expect(placesOf((day) => bore(day) + (day >= 46 ? 1000 : 0))[0]).toEqual([46, 47, 69]);
  });

  it('is told after a throttled run whose height nobody knows, on the second day of rest', () => {
    const throttled = (day: number): number => (day >= 42 && day < 46 ? 1200 : bore(day));
    expect(placesOf((day) => throttled(day) + (day >= 43 ? LEAK_PER_HOUR : 0))).toEqual([[46, 47, 69]]);
  });

  it('is over once two days show nothing of it', () => {
    expect(placesOf((day) => bore(day) + (day >= 44 && day < 55 ? LEAK_PER_HOUR : 0))).toEqual([[44, 45, 54]]);
  });

  it('is none when two runs are throttled to half', () => {
    expect(placesOf((day) => bore(day) * (day >= 42 && day < 56 ? 0.5 : 1))).toEqual([]);
  });

  it('is none when the bore runs at three quarters for longer than ever, which is more than its whole use', () => {
    expect(placesOf((day) => (day >= 42 && day < 50 ? 1500 : bore(day)))).toEqual([]);
  });

  it('is none when a run is higher and the rest after it is still', () => {
    expect(placesOf((day) => bore(day) + (day === 45 ? LEAK_PER_HOUR : 0))).toEqual([]);
  });

  it('is none when two days of a run are no higher than two days have been before', () => {
    // Days 9 and 10 come before enough is known of the bore to tell a leak.
    const isHigher = (day: number): boolean => [9, 10, 58, 59].includes(day);
    expect(placesOf((day) => bore(day) + (isHigher(day) ? LEAK_PER_HOUR : 0))).toEqual([]);
  });
});

describe('a day of a pump', () => {
  const habits = pumpHabitsOf(daysOf(42, bore));

  it('has the height of its runs above runs of that age, and the flow of its rest', () => {
    // Day 44 ran for 12 hours at 2,100 and rested for 12 at 50: an hour of rest beside the run is left out.
    const days = daysOf(45, (day, hour) => (day < 44 ? bore(day) : hour < 12 ? 2100 : 50));
    expect(habits).not.toBeNull();
    if (habits === null) return;
    expect(pumpExcess(days, 44, habits)).toEqual({ run: 100, runFlow: 2100, rest: 50, meanRest: 50 });
  });

  it('has no height when it ran for less than six whole hours, and no rest below three', () => {
    const days = daysOf(45, (day, hour) => (day < 44 ? 0 : hour % 4 < 2 ? 2000 : 0));
    expect(habits === null ? null : pumpExcess(days, 44, habits)).toEqual({
      run: null,
      runFlow: null,
      rest: null,
      meanRest: null,
    });
  });
});
