import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { registerCell } from '../../src/domain/reports/meters.ts';
import type { TableSection } from '../../src/domain/reports/document.ts';
import { decimalsOf, placeIn, showCell } from '../../src/writers/cell-text.ts';
import { tableHtml } from '../../src/writers/html-table.ts';
import { placeTable } from '../../src/writers/xlsx-table.ts';
import { column, quantity, row, words } from './report-fixture.ts';

/* How the cells of a column are written beside one another, on pages and in workbooks. */

const style = { locale: 'und', timezone: 'Pacific/Auckland' };
const name = column('name', 'Unit', { unit: null, kind: 'text', total: 'none' });
const table = (columns: TableSection['columns'], rows: TableSection['rows']): TableSection => ({
  kind: 'table',
  id: 'meters',
  title: 'Meters',
  columns,
  rows,
  note: null,
});

/** Of the table's rows, as a page has them. */
const written = ({ columns, rows }: TableSection): readonly (readonly string[])[] =>
  rows.map(({ cells }) =>
    cells.map((cell, at) => {
      const head = columns[at] ?? name;
      return showCell(cell, placeIn(head, decimalsOf(head, rows, at), cell), style).text;
    }),
  );
const sheetOf = (given: TableSection): ExcelJS.Worksheet => {
  const sheet = new ExcelJS.Workbook().addWorksheet('Meters');
  placeTable(sheet, given, 1, style);
  return sheet;
};

describe('a register', () => {
  const meter = (ir: number, fr: number, factor = 1000): Parameters<typeof registerCell>[0] =>
    ({ span: { figures: { meta: { ir, fr } } }, shown: { siUnit: 'KL' }, divisor: factor }) as Parameters<
      typeof registerCell
    >[0]; // what a register is made of
  const volume = (value: number) => quantity(value, { unit: 'KL' });
  const head = { unit: 'KL' };
  const meters = table(
    [name, column('ir', 'Opening', head), column('fr', 'Closing', head), column('total', 'Volume', head)],
    [
      ['Bore', 220_921_000, 222_156_000, 1235] as const,
      ['Town', 19_909, 20_047, 0.138] as const,
      ['Campus', 11.627333, 2_581.646758, 2.570019425] as const,
    ].map(([label, ir, fr, total]) =>
      row([words(label), registerCell(meter(ir, fr), 'ir'), registerCell(meter(ir, fr), 'fr'), volume(total)]),
    ),
  );

  it('is written as its own meter counts, so that closing less opening reads as the volume', () => {
    expect(written(meters)).toEqual([
      ['Bore', '220\u202f921', '222\u202f156', '1\u202f235.00'],
      ['Town', '19.909', '20.047', '0.14'],
      ['Campus', '0.012', '2.582', '2.57'],
    ]);
  });

  it('is written so in a workbook, too', () => {
    const sheet = sheetOf(meters);
    expect([2, 3, 4].map((at) => sheet.getRow(at).getCell(2).numFmt)).toEqual(['#,##0', '#,##0.000', '#,##0.000']);
  });
});

describe('a figure far below its neighbours', () => {
  const figures = table(
    [name, column('total', 'Volume')],
    [quantity(1235), quantity(0.0002), quantity(0)].map((cell) => row([words('Meter'), cell])),
  );

  it('never reads as 0 on a page', () => {
    expect(written(figures).map(([, text]) => text)).toEqual(['1\u202f235', '<\u00a01', '0']);
  });

  it('never reads as 0 in a workbook', () => {
    const sheet = sheetOf(figures);
    expect([2, 3, 4].map((at) => sheet.getRow(at).getCell(2).numFmt)).toEqual(['#,##0', '#,##0.000000', '#,##0']);
  });
});

describe('two hours of one name', () => {
  // Clocks of Auckland show 02:00 twice on 5 April 2026.
  const hours = table(
    [column('from', 'From', { unit: null, kind: 'instant', total: 'none' })],
    ['2026-04-04T13:00:00Z', '2026-04-04T14:00:00Z', '2026-04-04T15:00:00Z'].map((iso) =>
      row([{ kind: 'instant', epochMs: Date.parse(iso) }]),
    ),
  );

  it('are told apart on a page', () => {
    const page = tableHtml(hours, style);
    for (const text of ['05 Apr 2026 02:00 +13:00<', '05 Apr 2026 02:00 +12:00<', '05 Apr 2026 03:00<'])
      expect(page).toContain(text);
  });

  it('are told apart in a workbook, where they stay dates', () => {
    const cells = [2, 3, 4].map((at) => sheetOf(hours).getRow(at).getCell(1));
    expect(cells.every(({ value }) => value instanceof Date)).toBe(true);
    expect(cells.map(({ numFmt }) => numFmt)).toEqual([
      'dd mmm yyyy hh:mm" +13:00"',
      'dd mmm yyyy hh:mm" +12:00"',
      'dd mmm yyyy hh:mm',
    ]);
  });
});
