import ExcelJS, { type Cell as SheetCell, type Workbook, type Worksheet } from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../src/reports/rules/builders.ts';
import type { ReportDocument } from '../../../src/reports/rules/document.ts';
import { htmlReport } from '../../../src/reports/writers/html.ts';
import { xlsxReport } from '../../../src/reports/writers/xlsx.ts';
import { calculatedWorks } from '../rules/support/calculated-works.ts';
import { reportInput } from '../rules/support/works.ts';
import { evaluateFormula } from './evaluate-formula.ts';
import { tablesOfPage } from './page-tables.ts';
import {
  column,
  everyKind,
  HOSTILE_NAMES,
  missing,
  quantity,
  report,
  row,
  wideTable,
  words,
} from './report-fixture.ts';

async function readBack(document: ReportDocument): Promise<Workbook> {
  const book = new ExcelJS.Workbook();
  const bytes = await xlsxReport(document);
  await book.xlsx.load(bytes.buffer as ArrayBuffer); // written by this process, so never shared
  return book;
}

const sheetOf = (book: Workbook, name: string): Worksheet => {
  const sheet = book.getWorksheet(name);
  if (sheet === undefined) throw new Error(`no sheet '${name}': ${book.worksheets.map((one) => one.name).join(', ')}`);
  return sheet;
};
const cellsOf = (sheet: Worksheet): SheetCell[] => {
  const cells: SheetCell[] = [];
  sheet.eachRow((line) => line.eachCell((cell) => cells.push(cell)));
  return cells;
};

/** Every formula of a workbook: what is kept as its result, and what its cells give. */
const formulasOf = (found: Workbook) =>
  found.worksheets.flatMap((sheet) =>
    cellsOf(sheet).flatMap(({ formula, result }) =>
      formula ? [{ formula, shown: result, evaluated: evaluateFormula(found, sheet.name, formula) }] : [],
    ),
  );

let book: Workbook;
beforeAll(async () => {
  book = await readBack(report());
});

