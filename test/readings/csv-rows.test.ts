import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { SentRow } from '../../src/readings/sent-rows.ts';
import { csvRows } from '../../src/readings/csv-rows.ts';
import { parseReading } from '../../src/readings/rules/parse-reading.ts';

async function rowsOf(text: string): Promise<SentRow[]> {
  const rows: SentRow[] = [];
  for await (const group of csvRows(Readable.from([Buffer.from(text)]))) rows.push(...group);
  return rows;
}
const HEADER = 'unitId,createdOn,value,summedValue,interpolated,offlinePeriod,params';

describe('csvRows', () => {
  it('reads columns in any order; empty fields are absent; params is JSON', async () => {
    expect(await rowsOf(`${HEADER}\nM1,2026-01-15T06:00:00Z,1.5,,true,,"{""ph"": 7}"\n`)).toEqual([
      {
        row: { unitId: 'M1', createdOn: '2026-01-15T06:00:00Z', value: '1.5', interpolated: 'true', params: { ph: 7 } },
      },
    ]);
    expect(await rowsOf('summedValue,createdOn,unitId\n7,now,M1')).toEqual([
      { row: { summedValue: '7', createdOn: 'now', unitId: 'M1' } },
    ]);
  });

  it('takes true and false as spreadsheets write them, and keeps what is neither', async () => {
    const rows = await rowsOf(
      `unitId,createdOn,value,interpolated\n${['TRUE', 'False', 'YES'].map((flag) => `M1,now,1,${flag}\n`).join('')}`,
    );
    expect(rows.map((row) => 'row' in row && (row.row as Record<string, unknown>)['interpolated'])).toEqual([
      'true',
      'false',
      'YES',
    ]);
    const [first] = rows;
    const reading = { ...(first as { row: object }).row, createdOn: '2026-01-15T06:00:00Z' };
    expect(parseReading(reading, Date.UTC(2026, 1, 1))).toMatchObject({ ok: true, reading: { estimated: true } });
  });

  it('hands on long rows a few at a time', async () => {
    const sizes: number[] = [];
    const long = `M1,now,${'9'.repeat(400_000)}\n`;
    for await (const group of csvRows(Readable.from([Buffer.from(`unitId,createdOn,value\n${long.repeat(7)}`)])))
      sizes.push(group.length);
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('passes over a byte order mark and blank lines', async () => {
    expect(await rowsOf('\uFEFFunitId,createdOn,value\n\nM1,now,1\n\n')).toEqual([
      { row: { unitId: 'M1', createdOn: 'now', value: '1' } },
    ]);
  });

  it('a row with too many or too few fields, or params that are no JSON, is refused alone', async () => {
    expect(await rowsOf('unitId,createdOn,params\nM1,now\nM1,now,{},x\nM1,now,{ph}\nM2,now,{}')).toEqual([
      { text: 'M1,now', code: 'not_a_reading', problem: 'the row has 2 fields, the header has 3' },
      { text: 'M1,now,{},x', code: 'not_a_reading', problem: 'the row has 4 fields, the header has 3' },
      expect.objectContaining({ text: 'M1,now,{ph}', code: 'not_a_reading' }),
      { row: { unitId: 'M2', createdOn: 'now', params: {} } },
    ]);
  });

  it.each([
    ['unitId,createdOn,valeu', 'valeu is not a column of a readings file'],
    ['unitId,value', 'createdOn is missing'],
    ['unitId,createdOn', 'value is missing'],
    ['unitId,createdOn,value,value', 'value is given twice'],
    ['', 'The readings file is empty'],
  ])('the header %j stops the file with 1430', async (header, message) => {
    await expect(rowsOf(header)).rejects.toMatchObject({ code: 1430, message: expect.stringContaining(message) });
  });

  it.each([
    ['unitId;createdOn;value\nM1;now;1,5', 'semicolons'],
    ['unitId;createdOn;params\nM1;now;"{""ph"": 7}"', 'semicolons'],
    ['"unitId";"createdOn";"value"', 'semicolons'],
    ['unitId\tcreatedOn\tvalue', 'tabs'],
  ])('a file %j says that its columns are separated by %s', async (text, separators) => {
    await expect(rowsOf(text)).rejects.toMatchObject({
      code: 1430,
      message: `The columns of the readings file are separated by ${separators}, allowed are commas; numbers have a point, not a comma.`,
    });
  });

  it('a row separated by semicolons below a header with commas is refused alone and says so', async () => {
    expect(await rowsOf('unitId,createdOn,value\nM1;now;1.5\nM2,now,1')).toEqual([
      { text: 'M1;now;1.5', code: 'not_a_reading', problem: 'the row is separated by semicolons, allowed are commas' },
      { row: { unitId: 'M2', createdOn: 'now', value: '1' } },
    ]);
    expect(await rowsOf('unitId,createdOn,value\nM1;now;1,5')).toEqual([
      { text: 'M1;now;1,5', code: 'not_a_reading', problem: 'the row is separated by semicolons, allowed are commas' },
    ]);
  });

  it('a row without an end stops the file with 1430, which names the row', async () => {
    await expect(rowsOf('unitId,createdOn,value\nM1,now,1\nM1,"now,2\nM1,now,3\n')).rejects.toMatchObject({
      code: 1430,
      message: 'The file cannot be read to its end: row 3, the head included, opens a quote that is never closed',
      details: [{ field: 'row 3', problem: 'opens a quote that is never closed' }],
    });
    await expect(rowsOf(`unitId,createdOn,value\nM1,"${'now,2\n'.repeat(200_000)}`)).rejects.toMatchObject({
      code: 1430,
      message: expect.stringMatching(/: row 2, the head included, cannot be read: Max Record Size/),
    });
  });

  it('a file that cannot be read to its end fails', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('unitId,createdOn,value\nM1,now,1\n');
        throw new Error('disk gone');
      })(),
    );
    await expect(
      (async () => {
        for await (const _ of csvRows(broken));
      })(),
    ).rejects.toThrow('disk gone');
  });
});
