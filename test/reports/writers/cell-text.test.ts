import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registerCell } from '../../../src/reports/rules/meters.ts';
import { REGISTERS_AND_VOLUME } from '../../../src/reports/rules/builders/flow-report.ts';
import { changeCell } from '../../../src/reports/rules/cells.ts';
import { withSharedDecimals } from '../../../src/reports/rules/sections/meter-table.ts';
import type { TableSection } from '../../../src/reports/rules/document.ts';
import { decimalsOf, placeIn, showCell } from '../../../src/reports/writers/cell-text.ts';
import { csvReport } from '../../../src/reports/writers/csv.ts';
import { tableHtml } from '../../../src/reports/writers/html-table.ts';
import { placeTable } from '../../../src/reports/writers/xlsx-table.ts';
import { everyKind as smallReport } from '../rules/every-kind.ts';
import { column, quantity, row, words } from './report-fixture.ts';
import { runs } from '../../support/property-runs.ts';

/* How the cells of a column are written beside one another, on pages and in workbooks. */

const style = { language: 'en', locale: 'und', timezone: 'Pacific/Auckland' } as const;
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
  const counted = table(
    [name, column('ir', 'Opening', head), column('fr', 'Closing', head), column('total', 'Volume', head)],
    [
      ['Bore', 220_921_000, 222_156_000, 1235] as const,
      ['Town', 19_909, 20_047, 0.138] as const,
      ['Campus', 11.627333, 2_581.646758, 2.570019425] as const,
    ].map(([label, ir, fr, total]) =>
      row([words(label), registerCell(meter(ir, fr), 'ir'), registerCell(meter(ir, fr), 'fr'), volume(total)]),
    ),
  );

  const meters = withSharedDecimals(counted, REGISTERS_AND_VOLUME);

  it('is written as the volumes beside it, so that closing less opening reads as the volume', () => {
    expect(written(meters)).toEqual([
      ['Bore', '220\u202f921.000', '222\u202f156.000', '1\u202f235.000'],
      ['Town', '19.909', '20.047', '0.138'],
      ['Campus', '0.012', '2.582', '2.570'],
    ]);
  });

  it('is written so in a workbook, too', () => {
    const sheet = sheetOf(meters);
    for (const at of [2, 3, 4])
      expect([2, 3, 4].map((cell) => sheet.getRow(at).getCell(cell).numFmt)).toEqual(
        Array.from({ length: 3 }, () => '#,##0.000'),
      );
  });

  it('has no decimals of its own among whole numbers', () => {
    const large = table(
      counted.columns,
      [['Bore', 18_686_010, 19_921_010, 1235] as const, ['Town', 120_000_000, 120_211_000, 211] as const].map(
        ([label, ir, fr, total]) =>
          row([words(label), registerCell(meter(ir, fr), 'ir'), registerCell(meter(ir, fr), 'fr'), volume(total)]),
      ),
    );
    expect(written(withSharedDecimals(large, REGISTERS_AND_VOLUME))).toEqual([
      ['Bore', '18\u202f686', '19\u202f921', '1\u202f235'],
      ['Town', '120\u202f000', '120\u202f211', '211'],
    ]);
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

describe('an end of a band', () => {
  const band = (value: number, printed: number) => row([words('Figure'), quantity(value, { printed })]);
  const ends = table(
    [name, column('low', 'From', { total: 'none' })],
    [band(18_700.62, 18_701), band(1234.46, 1234.5)],
  );

  it('has the decimals that its own width has, whatever stands above it', () => {
    expect(written(ends).map(([, text]) => text)).toEqual(['18\u202f701', '1\u202f234.5']);
  });

  it('is the same number in a workbook', () => {
    const cells = [2, 3].map((at) => sheetOf(ends).getRow(at).getCell(2));
    expect(cells.map(({ value }) => value)).toEqual([18_701, 1234.5]);
    expect(cells.map(({ numFmt }) => numFmt)).toEqual(['#,##0', '#,##0.0']);
  });
});

/** Of a meter that counts litres: what it measured in hours. */
const LITRES = fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 60 });
const numberIn = (text: string): number => Number(text.replaceAll(/[\u202f<>\u00a0]/g, '').replace('\u2212', '-'));
const decimalsIn = (text: string): number => text.split('.')[1]?.length ?? 0;

