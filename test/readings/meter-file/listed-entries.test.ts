import { randomBytes } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { listedEntries } from '../../../src/readings/meter-file/xlsx-rows.ts';

const DEFLATED = 8;
const STORED = 0;

interface Entry {
  readonly name: string;
  readonly content: Buffer;
  /** Method that the directory tells; absent: what stands before the entry. */
  readonly told?: { readonly method: number };
  /** Bytes that are said to follow, before the entry; absent: those that do. */
  readonly lengthBefore?: number;
  /** Bytes of the entry as they stand in the file; absent: those of its content, packed. */
  readonly piece?: Buffer;
  readonly isListed?: boolean;
}

/** A zip file, whose directory may tell something else than its entries. */
function zipOf(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = [];
  const listed: Buffer[] = [];
  let at = 0;
  for (const { name, content, told, isListed = true, lengthBefore, piece } of entries) {
    const packed = piece ?? deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(DEFLATED, 8);
    local.writeUInt32LE(crc32(content), 14);
    local.writeUInt32LE(lengthBefore ?? packed.length, 18);
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

/** Entries as a reader that streams finds them, with the method that stands before each. */
function streamed(zip: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50;) {
    const [method, packed, name] = [zip.readUInt16LE(at + 8), zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26)];
    found.push(`${zip.toString('utf8', at + 30, at + 30 + name)} ${method}`);
    at += 30 + name + packed;
  }
  return found;
}

describe('the entries that a zip file lists', () => {
  it('are counted unpacked', async () => {
    const zip = zipOf([sheet, { ...sheet, name: 'strings.xml' }]);
    expect(await listedEntries(zip, 10_000)).toMatchObject({ bytes: 1200 });
  });

  it('are counted no further than the limit', async () => {
    const zip = zipOf([{ name: 'a', content: large }]);
    expect((await listedEntries(zip, 4999))?.bytes).toBeGreaterThan(4999);
    expect((await listedEntries(zip, 5000))?.bytes).toBe(5000);
    expect((await listedEntries(zip, 5001))?.bytes).toBe(5000);
  });

  const bomb: Entry = { name: 'bomb', content: large };
  const hidden: Entry = { ...bomb, isListed: false };
  const inner = zipOf([bomb]);
  it.each([
    ['before the others', [hidden, sheet], ['sheet.xml 8']],
    ['between two', [sheet, hidden, { ...sheet, name: 'b' }], ['sheet.xml 8', 'b 8']],
    ['behind the others', [sheet, hidden], ['sheet.xml 8']],
    ['as one that is stored', [{ ...bomb, told: { method: STORED } }], ['bomb 0']],
    [
      'in another, which is said to be empty',
      [{ ...sheet, piece: inner, lengthBefore: 0, told: { method: STORED } }],
      ['sheet.xml 0'],
    ],
  ] as const)('are all that a reader that streams finds, where an entry hides %s', async (_, entries, found) => {
    expect(streamed((await listedEntries(zipOf(entries), 10_000))?.zip ?? Buffer.alloc(4))).toEqual(found);
  });

  it('are not read where they are more together than the file is, because they share their bytes', async () => {
    const zip = zipOf([{ name: 'a', content: randomBytes(5000) }]);
    const directory = zip.readUInt32LE(zip.length - 6);
    const [before, listed, end] = [
      zip.subarray(0, directory),
      zip.subarray(directory, -22),
      Buffer.from(zip.subarray(-22)),
    ];
    end.writeUInt16LE(2, 10);
    expect(await listedEntries(Buffer.concat([before, listed, listed, end]), 100_000)).toBeNull();
    expect(await listedEntries(zip, 100_000)).toMatchObject({ bytes: 5000 });
  });
});
