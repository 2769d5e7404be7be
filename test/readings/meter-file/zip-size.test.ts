import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unzippedBytes } from '../../../src/readings/meter-file/zip-size.ts';

const DEFLATED = 8;
const STORED = 0;

interface Entry {
  readonly name: string;
  readonly content: Buffer;
  /** Method and size that the directory tells; absent: what stands before the entry. */
  readonly told?: { readonly method: number };
  readonly isListed?: boolean;
}

/** A zip file, whose directory may tell something else than its entries. */
function zipOf(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = [];
  const listed: Buffer[] = [];
  let at = 0;
  for (const { name, content, told, isListed = true } of entries) {
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(DEFLATED, 8);
    local.writeUInt32LE(crc32(content), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(content.length, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(told?.method ?? DEFLATED, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), packed);
    at += 30 + name.length + packed.length;
    if (isListed) listed.push(entry, Buffer.from(name));
  }
  const directory = Buffer.concat(listed);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(listed.length / 2, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

const sheet: Entry = { name: 'sheet.xml', content: Buffer.from('<row/>'.repeat(100)) };
const large = Buffer.alloc(5000);

describe('the size of a zip file when it is unpacked', () => {
  it('is that of all its entries', async () => {
    expect(await unzippedBytes(zipOf([sheet, { ...sheet, name: 'strings.xml' }]), 10_000)).toBe(1200);
  });

  it('is counted no further than the limit', async () => {
    expect(await unzippedBytes(zipOf([{ name: 'a', content: large }]), 4999)).toBeGreaterThan(4999);
    expect(await unzippedBytes(zipOf([{ name: 'a', content: large }]), 5000)).toBe(5000);
  });

  it.each([
    ['hides an entry before the others', [{ name: 'bomb', content: large, isListed: false }, sheet]],
    ['hides an entry between two', [sheet, { name: 'bomb', content: large, isListed: false }, { ...sheet, name: 'b' }]],
    ['hides an entry behind the others', [sheet, { name: 'bomb', content: large, isListed: false }]],
    ['calls a packed entry stored', [{ name: 'bomb', content: large, told: { method: STORED } }]],
  ] as const)('is not known of a file that %s, because a reader that streams would unpack it', async (_, entries) => {
    expect(await unzippedBytes(zipOf(entries), 10_000)).toBeNull();
  });
});
