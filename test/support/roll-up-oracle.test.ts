import { describe, expect, it } from 'vitest';
import { type PlacedSample, rollUpHours } from './roll-up-oracle.ts';

const sample = (
  minute: number,
  value: number | null,
  register: number | null = null,
  more: Partial<PlacedSample> = {},
): PlacedSample => ({ epochMs: minute * 60_000, minute, value, register, estimated: false, offline: false, ...more });

describe('the hours of a day from its readings', () => {
  it('hold first, last, sum and count, and which minutes have a genuine reading', () => {
    // 2 + 3 = 5, one of them estimated; registers 100 (the one at minute 5 has none) to 104.
    const [hour] = rollUpHours([sample(0, 2, 100), sample(5, 3, null, { estimated: true }), sample(59, null, 104)], 0);
    expect(hour).toEqual({
      hour: 0,
      readingCount: 3,
      estimatedCount: 1,
      valueCount: 2,
      valueSum: 5,
      estimatedValueSum: 3,
      nonZeroCount: 2,
      firstValue: 2,
      lastValue: 3,
      firstRegister: 100,
      firstRegisterValue: 2,
      lastRegister: 104,
      firstEpochMs: 0,
      lastEpochMs: 59 * 60_000,
      genuineMinutesLow: 1,
      genuineMinutesHigh: 1 << 29,
      params: {},
    });
  });

  it('are elapsed hours, the 25th of a long day among them, and only those with readings', () => {
    expect(rollUpHours([sample(60, 1), sample(1439, 1), sample(1440, 1)], 0).map(({ hour }) => hour)).toEqual([
      1, 23, 24,
    ]);
  });

  it('count as non-zero what lies above the cutoff, before any factor', () => {
    expect(rollUpHours([sample(0, 0.4), sample(5, 0.5), sample(10, 0.6)], 0.5)[0]?.nonZeroCount).toBe(1);
  });

  it('add up whole millionths, so that the order of the values changes nothing', () => {
    // As doubles 0.1 + 0.2 + 0.3 is 0.6000000000000001.
    expect(rollUpHours([sample(0, 0.1), sample(5, 0.2), sample(10, 0.3)], 0)[0]?.valueSum).toBe(0.6);
    // Ten of the largest values allowed and one millionth: beyond 2^53 millionths.
    const large = [...Array.from({ length: 10 }, (_, index) => sample(index, 99_999_999_999)), sample(10, 0.000001)];
    expect(rollUpHours(large, 0)[0]?.valueSum).toBe(
      rollUpHours(
        large.toReversed().map((each, index) => ({ ...each, minute: index, epochMs: index })),
        0,
      )[0]?.valueSum,
    );
  });
});