describe('a column', () => {
  const hours = (litres: readonly number[]) =>
    table(
      [name, column('total', 'Volume')],
      [
        ...litres.map((litre) => row([words('Hour'), quantity(litre / 1000)])),
        row([words('Total'), quantity(litres.reduce((sum, litre) => sum + litre, 0) / 1000)], 'total'),
      ],
    );
  const reportTextsOf = (litres: readonly number[]) => written(hours(litres)).map(([, text]) => text ?? '');

  it('of hours around 28.16 KL shows their digits, however large their total is', () => {
    expect(reportTextsOf([28_160, 29_230, 28_905])).toEqual(['28.2', '29.2', '28.9', '86.3']);
    expect(reportTextsOf([2340, 7402, 3990])).toEqual(['2.34', '7.40', '3.99', '13.73']);
  });

  it('has the same number of decimals in every row and in its total', () => {
    fc.assert(fc.property(LITRES, (litres) => new Set(reportTextsOf(litres).map(decimalsIn)).size === 1));
  });

  it('shows three digits of each row that is not 0, or all that the meter resolves', () => {
    fc.assert(
      fc.property(LITRES, (litres) =>
        reportTextsOf(litres).every((text, at) => {
          const litre = litres[at] ?? 0;
          const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '').length;
          return litre === 0 || digits >= 3 || numberIn(text) === litre / 1000;
        }),
      ),
    );
  });

  it('has rows that add up to its total within half a unit of the last digit for each figure', () => {
    fc.assert(
      fc.property(LITRES, (litres) => {
        const texts = reportTextsOf(litres).map(numberIn);
        const total = texts.pop() ?? 0;
        const unit = 10 ** -decimalsIn(reportTextsOf(litres)[0] ?? '');
        const sum = texts.reduce((all, one) => all + one, 0);
        return Math.abs(sum - total) <= (unit / 2) * (texts.length + 1) + 1e-6;
      }),
    );
  });

  it('is written alike on a page and in a workbook', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 2, maxLength: 12 }), (litres) => {
        const [decimals] = reportTextsOf(litres).map(decimalsIn);
        const sheet = sheetOf(hours(litres));
        return [...litres, 0].every((_, at) => decimalsIn(sheet.getRow(at + 2).getCell(2).numFmt) === decimals);
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('a change', () => {
  const changes = table(
    [name, column('change', 'Change', { kind: 'change', unit: null, total: 'none' })],
    [
      changeCell(120, 100, 'KL'),
      changeCell(5000, 1, 'KL'),
      changeCell(-5000, 1, 'KL'),
      changeCell(7.42, 7.1, '', 'pH'),
      changeCell(11.5, 12.31, '\u00b0C', 'Temperature'),
    ].map((cell) => row([words('Figure'), cell])),
  );

  it('over 1,000 % is said in words, and that of pH and degrees is a difference', () => {
    expect(written(changes).map(([, text]) => text?.replaceAll('\u00a0', ' '))).toEqual([
      '+20.0 %',
      'over 1\u202f000 % more',
      'over 1\u202f000 % less',
      '+0.32',
      '\u22120.8 \u00b0C',
    ]);
  });

  it('is said so in a workbook', () => {
    const sheet = sheetOf(changes);
    expect([2, 3, 4, 5, 6].map((at) => sheet.getRow(at).getCell(2).value)).toEqual([
      0.2,
      'over 1,000 % more',
      'over 1,000 % less',
      0.32,
      -0.81,
    ]);
    expect(sheet.getRow(6).getCell(2).numFmt).toBe('+#,##0.0" \u00b0C";-#,##0.0" \u00b0C";#,##0.0" \u00b0C"');
  });

  it('is said so in a list, with its unit beside it', () => {
    const list = csvReport({ ...smallReport, headlines: [], attention: [], sections: [changes] }).split('\r\n');
    const from = list.findIndex((line) => line.startsWith('Unit,Change'));
    expect(list.slice(from, from + 6).map((line) => line.replace(/,+$/, ''))).toEqual([
      'Unit,Change,Change: unit,Remarks',
      'Figure,20,%',
      'Figure,"over 1,000 % more",%',
      'Figure,"over 1,000 % less",%',
      'Figure,0.32',
      'Figure,-0.81,\u00b0C',
    ]);
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
