import ExcelJS from 'exceljs';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { createAnnotation } from '../../src/annotations/annotations.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import { writeReport } from '../../src/reports/writers/write-report.ts';
import { at, process, send, unit, works } from '../figures/processing/works.ts';
import { testContext } from '../support/database.ts';
import { asked } from './asked.ts';

const DAY = '2026-02-28';

it('what was noted of a day stands in its reports, in every format and inert, and in those of no other day', async () => {
  const context = await testContext('2026-03-01T09:45:00Z');
  const industry = await works(context, [unit('M1', 'FLOW_CATEGORY'), unit('M2', 'FLOW_CATEGORY')]);
  await send(context, industry, [{ unitId: 'M1', createdOn: at(industry, DAY, 5), value: 10, summedValue: 100 }]);
  await process(context, industry, DAY, DAY);
  const noted = { fromEpochMs: Date.parse(at(industry, DAY, 5)), toEpochMs: null };
  const texts = { M1: '=1+1 <b>Pump</b> changed', M2: 'Of the other unit', site: 'Rain, 60 mm' };
  for (const [place, text] of Object.entries(texts))
    await createAnnotation(context, industry, { ...noted, unitId: place === 'site' ? null : place, text }, COMMAND);
  const build = (service: 'water' | 'summary', day: string, unitIds: readonly string[] | null) =>
    buildReport(context, industry, asked(service, 'daily', day, { unitIds }));
  const document = await build('water', DAY, ['M1']);

  const table = document.sections.find((section) => section.kind === 'table' && section.id === 'annotations');
  // A moment has no end, which is nothing that was not measured.
  expect(JSON.stringify(table)).not.toContain('"missing"');

  const html = Buffer.from(await writeReport(document, 'html')).toString();
  expect(html).toContain('=1+1 &lt;b&gt;Pump&lt;/b&gt; changed');
  expect(html).toContain(texts.site);
  expect(html).not.toContain(texts.M2);
  expect(Buffer.from(await writeReport(document, 'csv')).toString()).toContain("'=1+1 <b>Pump</b> changed");
  const pdf = await getDocumentProxy(Uint8Array.from(await writeReport(document, 'pdf')));
  expect((await extractText(pdf, { mergePages: true })).text).toContain('=1+1 <b>Pump</b> changed');
  const book = new ExcelJS.Workbook();
  // The library's declaration is of an older Buffer.
  await book.xlsx.load(Buffer.from(await writeReport(document, 'xlsx')) as never);
  const cells = book.worksheets.flatMap((sheet) => sheet.getSheetValues().flat());
  expect(cells.some((cell) => typeof cell === 'string' && cell.includes('=1+1 <b>Pump</b> changed'))).toBe(true);

  const summary = JSON.stringify(await build('summary', DAY, null));
  expect(Object.values(texts).filter((text) => !summary.includes(text))).toEqual([]);
  expect(JSON.stringify(await build('water', '2026-02-27', null))).not.toContain('Rain');
});
