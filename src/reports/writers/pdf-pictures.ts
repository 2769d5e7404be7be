import { plainText } from '../../kernel/format/inert-text.ts';
import type { ChartSection, FlowsSection } from '../rules/document.ts';
import type { CellStyle } from './cell-text.ts';
import { CHART_HEIGHT, isOneDrawing } from './chart-options.ts';
import { chartSvg } from './chart-svg.ts';
import type { Block } from './page-plan.ts';
import type { PdfNode, PdfObject, PdfPlace, PrintedPage } from './pdf-engine.ts';
import { notePdf, titlePdf } from './pdf-table.ts';
import { sankeyOnPage } from '../../balance/drawing/sankey-svg.ts';

/* Pictures of a print. One that nearly fits the rest of a page is drawn lower, so that the rest is not left empty. */

const CHART_WIDTH = 720;
const WIDEST_PICTURE = 620;
/** Of the usual height of a chart: one that is lower says little. */
export const LEAST_HEIGHT_SHARE = 0.6;
/** What stands before the pictures is laid out once more, so only what is short is looked at. */
const MOST_ROWS_BEFORE = 100;
/** A print of so many rows is laid out once more within half a second. */
const MOST_ROWS_TWICE = 500;

/** Heights of charts as they are drawn, by the place of their block; absent: the usual one. */
export type ChartHeights = ReadonlyMap<number, number>;

export const chartPdf = (
  section: ChartSection,
  style: CellStyle,
  page: PrintedPage,
  height = CHART_HEIGHT,
): PdfObject => picturePdf(section, chartSvg(section, { width: CHART_WIDTH, height, ...style }), page);

export const flowsPdf = (section: FlowsSection, page: PrintedPage): PdfObject =>
  picturePdf(section, sankeyOnPage(section.balance), page);

/** As wide as the page, or as high as a page has room for it with its words. */
const picturePdf = (
  section: ChartSection | FlowsSection,
  svg: string | null,
  { room, height, gap }: PrintedPage,
): PdfObject =>
  withWords(section, svg === null ? [] : [{ svg, fit: [Math.min(room, WIDEST_PICTURE), height - 80] }], gap);

const withWords = (
  { title, alternative }: ChartSection | FlowsSection,
  picture: readonly PdfNode[],
  gap: number,
): PdfObject => ({
  unbreakable: true,
  stack: [titlePdf(title, gap), ...picture, notePdf(plainText(alternative))],
});

const scaleOf = ({ room }: PrintedPage): number => Math.min(room, WIDEST_PICTURE) / CHART_WIDTH;

/** Whether a print may be laid out more than once. */
export const isShort = (blocks: readonly Block[]): boolean =>
  blocks.reduce((rows, block) => rows + (block.kind === 'table' ? block.table.rows.length : 0), 0) <= MOST_ROWS_TWICE;

/** The blocks up to the last chart that is worth looking for; none where there is no such chart. */
export function blocksToMeasure(blocks: readonly Block[]): readonly Block[] {
  let [rows, count] = [0, 0];
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'table') rows += block.table.rows.length;
    if (rows > MOST_ROWS_BEFORE) break;
    if (block.kind === 'chart' && isOneDrawing(block.section.chart)) count = at + 1;
  }
  return blocks.slice(0, count);
}

export const mark = (id: string): PdfNode => ({ text: ' ', fontSize: 0.1, id });

/** A chart's place with marks before and behind it, quicker to lay out than the chart. */
export const standIn = (section: ChartSection, page: PrintedPage, at: number, height = CHART_HEIGHT): PdfNode[] => [
  mark(`before-${at}`),
  withWords(section, [{ canvas: [{ type: 'rect', x: 0, y: 0, w: 1, h: height * scaleOf(page) }] }], page.gap),
  mark(`behind-${at}`),
];

/**
 * Heights with which charts stay on the pages on which there is room for most of them.
 * @param measure lays the blocks out with such heights, and tells where the marks are
 */
export async function fittedHeights(
  blocks: readonly Block[],
  page: PrintedPage,
  measure: (heights: ChartHeights) => Promise<ReadonlyMap<string, PdfPlace>>,
): Promise<ChartHeights> {
  const heights = new Map<number, number>();
  if (blocks.length === 0) return heights;
  for (;;) {
    const places = await measure(heights);
    const next = blocks.entries().flatMap(([at, block]) => {
      if (block.kind !== 'chart' || heights.has(at) || !isOneDrawing(block.section.chart)) return [];
      const height = lowerHeight(places.get(`before-${at}`), places.get(`behind-${at}`), page);
      return height === null ? [] : [[at, height] as const];
    });
    // What comes behind a chart moves with it, so one after the other.
    const { value: first } = next.next();
    if (first === undefined) return heights;
    heights.set(...first);
  }
}

/** Of a chart that went to the next page; null: it stays as it is. */
function lowerHeight(before: PdfPlace | undefined, behind: PdfPlace | undefined, page: PrintedPage): number | null {
  if (before === undefined || behind === undefined || behind.pageNumber === before.pageNumber) return null;
  const scale = scaleOf(page);
  const words = behind.top - page.margin - CHART_HEIGHT * scale;
  const left = page.margin + page.height - before.top - words;
  const height = Math.floor(left / scale) - 2;
  return height >= LEAST_HEIGHT_SHARE * CHART_HEIGHT && height < CHART_HEIGHT ? height : null;
}
