import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { openMeterFile } from '../../../src/readings/meter-file/open-meter-file.ts';
import type { SentRow } from '../../../src/readings/sent-rows.ts';
import { longestTurn } from '../../support/longest-turn.ts';

const M1 = { unitId: 'M1', displayName: 'Meter', siUnit: 'KL', group: 'FLOW' };
// Nothing else of an industry is looked at.
const industry = {
  units: new Map([['M1', { current: M1 }]]),
  clock: { timezone: 'Asia/Kolkata' },
} as unknown as Industry;

const NOW = Date.UTC(2026, 5, 1);
const open = (bytes: Buffer) => openMeterFile(bytes, { columns: new Map() } as never, industry, NOW); // nothing is chosen

/** A file that is too large to be read at once. */
const fileOf = (rows: number): Buffer =>
  Buffer.from(
    `Time;M1 register [m3]\n${Array.from({ length: rows }, (_, row) => `${new Date(Date.UTC(2026, 0, 1) + row * 300_000).toISOString()};${1000 + row},5\n`).join('')}`,
  );

async function rowsOf(groups: AsyncIterable<readonly SentRow[]> | Iterable<readonly SentRow[]>): Promise<number> {
  let rows = 0;
  for await (const group of groups) rows += group.length;
  return rows;
}

describe('a large file of a meter', () => {
  it('gives its rows in groups, and no group leaves a listener behind', async () => {
    const warnings: string[] = [];
    const note = (warning: Error): void => void warnings.push(warning.message);
    process.on('warning', note);
    try {
      const opened = await open(fileOf(15_000));
      expect(await rowsOf(opened.rows())).toBe(15_000);
      await opened.close();
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('warning', note);
    }
    expect(warnings).toEqual([]);
  });

  it('whose rows nobody takes makes no other file wait, once it is closed', async () => {
    const untaken = await open(fileOf(5000));
    untaken.rows();
    await untaken.close();
    const opened = await open(fileOf(5000));
    expect(opened.understood?.rows).toBe(5000);
    await opened.close();
  });

  it('ends with an error where its rows are asked for after it was closed', async () => {
    const opened = await open(fileOf(5000));
    await opened.close();
    await expect(rowsOf(opened.rows())).rejects.toThrow('has ended');
  });

  it('is refused in words where refusal and end of its thread arrive in one turn of the event loop', async () => {
    const opening = open(Buffer.from('a;b\n'.repeat(20_000)));
    opening.catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    // The thread refuses the file and would end while nothing else happens here.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
    await expect(opening).rejects.toThrow('No column of the file holds times');
  });

  it('that cannot be read makes no other file wait', async () => {
    await expect(open(Buffer.from('a;b\n'.repeat(20_000)))).rejects.toThrow('No column of the file holds times');
    const opened = await open(fileOf(5000));
    expect(await rowsOf(opened.rows())).toBe(5000);
    await opened.close();
  });
});

describe('a small spreadsheet', () => {
  it('that becomes large when it is unpacked holds nobody up', async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Export');
    sheet.addRow(['Time', 'M1 register [m3]']);
    for (let row = 0; row < 1000; row += 1) sheet.addRow(['2026-01-13T06:05:00Z', 5000]);
    // The rows between are blank, and count.
    sheet.getRow(199_000).values = ['2026-01-13T06:10:00Z', 5001];
    // exceljs gives its own type of buffer.
    const bytes = Buffer.from(await book.xlsx.writeBuffer());
    let opened: Awaited<ReturnType<typeof open>> | undefined;
    const longest = await longestTurn(async () => {
      opened = await open(bytes);
    });
    await opened?.close();
    expect(bytes.length).toBeLessThan(32 * 1024);
    expect(longest).toBeLessThan(50);
  });
});