describe('a chart in a workbook', () => {
  it('is a picture below its message and above the sentence that says what one sees', () => {
    const summary = sheetOf(book, 'Summary');
    const [chart] = report().sections.filter(({ kind }) => kind === 'chart');
    const [image, ...others] = summary.getImages();
    expect(others).toEqual([]);
    const rowOf = (text: string): number =>
      cellsOf(summary).flatMap(({ value, row: line }) => (value === text ? [Number(line)] : []))[0] ?? 0;
    const title = rowOf(chart?.kind === 'chart' ? chart.title : '');
    const alternative = rowOf(chart?.kind === 'chart' ? chart.alternative : '');
    expect(image?.range.tl.nativeRow).toBe(title);
    // Rows are 20 pixels high, and the picture lies over no text.
    const { width = 0, height = 0 } = Object(Reflect.get(image?.range ?? {}, 'ext')) as {
      width?: number;
      height?: number;
    };
    expect(width).toBe(640);
    expect((alternative - title - 1) * 20).toBeGreaterThanOrEqual(height);
    const media = book.getImage(Number(image?.imageId));
    expect(
      Buffer.from(media.buffer as unknown as Uint8Array)
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it('is the same every time, and there are eight at most', async () => {
    const [chart] = report().sections.filter(({ kind }) => kind === 'chart');
    const many = report({
      sections: Array.from({ length: 10 }, (_, at) => ({ ...chart, id: `chart-${at}` }) as never),
    });
    const [once, again] = [await readBack(many), await readBack(many)];
    expect(sheetOf(once, 'Summary').getImages()).toHaveLength(8);
    const bytesOf = (found: Workbook): readonly string[] =>
      found.model.media.map(({ buffer }) => Buffer.from(buffer as unknown as Uint8Array).toString('base64'));
    expect(bytesOf(once)).toEqual(bytesOf(again));
  });
});

describe('a report as a workbook', () => {
  it('has a summary, a sheet per table and one that tells completeness', () => {
    expect(book.worksheets.map(({ name }) => name)).toEqual([
      'Summary',
      'Every kind of cell',
      'Totals',
      'Completeness',
    ]);
  });

  it('holds every text as a text: nothing in it is a formula, a link or rich text but totals', () => {
    const others = book.worksheets
      .flatMap(cellsOf)
      .filter(({ value }) => value !== null && typeof value === 'object' && !(value instanceof Date));
    expect(others.every(({ value, worksheet }) => worksheet.name === 'Totals' && 'formula' in Object(value))).toBe(
      true,
    );
    const sheet = sheetOf(book, 'Every kind of cell');
    const names = HOSTILE_NAMES.map((_, index) => sheet.getCell(4 + index, 1));
    expect(names.map(({ value }) => value)).toEqual([...HOSTILE_NAMES]);
    // The format of texts keeps them texts also when somebody edits the cell.
    expect(names.every(({ numFmt }) => numFmt === '@')).toBe(true);
  });

  it('has numbers as numbers and dates as dates, to the last digit', () => {
    const sheet = sheetOf(book, 'Every kind of cell');
    const third = sheet.getRow(6);
    expect(third.getCell(2).value).toBe(-1234.25);
    expect(third.getCell(4).value).toBe(0.25);
    // 14:20 and two hours on the clocks of Asia/Kolkata, the zone-less way of workbooks.
    expect(third.getCell(8).value).toEqual(new Date('2026-06-04T16:20:00Z'));
    expect(third.getCell(9).value).toEqual(new Date('2026-06-03T00:00:00Z'));
    // The reader of workbooks takes hours for a time of its first day.
    expect(third.getCell(10).value).toEqual(new Date('1899-12-30T04:10:00Z'));
    expect(third.getCell(2).numFmt).toBe('#,##0" †";-#,##0" †"');
    expect(third.getCell(2).font.italic).toBe(true);
    expect(sheet.getCell('B5').value).toBe('– not measured');
  });

  it('says the same as the page, cell by cell', () => {
    const [page = []] = tablesOfPage(htmlReport(report()), 'every-kind');
    const sheet = sheetOf(book, 'Every kind of cell');
    const figure = (text: string): number => Number(text.replaceAll(/[\u202f…%]/g, '').replace('−', '-'));
    expect(page.length).toBe(everyKind.rows.length);
    for (const [index, cells] of page.entries()) {
      const line = sheet.getRow(4 + index);
      const shown = (at: number): unknown => line.getCell(at).value;
      expect(shown(1)).toBe(cells[0]?.words);
      for (const [at, decimals, factor] of [
        [2, 0, 1],
        [3, 2, 1],
        [4, 1, 100],
        [5, 1, 100],
        [7, 0, 1],
      ] as const) {
        const words = cells[at >= 7 ? at - 2 : at - 1]?.words ?? '';
        const value = shown(at);
        if (words.startsWith('–')) expect(value).toBe(words.trim());
        else
          expect(Number(value) * factor, `${index}/${at}`).toBeCloseTo(
            figure(words),
            decimals === 0 ? -0.31 : decimals - 0.31,
          );
      }
    }
  });

  it('has formulas that make every printed total anew out of the rows', () => {
    const totalsSheet = sheetOf(book, 'Totals');
    const formulas = cellsOf(totalsSheet).filter(({ formula }) => formula);
    const totals = formulas.filter(({ formula }) => !formula.startsWith('ROUND'));
    expect(totals.map(({ row: at }) => totalsSheet.getCell(Number(at), 2).value)).toEqual(['Flow', 'Level', 'Alarms']);
    for (const { formula, row: at } of totals) {
      const printed = totalsSheet.getCell(Number(at), 4).value;
      expect(evaluateFormula(book, 'Totals', formula)).toBeCloseTo(Number(printed), 9);
    }
    for (const { formula } of formulas.filter((cell) => cell.formula.startsWith('ROUND')))
      expect(evaluateFormula(book, 'Totals', formula)).toBe(0);
  });

  it.each([
    ['custom_water', 'daily', 'v1'],
    ['custom_water', 'monthly', 'v2'],
    ['water', 'daily', 'v1'],
    ['water', 'daily', 'v2'],
  ] as const)(
    'of %s, %s, %s with units by formula shows of every formula what the cells it names give',
    async (service, reportType, layout) => {
      for (const isInCategory of [false, true]) {
        const input = reportInput(calculatedWorks({ service, reportType, layout, isInCategory }));
        const found = await readBack(BUILDERS[service].build(input));
        const formulas = formulasOf(found);
        expect(formulas.length).toBeGreaterThan(1);
        for (const { formula, shown, evaluated } of formulas) expect([formula, shown]).toEqual([formula, evaluated]);
        const differences = formulas.filter(({ formula }) => formula.startsWith('ROUND'));
        expect(differences.map(({ shown }) => shown)).toEqual(differences.map(() => 0));
      }
    },
  );

  it('shows a difference where a printed total is not that of its rows, also before anything is calculated', async () => {
    const table = {
      ...everyKind,
      columns: [column('n', 'Name', { kind: 'text' }), column('a', 'Added'), column('m', 'Mean', { total: 'mean' })],
      rows: [
        row([words('a'), quantity(0.1), quantity(1)]),
        row([words('b'), quantity(0.2), missing()]),
        row([words('Total'), quantity(1666), quantity(1)], 'total'),
      ],
    };
    const formulas = formulasOf(await readBack(report({ sections: [table] })));
    expect(formulas.map(({ shown }) => shown)).toEqual([0.3, 1665.7, 1, 0]);
    for (const { shown, evaluated } of formulas) expect(shown).toBeCloseTo(evaluated, 9);
  });

  it('counts subtotals once, and the last row that has a figure where the last counts', async () => {
    const table = {
      ...everyKind,
      columns: [column('n', 'Name', { kind: 'text' }), column('a', 'Added'), column('l', 'Last', { total: 'last' })],
      rows: [
        row([words('a'), quantity(1), quantity(5)]),
        row([words('b'), quantity(2), quantity(6)]),
        row([words('Sub'), quantity(3), quantity(6)], 'subtotal'),
        row([words('c'), quantity(-10), missing()]),
        row([words('Total'), quantity(-7), quantity(6)], 'total'),
      ],
    };
    const found = await readBack(report({ sections: [table] }));
    const formulas = cellsOf(sheetOf(found, 'Totals')).flatMap(({ formula }) => formula || []);
    expect(formulas.filter((formula) => !formula.startsWith('ROUND'))).toEqual([
      "SUM('Every kind of cell'!B3:B4,'Every kind of cell'!B6:B6)",
      "'Every kind of cell'!C4",
    ]);
    expect(formulas.map((formula) => evaluateFormula(found, 'Totals', formula))).toEqual([-7, 0, 6, 0]);
  });

  it('has a frozen head, a filter over the rows without the total, and a head on every printed page', () => {
    const sheet = sheetOf(book, 'Every kind of cell');
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', xSplit: 1, ySplit: 3 });
    expect(sheet.autoFilter).toBe('A3:J11');
    expect(sheet.pageSetup).toMatchObject({
      printTitlesRow: '1:3',
      fitToWidth: 1,
      fitToHeight: 0,
      orientation: 'landscape',
    });
    expect(sheet.headerFooter.oddFooter).toContain('&P / &N');
    expect(sheet.headerFooter.oddFooter).toContain('Generated 04 Jun 2026, 02:20 PM');
  });

  it.each([
    ['ampersands', `${'x'.repeat(99)}& Co.`, 'x'.repeat(99)],
    ['many ampersands', '&'.repeat(300), '&'.repeat(100)],
    ['signs of two halves', `${'x'.repeat(99)}💧`, 'x'.repeat(99)],
  ])('cuts a long head between %s, so that each part stays where it is', async (_, title, kept) => {
    const cut = await readBack({ ...report(), title });
    const head = sheetOf(cut, 'Summary').headerFooter.oddHeader ?? '';
    expect(head.endsWith(`&R${kept}`)).toBe(true);
    expect(head.length).toBeLessThanOrEqual(255);
  });

  it('names sheets as references can, also twice', async () => {
    const named = (title: string) => ({ ...wideTable(3, 2), title });
    const found = await readBack(
      report({
        sections: [named("[a]:*?/\\'"), named('x'.repeat(40)), named('X'.repeat(40)), named('History'), named('')],
      }),
    );
    const names = found.worksheets.map(({ name }) => name).slice(1, -1);
    expect(names).toEqual(['a', 'x'.repeat(31), `${'X'.repeat(29)} 2`, 'History 2', 'Table']);
  });

  it.each(['custom_water', 'custom_level', 'custom_withdrawal'] as const)(
    'of %s is laid out as the page: all on one sheet in its order, then its tables with frozen heads and filters',
    async (service) => {
      const found = await readBack(report({ service }));
      expect(found.worksheets.map(({ name }) => name)).toEqual([
        'Report',
        'Totals',
        'Every kind of cell',
        'Completeness',
      ]);
      const [page, table] = [sheetOf(found, 'Report'), sheetOf(found, 'Every kind of cell')];
      expect(page.views[0]).toMatchObject({ state: 'frozen', xSplit: 1, ySplit: 3 });
      expect(table.views[0]).toMatchObject({ state: 'frozen', xSplit: 1, ySplit: 3 });
      expect(table.autoFilter).toBe('A3:J11');
      expect(page.getRow(Number(/^A(\d+):J/.exec(String(page.autoFilter))?.[1])).getCell(1).value).toBe('Unit');
      const texts = cellsOf(sheetOf(found, 'Report')).flatMap(({ value }) =>
        typeof value === 'string' ? [value] : [],
      );
      const order = [
        'Water, June 2026',
        'Consumption',
        'What needs attention',
        'Night flow doubled on 12 June',
        'Every kind of cell',
        'Method',
      ].map((text) => texts.indexOf(text));
      expect(order).not.toContain(-1);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      for (const { formula, row: at } of cellsOf(sheetOf(found, 'Totals')).filter(
        (cell) => cell.formula && Number(cell.col) === 5,
      ))
        expect(evaluateFormula(found, 'Totals', formula)).toBeCloseTo(
          Number(sheetOf(found, 'Totals').getCell(Number(at), 4).value),
          9,
        );
    },
  );
});
