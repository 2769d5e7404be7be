import { describe, expect, it } from 'vitest';
import { BURST } from '../../../src/findings/rules/detectors/burst.ts';
import { CREEP } from '../../../src/findings/rules/detectors/creep.ts';
import { LEAK } from '../../../src/findings/rules/detectors/leak.ts';
import { REVERSED } from '../../../src/findings/rules/detectors/reversed.ts';
import { STANDSTILL } from '../../../src/findings/rules/detectors/standstill.ts';
import { UNUSUAL_USE } from '../../../src/findings/rules/detectors/unusual-use.ts';
import type { Detector, InsightUnit } from '../../../src/findings/rules/types.ts';
import { BUSY, daysOf, noneTaken, unitOf, works } from './days.ts';

const spansOf = (detector: Detector, unit: InsightUnit) => detector.detect(unit, noneTaken(unit), BUSY);
const placesOf = (detector: Detector, unit: InsightUnit) =>
  spansOf(detector, unit).map(({ first, raised, last }) => [first, raised, last]);

describe('a leak', () => {
  it('of 200 litres an hour is told after two days where nights are still, with its size', () => {
    const unit = unitOf(daysOf(50, (day, hour) => works(day, hour) + (day >= 40 ? 200 : 0)));
    const [leak, ...others] = spansOf(LEAK, unit);
    expect(others).toEqual([]);
    expect([leak?.first, leak?.raised, leak?.last]).toEqual([40, 41, 49]);
    expect(leak?.quantityPerDay).toBeCloseTo(24 * 200, 0);
    expect(leak?.quantity).toBeCloseTo(10 * 24 * 200, 0);
  });

  it('flows for 24 hours a day, also in the weeks after clocks were set back', () => {
    const days = daysOf(50, (day, hour) => works(day, hour) + (day >= 40 ? 200 : 0));
    const long = days[30];
    if (long !== undefined) days[30] = { ...long, hours: [...long.hours, 0] };
    expect(spansOf(LEAK, unitOf(days))[0]?.quantityPerDay).toBeCloseTo(24 * 200, 0);
  });

  it('of a twentieth of the use is told after three days', () => {
    const mean = (10 * 1045) / 24;
    const unit = unitOf(daysOf(50, (day, hour) => works(day, hour) + (day >= 40 ? 0.05 * mean : 0)));
    expect(placesOf(LEAK, unit)).toEqual([[40, 42, 49]]);
  });

  it('is over before the first of two days without it', () => {
    const unit = unitOf(daysOf(55, (day, hour) => works(day, hour) + (day >= 40 && day < 46 ? 200 : 0)));
    expect(placesOf(LEAK, unit)).toEqual([[40, 41, 45]]);
  });

  it('is none when a busy day raises every hour in proportion', () => {
    const unit = unitOf(daysOf(50, (day, hour) => works(day, hour) * (day >= 40 ? 1.4 : 1)));
    expect(placesOf(LEAK, unit)).toEqual([]);
  });

  it('is none when a unit that rests runs through for days, as a pump does', () => {
    const unit = unitOf(daysOf(50, (day, hour) => (day >= 40 || (hour >= 8 && hour < 18) ? 1000 : 0)));
    expect(placesOf(LEAK, unit)).toEqual([]);
  });
});

