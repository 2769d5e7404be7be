import { describe } from 'vitest';
import type { AlertInput, BalancesInput, DaysInput, NightsInput } from '../../../../src/alerts/rules/types.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/time/durations.ts';
import { DAY_START, unitOf } from '../../../figures/rules/processors/builders.ts';
import { holdLimits } from '../../../support/limits.ts';
import { lastVerdict, looksAt, type Settings } from '../watch.ts';

const METER = unitOf({ dataUpdateFrequencySeconds: 3600 });

type Point = Partial<Omit<DaysInput['days'][number]['points'][number], 'epochMs'>>;
/** Days of one look each; null: nothing was measured. */
const days = (points: readonly (Point | null)[], coverage = 1, early = 0): DaysInput => ({
  kind: 'days',
  unit: METER,
  days: points.map((point, index) => ({
    startEpochMs: DAY_START + index * DAY_MS,
    endEpochMs: DAY_START + (index + 1) * DAY_MS,
    points:
      point === null
        ? []
        : [{ epochMs: DAY_START + index * DAY_MS + HOUR_MS, total: null, lowest: null, highest: null, ...point }],
    coverage: point === null ? 0 : coverage,
  })),
  until: DAY_START + points.length * DAY_MS + early,
});
const STILL = { total: 0 };
const FLAT = { lowest: 50, highest: 50 };
const several = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('days in a row', () => {
  const noFlow = (input: DaysInput, settings: Settings = { days: 1 }) => lastVerdict('no_flow_n_days', input, settings);
  const noMove = (input: DaysInput, settings: Settings = { days: 1 }) =>
    lastVerdict('no_level_variation_n_days', input, settings);
  holdLimits([
    [
      'pass no more than nothing',
      (total) => noFlow(days([{ total }]), { days: 1, upTo: 0.5 }),
      [0.499, 'breach'],
      [0.5, 'breach'],
      [0.501, 'clear'],
    ],
    [
      'flow backwards as well',
      (total) => noFlow(days([{ total }]), { days: 1, upTo: 0.5 }),
      [-0.501, 'clear'],
      [-0.5, 'breach'],
      [-0.499, 'breach'],
    ],
    [
      'are measured by half',
      (coverage) => noFlow(days([STILL], coverage)),
      [0.499, 'unknown'],
      [0.5, 'breach'],
      [0.501, 'breach'],
    ],
    ['are three', (count) => noFlow(days(several(count, STILL)), {}), [2, 'between'], [3, 'breach'], [4, 'breach']],
    [
      'are found within twice their number and a week',
      (gap) => noFlow(days([STILL, STILL, ...several(gap, null), STILL]), {}),
      [10, 'breach'],
      [11, 'breach'],
      [12, 'between'],
    ],
    ['have ended', (late) => noFlow(days([STILL], 1, late)), [-1, 'nothing is said'], [0, 'breach'], [1, 'breach']],
    [
      'have levels within a point',
      (width) => noMove(days([{ lowest: 50, highest: 50 + width }])),
      [0.999, 'breach'],
      [1, 'breach'],
      [1.001, 'clear'],
    ],
    [
      'have levels that were measured by half',
      (coverage) => noMove(days([FLAT], coverage)),
      [0.499, 'unknown'],
      [0.5, 'breach'],
      [0.501, 'breach'],
    ],
    [
      'are three of one level',
      (count) => noMove(days(several(count, FLAT)), {}),
      [2, 'between'],
      [3, 'breach'],
      [4, 'breach'],
    ],
    [
      'of one level are found within twice their number and a week',
      (gap) => noMove(days([FLAT, FLAT, ...several(gap, null), FLAT]), {}),
      [10, 'breach'],
      [11, 'breach'],
      [12, 'between'],
    ],
    [
      'of one level have ended',
      (late) => noMove(days([FLAT], 1, late)),
      [-1, 'nothing is said'],
      [0, 'breach'],
      [1, 'breach'],
    ],
  ]);
});

/** A day of inflow 100. */
const balance = (imbalance: number, band95 = 0, late = 0): BalancesInput => ({
  kind: 'balance',
  days: [{ startEpochMs: DAY_START, endEpochMs: DAY_START + DAY_MS, siUnit: 'KL', inflow: 100, imbalance, band95 }],
  until: DAY_START + DAY_MS + late,
});
/** Nights of one flow, whose band ends at 4.5. */
const nights = (lowestPerHour: number, count: number, late = 0): NightsInput => ({
  kind: 'nights',
  unit: METER,
  nights: several(count, lowestPerHour).map((flowed, index) => ({
    epochMs: DAY_START + index * DAY_MS,
    lowestPerHour: flowed,
    band: { baseline: 4, lower: 3.5, upper: 4.5, nights: 28 },
  })),
  until: DAY_START + (count - 1) * DAY_MS + late,
});

describe('a leak', () => {
  const leak = (input: AlertInput, settings: Settings = {}) => lastVerdict('water_balance_leakage', input, settings);
  holdLimits([
    [
      'is more than a tenth of the inflow',
      (lost) => leak(balance(lost)),
      [9.999, 'between'],
      [10, 'between'],
      [10.001, 'breach'],
    ],
    [
      'is over at four fifths of that',
      (lost) => leak(balance(lost)),
      [7.999, 'clear'],
      [8, 'clear'],
      [8.001, 'between'],
    ],
    [
      'is over at four fifths of a limit that doubles do not hold',
      (lost) => leak(balance(lost), { toleranceShare: 0.007 }),
      [0.559, 'clear'],
      [0.56, 'clear'],
      [0.561, 'between'],
    ],
    ['is beyond its band', (lost) => leak(balance(lost, 12)), [11.999, 'between'], [12, 'between'], [12.001, 'breach']],
    [
      'has the limit that is wider',
      (band) => looksAt('water_balance_leakage', balance(50, band), {})[0]?.limitKind,
      [9.999, 'tolerance'],
      [10, 'tolerance'],
      [10.001, 'band'],
    ],
    [
      'is of a day that has ended',
      (late) => leak(balance(50, 0, late)),
      [-1, 'nothing is said'],
      [0, 'breach'],
      [1, 'breach'],
    ],
    [
      'of a unit is above the band of its nights',
      (lowest) => leak(nights(lowest, 1), { nights: 1 }),
      [4.499, 'clear'],
      [4.5, 'clear'],
      [4.501, 'breach'],
    ],
    ['of a unit is three nights long', (count) => leak(nights(5, count)), [2, 'between'], [3, 'breach'], [4, 'breach']],
    [
      'of a unit is of nights that have ended',
      (late) => leak(nights(5, 1, late), { nights: 1 }),
      [-1, 'nothing is said'],
      [0, 'breach'],
      [1, 'breach'],
    ],
  ]);
});
