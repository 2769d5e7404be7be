import { describe } from 'vitest';
import { withLeaveBounds } from '../../../../src/alerts/rules/conditions/bounds.ts';
import type { AlertType } from '../../../../src/alerts/rules/types.ts';
import type { Unit } from '../../../../src/kernel/measure/unit.ts';
import { unitOf } from '../../../figures/rules/processors/builders.ts';
import { holdLimits } from '../../../support/limits.ts';
import { lastVerdict, looksAt, reading, readingsOf, type Settings } from '../watch.ts';

const METER = unitOf({ dataUpdateFrequencySeconds: 3600 });
const TANK = unitOf({ group: 'STOCK', maxCapacity: 5_000_000 });
const WELL = unitOf({ group: 'GROUND_WATER_LEVEL' });
const PROBE = unitOf({ group: 'QUALITY' });

/** A rate in shown units per hour, as a meter that sends each hour tells it. */
const flow = (perHour: number) => readingsOf(METER, [reading(0, 0), reading(60, perHour * 1000)]);
const read = (unit: Unit) => (value: number) => readingsOf(unit, [reading(0, value, { parameters: { pH: value } })]);
const level = (unit: Unit, settings: Settings) => (value: number) =>
  lastVerdict('level_exceed', read(unit)(value), settings);
const sample = (settings: Settings) => (value: number) =>
  lastVerdict('quality_threshold', read(PROBE)(value), { parameter: 'pH', ...settings });

describe('bounds', () => {
  const rate = (type: AlertType, settings: Settings) => (perHour: number) => lastVerdict(type, flow(perHour), settings);
  const above = rate('flow_rate_above_the_range', { high: 100 });
  const below = rate('flow_rate_below_the_range', { low: 100 });
  const excess = (perHour: number) => looksAt('flow_rate_above_the_range', flow(perHour), { high: 100 })[0]?.excess;
  holdLimits([
    ['a flow is above its bound', above, [99.999, 'between'], [100, 'between'], [100.001, 'breach']],
    ['and back 5 % below', above, [94.999, 'clear'], [95, 'clear'], [95.001, 'between']],
    ['and loses what is above', excess, [99.999, 0], [100, 0], [100.001, 0.001]],
    ['a flow is below its bound', below, [99.999, 'breach'], [100, 'between'], [100.001, 'between']],
    ['and back 5 % above', below, [104.999, 'between'], [105, 'clear'], [105.001, 'clear']],
    [
      'a standstill is in range while only flowing water counts',
      rate('flow_rate_below_the_range', { low: 100, whileFlowing: true }),
      [-0.001, 'unknown'],
      [0, 'clear'],
      [0.001, 'breach'],
    ],
    ['a tank is too full', level(TANK, { high: 90 }), [89.999, 'between'], [90, 'between'], [90.001, 'breach']],
    ['and back 2 points below', level(TANK, { high: 90 }), [87.999, 'clear'], [88, 'clear'], [88.001, 'between']],
    ['a tank is too empty', level(TANK, { low: 10 }), [9.999, 'breach'], [10, 'between'], [10.001, 'between']],
    ['and back 2 points above', level(TANK, { low: 10 }), [11.999, 'between'], [12, 'clear'], [12.001, 'clear']],
    ['near empty takes a quarter of it', level(TANK, { high: 4 }), [2.999, 'clear'], [3, 'clear'], [3.001, 'between']],
    [
      'near full takes a quarter of it',
      level(TANK, { low: 96 }),
      [96.999, 'between'],
      [97, 'clear'],
      [97.001, 'clear'],
    ],
    [
      'ground water is back 2 % below',
      level(WELL, { high: 50 }),
      [48.999, 'clear'],
      [49, 'clear'],
      [49.001, 'between'],
    ],
    ['a parameter is too high', sample({ max: 50 }), [49.999, 'between'], [50, 'between'], [50.001, 'breach']],
    ['and back 2 % below', sample({ max: 50 }), [48.999, 'clear'], [49, 'clear'], [49.001, 'between']],
    ['a parameter is too low', sample({ min: 50 }), [49.999, 'breach'], [50, 'between'], [50.001, 'between']],
    ['and back 2 % above', sample({ min: 50 }), [50.999, 'between'], [51, 'clear'], [51.001, 'clear']],
  ]);

  const leave = (given: { readonly low?: number; readonly high?: number }, name: 'leaveLow' | 'leaveHigh') =>
    withLeaveBounds(
      { low: null, high: null, leaveLow: null, leaveHigh: null, ...given },
      { marginOf: () => 2, lowest: 0, highest: 100 },
    )[name];
  holdLimits([
    [
      'a margin takes a quarter of the range at most',
      (width) => leave({ low: 10, high: 10 + width }, 'leaveHigh'),
      [7.996, 15.997],
      [8, 16],
      [8.004, 16.004],
    ],
    [
      'a bound at the lowest value leaves no room',
      (high) => leave({ high }, 'leaveHigh'),
      [-0.004, -2.004],
      [0, 0],
      [0.004, 0.003],
    ],
    [
      'a bound at the highest value leaves no room',
      (low) => leave({ low }, 'leaveLow'),
      [99.996, 99.997],
      [100, 100],
      [100.004, 102.004],
    ],
  ]);
});
