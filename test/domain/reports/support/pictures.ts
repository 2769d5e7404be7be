const base64Of = (bytes: readonly number[]): string => Buffer.from(bytes).toString('base64');
const u16 = (value: number): number[] => [value >> 8, value & 255];
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 65_535)];

/** The head of a PNG of this size, with so many bytes after it. */
export const png = (width: number, height: number, more = 4): string =>
  base64Of([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...[...u32(13), 0x49, 0x48, 0x44, 0x52, ...u32(width), ...u32(height), 8, 6, 0, 0, 0],
    ...Array.from({ length: more }, () => 0),
  ]);

/** The head of a JPEG of this size: a comment, then the frame. */
export const jpeg = (width: number, height: number): string =>
  base64Of([
    ...[0xff, 0xd8, 0xff, 0xe0, ...u16(6), 1, 2, 3, 4],
    ...[0xff, 0xc2, ...u16(17), 8, ...u16(height), ...u16(width), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1],
  ]);
