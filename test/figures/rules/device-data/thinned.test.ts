import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  bucketLengthMs,
  estimatedSpans,
  gapsOf,
  pointsOf,
  type ThinnedBucket,
} from '../../../../src/figures/rules/device-data/thinned.ts';

const at = (epochMs: number, value = 0) => ({ epochMs, value });
const bucket = (first: number, last: number, estimatedCount = 0): ThinnedBucket => ({
  first: at(first),
  lowest: at(first),
  highest: at(last),
  last: at(last),
  readingCount: 2,
  estimatedCount,
});

it('a bucket is whole slots long, and there are never more points than were asked for', () => {
  // 100 hours of 5-minute readings in 80 points are 20 buckets of 5 hours.
  expect(bucketLengthMs({ fromEpochMs: 0, toEpochMs: 360_000_000 }, 80, 300)).toBe(18_000_000);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e11 }),
      fc.integer({ min: 4, max: 8000 }),
      fc.integer({ min: 1, max: 86_400 }),
      (length, points, slotSeconds) => {
        const bucketMs = bucketLengthMs({ fromEpochMs: 0, toEpochMs: length }, points, slotSeconds);
        expect(bucketMs % (slotSeconds * 1000)).toBe(0);
        expect(Math.ceil(length / bucketMs) * 4).toBeLessThanOrEqual(Math.max(points, 4));
      },
    ),
  );
});

it('a bucket gives its readings in order of time, each once', () => {
  const of = {
    first: at(1, 5),
    lowest: at(3, 1),
    highest: at(2, 9),
    last: at(4, 5),
    readingCount: 4,
    estimatedCount: 0,
  };
  expect(pointsOf(of).map(({ epochMs }) => epochMs)).toEqual([1, 2, 3, 4]);
  expect(pointsOf({ ...of, lowest: of.first, highest: of.last })).toEqual([of.first, of.last]);
  expect(pointsOf(bucket(7, 7))).toHaveLength(1);
});

it('a gap is longer than a slot and a half, also at both ends', () => {
  const span = { fromEpochMs: 0, toEpochMs: 100_000 };
  // Slots of 10 s: 15 s without a reading are borne, 16 s are a gap.
  expect(gapsOf([bucket(15_000, 30_000), bucket(46_000, 90_000)], span, 10, [])).toEqual([
    { fromEpochMs: 30_000, toEpochMs: 46_000 },
  ]);
  expect(gapsOf([], span, 10, [])).toEqual([span]);
});

it('what was removed is no gap, and what was not received beside it is one', () => {
  const span = { fromEpochMs: 0, toEpochMs: 100_000 };
  const removed = [{ fromEpochMs: 40_000, toEpochMs: 60_000 }];
  // The last reading before it came 10 s earlier, the first one after it 20 s later.
  expect(gapsOf([bucket(0, 30_000), bucket(80_000, 95_000)], span, 10, removed)).toEqual([
    { fromEpochMs: 60_000, toEpochMs: 80_000 },
  ]);
  expect(gapsOf([], span, 10, [span])).toEqual([]);
});

it('estimated stretches that touch are one', () => {
  const buckets = [bucket(0, 1, 1), bucket(2, 3, 2), bucket(4, 5), bucket(6, 7, 1)];
  expect(estimatedSpans(buckets)).toEqual([
    { fromEpochMs: 0, toEpochMs: 3 },
    { fromEpochMs: 6, toEpochMs: 7 },
  ]);
});
