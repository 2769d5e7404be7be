import { describe, expect, it } from 'vitest';
import { addToSeries, type BacktestSeries, emptySeries } from '../../../src/alerts/rules/backtest.ts';
import { lookAt } from '../../../src/alerts/rules/conditions/condition.ts';
import type { Judged } from '../../../src/alerts/rules/types.ts';
import { holdLimits } from '../../support/limits.ts';

/** 480 stretches of a second each. */
const SPAN = { fromEpochMs: 0, untilEpochMs: 480_000 };
const at = (seconds: number, value: number | null, more: Partial<Judged> = {}): Judged => ({
  ...lookAt(seconds * 1000, value === null ? 'unknown' : 'clear', { value, limit: 5 }),
  ...more,
});
const lookedOf = (...looks: readonly Judged[]): BacktestSeries => {
  const looked = emptySeries();
  addToSeries(looked, looks, SPAN, SPAN);
  return looked;
};
const shapeOf = ({ stretches }: BacktestSeries) =>
  [...stretches.values()].map(({ fromEpochMs, lowest, highest, isAfterGap }) => [
    fromEpochMs / 1000,
    lowest,
    highest,
    isAfterGap,
  ]);

describe('what a rule has looked at, thinned', () => {
  it('keeps the lowest and the highest of each stretch, so that no peak is lost', () => {
    expect(shapeOf(lookedOf(at(0, 3), at(0.2, 9), at(0.4, 1), at(7, 4)))).toEqual([
      [0, 1, 9, false],
      [7, 4, 4, false],
    ]);
  });

  it('marks what comes behind something that was not measured, and makes no figure of it', () => {
    expect(shapeOf(lookedOf(at(0, 3), at(2, null), at(5, 4), at(9, 2, { afterSilence: true })))).toEqual([
      [0, 3, 3, false],
      [5, 4, 4, true],
      [9, 2, 2, true],
    ]);
  });

  it('counts the look-back of a later part once', () => {
    const looked = emptySeries();
    const [first, second] = [
      { fromEpochMs: 0, untilEpochMs: 60_000 },
      { fromEpochMs: 60_000, untilEpochMs: 480_000 },
    ];
    addToSeries(looked, [at(10, 3)], SPAN, first);
    addToSeries(looked, [at(10, 99), at(70, 4)], SPAN, second);
    expect(shapeOf(looked)).toEqual([
      [10, 3, 3, false],
      [70, 4, 4, false],
    ]);
  });

  it('says of an hour, a day or a month what it has added up to, and null where nobody knows', () => {
    const window = (start: number) => ({ startEpochMs: start * 1000, endEpochMs: (start + 100) * 1000 });
    const looked = lookedOf(
      at(10, 2, { window: window(0) }),
      at(90, 7, { window: window(0) }),
      at(200, null, { window: window(100) }),
    );
    expect(shapeOf(looked)).toEqual([
      [0, 7, 7, false],
      [100, null, null, false],
    ]);
    expect([looked.hasWindows, looked.limit]).toEqual([true, 5]);
  });

  const falls = (last: number) => [...lookedOf(at(0, 3), at(0.2, 9), at(0.4, last)).stretches.values()][0]?.isFalling;
  holdLimits([['falls to what is below its lowest', falls, [2.999, true], [3, false], [3.001, false]]]);
});
