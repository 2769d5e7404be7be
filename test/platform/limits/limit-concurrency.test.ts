import { expect, it } from 'vitest';
import { limitConcurrency } from '../../../src/platform/limits/limit-concurrency.ts';

it('works go on so many at a time, in their order, and one that fails gives its place back', async () => {
  const inPlace = limitConcurrency(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  let [inside, most] = [0, 0];
  const works = [0, 1, 2, 3, 4].map((index) =>
    inPlace(async () => {
      begun.push(index);
      most = Math.max(most, (inside += 1));
      await new Promise<void>((resolve) => ends.push(resolve));
      inside -= 1;
      if (index === 0) throw new Error('fails');
      return index;
    }).catch(() => 'failed'),
  );
  for (let turn = 0; turn < works.length; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    ends.shift()?.();
  }
  expect(await Promise.all(works)).toEqual(['failed', 1, 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
});
