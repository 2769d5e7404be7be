import { expect, it } from 'vitest';
import {
  alignedRows,
  chosenFigure,
  differenceFrom,
  endedRows,
  weekdayMeans,
} from '../../../../src/figures/rules/figures/comparison.ts';

import { unit } from '../device-data/support.ts';

const WHOLE = ['00', '01', '02', '03'];

it('sets hours of one clock time in a row: an hour that comes twice has two, one that is left out is missing', () => {
  // Clocks go back on the first day and forward on the last.
  const rows = alignedRows([['00', '01', '02', '02', '03'], WHOLE, ['00', '01', '03']]);
  expect(rows).toEqual([
    { name: '00', at: [0, 0, 0] },
    { name: '01', at: [1, 1, 1] },
    { name: '02', at: [2, 2, null] },
    { name: '02', at: [3, null, null] },
    { name: '03', at: [4, 3, 2] },
  ]);
  // The same rows in whatever order the days are named.
  expect(alignedRows([['00', '01', '03'], WHOLE]).map(({ name }) => name)).toEqual(WHOLE);
});

it('compares a running period over the buckets that have ended, and whole ones whole', () => {
  const rows = alignedRows([WHOLE, ['00', '01', '02', '03', '04']]);
  expect(endedRows(rows, [null, null])).toHaveLength(5);
  expect(endedRows(rows, [2, null]).map(({ name }) => name)).toEqual(['00', '01']);
  expect(endedRows(rows, [0, null])).toEqual([]);
});

it('tells a difference of the first figure from another, or why there is none', () => {
  const kl = (value: number | null, coverage = 1) => ({ value, coverage, siUnit: 'KL' });
  // 1240 - 1148 = 92; 92 / 1148 = 0.080139373 in whole billionths.
  expect(differenceFrom(kl(1240), kl(1148))).toEqual({ amount: 92, share: 0.080139373, why: null });
  expect(differenceFrom(kl(5), kl(0))).toEqual({ amount: 5, share: null, why: null });
  expect(differenceFrom(kl(5), kl(null)).why).toBe('missing');
  expect(differenceFrom(kl(5, 0.89), kl(5)).why).toBe('little measured');
  expect(differenceFrom(kl(5), { ...kl(5), siUnit: 'kWh' }).why).toBe('other unit of measure');
  const degrees = (value: number) => ({ value, coverage: 1, siUnit: '°C' });
  expect(differenceFrom(degrees(22), degrees(20))).toEqual({ amount: 2, share: null, why: null });
});

it('takes a parameter from the means of a unit, and never an amount for one', () => {
  const [pump, river] = [unit('PUMP', 'ENERGY_CATEGORY'), unit('RIVER', 'QUALITY_CATEGORY')];
  const amount = { parameter: null, divisionFactor: 1000 };
  const [voltage, pH] = ['voltage', 'pH'].map((parameter) => ({ parameter, divisionFactor: 1000 }));
  if (voltage === undefined || pH === undefined) throw new Error('Two parameters.');
  expect(chosenFigure(pump, 5000, { voltage: 230 }, amount)).toBe(5);
  expect(chosenFigure(pump, 5000, { voltage: 230 }, voltage)).toBe(230);
  // A day before the voltage was declared.
  expect(chosenFigure(pump, 5000, undefined, voltage)).toBeNull();
  expect(chosenFigure(pump, 5000, {}, voltage)).toBeNull();
  expect(chosenFigure(river, { pH: 7.1 }, undefined, pH)).toBe(7.1);
  expect(chosenFigure(river, null, undefined, pH)).toBeNull();
});

it('means a weekday over the days that are known, and says how many those are', () => {
  const means = weekdayMeans([
    { weekday: 1, value: 10 },
    { weekday: 1, value: 13 },
    { weekday: 1, value: null },
    { weekday: 7, value: 0 },
  ]);
  expect(means[0]).toEqual({ weekday: 1, mean: 11.5, days: 2 });
  expect(means[1]).toEqual({ weekday: 2, mean: null, days: 0 });
  expect(means[6]).toEqual({ weekday: 7, mean: 0, days: 1 });
});
