import { crc32, inflateSync } from 'node:zlib';

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly isIndexed: boolean;
  readonly isInterlaced: boolean;
}

interface Chunk {
  readonly name: string;
  readonly data: Uint8Array;
}

const START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Bytes of length and name before a chunk's data. */
const CHUNK_HEAD = 8;
const HEADER_BYTES = 13;
const CHECKSUM_BYTES = 4;

/** Width and height in pixels; null for bytes that do not begin as a PNG. */
export function pngSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  if (bytes.length < START.length + CHUNK_HEAD + 8 || START.some((byte, index) => bytes[index] !== byte)) return null;
  if (nameAt(bytes, START.length) !== 'IHDR') return null;
  const view = viewOf(bytes);
  return { width: view.getUint32(START.length + CHUNK_HEAD), height: view.getUint32(START.length + CHUNK_HEAD + 4) };
}

/**
 * True when every program can decode the picture. Writers of reports fail at a corrupt one where nobody can catch it.
 * The caller checks its size before, because the pixels are expanded here.
 */
export function isWholePng(bytes: Uint8Array): boolean {
  const chunks = chunksOf(bytes);
  const header = headerOf(chunks[0]);
  if (header === null || chunks.at(-1)?.name !== 'IEND') return false;
  const named = (name: string): Uint8Array[] => chunks.filter((chunk) => chunk.name === name).map(({ data }) => data);
  if (named('IHDR').length > 1 || chunks.some(({ name }) => OF_MOVING_PICTURES.has(name))) return false;
  if (named('tEXt').some(({ length }) => length > MOST_TEXT_BYTES)) return false;
  const palettes = named('PLTE');
  if (palettes.some(({ length }) => length === 0 || length > 768 || length % 3 !== 0)) return false;
  if (header.isIndexed && palettes.length !== 1) return false;
  return arePixels(Buffer.concat(named('IDAT')), header);
}

/** Writers of reports read a remark in one call, which fails with too many characters. */
const MOST_TEXT_BYTES = 20_000;
/** Chunks of moving pictures. Their pixels are in other chunks, where writers of reports do not look. */
const OF_MOVING_PICTURES = new Set(['acTL', 'fcTL', 'fdAT']);

/** Chunks up to the end, or to the first damaged one. */
function chunksOf(bytes: Uint8Array): readonly Chunk[] {
  const view = viewOf(bytes);
  const chunks: Chunk[] = [];
  let at = START.length;
  while (at + CHUNK_HEAD + CHECKSUM_BYTES <= bytes.length) {
    const end = at + CHUNK_HEAD + view.getUint32(at);
    if (end + CHECKSUM_BYTES > bytes.length) break;
    if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) break;
    const name = nameAt(bytes, at);
    chunks.push({ name, data: bytes.subarray(at + CHUNK_HEAD, end) });
    if (name === 'IEND') break;
    at = end + CHECKSUM_BYTES;
  }
  return chunks;
}

/** Samples of a pixel and the bits that one may have, by the colour type. */
const COLOUR_TYPES: ReadonlyMap<number, { readonly samples: number; readonly depths: readonly number[] }> = new Map([
  [0, { samples: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { samples: 3, depths: [8, 16] }],
  [3, { samples: 1, depths: [1, 2, 4, 8] }],
  [4, { samples: 2, depths: [8, 16] }],
  [6, { samples: 4, depths: [8, 16] }],
]);
const INDEXED = 3;
/** Smallest width of an interlaced picture. A narrower one has empty passes, which writers of reports cannot skip. */
const INTERLACED_WIDTH = 5;

function headerOf(chunk: Chunk | undefined): Header | null {
  if (chunk?.name !== 'IHDR' || chunk.data.length !== HEADER_BYTES) return null;
  const view = viewOf(chunk.data);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, colour = 0, compression, filter, interlace] = chunk.data.subarray(8);
  const type = COLOUR_TYPES.get(colour);
  if (type === undefined || !type.depths.includes(depth) || compression !== 0 || filter !== 0) return null;
  if (interlace !== 0 && (interlace !== 1 || width < INTERLACED_WIDTH)) return null;
  const bitsPerPixel = type.samples * depth;
  return { width, height, bitsPerPixel, isIndexed: colour === INDEXED, isInterlaced: interlace === 1 };
}

/** Start and distance of a pass's pixels, across and down. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const ONE_PASS = [[0, 0, 1, 1]] as const;
const MOST_FILTER = 4;

/** True when the bytes expand to exactly the rows that the header gives, each with a valid filter. */
function arePixels(compressed: Uint8Array, { width, height, bitsPerPixel, isInterlaced }: Header): boolean {
  const passes = (isInterlaced ? PASSES : ONE_PASS).map(([left, top, across, down]) => ({
    rows: Math.max(0, Math.ceil((height - top) / down)),
    rowBytes: 1 + Math.ceil((Math.ceil((width - left) / across) * bitsPerPixel) / 8),
  }));
  const length = passes.reduce((sum, { rows, rowBytes }) => sum + rows * rowBytes, 0);
  const pixels = expanded(compressed, length);
  if (pixels?.length !== length) return false;
  let at = 0;
  for (const { rows, rowBytes } of passes) {
    for (let row = 0; row < rows; row += 1, at += rowBytes) {
      if ((pixels[at] ?? 0) > MOST_FILTER) return false;
    }
  }
  return true;
}

function expanded(compressed: Uint8Array, most: number): Uint8Array | null {
  try {
    return inflateSync(compressed, { maxOutputLength: most });
  } catch {
    return null;
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
/** Name of the chunk at a position. */
const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at + 4, at + 8));
