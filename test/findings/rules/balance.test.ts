import { describe, expect, it } from 'vitest';
import { balanceFindings } from '../../../src/findings/rules/balance.ts';
import { daysOf } from './days.ts';

/** Days of inflow 101, each with its imbalance and the half width of its band. */
const found = (days: readonly (readonly [imbalance: number | null, band95: number | null])[]) =>
  balanceFindings(
    daysOf(days.length, () => 0).map(({ date }, index) => {
      const [imbalance = null, band95 = null] = days[index] ?? [];
      return { date, inflow: 101, imbalance, band95 };
    }),
  );

describe('a loss of the balance', () => {
  it('is not known while the band is not, as where a meter sends nothing', () => {
    expect(
      found([
        [1, 2],
        [41, null],
        [41, null],
        [41, null],
      ]),
    ).toEqual([]);
  });

  it('goes on over a day without a band, of which nothing is counted', () => {
    const [loss, ...others] = found([
      [20, 2],
      [20, 2],
      [60, null],
      [20, 2],
    ]);
    expect(others).toEqual([]);
    expect(loss).toMatchObject({ quantity: 60, quantityPerDay: 20, isOpen: true, evidence: { days: 3 } });
    expect(loss?.raisedOn).toBe(loss?.lastDay);
  });
});
