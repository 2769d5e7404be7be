import { describe, expect, it } from 'vitest';
import { COLOURS } from '../../../src/kernel/format/colours.ts';

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe('contrast', () => {
  it('of black and white is 21', () => expect(contrast('#000000', '#ffffff')).toBeCloseTo(21));

  it.each(Object.entries(COLOURS).filter(([name]) => !['paper', 'panel', 'line'].includes(name)))(
    'of %s is enough for text on paper and panel, light and dark',
    (_, colour) => {
      for (const ground of ['paper', 'panel'] as const) {
        expect(contrast(colour.light, COLOURS[ground].light)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(colour.dark, COLOURS[ground].dark)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );
});
