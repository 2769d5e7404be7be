import ExcelJS from 'exceljs';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { REPORT_FORMATS, type ReportFormat } from '../../../src/reports/rules/terms.ts';
import { writeReport } from '../../../src/reports/writers/write-report.ts';
import { plainSpaces, TOTALS_OF_WATER, UNHEARD, unheardReport, WHEN } from '../rules/support/unheard-works.ts';

async function textOf(bytes: Uint8Array, format: ReportFormat): Promise<string> {
  if (format === 'pdf') return (await extractText(await getDocumentProxy(bytes))).text.join(' ');
  if (format !== 'xlsx') return Buffer.from(bytes).toString('utf8');
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes.buffer as ArrayBuffer); // written by this process, so never shared
  const texts: string[] = [];
  for (const sheet of book.worksheets) sheet.eachRow((line) => line.eachCell(({ text }) => texts.push(text)));
  return texts.join('\n');
}

const SENTENCE = 'In no hour and no total, because it passed while nothing was sent: ';
const told = Object.entries(UNHEARD).map(([name, amount]) => `${name} ${amount}, ${WHEN}`);
const times = (text: string, part: string): number => text.split(part).length - 1;

describe('what passed a meter in a silence', () => {
  it.each(TOTALS_OF_WATER)('is told below each table of $service $more, in every format', async (one) => {
    const document = unheardReport(one);
    const notes = document.sections.flatMap((section) => (section.kind === 'table' ? [section.note ?? ''] : []));
    const expected = [SENTENCE, ...told].map((part) => times(plainSpaces(notes.join(' ')), part));
    expect(expected[0]).toBeGreaterThan(0);
    for (const format of REPORT_FORMATS) {
      const text = plainSpaces(await textOf(await writeReport(document, format), format));
      // Some workbooks show a table on two sheets.
      for (const [at, part] of [SENTENCE, ...told].entries())
        expect(times(text, part), format).toBeGreaterThanOrEqual(expected[at] ?? 0);
    }
  });
});
