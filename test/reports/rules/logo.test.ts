import { describe, expect, it } from 'vitest';
import { logoProblem } from '../../../src/reports/rules/logo.ts';
import { holdLimits } from '../../support/limits.ts';
import { CORRUPT_PNGS, idat, IEND, ihdr, jpeg, png, pngOf } from './support/pictures.ts';

const problemOf = (base64: string): string | null => logoProblem({ mime: 'image/png', base64 });
const UNREADABLE = 'a picture of image/png that can be decoded';
const changed = (base64: string, at: number): string => {
  const bytes = Buffer.from(base64, 'base64');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64');
};

describe('a PNG as a logo', () => {
  it.each(Object.entries(CORRUPT_PNGS))('is refused with %s', (_, base64) => {
    expect(problemOf(base64)).toBe(UNREADABLE);
  });

  const rows = (bytes: number, filter = 0): Uint8Array => new Uint8Array(bytes).fill(filter, 0, 1);
  // By hand: 5 rows of a filter byte and 9 pixels, of so many bits each, rounded up to bytes.
  it.each([
    ['bits of grey', { colour: 0, depth: 1 }, 5 * (1 + 2)],
    ['two bytes of grey', { colour: 0, depth: 16 }, 5 * (1 + 18)],
    ['colours', { colour: 2 }, 5 * (1 + 27)],
    ['grey that is seen through', { colour: 4 }, 5 * (1 + 18)],
    // Seven passes: 2 x 1, 1 x 1, 3 x 1, 2 x 2, 5 x 1, 4 x 3 and 9 x 2 pixels, of 11 rows together.
    ['several passes', { colour: 0, interlaced: true }, 2 + 1 + 3 + 4 + 5 + 12 + 18 + 11],
  ])('may hold %s, of exactly the bytes that its header tells', (_, header, bytes) => {
    const of = (count: number, filter = 0): string => pngOf([ihdr(9, 5, header), idat(rows(count, filter)), IEND]);
    expect(problemOf(of(bytes))).toBeNull();
    expect(problemOf(of(bytes - 1))).toBe(UNREADABLE);
    expect(problemOf(of(bytes + 1))).toBe(UNREADABLE);
    expect(problemOf(of(bytes, 5))).toBe(UNREADABLE);
  });

  // Rows of passes that a picture of one row has: 2, 1, 2 and 4 pixels of nine, each behind a filter byte.
  const oneRow = (width: number, bytes: number) =>
    problemOf(pngOf([ihdr(width, 1, { colour: 0, interlaced: true }), idat(rows(bytes)), IEND])) === null;
  holdLimits([
    ['of one row has no rows in other passes', (bytes) => oneRow(9, bytes), [12, false], [13, true], [14, false]],
    ['of several passes is five pixels wide', (width) => oneRow(width, width + 4), [4, false], [5, true], [6, true]],
    ['is 2,000 pixels wide', (width) => problemOf(png(width, 1)) === null, [1999, true], [2000, true], [2001, false]],
    ['is 2,000 pixels high', (height) => problemOf(png(1, height)) === null, [1999, true], [2000, true], [2001, false]],
    [
      'has 200,000 bytes',
      (bytes) => problemOf(Buffer.alloc(bytes).toString('base64'))?.includes('200000 bytes'),
      [199_999, false],
      [200_000, false],
      [200_001, true],
    ],
  ]);

  it('of indexed colours has a palette', () => {
    const of = (palette: readonly { readonly name: string; readonly data: readonly number[] }[]): string =>
      pngOf([ihdr(9, 5, { colour: 3 }), ...palette, idat(rows(50)), IEND]);
    expect(problemOf(of([{ name: 'PLTE', data: [1, 2, 3] }]))).toBeNull();
    expect(problemOf(of([{ name: 'PLTE', data: [1, 2] }]))).toBe(UNREADABLE);
    expect(problemOf(of([]))).toBe(UNREADABLE);
  });

  it('has its pixels in one stream, in as many chunks as it likes', () => {
    const { data } = idat(rows(5 * 37));
    const parts = [data.slice(0, 3), data.slice(3)].map((part) => ({ name: 'IDAT', data: part }));
    expect(problemOf(pngOf([ihdr(9, 5), ...parts, IEND]))).toBeNull();
  });

  it('is refused when it moves, has two headers, or mixes colours and depths that do not go together', () => {
    const pixels = idat(rows(5 * 37));
    expect(problemOf(pngOf([ihdr(9, 5), { name: 'fcTL', data: [] }, pixels, IEND]))).toBe(UNREADABLE);
    expect(problemOf(pngOf([ihdr(9, 5), ihdr(90, 50), pixels, IEND]))).toBe(UNREADABLE);
    expect(problemOf(pngOf([ihdr(9, 5, { depth: 4 }), pixels, IEND]))).toBe(UNREADABLE);
    expect(problemOf(pngOf([ihdr(9, 5, { colour: 5 }), pixels, IEND]))).toBe(UNREADABLE);
  });

  it('is refused with a remark that is too long to be read', () => {
    const of = (length: number): string =>
      pngOf([ihdr(9, 5), { name: 'tEXt', data: new Uint8Array(length) }, idat(rows(5 * 37)), IEND]);
    expect(problemOf(of(20_000))).toBeNull();
    expect(problemOf(of(20_001))).toBe(UNREADABLE);
  });

  it('that expands without end is refused for what it costs to write one row more', () => {
    const bomb = pngOf([ihdr(10, 10), idat(new Uint8Array(20_000_000)), IEND]);
    const before = process.cpuUsage();
    expect(problemOf(bomb)).toBe(UNREADABLE);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(0.5);
  });

  it('is refused when any one bit of it changed, or when its end is missing', () => {
    const whole = png(3, 2);
    const bytes = Buffer.from(whole, 'base64');
    expect(problemOf(whole)).toBeNull();
    for (let at = 0; at < bytes.length; at += 1) expect([at, problemOf(changed(whole, at))]).not.toEqual([at, null]);
    for (let end = 0; end < bytes.length; end += 1)
      expect([end, problemOf(bytes.subarray(0, end).toString('base64'))]).not.toEqual([end, null]);
  });
});

describe('a JPEG as a logo', () => {
  const jpegProblem = (base64: string): string | null => logoProblem({ mime: 'image/jpeg', base64 });

  it.each([1, 3, 4])('has %d components to a pixel', (components) => {
    expect(jpegProblem(jpeg(30, 10, { components }))).toBeNull();
  });

  it('is refused with two components, without an end, and cut off anywhere', () => {
    expect(jpegProblem(jpeg(30, 10, { components: 2 }))).toContain('can be decoded');
    expect(jpegProblem(jpeg(30, 10, { end: [] }))).toContain('can be decoded');
    const bytes = Buffer.from(jpeg(30, 10), 'base64');
    // The bytes of an end before the pixels, in what describes them, are none.
    const endless = Buffer.from(jpeg(30, 10, { end: [] }), 'base64');
    endless.set([0xff, 0xd9], endless.length - 5);
    expect(jpegProblem(endless.toString('base64'))).toContain('can be decoded');
    for (let end = 0; end < bytes.length; end += 1)
      expect([end, jpegProblem(bytes.subarray(0, end).toString('base64'))]).not.toEqual([end, null]);
  });
});
