import { expect, it } from 'vitest';
import { LEAST_REFRESH_DAYS, nextRefreshDays } from '../../../src/figures/rules/refresh-length.ts';

it.each([
  [LEAST_REFRESH_DAYS, 60, 6],
  [24, 60, 31],
  [31, 10, 31],
  [12, 60.1, 12],
  [12, 200, 12],
  [12, 200.1, 6],
  [7, 900, 3],
  [LEAST_REFRESH_DAYS, 900, LEAST_REFRESH_DAYS],
])('after %d days that took %d ms a refresh takes %d days', (days, tookMilliseconds, next) => {
  expect(nextRefreshDays(days, tookMilliseconds)).toBe(next);
});
