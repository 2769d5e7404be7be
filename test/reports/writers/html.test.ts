import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../../src/reports/writers/html.ts';
import { HOSTILE_NAMES, missing, quantity, report, row, wideTable, words, column } from './report-fixture.ts';

const html = htmlReport(report());

describe('a report as a page', () => {
  it('has no element, script or address of a user’s making', () => {
    expect(html).not.toMatch(/<script|<img|javascript:| on\w+=|<b>Textiles/i);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('&lt;img src=http://169.254.169.254&gt;');
    expect(html).toContain(HOSTILE_NAMES[3]);
    expect([...html.matchAll(/\b(?:src|href|xlink:href|action)="([^"]*)"/g)].map(([, address]) => address)).toEqual([]);
    expect([...html.matchAll(/url\(([^)]*)\)/g)].every(([, address]) => address?.startsWith('#'))).toBe(true);
  });

  it('says language, title and period, the question, and when it was generated in the industry’s zone', () => {
    expect(html).toContain('<html lang="en">');
    expect(html).toContain(
      '<title>Water, June 2026, Acme &lt;b&gt;Textiles&lt;/b&gt;, 01 Jun 2026 – 30 Jun 2026</title>',
    );
    expect(html).toContain('How much water was used, and where?');
    expect(html).toContain('Generated 04 Jun 2026, 02:20 PM (Asia/Kolkata). Days begin at 06:00.');
  });

  it('goes from headlines to what needs attention, the chart, the table, completeness and method', () => {
    const places = ['Consumption', 'What needs attention', 'Night flow doubled on 12 June', 'Every kind of cell'];
    const order = [...places, 'How complete it is', 'Method', 'Generated'].map((text) => html.indexOf(`>${text}`));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('shows what is missing as a hatched dash and never as 0', () => {
    expect(html).toMatch(/repeating-linear-gradient[^>]*>– <small[^>]*>not measured</);
  });

  it('marks what is estimated, partly measured, provisional or at least, before the digits', () => {
    expect(html).toMatch(/†13\u00a0%<\/small> <i>−1\u202f234<\/i>/);
    expect(html).toMatch(/‡96\u00a0%<\/small> 1\u202f235</);
    expect(html).toContain('−1\u202f234…');
    expect(html).toMatch(/at least †2\u00a0% ‡95\u00a0%<\/small>/);
    expect(html).toContain('† is in part estimated');
  });

  it('puts the unit into the head of a column', () => {
    expect(html).toMatch(/Flow <span[^>]*>m³<\/span><\/th>/);
  });

  it('shows a table wider than a page in parts that each begin with the names', () => {
    const page = htmlReport(report({ sections: [wideTable(40, 3)] }));
    const parts = [...page.matchAll(/<table data-table="wide"[^>]*>.*?<\/table>/gs)].map(([table]) => table);
    expect(parts.length).toBe(4);
    expect(parts.every((part) => part.match(/>Unit 1</)?.length === 1)).toBe(true);
    expect(parts.flatMap((part) => [...part.matchAll(/>(Day \d+) </g)].map(([, title]) => title))).toEqual(
      Array.from({ length: 39 }, (_, day) => `Day ${day + 1}`),
    );
  });

  it('that is empty says why, and has no table or chart without a figure', () => {
    const page = htmlReport(
      report({ empty: 'No unit sent a reading in June 2026.', headlines: [], attention: [], sections: [], method: [] }),
    );
    expect(page).toContain('No unit sent a reading in June 2026.');
    expect(page).not.toContain('<svg');
    expect(page).not.toContain('Method');
  });

  it('is the same text for the same document', () => expect(htmlReport(report())).toBe(html));

  it('takes a logo that is a picture and nothing else', () => {
    const withLogo = (mime: string, base64: string): string => htmlReport(report({ logo: { mime, base64 } }));
    expect(withLogo('image/png', 'iVBORw0KGgo=')).toContain('src="data:image/png;base64,iVBORw0KGgo="');
    expect(withLogo('image/svg+xml', 'iVBORw0KGgo=')).not.toContain('<img');
    expect(withLogo('image/png', '"onload="x')).not.toContain('<img');
  });
});

describe('the decimals of a column', () => {
  const digits = (...values: number[]): string[] =>
    [
      ...htmlReport(
        report({
          headlines: [],
          attention: [],
          sections: [
            {
              kind: 'table',
              id: 't',
              title: 'T',
              columns: [column('n', 'Name', { kind: 'text' }), column('q', 'Q')],
              rows: values.map((value) => row([words('a'), Number.isNaN(value) ? missing() : quantity(value)])),
              note: null,
            },
          ],
        }),
      ).matchAll(/nowrap">([−\d\u202f.]+)<\/td>/g),
    ].map(([, text]) => text ?? '');

  it('are the same all the way down', () => {
    expect(digits(1234.5, 2, NaN, 0)).toEqual(['1\u202f235', '2', '0']);
    expect(digits(0.001234, -0.05)).toEqual(['0.0012', '−0.0500']);
  });
  it('round halves away from zero as they are written, as a workbook does', () => {
    expect(digits(1.005, 2.675, -2.675)).toEqual(['1.01', '2.68', '−2.68']);
  });
});
