import { describe, expect, it } from 'vitest';
import { bore, bundle, industry, type Json, mistakes, tank } from './bundles.ts';

const units = (...list: Json[]): Json => bundle({ units: list, categories: {} });
const lifetimes = (sessionTimeout: Json): Json => bundle({ industry: industry({ sessionTimeout }) });

/*
 * Beyond these bounds figures are no doubles any more, and tokens shut out everybody who could put that right. Each
 * bound just within, at, and just beyond.
 */
describe.each<[string, (value: number) => Json, readonly number[], readonly number[], string]>([
  [
    'units[0].flowFactor',
    (flowFactor) => units(bore({ flowFactor })),
    [-1e9, 1e9 - 1, 1e9],
    [-1e9 - 1, 1e9 + 1, 1e300],
    'allowed is a finite number other than 0, 1000000000 at most in size',
  ],
  [
    'units[0].maxCapacity',
    (maxCapacity) => units(tank({ maxCapacity })),
    [1e15 - 1, 1e15],
    [1e15 + 1, 1e308],
    'allowed is a number above 0, 1000000000000000 at most in size',
  ],
  [
    'industry.sessionTimeout.accessTokenMinutes',
    (accessTokenMinutes) => lifetimes({ accessTokenMinutes }),
    [1, 1.01, 999_999, 1_000_000],
    [0.99, 1_000_001],
    'allowed is a number from 1 to 1000000',
  ],
  [
    'industry.sessionTimeout.refreshTokenDays',
    (refreshTokenDays) => lifetimes({ refreshTokenDays }),
    [0.01, 0.011, 36_499, 36_500],
    [0.009, 36_501],
    'allowed is a number from 0.01 to 36500',
  ],
])('%s', (field, bundleWith, taken, refused, allowed) => {
  it('is taken up to its bounds', () => {
    for (const value of taken) expect(mistakes(bundleWith(value)).filter((line) => line.startsWith(field))).toEqual([]);
  });

  it('is refused beyond them, with what is allowed', () => {
    for (const value of refused) expect(mistakes(bundleWith(value))).toEqual([`${field}: is ${value}, ${allowed}`]);
  });
});
