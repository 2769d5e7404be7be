import { expect, it } from 'vitest';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { periodBefore, periodName, yearBefore } from '../../../src/window/compare/asked.ts';
import { percentOfMean } from '../../../src/window/compare/series.ts';
import { textsOf } from '../../../src/window/texts.ts';

const period = (from: string, to: string) => ({ from: businessDate(from), to: businessDate(to) });

it.each([
  // A month stays whole, also where its last day is another one.
  ['2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29', '2025-01-01', '2025-01-31'],
  ['2026-03-01', '2026-04-30', '2025-03-01', '2025-04-30', '2026-01-01', '2026-02-28'],
  ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31', '2025-01-01', '2025-12-31'],
  // Seven days, and the seven before them.
  ['2026-06-08', '2026-06-14', '2025-06-08', '2025-06-14', '2026-06-01', '2026-06-07'],
  ['2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28', '2024-02-28', '2024-02-28'],
])('sets %s to %s against %s to %s a year ago, and against %s to %s before it', (from, to, ...others) => {
  const asked = period(from, to);
  const [year, before] = [yearBefore(asked), periodBefore(asked)];
  expect([year.from, year.to, before.from, before.to]).toEqual(others);
});

it('names a month, a year, a day and other days', () => {
  const name = (from: string, to: string): string => periodName(period(from, to), textsOf('en'));
  expect(name('2026-10-01', '2026-10-31')).toBe('October 2026');
  expect(name('2026-01-01', '2026-12-31')).toBe('2026');
  expect(name('2026-06-04', '2026-06-04')).toBe('04 Jun 2026');
  expect(name('2026-10-01', '2026-10-05')).toBe('01 Oct 2026 to 05 Oct 2026');
});

it('draws a figure as per cent of its own mean, and none where that means nothing', () => {
  expect(percentOfMean(30, { mean: 24, siUnit: 'KL' }, null)).toBe(125);
  expect(percentOfMean(null, { mean: 24, siUnit: 'KL' }, null)).toBeNull();
  expect(percentOfMean(30, { mean: 0, siUnit: 'KL' }, null)).toBeNull();
  expect(percentOfMean(22, { mean: 20, siUnit: '°C' }, null)).toBeNull();
  // pH has no unit of measure of its own, so its name tells that it has no shares; turbidity has.
  expect(percentOfMean(7.5, { mean: 6, siUnit: '' }, 'pH')).toBeNull();
  expect(percentOfMean(7.5, { mean: 6, siUnit: '' }, 'turbidity')).toBe(125);
});
