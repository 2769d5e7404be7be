import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { getDocumentProxy, extractText, getMeta } from 'unpdf';
import type { Section } from '../../src/reports/rules/document.ts';
import { createPagePrinter, NotPrinted, createReportFiles } from '../../src/reports/write-file.ts';
import { createRenderer } from '../../src/reports/render-report.ts';
import { everyKind, missing, report, row, words } from './writers/report-fixture.ts';

const gaps = everyKind.columns.slice(1).map(() => missing());

const renderer = createRenderer();
afterAll(() => renderer.stop());
const log = pino({ enabled: false });
const executive = report({ service: 'executive', layout: 'v2' });
const textOf = async (bytes: Uint8Array): Promise<string> =>
  (await extractText(await getDocumentProxy(bytes), { mergePages: true })).text;

describe('the executive report', () => {
  it('is printed by a browser engine, with its title, its language, bookmarks and page numbers', async () => {
    const files = createReportFiles({ renderer, printer: createPagePrinter(null), log });
    const bytes = await files.write(executive, 'pdf');
    const pdf = await getDocumentProxy(Uint8Array.from(bytes));
    const { info } = await getMeta(pdf);
    expect(info).toMatchObject({ Title: 'Water, June 2026, Acme <b>Textiles</b>, 01 Jun 2026 – 30 Jun 2026' });
    expect(String(info?.['Creator'])).toMatch(/Chrom/);
    expect(info).toMatchObject({ Language: 'en' });
    expect((await pdf.getOutline()).length).toBeGreaterThan(0);
    const text = await textOf(Uint8Array.from(bytes));
    expect(text).toContain('Generated 04 Jun 2026, 02:20 PM (Asia/Kolkata)');
    expect(text).toMatch(/Page 1 of \d/);
    expect(text).toContain('<script>alert(1)</script>');
    // Each page of a print may be laid apart from the others.
    const { text: pages } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)));
    expect(pages.length).toBeGreaterThan(1);
    const told = 'Generated 04 Jun 2026, 02:20 PM (Asia/Kolkata). Days begin at 06:00.';
    for (const page of pages) expect(page.split(told).length - 1).toBe(1);
    // The first page has it in large.
    const head = 'Water, June 2026, Acme <b>Textiles</b>, Pune, 01 Jun 2026 – 30 Jun 2026';
    expect(pages.map((page) => page.replaceAll(/\s+/g, ' ').split(head).length - 1)).toEqual(
      pages.map((_, index) => (index === 0 ? 0 : 1)),
    );
  });

  it('has no picture where something was not measured, so that it stays small', async () => {
    const files = createReportFiles({ renderer, printer: createPagePrinter(null), log });
    const figures = (at: number) => Array.from({ length: 30 }, (_, day) => ((day + at) % 2 === 0 ? null : 300 + day));
    const sections = executive.sections.flatMap((section): Section[] =>
      section.kind === 'chart'
        ? [
            {
              ...section,
              chart: {
                ...section.chart,
                series: [0, 1].map((at) => ({
                  name: `Series ${at}`,
                  token: 'water' as const,
                  values: figures(0),
                  estimated: figures(0).map(() => at === 1),
                })),
              },
            },
          ]
        : section.kind === 'table'
          ? [{ ...section, rows: Array.from({ length: 100 }, () => row([words('x'), ...gaps])) }]
          : [],
    );
    const bytes = Buffer.from(await files.write({ ...executive, sections }, 'pdf'));
    expect(bytes.includes('/Subtype /Image')).toBe(false);
    expect(bytes.length).toBeLessThan(2_000_000);
  });

  it('is the same report in the plain layout where there is no engine, and says so', async () => {
    const files = createReportFiles({ renderer, printer: createPagePrinter('/nowhere/chromium'), log });
    const text = await textOf(await files.write(executive, 'pdf'));
    expect(text.replaceAll(/\s+/g, ' ')).toContain('because the browser engine for the modern one was not available');
    expect(text).toContain('Night flow doubled on 12 June');
  });

  it('alone is printed so: other reports and formats do not ask the engine', async () => {
    let asked = 0;
    const printer = { print: (): Promise<Uint8Array> => Promise.reject(new Error(`asked ${(asked += 1)}`)) };
    const files = createReportFiles({ renderer, printer, log });
    await files.write(report(), 'pdf');
    await files.write(executive, 'html');
    expect(asked).toBe(0);
  });
});

describe('a page in the engine', () => {
  it('runs no script and asks nobody, also when it is told to', async () => {
    let asked = 0;
    const server = createServer((_, answer) => {
      asked += 1;
      answer.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on a port
    const bytes = await createPagePrinter(null).print(
      `<!doctype html><title>x</title><link rel="stylesheet" href="${at}/a.css"><img src="${at}/b.png"><iframe src="${at}/c"></iframe>
      <style>body{background:url(${at}/d)}@import url(${at}/e);</style><meta http-equiv="refresh" content="0;url=${at}/f">
      <p id="p">kept</p><script>document.getElementById('p').textContent='changed';fetch('${at}/g')</script>`,
      `<img src="${at}/h">`,
    );
    expect(await textOf(bytes)).toContain('kept');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(asked).toBe(0);
  });

  it('that is too large, or takes too long, is not printed', async () => {
    const small = createPagePrinter(null, { seconds: 60, pageBytes: 10, memoryMegabytes: 64 });
    await expect(small.print('<p>more than ten bytes</p>', '')).rejects.toBeInstanceOf(NotPrinted);
    const hasty = createPagePrinter(null, { seconds: 0.05, pageBytes: 1_000, memoryMegabytes: 64 });
    await expect(hasty.print('<p>x</p>', '')).rejects.toBeInstanceOf(NotPrinted);
  });
});
