import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { type CsvStyle, DECIMAL_MARKS, DELIMITERS } from '../../../src/kernel/format/csv-line.ts';
import { csvReport } from '../../../src/reports/writers/csv.ts';
import { column, HOSTILE_NAMES, quantity, report, row, words } from './report-fixture.ts';

const linesOf = (text: string, style?: Partial<CsvStyle>): string[][] =>
  // csv-parse types its answer by its options
  parse(text, { bom: true, delimiter: style?.delimiter ?? ',' }) as string[][];

const tableWith = (name: string) =>
  report({
    sections: [
      {
        kind: 'table',
        id: 't',
        title: 'T',
        columns: [column('n', 'Name', { kind: 'text', unit: null }), column('q', 'Flow')],
        rows: [row([words(name), quantity(-1234.5)])],
        note: null,
      },
    ],
  });

describe('figures in units of their own', () => {
  const table = (...cells: ReturnType<typeof quantity>[]) =>
    report({
      sections: [
        {
          kind: 'table',
          id: 't',
          title: 'T',
          columns: [column('n', 'Name', { kind: 'text', unit: null }), column('q', 'Flow', { unit: null })],
          rows: cells.map((cell, at) => row([words(`U${at}`), cell])),
          note: null,
        },
      ],
    });
  const linesOfTable = (document: ReturnType<typeof report>) => {
    const lines = linesOf(csvReport(document));
    const at = lines.findIndex(([first]) => first === 'Name');
    return lines.slice(at, at + 3).map((line) => line.slice(0, 4));
  };

  it('have their units beside them where they differ', () => {
    expect(linesOfTable(table(quantity(1), quantity(2, { unit: 'KL' })))).toEqual([
      ['Name', 'Flow', 'Flow: unit', 'Remarks'],
      ['U0', '1', 'm³', ''],
      ['U1', '2', 'KL', ''],
    ]);
  });

  it('have it in the head where it is one', () => {
    expect(linesOfTable(table(quantity(1), quantity(2)))[0]?.slice(0, 3)).toEqual(['Name', 'Flow (m³)', 'Remarks']);
  });
});

describe('a list in Hindi', () => {
  it('has minutes in Hindi, in heads and beside headlines', () => {
    const offline = { kind: 'duration', minutes: 90 } as const;
    const table = {
      kind: 'table',
      id: 't',
      title: 'T',
      columns: [column('d', 'D', { kind: 'duration', unit: null })],
      rows: [row([offline])],
      note: null,
    } as const;
    const headline = { title: 'H', value: offline, change: null, comparedWith: null, sparkline: null };
    const told = linesOf(csvReport(report({ language: 'hi', headlines: [headline], sections: [table] })));
    expect(told.find(([first]) => first === 'H')?.slice(1, 3)).toEqual(['90', 'मि॰']);
    expect(told.map(([first]) => first)).toContain('D (मि॰)');
  });
});

describe('a report as a list', () => {
  const lines = linesOf(csvReport(report()));

  it('is read by a strict reader: every line has as many fields as the others', () => {
    expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
    expect(csvReport(report()).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it.each(HOSTILE_NAMES)('holds %s as a text that no program takes for a formula', (name) => {
    const field = linesOf(csvReport(tableWith(name))).find((line) => line[1] === '-1234.5')?.[0] ?? '';
    expect(field).not.toMatch(/^\s*[=+\-@\t\r]/);
    expect(field.replaceAll(/(^|(?<=[,;|] ?))'/g, '')).toBe(name);
  });

  it.each([
    ['\t=1+1', "' =1+1"],
    ['\r=1+1', "' =1+1"],
    ['  =1+1', "'  =1+1"],
    ['＝1+1', "'＝1+1"],
    ['a;=1+1', "a;'=1+1"],
    ['a,"=1+1', 'a,"\'=1+1'],
    ['a-1; b+2', 'a-1; b+2'],
  ])('writes %j as %j', (name, field) => {
    expect(linesOf(csvReport(tableWith(name))).find((line) => line[1] === '-1234.5')?.[0]).toBe(field);
  });

  it('keeps figures to the last digit, negative numbers as numbers and what is missing empty', () => {
    const rows = lines.filter((line) => /^2026-06-0\d$/.test(line[7] ?? ''));
    expect(rows.map((line) => line[1])).toEqual([
      ...['1234.5', '', '-1234.25', '1234.875', '1235', '-1233.875', '1235.25', '1235.375', '3706.875'],
    ]);
  });

  it.each([
    [2294.33, '2294'],
    [120.00001666666667, '120'],
    [59.5, '60'],
  ])(
    'writes a duration of %d min in whole minutes, as pages do, and the unit of every headline',
    (minutes, written) => {
      const cell = { kind: 'duration', minutes } as const;
      const headline = { title: 'Silent', value: cell, change: null, comparedWith: null, sparkline: null };
      const found = linesOf(csvReport(report({ headlines: [headline] }))).find(([first]) => first === 'Silent');
      expect(found?.slice(1, 3)).toEqual([written, 'min']);
    },
  );

  it('says in words what marks say on paper', () => {
    expect(lines.flat()).toContain('Flow: not measured');
    expect(lines.flat()).toContain('Flow: at least, 2 % estimated, 95 % measured');
  });

  it.each(
    Object.values(DELIMITERS).flatMap((delimiter) =>
      Object.values(DECIMAL_MARKS).map((decimalMark) => ({ delimiter, decimalMark })),
    ),
  )('is read back with the delimiter $delimiter and the decimal mark $decimalMark', (style) => {
    const name = 'Main; inlet, 1|2';
    const line = linesOf(csvReport(tableWith(name), style), style).find((fields) => fields[0] === name);
    expect(line?.[1]).toBe(`-1234${style.decimalMark}5`);
  });

  it('puts a number in quotes only where its decimal mark would take it apart', () => {
    const written = (style: CsvStyle) => csvReport(tableWith('a'), style);
    expect(written({ delimiter: ';', decimalMark: ',' })).toContain('a;-1234,5;');
    expect(written({ delimiter: ',', decimalMark: ',' })).toContain('a,"-1234,5",');
    expect(written({ delimiter: ',', decimalMark: '.' })).toContain('a,-1234.5,');
  });

  it('never writes a number with an exponent', () => {
    const text = csvReport(withValue(1e-7));
    expect(text).toContain('a,0.0000001,');
  });
});

const withValue = (value: number) =>
  report({
    sections: tableWith('a').sections.map((section) =>
      section.kind === 'table' ? { ...section, rows: [row([words('a'), quantity(value)])] } : section,
    ),
  });
