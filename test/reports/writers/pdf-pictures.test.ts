import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../src/reports/writers/page-plan.ts';
import type { PdfPlace } from '../../../src/reports/writers/pdf-engine.ts';
import { blocksToMeasure, fittedHeights } from '../../../src/reports/writers/pdf-pictures.ts';
import { pdfReport } from '../../../src/reports/writers/pdf.ts';
import { longTable, report } from './report-fixture.ts';

const PAGE = { room: 493.28, height: 740, margin: 51, rowPadding: 2, gap: 14 };
const [chart] = report().sections.filter(({ kind }) => kind === 'chart');
if (chart === undefined) throw new Error('The report has a chart.');
const CHARTS = report({ headlines: [], attention: [], sections: [chart, { ...chart, id: 'second' }] });
const [first, second] = blocksToMeasure(blocksOf(CHARTS)).keys().toArray();

/** Marks of a chart that would begin so far down the first page. */
const marks = (at: number | undefined, before: PdfPlace, behind: PdfPlace): [string, PdfPlace][] => [
  [`before-${at}`, before],
  [`behind-${at}`, behind],
];

describe('the height of a chart in a print', () => {
  it('is what the rest of the page has room for, one chart after the other', async () => {
    // A chart is 260 * 493.28 / 720 = 178.1 points high, and 220 with its words: 41.9 are left to these.
    // Of 791 - 600 = 191 points 149.1 are left to it, which is 217 of its own units. Two are kept back.
    const asked: (readonly (readonly [number, number])[])[] = [];
    const heights = await fittedHeights(blocksToMeasure(blocksOf(CHARTS)), PAGE, async (known) => {
      asked.push([...known]);
      const isLow = known.size > 0;
      return new Map([
        ...marks(first, { pageNumber: 1, top: 600 }, { pageNumber: isLow ? 1 : 2, top: isLow ? 790 : 271 }),
        // It has room, once the one before stays on the first page.
        ...marks(second, { pageNumber: 2, top: isLow ? 51 : 700 }, { pageNumber: isLow ? 2 : 3, top: 271 }),
      ]);
    });
    expect([...heights]).toEqual([[first, 215]]);
    expect(asked).toEqual([[], [[first, 215]]]);
  });

  it('stays where less than three fifths would be left of it', async () => {
    const heights = await fittedHeights(blocksToMeasure(blocksOf(CHARTS)), PAGE, async () => {
      const near = marks(first, { pageNumber: 1, top: 660 }, { pageNumber: 2, top: 271 });
      return new Map([...near, ...marks(second, { pageNumber: 2, top: 271 }, { pageNumber: 2, top: 491 })]);
    });
    expect([...heights]).toEqual([]);
  });

  it('is not looked for behind long tables, which would be laid out twice', () => {
    const of = (rows: number) => blocksToMeasure(blocksOf(report({ sections: [longTable(rows, 2), chart] })));
    expect(of(50).at(-1)).toMatchObject({ kind: 'chart' });
    expect(of(500)).toEqual([]);
  });
});

it('a chart that nearly fits stays with what it belongs to, and one that does not goes to the next page', async () => {
  const pagesWith = async (rows: number): Promise<number[]> => {
    const bytes = await pdfReport(report({ headlines: [], attention: [], sections: [longTable(rows, 2), chart] }));
    const { text } = await extractText(await getDocumentProxy(bytes));
    return text.flatMap((page, at) => (page.includes(chart.title) ? [at + 1] : []));
  };
  // With the usual height it fits behind 18 rows, and no longer behind 20.
  expect([await pagesWith(22), await pagesWith(26)]).toEqual([[1], [2]]);
});
