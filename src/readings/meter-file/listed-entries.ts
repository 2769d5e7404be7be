import { createInflateRaw } from 'node:zlib';

/** Signatures and lengths of the records of a zip file, whose numbers are written little end first. */
const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
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

/** The local header of an entry whose lengths are known. */
function localHeader(name: Buffer, method: number, packed: number, bytes: number): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(packed, 18);
  header.writeUInt32LE(bytes, 22);
  header.writeUInt16LE(name.length, 26);
  return header;
}

/** The end of a file whose reader goes by what stands before each entry. */
function endRecord(): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  return end;
}

interface ListedEntries {
  /** Bytes of the entries when they are unpacked, counted by unpacking them. Counting ends beyond what is allowed. */
  readonly bytes: number;
  /** A zip file of these entries and nothing else. */
  readonly zip: Buffer;
}

/**
 * The entries that the directory of a zip file lists, written anew. A reader that streams goes by what stands before
 * each entry. A file can say there what its directory does not, and so hide entries that become gigabytes.
 * null: it is no whole zip file.
 */
export async function listedEntries(zip: Buffer, most: number): Promise<ListedEntries | null> {
  let end = zip.length - END_BYTES;
  while (end >= 0 && end >= zip.length - END_BYTES - LONGEST_COMMENT && zip.readUInt32LE(end) !== END) end -= 1;
  if (end < 0 || zip.readUInt32LE(end) !== END) return null;
  const entries = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  let [bytes, packedBytes] = [0, 0];
  const pieces: Buffer[] = [];
  try {
    for (let entry = 0; entry < entries && bytes <= most; entry += 1) {
      if (zip.readUInt32LE(at) !== ENTRY) return null;
      const method = zip.readUInt16LE(at + 10);
      const packed = zip.readUInt32LE(at + 20);
      const nameLength = zip.readUInt16LE(at + 28);
      const local = zip.readUInt32LE(at + 42);
      if (zip.readUInt32LE(local) !== LOCAL) return null;
      const from = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      // Entries that share their bytes would be more together than the file is.
      packedBytes += packed;
      if (from + packed > zip.length || packedBytes > zip.length) return null;
      const piece = zip.subarray(from, from + packed);
      const unpacked = method === STORED ? packed : await inflatedBytes(piece, most - bytes);
      const name = zip.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength);
      pieces.push(localHeader(name, method, packed, unpacked), name, piece);
      bytes += unpacked;
      at += ENTRY_BYTES + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
  } catch {
    return null;
  }
  return { bytes, zip: Buffer.concat([...pieces, endRecord()]) };
}
