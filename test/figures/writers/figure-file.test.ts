import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import type { FigureRow } from '../../../src/figures/rules/figures/figure-rows.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { figureFile, xlsxFile } from '../../../src/figures/writers/figure-file.ts';
import { HOSTILE_NAMES } from '../../reports/writers/report-fixture.ts';

const rowOf = (unitName: string, value: number | null): FigureRow => ({
  unitId: 'M1',
  unitName,
  standardCategoryId: 'FLOW_CATEGORY',
  date: businessDate('2026-06-10'),
  start: '2026-06-10T00:30:00.000Z',
  parameter: null,
  value,
  siUnit: 'KL',
  openingRegister: null,
  closingRegister: null,
  coverage: 1,
  estimatedShare: 0,
  offlineMinutes: 0,
  offlineValue: null,
  unheardValue: null,
  unheardFrom: null,
  unheardTo: null,
  unheardSilences: null,
  unheardSilentValue: null,
  unheardSilentFrom: null,
  unheardSilentTo: null,
  bound: null,
  meters: 1,
  metersMeasured: 1,
});

async function* batchesOf(...batches: readonly (readonly FigureRow[])[]): AsyncGenerator<readonly FigureRow[]> {
  yield* batches;
}

async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
const loaded = async (bytes: Buffer): Promise<ExcelJS.Workbook> => {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(Uint8Array.from(bytes).buffer);
  return book;
};

describe('a file of figures', () => {
  it('goes on to another sheet where one is full, and loses no row', async () => {
    const batches = batchesOf(
      Array.from({ length: 7 }, (_, index) => rowOf(`a${index}`, index)),
      Array.from({ length: 6 }, (_, index) => rowOf(`b${index}`, -index)),
    );
    const book = await loaded(await gathered(xlsxFile(batches, 5)));
    expect(book.worksheets.map(({ name }) => name)).toEqual(['Figures', 'Figures 2', 'Figures 3', 'Figures 4']);
    const values = book.worksheets.flatMap((sheet) => sheet.getColumn(7).values.slice(2));
    expect(values).toEqual([0, 1, 2, 3, 4, 5, 6, 0, -1, -2, -3, -4, -5]);
  });

  it.each(HOSTILE_NAMES)('of a workbook holds %s as a text', async (name) => {
    const book = await loaded(
      await gathered(figureFile(batchesOf([rowOf(name, -1)]), 'xlsx', { delimiter: ',', decimalMark: '.' })),
    );
    expect(book.getWorksheet('Figures')?.getRow(2).getCell(2).value).toBe(name);
  });

  it.each(['csv', 'ndjson', 'xlsx'] as const)('of %s is made no further than it is read', async (format) => {
    let [made, ended] = [0, false];
    async function* endless(): AsyncGenerator<readonly FigureRow[]> {
      try {
        for (;;) {
          made += 500;
          yield Array.from({ length: 500 }, (_, index) =>
            rowOf(`unit ${made} ${index} ${Math.sin(made + index)}`, made + index),
          );
        }
      } finally {
        ended = true;
      }
    }
    const file = figureFile(endless(), format, { delimiter: ',', decimalMark: '.' })[Symbol.asyncIterator]();
    // A list begins with its head.
    expect([(await file.next()).done, (await file.next()).done]).toEqual([false, false]);
    // Whoever reads has stopped: what is made meanwhile is bounded, so a while later nothing more is made.
    const settled = async (): Promise<number> => {
      let before = -1;
      while (before !== made) {
        before = made;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      return made;
    };
    expect(await settled()).toBeLessThan(60_000);
    await file.return?.();
    await expect.poll(() => ended).toBe(true);
  });

  it.each(['csv', 'ndjson', 'xlsx'] as const)('of %s fails where its figures fail', async (format) => {
    async function* failing(): AsyncGenerator<readonly FigureRow[]> {
      yield [rowOf('a', 1)];
      throw new Error('the database went away');
    }
    await expect(gathered(figureFile(failing(), format, { delimiter: ',', decimalMark: '.' }))).rejects.toThrow(
      'the database went away',
    );
  });
});
