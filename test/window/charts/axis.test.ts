import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisBetween } from '../../../src/window/charts/axis.ts';

describe('the axis of a chart', () => {
  it('has its highest label at or above the highest figure', () => {
    expect(axisBetween(0, 37)).toEqual({ low: 0, high: 40, ticks: [0, 10, 20, 30, 40] });
    expect(axisBetween(0, 0.31)).toEqual({ low: 0, high: 0.4, ticks: [0, 0.1, 0.2, 0.3, 0.4] });
    expect(axisBetween(-3, 12)).toEqual({ low: -5, high: 15, ticks: [-5, 0, 5, 10, 15] });
    expect(axisBetween(40, 50)).toEqual({ low: 40, high: 50, ticks: [40, 42, 44, 46, 48, 50] });
  });

  it('holds every figure between its ends, which are labels, and has few of them', () => {
    const bound = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(bound, fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (least, span) => {
        const most = least + span;
        const { low, high, ticks } = axisBetween(least, most);
        const room = span * 1e-6;
        return (
          low <= least + room && high >= most - room && ticks[0] === low && ticks.at(-1) === high && ticks.length <= 7
        );
      }),
    );
  });
});
