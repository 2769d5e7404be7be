import { describe, expect, it } from 'vitest';
import { afterShiftStart } from '../../src/service/schedules.ts';

describe('the daily run of an industry', () => {
  it.each([
    ['06:00:00', '3 6 * * *'],
    ['00:00:00', '3 0 * * *'],
    ['05:57:00', '0 6 * * *'],
    ['12:30:00', '33 12 * * *'],
    // Past midnight it is the next date's minute, which comes every day all the same.
    ['23:58:00', '1 0 * * *'],
    ['23:59:59', '2 0 * * *'],
  ])('of a shift that starts at %s is due by cron %s', (shiftStartAt, cron) => {
    expect(afterShiftStart(shiftStartAt, 3)).toBe(cron);
  });
});
