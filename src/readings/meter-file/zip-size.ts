import { createInflateRaw } from 'node:zlib';

/** Signatures and lengths of the records of a zip file, whose numbers are written little end first. */
const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
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
 * Counting ends beyond `most`. null: it is no whole zip file.
 */
export async function unzippedBytes(zip: Buffer, most: number): Promise<number | null> {
  let end = zip.length - END_BYTES;
  while (end >= 0 && end >= zip.length - END_BYTES - LONGEST_COMMENT && zip.readUInt32LE(end) !== END) end -= 1;
  if (end < 0 || zip.readUInt32LE(end) !== END) return null;
  const entries = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  let bytes = 0;
  try {
    for (let entry = 0; entry < entries && bytes <= most; entry += 1) {
      if (zip.readUInt32LE(at) !== ENTRY) return null;
      const packed = zip.readUInt32LE(at + 20);
      const local = zip.readUInt32LE(at + 42);
      const from = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const isStored = zip.readUInt16LE(at + 10) === STORED;
      bytes += isStored ? packed : await inflatedBytes(zip.subarray(from, from + packed), most - bytes);
      at += ENTRY_BYTES + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
  } catch {
    return null;
  }
  return bytes;
}
