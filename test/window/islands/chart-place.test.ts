import { describe, expect, it } from 'vitest';
import { placeAfter, placeUnder } from '../../../src/window/islands/chart-place.ts';

describe('the mark of a chart', () => {
  it('stands in the period under the pointer, and at the ends beside the chart', () => {
    const boxes = [64, 84, 104].map((left) => ({ left, top: 20, bottom: 200 }));
    for (const y of [5, 100, 300])
      expect([10, 64, 83.9, 84, 500].map((x) => placeUnder(boxes, { x, y }))).toEqual([0, 0, 0, 1, 2]);
  });

  it('stands in the drawing at the height of the pointer, where there are several', () => {
    const boxes = [20, 150].flatMap((top) => [64, 84].map((left) => ({ left, top, bottom: top + 100 })));
    expect(placeUnder(boxes, { x: 90, y: 60 })).toBe(1);
    expect(placeUnder(boxes, { x: 90, y: 200 })).toBe(3);
    expect(placeUnder(boxes, { x: 10, y: 200 })).toBe(2);
  });

  it('moves by the arrow keys and never leaves the chart', () => {
    expect(['ArrowRight', 'ArrowLeft'].map((key) => placeAfter(key, null, 24))).toEqual([0, 23]);
    expect(placeAfter('ArrowRight', 23, 24)).toBe(23);
    expect(placeAfter('ArrowLeft', 0, 24)).toBe(0);
    expect(placeAfter('PageDown', 5, 288)).toBe(34);
    expect(['Home', 'End'].map((key) => placeAfter(key, 7, 24))).toEqual([0, 23]);
    expect(placeAfter('Tab', 7, 24)).toBeNull();
  });
});
