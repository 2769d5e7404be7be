import { Readable } from 'node:stream';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  gatheredBytes,
  MAX_METER_FILE_BYTES,
  MAX_METER_FILE_CELLS,
  MAX_METER_FILE_ROWS,
  requireFewBytes,
  TableRows,
} from '../../../src/readings/meter-file/table-size.ts';
import { layoutOf, MOST_COLUMNS, MOST_HEAD_CHARACTERS } from '../../../src/readings/rules/meter-file/table.ts';
import { listedEntries } from '../../../src/readings/meter-file/xlsx-rows.ts';

const filled = (rows: number, cells: number): TableRows => {
  const table = new TableRows();
  const row = Array<string>(cells).fill('');
  for (let at = 0; at < rows; at += 1) table.add(row);
  return table;
};

describe('a file of a meter', () => {
  it.each([
    ['rows', MAX_METER_FILE_ROWS - 1, 1, null],
    ['rows', MAX_METER_FILE_ROWS, 1, null],
    ['rows', MAX_METER_FILE_ROWS + 1, 1, `more than ${MAX_METER_FILE_ROWS} rows`],
    ['cells', 1, MAX_METER_FILE_CELLS - 1, null],
    ['cells', 1, MAX_METER_FILE_CELLS, null],
    ['cells', 1, MAX_METER_FILE_CELLS + 1, `more than ${MAX_METER_FILE_CELLS} cells`],
  ])('of %s: %i rows of %i cells', (_, rows, cells, problem) => {
    if (problem === null) expect(filled(rows, cells).rows.length).toBe(rows);
    else expect(() => filled(rows, cells)).toThrow(problem);
  });

  const headed = (columns: number, head = 'c') =>
    layoutOf({
      rows: [['Time', ...Array<string>(columns - 1).fill(head)], ['2026-01-13 06:05'], ['2026-01-13 06:10']],
      encoding: 'UTF-8',
      delimiter: ';',
    }).heads;
  it.each([MOST_COLUMNS - 1, MOST_COLUMNS])('has %i columns', (columns) => {
    expect(headed(columns)).toHaveLength(columns);
  });

  it('has no more columns than a person can choose', () => {
    expect(() => headed(MOST_COLUMNS + 1)).toThrow(`has ${MOST_COLUMNS + 1} columns, at most ${MOST_COLUMNS}`);
  });

  it.each([
    [MOST_HEAD_CHARACTERS - 1, MOST_HEAD_CHARACTERS - 1],
    [MOST_HEAD_CHARACTERS, MOST_HEAD_CHARACTERS],
    [MOST_HEAD_CHARACTERS + 1, MOST_HEAD_CHARACTERS],
  ])('has a head of %i characters, of which %i name its column', (characters, kept) => {
    expect(headed(2, 'x'.repeat(characters))[1]).toHaveLength(kept);
  });

  it('has no more bytes than are held', () => {
    requireFewBytes(MAX_METER_FILE_BYTES - 1);
    requireFewBytes(MAX_METER_FILE_BYTES);
    expect(() => requireFewBytes(MAX_METER_FILE_BYTES + 1)).toThrow(`more than ${MAX_METER_FILE_BYTES} bytes`);
  });

  it('that is too long is told what takes it, which differs where it is a readings file', async () => {
    async function* pieces(head: string) {
      yield Buffer.from(head);
      yield Buffer.alloc(MAX_METER_FILE_BYTES - head.length);
      yield Buffer.alloc(1);
    }
    await expect(gatheredBytes(pieces('Time,M1 register [m3]\n'))).rejects.toThrow(
      'with the columns of a readings file',
    );
    await expect(gatheredBytes(pieces('unitId,createdOn,value\n'))).rejects.toThrow(
      'store it, because POST /api/external/readings and npm run import take any length',
    );
    await expect(gatheredBytes(Readable.from([Buffer.from('a'), Buffer.from('b')]))).resolves.toEqual(
      Buffer.from('ab'),
    );
  });
});

/** A zip file of one entry that says of itself that it is ten bytes long. */
function zipOf(content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const name = Buffer.from('a');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(10, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(10, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, entry, name, end]);
}

const unzippedBytes = async (zip: Buffer, most: number): Promise<number | null> =>
  (await listedEntries(zip, most))?.bytes ?? null;

describe('the size of a zip file when it is unpacked', () => {
  it('is counted, whatever the file says of itself, and no further than is asked', async () => {
    const zip = zipOf(Buffer.alloc(1_000_000));
    expect(zip.length).toBeLessThan(2000);
    expect(await unzippedBytes(zip, 1_000_001)).toBe(1_000_000);
    expect(await unzippedBytes(zip, 1_000_000)).toBe(1_000_000);
    expect(await unzippedBytes(zip, 999_999)).toBeGreaterThan(999_999);
    expect(await unzippedBytes(zipOf(Buffer.alloc(50_000_000)), 100_000)).toBeLessThan(1_000_000);
  });

  it('of what is no zip file is not known', async () => {
    const zip = zipOf(Buffer.from('some words'));
    for (const broken of [Buffer.from('PK'), zip.subarray(0, -1), zip.subarray(20)])
      expect(await unzippedBytes(broken, 1000)).toBeNull();
  });
});
