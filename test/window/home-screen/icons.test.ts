import { readFileSync, writeFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { pngWriter } from '../../../src/reports/writers/png-of-svg.ts';

const ASSETS = new URL('../../../src/window/assets/', import.meta.url);
/** Units of the drawing for a pixel of the picture. */
const UNITS_PER_PIXEL = 2 / 3;

/** The share of the side that the drop takes: a mask may cut off all but a circle of four fifths. */
const ICONS = [
  { name: 'icon-192', pixels: 192, share: 0.9 },
  { name: 'icon-512', pixels: 512, share: 0.9 },
  { name: 'icon-maskable-512', pixels: 512, share: 0.6 },
  { name: 'icon-touch-180', pixels: 180, share: 0.7 },
] as const;

function drawn(pixels: number, share: number): string {
  const side = 32;
  const inner = side * share;
  const from = (side - inner) / 2;
  const drop = readFileSync(new URL('icon.svg', ASSETS), 'utf8').replace(
    '<svg',
    `<svg x="${from}" y="${from}" width="${inner}" height="${inner}"`,
  );
  const units = pixels * UNITS_PER_PIXEL;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${units}" height="${units}">${drop}</svg>`;
}

describe('icons of the home screen', () => {
  it.each(ICONS)('$name is the drop of icon.svg', async ({ name, pixels, share }) => {
    const draw = await pngWriter();
    const { png } = draw?.(drawn(pixels, share)) ?? { png: new Uint8Array() };
    const file = new URL(`icons/${name}.png`, ASSETS);
    if (process.env['UPDATE_SNAPSHOT'] === '1') writeFileSync(file, png);
    const [stored, fresh] = [readFileSync(file), Buffer.from(png)].map((bytes) => PNG.sync.read(bytes));
    expect([stored?.width, stored?.height]).toEqual([pixels, pixels]);
    expect(stored?.data.equals(fresh?.data ?? Buffer.alloc(0))).toBe(true);
  });
});
