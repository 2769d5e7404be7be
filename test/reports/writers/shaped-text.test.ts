import { createRequire } from 'node:module';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { fitted } from '../../../src/kernel/format/svg-text.ts';
import { FONT_FILES } from '../../../src/reports/writers/fonts.ts';
import { pngWriter } from '../../../src/reports/writers/png-of-svg.ts';
import { withShapedText } from '../../../src/reports/writers/shaped-text.ts';
import { textsOf } from '../../../src/window/texts.ts';

const { openSync } = createRequire(import.meta.url)('fontkit') as {
  openSync(file: string): { hasGlyphForCodePoint(point: number): boolean };
}; // what is used of it

const drawing = (text: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60"><text x="200" y="40" font-size="20" ${attributes}>${text}</text></svg>`;

/** Columns of a picture from the first with ink to the last, in units of the drawing. */
async function inkOf(text: string, attributes = ''): Promise<{ from: number; to: number; dots: number }> {
  const draw = await pngWriter();
  const { data, width, height } = PNG.sync.read(Buffer.from(draw?.(drawing(text, attributes)).png ?? []));
  const isInk = (at: number): boolean => (data[at * 4] ?? 255) < 128;
  const inked = Array.from({ length: width * height }, (_, at) => at).filter(isInk);
  const columns = inked.map((at) => at % width);
  const scale = width / 400;
  return { from: Math.min(...columns) / scale, to: Math.max(...columns) / scale, dots: inked.length };
}

describe('a Devanagari text in a picture', () => {
  it('has its letters beside each other, also where several belong together', async () => {
    // Each syllable has a sign before or behind its letter: द + ि, न, क + ि, ल + ो, ट + ी.
    const [one, three] = [await inkOf('दिन'), await inkOf('दिनदिनदिन')];
    expect((three.to - three.from) / (one.to - one.from)).toBeCloseTo(3, 1);
    const parts = await Promise.all(['कि', 'लो', 'ली', 'ट', 'र'].map((part) => inkOf(part)));
    const whole = await inkOf('किलोलीटर');
    expect(whole.to - whole.from).toBeGreaterThan(0.9 * parts.reduce((sum, { from, to }) => sum + to - from, 0));
  });

  it('stands where the text stood', async () => {
    const [start, middle, end] = await Promise.all(
      ['start', 'middle', 'end'].map((anchor) => inkOf('स्थिति', `text-anchor="${anchor}"`)),
    );
    expect(start?.from).toBeGreaterThan(198);
    expect(((middle?.from ?? 0) + (middle?.to ?? 0)) / 2).toBeCloseTo(200, -1);
    expect(end?.to).toBeLessThan(202);
  });

  it('keeps its vowel signs, its weight and the Latin words beside it', async () => {
    const ink = async (text: string, attributes = ''): Promise<number> => (await inkOf(text, attributes)).dots;
    expect(await ink('मुख्य')).toBeGreaterThan(await ink('मख्य'));
    expect(await ink('जल', 'font-weight="600"')).toBeGreaterThan(1.15 * (await ink('जल')));
    const [mixed, alone] = [await inkOf('इनलेट m³', 'text-anchor="end"'), await inkOf('इनलेट', 'text-anchor="end"')];
    expect(alone.from - mixed.from).toBeGreaterThan(25);
  });

  it('is an outline with the colour and the place of the text, and holds what was written', () => {
    const shaped = withShapedText(
      drawing(
        'A &amp; जल',
        'style="font-size:30px" transform="translate(3 4)" fill="#0b6a9c" dominant-baseline="central"',
      ),
    );
    expect(shaped).toMatch(/<path transform="translate\(3 4\)" fill="#0b6a9c" d="M[^"]+"\/>/);
    expect(shaped).not.toContain('<text');
    expect(withShapedText(drawing('&amp;'))).toBe(drawing('&amp;'));
  });

  it('is cut between letters and never within one', () => {
    expect(fitted('क्षेत्रीय विद्युत', 10, 30)).toMatch(/^क्षे(त्री)?…$/);
  });
});

it('every letter of the pages has a glyph in the font of pictures and prints', () => {
  const texts = [textsOf('en'), textsOf('hi')].flatMap((sections) => Object.values(sections));
  const written = new Set(texts.flatMap((section) => Object.values(section).flatMap((text) => [...text])));
  for (const file of Object.values(FONT_FILES)) {
    const font = openSync(file);
    expect([...written].filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))).toEqual([]);
  }
});
