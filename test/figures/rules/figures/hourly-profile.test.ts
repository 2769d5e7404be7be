import { describe, expect, it } from 'vitest';
import { hourMeans, type HourOfDay, profileRows } from '../../../../src/figures/rules/figures/hourly-profile.ts';

const hour = (name: string, value: number | null, coverage: number | null = 1, isWhole = true): HourOfDay => ({
  name,
  value,
  coverage,
  isWhole,
});

describe('the profile of a day by the hour', () => {
  it('is the mean of the hours that were measured, and tells how many those are', () => {
    const means = hourMeans([
      [hour('06:00', 10), hour('07:00', 0)],
      [hour('06:00', 20), hour('07:00', 0)],
      [hour('06:00', null, 0), hour('07:00', 6)],
    ]);
    expect(means.get('06:00')).toEqual({ mean: 15, hours: 2, expectedHours: 3 });
    expect(means.get('07:00')).toEqual({ mean: 2, hours: 3, expectedHours: 3 });
  });

  it('is null, and never 0, where less than half of the hours were measured to nine tenths', () => {
    const means = hourMeans([[hour('06:00', 10)], [hour('06:00', 1, 0.89)], [hour('06:00', null, 0)]]);
    expect(means.get('06:00')).toEqual({ mean: null, hours: 1, expectedHours: 3 });
    expect(hourMeans([[hour('06:00', null, null)]]).get('06:00')).toEqual({ mean: null, hours: 0, expectedHours: 1 });
  });

  it('takes an hour that the clock shows twice as two examples, one that it leaves out as none, and half an hour as none', () => {
    const usual = ['00:00', '01:00', '02:00', '03:00'];
    const means = hourMeans([
      usual.map((name) => hour(name, 4)),
      ['00:00', '01:00', '03:00'].map((name) => hour(name, 4)),
      ['00:00', '01:00', '02:00', '02:00', '03:00'].map((name) => hour(name, 7)),
      [...usual.map((name) => hour(name, 4)), hour('03:30', 1, 1, false)],
    ]);
    expect([...means.keys()]).toEqual(usual);
    expect(means.get('02:00')).toEqual({ mean: (4 + 7 + 7 + 4) / 4, hours: 4, expectedHours: 4 });
    expect(means.get('03:00')).toEqual({ mean: (4 + 4 + 7 + 4) / 4, hours: 4, expectedHours: 4 });
  });

  it('lays sides beside each other by the clock', () => {
    const [early, late] = [hourMeans([[hour('06:00', 1), hour('07:00', 2)]]), hourMeans([[hour('07:00', 4)]])];
    expect(profileRows([early, late])).toEqual([
      {
        name: '06:00',
        sides: [
          { mean: 1, hours: 1, expectedHours: 1 },
          { mean: null, hours: 0, expectedHours: 0 },
        ],
      },
      {
        name: '07:00',
        sides: [
          { mean: 2, hours: 1, expectedHours: 1 },
          { mean: 4, hours: 1, expectedHours: 1 },
        ],
      },
    ]);
  });
});
