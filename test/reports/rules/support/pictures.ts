import { crc32, deflateSync } from 'node:zlib';

const u16 = (value: number): number[] => [value >> 8, value & 255];
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 65_535)];

interface Chunk {
  readonly name: string;
  readonly data: Uint8Array | readonly number[];
}

/** A PNG of these chunks, in base64. */
export function pngOf(chunks: readonly Chunk[]): string {
  const written = chunks.map(({ name, data }) => {
    const named = Buffer.concat([Buffer.from(name), Uint8Array.from(data)]);
    return Buffer.concat([Uint8Array.from(u32(data.length)), named, Uint8Array.from(u32(crc32(named)))]);
  });
  return Buffer.concat([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), ...written]).toString('base64');
}

interface Header {
  readonly depth?: number;
  readonly colour?: number;
  readonly interlaced?: boolean;
}

/** The header of a PNG: four samples of 8 bits to a pixel, unless it says otherwise. */
export const ihdr = (width: number, height: number, header: Header = {}): Chunk => ({
  name: 'IHDR',
  data: [
    ...u32(width),
    ...u32(height),
    header.depth ?? 8,
    header.colour ?? 6,
    0,
    0,
    header.interlaced === true ? 1 : 0,
  ],
});
export const idat = (rows: Uint8Array): Chunk => ({ name: 'IDAT', data: deflateSync(rows) });
export const IEND: Chunk = { name: 'IEND', data: [] };

/** A transparent PNG of this size, with so many bytes of a remark in it. */
export const png = (width: number, height: number, remark = 0): string =>
  pngOf([
    ihdr(width, height),
    { name: 'reMk', data: new Uint8Array(remark) },
    idat(new Uint8Array(height * (1 + 4 * width))),
    IEND,
  ]);

/** PNGs that begin as they should and cannot be decoded, by what is wrong with them. */
export const CORRUPT_PNGS: Readonly<Record<string, string>> = {
  'pixels that end with their head': pngOf([ihdr(10, 10), { name: 'IDAT', data: [0x78, 0x9c] }, IEND]),
  'a header alone': pngOf([ihdr(10, 10)]),
  'no pixels': pngOf([ihdr(10, 10), IEND]),
};

/** A grey JPEG of this size: a comment, the frame, its pixels and the end. */
export const jpeg = (width: number, height: number, { components = 1, end = [0xff, 0xd9] } = {}): string =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, ...u16(6), 1, 2, 3, 4],
    ...[0xff, 0xc2, ...u16(8 + 3 * components), 8, ...u16(height), ...u16(width), components],
    ...Array.from({ length: components }, (_, index) => [index + 1, 0x11, 0]).flat(),
    ...[0xff, 0xda, ...u16(8), 1, 1, 0, 0, 63, 0, 0x2a, 0x80],
    ...end,
  ]).toString('base64');
