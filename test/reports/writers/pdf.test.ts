import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { COLOURS } from '../../../src/kernel/format/colours.ts';
import type { ReportDocument, TableSection } from '../../../src/reports/rules/document.ts';
import { REPORT_FORMATS } from '../../../src/reports/rules/terms.ts';
import { htmlReport } from '../../../src/reports/writers/html.ts';
import { pdfReport } from '../../../src/reports/writers/pdf.ts';
import { writeReport } from '../../../src/reports/writers/write-report.ts';
import { tablesOfPage } from './page-tables.ts';
import { everyKind, HOSTILE_NAMES, longTable, report, row, wideTable } from './report-fixture.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
const read = async (document: ReportDocument): Promise<Pdf> => getDocumentProxy(await pdfReport(document));
const pagesOf = async (pdf: Pdf): Promise<string[]> => (await extractText(pdf)).text.map(plain);
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

let pdf: Pdf;
let pages: string[];
beforeAll(async () => {
  pdf = await read(report());
  pages = await pagesOf(pdf);
});

describe('a report for printing', () => {
  it('says what the page says: every figure and every name of the table', () => {
    const whole = pages.join(' ').replaceAll(/\s/g, '');
    const [rows = []] = tablesOfPage(htmlReport(report()), 'every-kind');
    expect(rows.length).toBe(everyKind.rows.length);
    for (const { words } of rows.flat()) {
      // Letters of Devanagari are joined when they are drawn, so they are read back in another order.
      if (/\p{Script=Devanagari}/u.test(words)) continue;
      expect(whole).toContain(plain(words).replaceAll(/\s/g, ''));
    }
  });

  it('shows what people type as text, Devanagari with its own letters, and has no link, script or file', async () => {
    const whole = pages.join(' ');
    for (const name of HOSTILE_NAMES.filter((one) => !/\p{Script=Devanagari}/u.test(one)))
      expect(whole.replaceAll(/\s/g, '')).toContain(name.replaceAll(/\s/g, ''));
    expect(whole).toMatch(/\p{Script=Devanagari}{3}/u);
    for (let page = 1; page <= pdf.numPages; page += 1)
      expect(await (await pdf.getPage(page)).getAnnotations()).toEqual([]);
    expect(await pdf.getJSActions()).toBeNull();
    expect(await pdf.getAttachments()).toBeNull();
  });

  it('tells its title and language, and has a bookmark for each part, once', async () => {
    const { info } = await getMeta(pdf);
    expect(info).toMatchObject({
      Title: 'Water, June 2026, Acme <b>Textiles</b>, Pune, 01 Jun 2026 – 30 Jun 2026',
      Language: 'en',
    });
    const outline = await pdf.getOutline();
    expect(outline.map(({ title }) => title)).toEqual([
      'What needs attention',
      'Night flow doubled on 12 June',
      'Every kind of cell',
      'In words',
      'How complete it is',
      'Method',
    ]);
  });

  it('numbers its pages and says on each when it was generated', () => {
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain('Generated 04 Jun 2026, 02:20 PM (Asia/Kolkata)');
    }
  });

  it('repeats the head of a long table on every page, with rows below it, and has no empty page', async () => {
    const long = await pagesOf(await read(report({ sections: [longTable(300)] })));
    const withRows = long.filter((page) => /Unit \d+/.test(page.replace(/Page.*$/, '')) && page.includes('Many rows'));
    expect(withRows.length).toBeGreaterThan(5);
    for (const page of withRows) {
      expect(page).toMatch(/Unit Day 1/);
      expect(page).toMatch(/Unit \d+ \d+/);
    }
    const told = long.map((page) => page.replace(/Generated.*/, '').replace(/^Water, June.*?2026/, ''));
    expect(told.every((page) => page.trim().length > 20)).toBe(true);
    const units = [...long.join(' ').matchAll(/Unit (\d+) /g)].map(([, unit]) => Number(unit));
    expect(new Set(units).size).toBe(300);
  });

  it('begins a table whose rows are high where there is room, and keeps a low one whole', async () => {
    const words = (lines: number, rows: number, id: string): TableSection => ({
      ...longTable(rows, 2),
      id,
      title: id,
      columns: longTable(1, 2).columns.map((column) => ({ ...column, kind: 'text' })),
      rows: Array.from({ length: rows }, (_, at) =>
        row([
          { kind: 'text', text: `${id} ${at}` },
          { kind: 'text', text: 'Many words of an incident. '.repeat(lines) },
        ]),
      ),
    });
    const before = words(1, 12, 'Before');
    const text = (sections: TableSection[]) => read(report({ headlines: [], attention: [], sections })).then(pagesOf);
    const [first = '', second = ''] = await text([before, words(8, 8, 'High')]);
    expect([first, second].map((page) => [page.includes('High 0'), page.includes('High 7')])).toEqual([
      [true, false],
      [false, true],
    ]);
    for (let rows = 16; rows < 26; rows += 3) {
      const low = await text([words(1, rows, 'Before'), words(1, 9, 'Low')]);
      expect(low.filter((page) => /Low \d/.test(page))).toHaveLength(1);
    }
  });

  it('turns to landscape for more than nine columns and cuts none off', async () => {
    const wide = await read(report({ sections: [wideTable(40, 3)] }));
    const { width, height } = (await wide.getPage(1)).getViewport({ scale: 1 });
    expect(width).toBeGreaterThan(height);
    const edges: number[] = [];
    for (let page = 1; page <= wide.numPages; page += 1) {
      const { items } = await (await wide.getPage(page)).getTextContent();
      for (const item of items)
        if ('transform' in item && item.str.trim() !== '') edges.push(Number(item.transform[4]) + item.width);
    }
    expect(Math.max(...edges)).toBeLessThan(width - 45);
    const text = (await pagesOf(wide)).join(' ');
    for (let day = 1; day <= 39; day += 1) expect(text.replaceAll(/\s/g, '')).toContain(`Day${day}`);
    const narrow = (await pdf.getPage(1)).getViewport({ scale: 1 });
    expect(narrow.width).toBeLessThan(narrow.height);
  });

  it('has heads in one line where there is room', async () => {
    const columns = everyKind.columns
      .slice(0, 5)
      .map((one) => (one.kind === 'change' ? { ...one, title: 'How it was', group: 'Change against' } : one));
    const rows = everyKind.rows.map((one) => ({ ...one, cells: one.cells.slice(0, 5) }));
    const { items } = await (
      await (
        await read(report({ headlines: [], attention: [], sections: [{ ...everyKind, columns, rows }] }))
      ).getPage(1)
    ).getTextContent();
    const heightsOf = (words: readonly string[]): Set<number> =>
      new Set(items.flatMap((item) => ('str' in item && words.includes(item.str) ? [Number(item.transform[5])] : [])));
    const lines = items.flatMap((item) => ('str' in item ? [item.str] : []));
    expect(lines.some((line) => /Change against/.test(line)) || heightsOf(['Change', 'against']).size === 1).toBe(true);
    expect(lines.some((line) => /How it was/.test(line)) || heightsOf(['How', 'it', 'was']).size === 1).toBe(true);
  });

  it('has tiles of one height in a line', async () => {
    const page = await pdf.getPage(1);
    const { argsArray } = await page.getOperatorList();
    // Left, top, right and bottom of each area, and the colour that was set before it.
    let colour: unknown = null;
    const areas = argsArray.flatMap((args: unknown) => {
      if (!Array.isArray(args)) return [];
      if (typeof args[0] === 'string') colour = args[0];
      const [, top, , bottom] = Object.values(args[2] ?? {}).map(Number);
      return colour === COLOURS.panel.light && top !== undefined && bottom !== undefined ? [{ top, bottom }] : [];
    });
    const first = Math.min(...areas.map(({ top }) => top));
    const tiles = areas.filter(({ top }) => top === first);
    expect(tiles.length).toBe(report().headlines.length);
    expect(new Set(tiles.map(({ bottom }) => bottom)).size).toBe(1);
  });

  it('that is empty says why on its one page', async () => {
    const empty = await pagesOf(
      await read(report({ empty: 'No unit sent a reading.', headlines: [], attention: [], sections: [] })),
    );
    expect(empty.length).toBe(1);
    expect(empty[0]).toContain('No unit sent a reading.');
  });
});

describe('writers', () => {
  it.each(REPORT_FORMATS)('ask nobody for anything: %s', async (format) => {
    let asked = 0;
    const server = createServer((_, answer) => {
      asked += 1;
      answer.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on a port
    const names = [`<img src=${address}/a>`, `=WEBSERVICE("${address}/b")`, `url(${address}/c)`, `${address}/d`];
    const table = {
      ...everyKind,
      rows: everyKind.rows.map((row, index) => ({
        ...row,
        cells: [{ kind: 'text', text: names[index % 4] ?? '' } as const, ...row.cells.slice(1)],
      })),
    };
    const chart = report().sections.flatMap((section) =>
      section.kind === 'chart'
        ? [
            {
              ...section,
              alternative: names.join(' '),
              chart: {
                ...section.chart,
                unit: names[2] ?? '',
                series: section.chart.series.map((one) => ({ ...one, name: names[0] ?? '' })),
              },
            },
          ]
        : [],
    );
    const bytes = await writeReport(report({ title: names[3] ?? '', sections: [table, ...chart] }), format);
    expect(bytes.length).toBeGreaterThan(500);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(asked).toBe(0);
  });
});
