import ExcelJS, { type Worksheet } from 'exceljs';
import { describe, expect, it } from 'vitest';
import type { ReportDocument } from '../../../src/reports/rules/document.ts';
import { xlsxReport } from '../../../src/reports/writers/xlsx.ts';
import { column, missing, quantity, report, row, wideTable, words } from './report-fixture.ts';

type Table = ReturnType<typeof wideTable>;

/** The sheet of one table. */
async function sheetOf(table: Partial<Table>, more: Partial<ReportDocument> = {}): Promise<Worksheet> {
  const book = new ExcelJS.Workbook();
  const bytes = await xlsxReport(report({ ...more, sections: [{ ...wideTable(3, 2), ...table, title: 'Sheet' }] }));
  await book.xlsx.load(bytes.buffer as ArrayBuffer); // written by this process, so never shared
  const sheet = book.getWorksheet('Sheet');
  if (sheet === undefined) throw new Error('The workbook has no sheet of the table.');
  return sheet;
}

const [NAME, AMOUNT] = [column('n', 'Name', { kind: 'text' }), column('a', 'Amount')];
const NOTE = column('w', 'Where to look', { kind: 'text' });

describe('a sheet of a workbook', () => {
  it('keeps text apart from the figures before it, and puts heads where their cells are', async () => {
    const sheet = await sheetOf({
      columns: [NAME, AMOUNT, NOTE],
      rows: [row([words('Inlet'), quantity(1), words('Meter')]), row([words('Outlet'), missing(), missing()])],
    });
    const leans = [2, 3, 4].map((line) =>
      [1, 2, 3].map((at) => {
        const { horizontal, indent } = sheet.getRow(line).getCell(at).alignment;
        return `${horizontal} ${indent ?? 0}`;
      }),
    );
    const expected = ['left 0', 'right 0', 'left 1'];
    expect(leans).toEqual([expected, expected, expected]);
  });

  it('has rows as high as the lines of their texts, because not every program makes them so', async () => {
    const sheet = await sheetOf({
      columns: [{ ...AMOUNT, title: 'What the irrigation of the fields takes' }, NAME],
      rows: [
        row([quantity(1), words('Inlet')]),
        row([quantity(1), words('A '.repeat(60).trim())]),
        row([quantity(1), words('x'.repeat(44 * 3))]),
      ],
    });
    const lines = [2, 3, 4, 5].map((line) => (sheet.getRow(line).height ?? 15) / 15);
    expect(lines[0]).toBeGreaterThanOrEqual(2);
    expect(lines[1]).toBe(1);
    // Of at most 44 characters, less a margin and an indent: 119 characters with their spaces, and 132 in one word.
    expect(lines.slice(2)).toEqual([3, 4]);
  });

  it('wraps texts at a width that many columns leave them, because a print is as small as all of them need', async () => {
    const names = ['Place', 'Fact', 'Since', 'Amount', 'Look'].map((title) => column(title, title, { kind: 'text' }));
    const sheet = await sheetOf({ columns: names, rows: [row(names.map(() => words('A text '.repeat(8).trim())))] });
    // Letters and what stands about them. Five columns leave 20 of 100 characters each, and names have 22 at least.
    expect(sheet.columns.map(({ width }) => width)).toEqual([24, 22, 22, 22, 22]);
    expect(sheet.pageSetup.orientation).toBe('landscape');
  });

  it('gives texts less room on a page with a table of many columns, whose columns they would widen', async () => {
    const book = new ExcelJS.Workbook();
    const attention = report().attention.map((one) => ({ ...one, fact: 'A fact '.repeat(8).trim() }));
    const page = report({ service: 'custom_water', attention, sections: [wideTable(12, 2)] });
    await book.xlsx.load((await xlsxReport(page)).buffer as ArrayBuffer); // written by this process, so never shared
    const widths = book.getWorksheet('Report')?.columns.map(({ width }) => width ?? 0) ?? [];
    expect(widths).toHaveLength(12);
    expect(widths[0]).toBe(24);
    expect(Math.max(...widths.slice(2, 6))).toBeLessThan(20);
  });

  it('is wide enough for its heads, for the reason why a figure is missing, and for what is bold', async () => {
    const why = missing('nothing to compare with');
    const sheet = await sheetOf({
      columns: [NAME, AMOUNT, { ...NOTE, unit: null }],
      rows: [
        row([words('Inlet'), why, words('Meter')]),
        row([words('All of the meters here'), quantity(1), words('')], 'total'),
      ],
    });
    expect(sheet.getColumn(2).width).toBeGreaterThan('– nothing to compare with'.length);
    expect(sheet.getColumn(1).width).toBeGreaterThan('All of the meters here'.length * 1.1);
    expect([2, 3, 4].map((line) => sheet.getRow(line).height ?? null)).toEqual([null, null, null]);
  });

  it.each([
    ['en', '2 of 3 meters', '– no reading'],
    ['hi', '3 में से 2 मीटर', '– कोई रीडिंग नहीं'],
  ] as const)('says in %s of how many meters a total is, and why a figure is missing', async (language, of3, why) => {
    const part = { coverage: 0.5, meters: 3, metersMeasured: 2 };
    const unit = 'x'.repeat(60);
    const sheet = await sheetOf(
      {
        columns: [NAME, AMOUNT],
        rows: [
          row([words('Inlet'), missing('no reading')]),
          row([words('Outlet'), quantity(2, { ...part, unit, estimatedShare: 0.5, bound: 'at least' })]),
          row([words('All'), quantity(1, part)], 'total'),
        ],
      },
      { language },
    );
    const [first, second, total] = [3, 4, 5].map((line) => sheet.getRow(line).getCell(2));
    expect(first?.value).toBe(why);
    // A format holds 255 signs, and a figure behind them stays a number.
    expect(second?.numFmt.length).toBeLessThan(256);
    expect(second?.numFmt).toContain(` †‡ ${of3}"`);
    expect([total?.value, total?.numFmt]).toEqual([1, `#,##0.00" ‡ ${of3}";-#,##0.00" ‡ ${of3}"`]);
    expect(sheet.getColumn(2).width).toBeGreaterThan(`1.00 ‡ ${of3}`.length);
  });

  it('is printed across where a page in portrait would make its letters small', async () => {
    const orientationOf = async (texts: number) => {
      const columns = Array.from({ length: texts }, (_, at) => ({ ...NAME, id: `n${at}` }));
      const sheet = await sheetOf({ columns, rows: [row(columns.map(() => words('x'.repeat(40))))] });
      return sheet.pageSetup.orientation;
    };
    expect([await orientationOf(2), await orientationOf(3)]).toEqual(['portrait', 'landscape']);
  });
});
