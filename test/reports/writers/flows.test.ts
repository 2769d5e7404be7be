import { parse } from 'csv-parse/sync';
import ExcelJS from 'exceljs';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { waterBalanceReport } from '../../../src/reports/rules/builders/water-balance.ts';
import type { ReportDocument } from '../../../src/reports/rules/document.ts';
import { csvReport } from '../../../src/reports/writers/csv.ts';
import { htmlReport } from '../../../src/reports/writers/html.ts';
import { pdfReport } from '../../../src/reports/writers/pdf.ts';
import { xlsxReport } from '../../../src/reports/writers/xlsx.ts';
import { reportInput } from '../rules/support/works.ts';
import { HOSTILE_NAMES } from './report-fixture.ts';

/* The flows of a balance in a report: a picture on pages, prints and workbooks, a table in lists and workbooks. */

/** A day: each inlet brings 100 KL, each use takes 80 KL, the tank keeps 30 KL. */
const balanceOf = (parts: number, name: (part: number) => string): ReportDocument => {
  const numbers = Array.from({ length: parts }, (_, part) => part);
  const group = (letter: string) =>
    Object.fromEntries(numbers.map((part) => [`${letter}${part}`, [`${letter}${part}`]]));
  const input = reportInput({
    request: { service: 'water_balance', reportType: 'custom' },
    now: '2026-07-02T10:00:00Z',
    units: Object.fromEntries([
      ...numbers.flatMap((part) => [
        [`I${part}`, { days: [100_000] }],
        [`U${part}`, { days: [80_000] }],
      ]),
      ['TANK', { standardCategoryId: 'STOCK_CATEGORY', days: [530_000], changes: { maxCapacity: 1_000_000 } }],
    ]),
    categories: { ID_SOURCE: group('I'), ID_CONSUMPTION: group('U'), ID_RAW_WATER_STOCK: { TANKS: ['TANK'] } },
  });
  return waterBalanceReport.build({ ...input, balance: renamed(input.balance, name) });
};
const renamed = (balance: ReturnType<typeof reportInput>['balance'], name: (part: number) => string) =>
  balance === null
    ? null
    : {
        ...balance,
        sources: Object.fromEntries(
          Object.entries(balance.sources).map(([id, part], at) => [id, { ...part, displayName: name(at) }]),
        ),
      };

const picture = (html: string): string => /<svg(?:(?!<\/svg>).)*In all.*?<\/svg>/s.exec(html)?.[0] ?? '';
const textOf = async (document: ReportDocument): Promise<string[]> =>
  (await extractText(await getDocumentProxy(await pdfReport(document)))).text;

describe('the flows of a balance', () => {
  const document = balanceOf(2, (part) => ['Bores', 'Town'][part] ?? '');

  it('are a picture of a page, which takes no style from elsewhere', () => {
    const svg = picture(htmlReport(document));
    for (const text of ['Bores', '100\u00a0KL', 'Kept in tanks', 'Unaccounted for', 'In all 200\u00a0KL'])
      expect(svg).toContain(text);
    expect(svg).not.toMatch(/class=|<style/);
  });

  it('are the same picture of a print', async () => {
    const pages = (await textOf(document)).map((page) => page.replaceAll(/\s+/g, ' '));
    const page = pages.find((one) => one.includes('In all 200 KL'));
    for (const text of ['Bores', 'Kept in tanks', '30 KL', 'Unaccounted for']) expect(page).toContain(text);
  });

  it('are a table in a list, whose two sides are the same amount', () => {
    const lines = parse(csvReport(document), { bom: true, relax_column_count: true }) as string[][]; // its options say so
    const at = lines.findIndex(([first]) => first === 'Flows');
    const flows = lines.slice(at + 2, at + 2 + 6).map(([from, to, value]) => [from, to, Number(value)]);
    expect(flows).toEqual([
      ['Bores', 'System', 100],
      ['Town', 'System', 100],
      ['System', 'Sub U0', 80],
      ['System', 'Sub U1', 80],
      ['System', 'Kept in tanks', 30],
      ['System', 'Unaccounted for', 10],
    ]);
  });

  it('are a sheet of a workbook, whose summary has the picture below its message', async () => {
    const book = new ExcelJS.Workbook();
    await book.xlsx.load((await xlsxReport(document)).buffer as ArrayBuffer); // written by this process
    const sheet = book.getWorksheet('Flows');
    expect(sheet?.getRow(3).getCell(1).value).toBe('Bores');
    expect(sheet?.getRow(3).getCell(3).value).toBe(100);
    const section = document.sections.find(({ kind }) => kind === 'flows');
    if (section?.kind !== 'flows') throw new Error('no flows');
    const summary = book.getWorksheet('Summary');
    const texts = (summary?.getColumn(1).values ?? []).map(String);
    const at = texts.indexOf(section.title);
    const images = summary?.getImages().filter(({ range }) => range.tl.nativeRow === at) ?? [];
    expect(images).toHaveLength(1);
    // As the page draws it: 720 wide, here 640, in rows of 20.
    const [, height] = /viewBox="0 0 720 (\d+)"/.exec(picture(htmlReport(document))) ?? [];
    expect(texts.indexOf(section.alternative) - at - 1).toBe(Math.ceil((Number(height) * 640) / 720 / 20));
  });

  it('stay on a page however many there are: the smallest are one', async () => {
    const many = balanceOf(40, (part) => `Bore ${part}`);
    const svg = picture(htmlReport(many));
    expect(svg).toContain('>33 others<');
    expect(svg).toContain('3\u202f300\u00a0KL');
    const [, height] = /viewBox="0 0 720 (\d+)"/.exec(svg) ?? [];
    // As wide as a page between its margins, in points; beside it stand its title and its sentence.
    expect((Number(height) * 493) / 720).toBeLessThan(660);
    const pages = await textOf(many);
    expect(pages.filter((page) => page.includes('33 others')).length).toBe(1);
  });

  it.each(HOSTILE_NAMES)('show %s as text', async (name) => {
    const hostile = balanceOf(1, () => name);
    const svg = picture(htmlReport(hostile));
    expect(svg).not.toMatch(/<script|<img| on\w+=/i);
    const letters = (text: string): string => text.replaceAll(/\s/g, '');
    // Letters of Devanagari are joined when they are drawn, so they are read back in another order.
    if (/\p{Script=Devanagari}/u.test(name)) expect(svg).toContain(name.slice(0, 12));
    else expect(letters((await textOf(hostile)).join(''))).toContain(letters(name).slice(0, 14));
  });
});
