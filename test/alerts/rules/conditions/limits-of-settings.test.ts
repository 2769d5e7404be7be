import { describe, expect, it } from 'vitest';
import { CONDITIONS } from '../../../../src/alerts/rules/conditions.ts';
import type { AlertType } from '../../../../src/alerts/rules/types.ts';
import { holdLimits } from '../../../support/limits.ts';
import { RUNNING_TOTALS, type Settings } from '../watch.ts';

it('a condition fires and recovers after the minutes of docs/reference/alerts.md', () => {
  const minutes = Object.entries(CONDITIONS).map(([type, { defaults }]) => [
    type,
    `${defaults.holdMinutes}, ${defaults.recoverMinutes}`,
  ]);
  expect(Object.fromEntries(minutes)).toEqual({
    ...Object.fromEntries(RUNNING_TOTALS.map((type) => [type, '0, 0'])),
    device_status: '0, 0',
    level_exceed: '10, 10',
    flow_rate_above_the_range: '15, 15',
    flow_rate_below_the_range: '15, 15',
    flow_rate_back_in_range: '15, 15',
    quality_threshold: '30, 30',
    stable_flow_alert: '0, 0',
    no_flow_n_days: '0, 0',
    no_level_variation_n_days: '0, 0',
    water_balance_leakage: '0, 0',
  });
});

describe('settings', () => {
  const isTaken = (type: AlertType, settings: Settings): boolean =>
    CONDITIONS[type].settings.safeParse(settings).success;
  const taken =
    (type: AlertType, field: string, others: Settings = {}) =>
    (value: number) =>
      isTaken(type, { ...others, [field]: value });
  const LEVEL = { low: 10, high: 50 };
  holdLimits([
    ['a limit is above 0', taken('unit_threshold', 'limit'), [-0.001, false], [0, false], [0.001, true]],
    ['a limit has its size', taken('unit_threshold', 'limit'), [1e12 - 1, true], [1e12, true], [1e12 + 1, false]],
    [
      'a share is 0 or more',
      taken('water_balance_leakage', 'toleranceShare'),
      [-0.001, false],
      [0, true],
      [0.001, true],
    ],
    ['a level has its size', taken('level_exceed', 'low'), [-1e12 - 1, false], [-1e12, true], [1 - 1e12, true]],
    ['a silence lasts', taken('device_status', 'silenceMinutes'), [0, false], [1, true], [2, true]],
    ['for 60 days at most', taken('device_status', 'silenceMinutes'), [86_399, true], [86_400, true], [86_401, false]],
    ['days are one or more', taken('no_flow_n_days', 'days'), [0, false], [1, true], [2, true]],
    ['and 60 at most', taken('no_flow_n_days', 'days'), [59, true], [60, true], [61, false]],
    ['nights are one or more', taken('water_balance_leakage', 'nights'), [0, false], [1, true], [2, true]],
    ['and 28 at most', taken('water_balance_leakage', 'nights'), [27, true], [28, true], [29, false]],
    ['low is below high', taken('level_exceed', 'low', { high: 50 }), [49.999, true], [50, false], [50.001, false]],
    [
      'leaveLow is low or more',
      taken('level_exceed', 'leaveLow', { low: 10 }),
      [9.999, false],
      [10, true],
      [10.001, true],
    ],
    ['and below high', taken('level_exceed', 'leaveLow', LEVEL), [49.999, true], [50, false], [50.001, false]],
    [
      'leaveHigh is high or less',
      taken('level_exceed', 'leaveHigh', { high: 50 }),
      [49.999, true],
      [50, true],
      [50.001, false],
    ],
    ['and above low', taken('level_exceed', 'leaveHigh', LEVEL), [9.999, false], [10, false], [10.001, true]],
    [
      'leaveLow is leaveHigh or less',
      taken('level_exceed', 'leaveLow', { ...LEVEL, leaveHigh: 30 }),
      [29.999, true],
      [30, true],
      [30.001, false],
    ],
    [
      'a rate above its range is left at high or less',
      taken('flow_rate_above_the_range', 'leaveHigh', { high: 50 }),
      [49.999, true],
      [50, true],
      [50.001, false],
    ],
    [
      'a rate below its range is left at low or more',
      taken('flow_rate_below_the_range', 'leaveLow', { low: 10 }),
      [9.999, false],
      [10, true],
      [10.001, true],
    ],
    [
      'a parameter has a name',
      (length) => isTaken('quality_threshold', { parameter: 'p'.repeat(length), max: 1 }),
      [0, false],
      [1, true],
      [2, true],
    ],
    [
      'a parameter has a name of 100 characters',
      (length) => isTaken('quality_threshold', { parameter: 'p'.repeat(length), max: 1 }),
      [99, true],
      [100, true],
      [101, false],
    ],
  ]);

  it('leave by a bound that is there', () => {
    expect(isTaken('level_exceed', {})).toBe(false);
    expect(isTaken('level_exceed', { low: 10, leaveHigh: 40 })).toBe(false);
    expect(isTaken('level_exceed', { high: 50, leaveLow: 20 })).toBe(false);
  });
});
