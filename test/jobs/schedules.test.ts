import { describe, expect, it } from 'vitest';
import { afterShiftStart, reportsCron } from '../../src/jobs/schedules.ts';

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
    expect(afterShiftStart(shiftStartAt, 3).cron).toBe(cron);
  });
});

describe('reports of an industry', () => {
  it.each([
    ['06:00:00', '15 6 * * *', '25 6 1 * *'],
    ['14:30:00', '45 14 * * *', '55 14 1 * *'],
    // The month of such a shift ends on the first, and its reports are due after midnight.
    ['23:40:00', '55 23 * * *', '5 0 2 * *'],
    ['23:50:00', '5 0 * * *', '15 0 2 * *'],
  ])('of a shift that starts at %s are due by cron %s and %s', (shiftStartAt, daily, monthly) => {
    expect(reportsCron(shiftStartAt, 'daily')).toBe(daily);
    expect(reportsCron(shiftStartAt, 'monthly')).toBe(monthly);
  });
});
