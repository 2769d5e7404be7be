import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../../src/kernel/pieces.ts';
import { examplesInSteps, type HoursOfUnits, usualUse } from '../../../../src/figures/rules/device-data/usual-hours.ts';

/** A day of a large meter 1 and a small meter 2, of two hours. */
const day = (large: readonly (number | null)[], small: readonly (number | null)[]): HoursOfUnits =>
  new Map([
    [1, large],
    [2, small],
  ]);
const of = (...days: readonly HoursOfUnits[]) => atOnce(examplesInSteps(days, 2));
const TWO_HOURS = { hourCount: 2, wholeHours: null };

describe('the usual use by the hour', () => {
  it('is the median of the days, between the tenth and the ninetieth percentile', () => {
    const examples = [10, 20, 30, 40, 50].map((large) => day([large, 100], [1, 1]));
    const { hours, total } = usualUse(of(...examples), day([30, 100], [1, 1]), TWO_HOURS);
    expect(hours[0]).toEqual({ low: 15, middle: 31, high: 47, days: 5, measuredShare: 1 });
    expect(total).toEqual({ low: 116, middle: 132, high: 148, days: 5 });
  });

  it('counts of a running day the hours that are over, on the other days, too', () => {
    const examples = [10, 20, 30, 40].map((large) => day([large, 1000], [0, 0]));
    expect(usualUse(of(...examples), day([10, null], [0, null]), { hourCount: 2, wholeHours: 1 }).total.middle).toBe(
      25,
    );
  });

  it('takes no example from an hour without a large meter, and one without a meter of less than a twentieth', () => {
    const examples = [...[10, 20, 30, 40].map((large) => day([large, large], [1, 1])), day([null, 50], [1, null])];
    const { hours } = usualUse(of(...examples), day([null, 30], [1, null]), TWO_HOURS);
    expect(hours.map(({ days, middle }) => [days, middle])).toEqual([
      [4, 26],
      [5, 31],
    ]);
    expect(hours[0]?.measuredShare).toBeCloseTo(1 / 28.2, 1);
    expect(hours[1]?.measuredShare).toBeGreaterThan(0.95);
  });

  it('is not known from three days, and from none', () => {
    const three = [10, 20, 30].map((large) => day([large, large], [1, 1]));
    expect(usualUse(of(...three), day([1, 1], [1, 1]), TWO_HOURS).total).toEqual({
      low: null,
      middle: null,
      high: null,
      days: 3,
    });
    expect(usualUse(of(), day([1, 1], [1, 1]), TWO_HOURS).hours[0]).toMatchObject({
      middle: null,
      measuredShare: null,
    });
  });
});
