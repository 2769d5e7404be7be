import { describe } from 'vitest';
import type { ReadingCheck } from '../../../../src/findings/rules/validation/types.ts';
import { holdLimits } from '../../../support/limits.ts';
import { metered, run, steady } from './checked-day.ts';

const HOUR_MS = 3_600_000;
type More = Parameters<typeof run>[2];
const finds = (name: ReadingCheck, rows: Parameters<typeof run>[1], more?: More): boolean =>
  run(name, rows, more) !== null;
const CUTOFF = { unit: { minNonZeroThreshold: 50 } };

describe('reverse flow', () => {
  /** The register stands at 1,000, and falls by so much. */
  const falling = (fall: number) => [
    { hour: 0, register: 1000 },
    { hour: 1, register: 1000 - fall },
  ];
  holdLimits([
    [
      'is an interval beyond the cutoff',
      (value) => finds('reverseFlow', [{ hour: 3, value }], CUTOFF),
      [-51, true],
      [-50, false],
      [-49, false],
    ],
    [
      'is a fall beyond the cutoff',
      (fall) => finds('reverseFlow', falling(fall), CUTOFF),
      [49, false],
      [50, false],
      [51, true],
    ],
    [
      'is a fall by a tenth of the register',
      (fall) => finds('reverseFlow', falling(fall)),
      [99, true],
      [100, true],
      [101, false],
    ],
  ]);
});

describe('a spike', () => {
  const highest = (value: number) => finds('spike', metered(steady(1000).with(3, 1100).with(7, 1200).with(12, value)));
  const third = (value: number) =>
    finds('spike', metered(steady(0).with(3, 9000).with(4, value).with(5, value)), CUTOFF);
  const count = (intervals: number) => finds('spike', metered(steady(1000).with(3, 9000)).slice(0, intervals));
  holdLimits([
    ['is beyond 2.8 times the third highest', highest, [3079, false], [3080, false], [3081, true]],
    ['is beside one above the cutoff', third, [49, false], [50, false], [51, true]],
    ['is one of twelve intervals', count, [11, false], [12, true], [13, true]],
  ]);
});

describe('missing readings', () => {
  const missing = (count: number) => finds('missingQuantity', metered(steady(1000)).slice(0, 24 - count));
  /** A day of twenty hours so far, of which a twentieth is one. */
  const ofTwenty = (count: number) =>
    finds('missingQuantity', metered(steady(1000)).slice(0, 20 - count), { hours: 20 });
  holdLimits([
    ['are more than a twentieth of 24', missing, [0, false], [1, false], [2, true]],
    ['are more than a twentieth of 20', ofTwenty, [0, false], [1, false], [2, true]],
  ]);
});

describe('the sum check', () => {
  /** The register counts 23 times as much; one interval says something else. */
  const says = (each: number) => (value: number) =>
    finds(
      'sumCheck',
      metered(steady(each)).map((row) => (row.hour === 5 ? { ...row, value } : row)),
    );
  const off = metered(steady(1000)).map((row) => ({ ...row, value: 500 }));
  const late = (more: number) =>
    finds(
      'sumCheck',
      off.map((row) => (row.hour === 7 ? { ...row, hour: 7.5 + more / HOUR_MS } : row)),
    );
  holdLimits([
    ['tolerates a hundredth', says(1000), [769, true], [770, false], [771, false]],
    ['tolerates a step', says(1), [-1, true], [0, false], [1, false]],
    ['needs three readings', (count) => finds('sumCheck', off.slice(0, count)), [2, false], [3, true], [4, true]],
    ['is not made over a gap of an interval and a half', late, [-1, true], [0, true], [1, false]],
  ]);
});

describe('a stuck register', () => {
  /** Intervals that a register of 5,000 does not count. */
  const still = (count: number, passed: number) =>
    finds(
      'stuckRegister',
      steady(0)
        .with(5, passed)
        .slice(0, count)
        .map((value, hour) => ({ hour, value, register: 5000 })),
    );
  holdLimits([
    ['stands still over twelve readings', (count) => still(count, 9000), [11, false], [12, true], [13, true]],
    ['lacks more than two of its steps', (passed) => still(24, passed), [1999, false], [2000, false], [2001, true]],
  ]);
});
