import { describe, expect, it } from 'vitest';
import { firstWithin, inBatches } from '../../src/kernel/in-batches.ts';

describe('a list in batches', () => {
  const batches = (length: number, most: number, weight?: number): number[][] => [
    ...inBatches([1, 2, 3, 4, 5].slice(0, length), most, weight),
  ];

  it('keeps the order, and its last batch has what is left', () => {
    expect(batches(5, 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(batches(4, 2)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(batches(0, 2)).toEqual([]);
  });

  it('takes as many as weigh so much together', () => {
    expect(batches(5, 7, 2)).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('takes one that weighs more, and no weight is that of one', () => {
    expect(batches(2, 7, 8)).toEqual([[1], [2]]);
    expect(batches(5, 4, 0)).toEqual([[1, 2, 3, 4], [5]]);
  });
});

it('the first of a list weigh no more than the bound together, but where one is taken in any case', () => {
  const first = (weights: readonly number[], most: number, least?: number) =>
    firstWithin(weights, most, (weight) => weight, least);
  expect(first([2, 3, 4], 5)).toEqual([2, 3]);
  expect(first([2, 3], 9)).toEqual([2, 3]);
  expect(first([6, 1], 5)).toEqual([]);
  expect(first([6, 1], 5, 1)).toEqual([6]);
  expect(first([], 5, 1)).toEqual([]);
});
