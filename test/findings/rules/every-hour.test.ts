import { describe, expect, it } from 'vitest';
import { ADDED_SHARES, habitsOf, likelihoodByDay } from '../../../src/findings/rules/hour-habits.ts';
import { daysOf, works } from './days.ts';

/** Ten hours of 1,000 litres and a little more, 14 still ones. */
const WORKS_MEAN = (10 * 1045) / 24;
describe('what the hours of a day say of water that flows on', () => {
  it('is three for each still hour that has vanished, and three against it for each that is still', () => {
    const days = daysOf(28, works);
    const habits = habitsOf(days, WORKS_MEAN);
    // Hours of work are more than twice the mean hour, where nothing is told apart.
    const [usual, leaking] = daysOf(2, (day, hour) => works(28, hour) + (day === 1 ? 0.05 * WORKS_MEAN : 0));
    expect(ADDED_SHARES[0]).toBe(0.05);
    expect(likelihoodByDay(usual ?? never(), habits)?.[0]).toBe(-3 * 14);
    expect(likelihoodByDay(leaking ?? never(), habits)?.[0]).toBe(3 * 14);
  });

  it('is told by its neighbours of an hour that no example has measured', () => {
    const days = daysOf(28, (day, hour) => (hour === 3 ? null : works(day, hour)));
    const [leaking] = daysOf(1, (_day, hour) => works(28, hour) + 0.05 * WORKS_MEAN);
    expect(likelihoodByDay(leaking ?? never(), habitsOf(days, WORKS_MEAN))?.[0]).toBe(3 * 14);
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
    expect(likelihoodByDay(half ?? never(), habitsOf(days, WORKS_MEAN))).toBeNull();
  });
});

function never(): never {
  throw new Error('The day is there.');
}
