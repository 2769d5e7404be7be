import { describe, expect, it } from 'vitest';
import { createChance } from '../../../scripts/bench/insights/chance.ts';
import { levellingOf } from '../../../src/domain/insights/day-height.ts';
import { LEAK } from '../../../src/domain/insights/detectors/leak.ts';
import { ADDED_SHARES, habitsOf, saidByDay } from '../../../src/domain/insights/hour-habits.ts';
import { averageOf } from '../../../src/domain/insights/robust.ts';
import { BUSY, daysOf, noneTaken, unitOf, works } from './days.ts';

/** Ten hours of 1,000 litres and a little more, 14 still ones. */
const WORKS_MEAN = (10 * 1045) / 24;
/** A cooling tower: the height of its days follows the weather, by night it takes a third of the afternoon. */
const SHAPE = Array.from({ length: 24 }, (_, hour) => 1 + 2 * Math.exp(-(((hour - 15) / 4) ** 2) / 2));
const SHAPE_MEAN = averageOf(SHAPE);
const tower = (count: number, addedFrom: number, share: number) => {
  const chance = createChance(7);
  const heights = Array.from({ length: count }, () => 1000 * (1 + 0.12 * chance.normal()));
  return daysOf(
    count,
    (day, hour) =>
      (heights[day] ?? 0) * (SHAPE[hour] ?? 0) * (1 + 0.06 * chance.normal())
      + (day >= addedFrom ? share * SHAPE_MEAN * 1000 : 0),
  );
};

describe('what the hours of a day say of water that flows on', () => {
  it('is three for each still hour that has vanished, and three against it for each that is still', () => {
    const days = daysOf(28, works);
    const habits = habitsOf(days, WORKS_MEAN);
    // Hours of work are more than twice the mean hour, where nothing is told apart.
    const [usual, leaking] = daysOf(2, (day, hour) => works(28, hour) + (day === 1 ? 0.05 * WORKS_MEAN : 0));
    expect(ADDED_SHARES[0]).toBe(0.05);
    expect(saidByDay(usual ?? never(), habits)?.[0]).toBe(-3 * 14);
    expect(saidByDay(leaking ?? never(), habits)?.[0]).toBe(3 * 14);
  });

  it('is told by its neighbours of an hour that no example has measured', () => {
    const days = daysOf(28, (day, hour) => (hour === 3 ? null : works(day, hour)));
    const [leaking] = daysOf(1, (_day, hour) => works(28, hour) + 0.05 * WORKS_MEAN);
    expect(saidByDay(leaking ?? never(), habitsOf(days, WORKS_MEAN))?.[0]).toBe(3 * 14);
  });

  it('counts once, and not 24 times, where all hours of a day go up and down together', () => {
    const together = daysOf(28, (day) => 800 + 15 * ((day * 11) % 28));
    expect(habitsOf(together, 1000).dependence[4]).toBeCloseTo(24, 6);
    const apart = daysOf(28, (day, hour) => 800 + 15 * ((day * 11 + hour * hour * 5) % 28));
    expect(habitsOf(apart, 1000).dependence[4]).toBeLessThan(4);
  });

  it('is not known of a day of which less than half was measured', () => {
    const days = daysOf(28, works);
    const [half] = daysOf(1, (_day, hour) => (hour < 11 ? 0 : null));
    expect(saidByDay(half ?? never(), habitsOf(days, WORKS_MEAN))).toBeNull();
  });
});

describe('days brought to one height', () => {
  it('lie on each other where the weather has raised all hours in proportion, and keep what was added to all', () => {
    const days = tower(56, 99, 0);
    const level = levellingOf(days, 1000 * SHAPE_MEAN);
    const hot = { ...(days[0] ?? never()), hours: SHAPE.map((flow) => 1300 * flow) };
    const leaking = { ...hot, hours: SHAPE.map((flow) => 1000 * flow + 200) };
    const nights = (day: typeof hot): number =>
      averageOf(
        level(day)
          .hours.slice(0, 5)
          .map((flow) => flow ?? 0),
      );
    expect(Math.abs(nights(hot) - 1000)).toBeLessThan(50);
    expect(nights(leaking)).toBeGreaterThan(1150);
  });

  it('stay as they are where hours are still, because such a unit runs or does not', () => {
    const days = daysOf(56, works);
    expect(levellingOf(days, WORKS_MEAN)(days[0] ?? never())).toBe(days[0]);
  });
});

describe('a leak that every hour says', () => {
  it('is told within three days though the weather moves each day by more than it is', () => {
    const unit = unitOf(tower(70, 60, 0.1));
    const [leak, ...others] = LEAK.detect(unit, noneTaken(unit), BUSY);
    expect(others).toEqual([]);
    expect(leak?.first).toBeGreaterThanOrEqual(58);
    expect(leak?.raised).toBeLessThanOrEqual(63);
    expect(leak?.last).toBe(69);
    const flowing = 0.1 * SHAPE_MEAN * 1000 * 24;
    expect(leak?.quantityPerDay).toBeGreaterThan(0.7 * flowing);
    expect(leak?.quantityPerDay).toBeLessThan(1.5 * flowing);
    expect(leak?.evidence['method']).toBe('every-hour');
  });

  it('is none on hot days, which raise every hour in proportion', () => {
    const days = tower(70, 99, 0).map((day, index) => ({
      ...day,
      hours: day.hours.map((flow) => (flow ?? 0) * (index >= 60 ? 1.3 : 1)),
    }));
    const unit = unitOf(days);
    expect(LEAK.detect(unit, noneTaken(unit), BUSY)).toEqual([]);
  });
});

function never(): never {
  throw new Error('The day is there.');
}