describe('a meter that stands still', () => {
  it('is told on the third day of use without any', () => {
    const unit = unitOf(daysOf(50, (day, hour) => (day >= 40 ? 0 : works(day, hour))));
    expect(placesOf(STANDSTILL, unit)).toEqual([[40, 42, 49]]);
  });

  it('is not expected to count on days of rest', () => {
    // Day 40 is a Saturday, and the works rests at weekends.
    const unit = unitOf(daysOf(50, (day, hour) => (day >= 40 || day % 7 >= 5 ? 0 : works(day, hour))));
    expect(placesOf(STANDSTILL, unit)).toEqual([[42, 44, 49]]);
  });

  it('is told though the unit was shut down once, as soon as it stands still for longer', () => {
    const unit = unitOf(daysOf(50, (day, hour) => (day >= 40 || (day >= 20 && day < 27) ? 0 : works(day, hour))));
    expect(placesOf(STANDSTILL, unit).at(-1)).toEqual([40, 47, 49]);
  });

  it('is none at the second stop of a unit that is serviced, which lasts no longer than the first', () => {
    const isServiced = (day: number): boolean => (day >= 8 && day < 16) || day >= 57;
    const unit = unitOf(daysOf(63, (day, hour) => (isServiced(day) ? 0 : works(day, hour))));
    expect(placesOf(STANDSTILL, unit)).toEqual([]);
  });

  it('is none where a unit rests for a week again and again', () => {
    const unit = unitOf(daysOf(50, (day, hour) => (day >= 40 || day % 14 >= 8 ? 0 : works(day, hour))));
    expect(placesOf(STANDSTILL, unit).filter(([first]) => (first ?? 0) >= 40)).toEqual([]);
  });

  it('is none while the whole site stands still', () => {
    const unit = unitOf(daysOf(50, (day, hour) => (day >= 40 ? 0 : works(day, hour))));
    expect(STANDSTILL.detect(unit, noneTaken(unit), { isIdle: () => true })).toEqual([]);
  });
});

describe('a meter that runs backwards', () => {
  const register = (day: number, hour: number): number => {
    const passed = day * 10 + Math.min(Math.max(hour - 7, 0), 10);
    return 100_000 + (day < 40 ? passed : 800 - passed) * 1000;
  };
  it('is told by its register on the first day', () => {
    const unit = unitOf(daysOf(45, works, register));
    expect(placesOf(REVERSED, unit)).toEqual([[40, 40, 44]]);
  });

  it('is told by negative figures where there is no register', () => {
    const unit = unitOf(daysOf(45, (day, hour) => (day < 40 ? 1 : -1) * works(day, hour)));
    expect(placesOf(REVERSED, unit)).toEqual([[40, 40, 44]]);
  });

  it('is none when the register is reset once', () => {
    const unit = unitOf(
      daysOf(45, works, (day, hour) => register(Math.min(day, 39), hour) + (day < 40 ? 0 : day * 10_000 - 500_000)),
    );
    expect(placesOf(REVERSED, unit)).toEqual([]);
  });
});

describe('other findings', () => {
  it('a burst is three hours far above every hour of the past weeks', () => {
    const unit = unitOf(daysOf(45, (day, hour) => works(day, hour) + (day === 40 && hour >= 2 && hour < 5 ? 4000 : 0)));
    const [burst] = spansOf(BURST, unit);
    expect([burst?.first, burst?.last, burst?.quantity]).toEqual([40, 40, 12_000]);
    expect(burst?.evidence).toMatchObject({ hours: 3, fromHour: 2, highestHour: 4000 });
  });

  it('a meter that counts a little in every hour creeps, and does not leak', () => {
    const unit = unitOf(daysOf(50, (day, hour) => works(day, hour) + (day >= 40 ? 3 : 0)));
    expect(placesOf(CREEP, unit)).toEqual([[40, 46, 49]]);
    expect(placesOf(LEAK, unit)).toEqual([]);
  });

  it('a day is unusual against its weekday: a Sunday of work, and a week at half the use', () => {
    const sundays = unitOf(daysOf(63, (day, hour) => (day % 7 === 6 && day !== 62 ? 0 : works(day, hour))));
    expect(placesOf(UNUSUAL_USE, sundays)).toEqual([[62, 62, 62]]);
    const half = unitOf(daysOf(63, (day, hour) => works(day, hour) * (day >= 58 ? 0.4 : 1)));
    expect(placesOf(UNUSUAL_USE, half)).toEqual([[58, 59, 62]]);
    expect(spansOf(UNUSUAL_USE, half)[0]?.evidence).toMatchObject({ verdict: 'less' });
  });
});
