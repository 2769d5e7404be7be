import { describe, expect, it } from 'vitest';
import { courseLine, roundStep } from '../../../src/kernel/format/svg-text.ts';

const BOX = { width: 50, height: 30, room: 5, zeroLine: false };

describe('the line of a course', () => {
  it('stays within its room, parts at gaps, and marks the extremes and the last value', () => {
    expect(courseLine([0, 10, null, 5, null], BOX)).toEqual({
      path: 'M5 25L15 5M35 15h0',
      extremes: [
        { x: '5', y: '25' },
        { x: '15', y: '5' },
      ],
      last: { x: '35', y: '15' },
    });
  });

  it('of amounts stands above 0, so that a small dip is seen as one', () => {
    // Of 20 px above the foot, 10 of 10 takes all and 8 of 10 takes 16.
    expect(courseLine([10, 8], { ...BOX, zeroLine: true })).toEqual({
      path: 'M5 5L45 9',
      extremes: [
        { x: '45', y: '9' },
        { x: '5', y: '5' },
      ],
      last: { x: '45', y: '9' },
    });
    expect(courseLine([10, 8], BOX)?.path).toBe('M5 5L45 25');
  });

  it('of values that are alike lies in the middle and has no extremes', () => {
    expect(courseLine([7, 7], BOX)).toEqual({ path: 'M5 15L45 15', extremes: [], last: { x: '45', y: '15' } });
  });

  it('needs two values', () => {
    expect(courseLine([null, 3, null], BOX)).toBeNull();
  });
});

describe('a round step', () => {
  it.each([
    [0.03, 0.05],
    [1, 1],
    [1.2, 2],
    [70, 100],
    [0, 1],
  ])('of at least %s is %s', (rough, step) => {
    expect(roundStep(rough)).toBeCloseTo(step, 12);
  });
});
