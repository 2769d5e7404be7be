import { createInflateRaw } from 'node:zlib';

/** Signatures and lengths of the records of a zip file, whose numbers are written little end first. */
const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
/** Longest record behind an entry's bytes, which tells its sizes. Nothing else may stand between entries. */
const MOST_BETWEEN_BYTES = 24;
const STORED = 0;

/** Bytes that a compressed piece becomes; no more of it is unpacked than `most`. */
async function inflatedBytes(piece: Buffer, most: number): Promise<number> {
  const inflate = createInflateRaw();
  inflate.end(piece);
  let bytes = 0;
  try {
    for await (const part of inflate as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > most) break;
    }
  } finally {
    inflate.destroy();
  }
  return bytes;
}

/**
 * Bytes of a zip file when it is unpacked, counted by unpacking it, because what a file says of itself may be wrong.
 * Counting ends beyond `most`. null: it is no whole zip file, or its directory does not tell of all that is in it.
 */
export async function unzippedBytes(zip: Buffer, most: number): Promise<number | null> {
  let end = zip.length - END_BYTES;
  while (end >= 0 && end >= zip.length - END_BYTES - LONGEST_COMMENT && zip.readUInt32LE(end) !== END) end -= 1;
  if (end < 0 || zip.readUInt32LE(end) !== END) return null;
  const entries = zip.readUInt16LE(end + 10);
  const directory = zip.readUInt32LE(end + 16);
  let at = directory;
  let bytes = 0;
  const spans: { readonly from: number; readonly to: number }[] = [];
  try {
    for (let entry = 0; entry < entries && bytes <= most; entry += 1) {
      if (zip.readUInt32LE(at) !== ENTRY) return null;
      const packed = zip.readUInt32LE(at + 20);
      const local = zip.readUInt32LE(at + 42);
      const from = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const method = zip.readUInt16LE(at + 10);
      const packedBefore = zip.readUInt32LE(local + 18);
      // A reader that streams goes by what stands before each entry, so that must be what the directory says.
      if (zip.readUInt32LE(local) !== LOCAL || zip.readUInt16LE(local + 8) !== method) return null;
      if (packedBefore !== packed && packedBefore !== 0) return null;
      spans.push({ from: local, to: from + packed });
      bytes += method === STORED ? packed : await inflatedBytes(zip.subarray(from, from + packed), most - bytes);
      at += ENTRY_BYTES + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
  } catch {
    return null;
  }
  return bytes > most || fillsWhole(spans, directory) ? bytes : null;
}

/** Whether the entries stand one behind the other up to the directory, so that none is hidden between them. */
function fillsWhole(spans: readonly { readonly from: number; readonly to: number }[], directory: number): boolean {
  let to = 0;
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    if (span.from < to || span.from - to > (to === 0 ? 0 : MOST_BETWEEN_BYTES)) return false;
    to = span.to;
  }
  return directory >= to && directory - to <= MOST_BETWEEN_BYTES;
}
