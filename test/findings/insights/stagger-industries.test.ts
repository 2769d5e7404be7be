import { expect, it } from 'vitest';
import { industriesOfMinute } from '../../../src/findings/insights/stagger-industries.ts';

const START = Date.parse('2026-03-01T09:45:20Z');
const industries = (count: number) => Array.from({ length: count }, (_, index) => ({ industryKey: index * 3 + 1 }));
const turns = (count: number, minutes: number): number[][] =>
  Array.from({ length: minutes }, (_, minute) =>
    industriesOfMinute(industries(count), START + minute * 60_000).map(({ industryKey }) => industryKey),
  );
const all = (count: number): number[] => industries(count).map(({ industryKey }) => industryKey);

it.each([
  [1, 1],
  [100, 1],
  [101, 2],
  [450, 5],
  [1000, 10],
  [10_000, 10],
])('%i industries have a turn each in %i minutes, whenever these begin', (count, minutes) => {
  for (const begin of [0, 1, 7]) {
    const told = turns(count, begin + minutes)
      .slice(begin)
      .flat();
    expect(told.toSorted((a, b) => a - b)).toEqual(all(count));
  }
});

it('spreads a thousand industries evenly over ten minutes', () => {
  expect(turns(1000, 10).map((turn) => turn.length)).toEqual(Array.from({ length: 10 }, () => 100));
});
