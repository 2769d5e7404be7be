import { plainText } from '../../kernel/format/inert-text.ts';
import type { ChartSection, FlowsSection } from '../rules/document.ts';
import type { CellStyle } from './cell-text.ts';
import { CHART_HEIGHT, isOneDrawing } from './chart-options.ts';
import { chartSvg } from './chart-svg.ts';
import type { Block } from './page-plan.ts';
import type { PdfNode, PdfObject, PdfPlace, PrintedPage } from './pdf-engine.ts';
import { notePdf, titlePdf } from './pdf-table.ts';
import { withShapedText } from './shaped-text.ts';
import { sankeyOnPage } from '../../balance/drawing/sankey-svg.ts';

/*
 * Pictures of a print. A picture that nearly fits the rest of a page is drawn lower, because the rest would stay empty
 * otherwise.
 */

const CHART_WIDTH = 720;
const WIDEST_PICTURE = 620;
/** Least share of a chart's usual height, because a lower chart is hard to read. */
export const LEAST_HEIGHT_SHARE = 0.6;
/** Most rows before a picture, because they are laid out once more. */
const MOST_ROWS_BEFORE = 100;
/** Most rows of a print that is laid out once more, which takes half a second. */
const MOST_ROWS_TWICE = 500;

/** Heights of charts by the place of their block; absent: the usual height. */
export type ChartHeights = ReadonlyMap<number, number>;

export const chartPdf = (
  section: ChartSection,
  style: CellStyle,
  page: PrintedPage,
  height = CHART_HEIGHT,
): PdfObject => picturePdf(section, chartSvg(section, { width: CHART_WIDTH, height, ...style }), page);

export const flowsPdf = (section: FlowsSection, { language }: CellStyle, page: PrintedPage): PdfObject =>
  picturePdf(section, sankeyOnPage(section.balance, language), page);

/** A picture as wide as the page, or as high as the page allows beside its words. */
const picturePdf = (
  section: ChartSection | FlowsSection,
  svg: string | null,
  { room, height, gap }: PrintedPage,
): PdfObject =>
  withWords(
    section,
    svg === null ? [] : [{ svg: withShapedText(svg), fit: [Math.min(room, WIDEST_PICTURE), height - 80] }],
    gap,
  );

const withWords = (
  { title, alternative }: ChartSection | FlowsSection,
  picture: readonly PdfNode[],
  gap: number,
): PdfObject => ({
  unbreakable: true,
  stack: [titlePdf(title, gap), ...picture, notePdf(plainText(alternative))],
});

const scaleOf = ({ room }: PrintedPage): number => Math.min(room, WIDEST_PICTURE) / CHART_WIDTH;

/** True when a print may be laid out more than once. */
export const isShort = (blocks: readonly Block[]): boolean =>
  blocks.reduce((rows, block) => rows + (block.kind === 'table' ? block.table.rows.length : 0), 0) <= MOST_ROWS_TWICE;

/** Blocks up to the last chart that could be fitted; empty where there is none. */
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

/** A stand-in for a chart, with marks before and behind it, because a chart itself takes longer to lay out. */
export const standIn = (section: ChartSection, page: PrintedPage, at: number, height = CHART_HEIGHT): PdfNode[] => [
  mark(`before-${at}`),
  withWords(section, [{ canvas: [{ type: 'rect', x: 0, y: 0, w: 1, h: height * scaleOf(page) }] }], page.gap),
  mark(`behind-${at}`),
];

/**
 * Heights at which most charts stay on their pages.
 * @param measure lays the blocks out with such heights, and returns the places of the marks
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
    // Blocks behind a chart move with it, so charts are fitted one after the other.
    const { value: first } = next.next();
    if (first === undefined) return heights;
    heights.set(...first);
  }
}

/** Height of a chart that went to the next page; null: it keeps its height. */
function lowerHeight(before: PdfPlace | undefined, behind: PdfPlace | undefined, page: PrintedPage): number | null {
  if (before === undefined || behind === undefined || behind.pageNumber === before.pageNumber) return null;
  const scale = scaleOf(page);
  const words = behind.top - page.margin - CHART_HEIGHT * scale;
  const left = page.margin + page.height - before.top - words;
  const height = Math.floor(left / scale) - 2;
  return height >= LEAST_HEIGHT_SHARE * CHART_HEIGHT && height < CHART_HEIGHT ? height : null;
}
