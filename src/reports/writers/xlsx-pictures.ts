import type { Buffer as SheetBuffer, Workbook, Worksheet } from 'exceljs';
import type { ChartSection, FlowsSection, ReportDocument } from '../rules/document.ts';
import { cellStyleOf } from './cell-text.ts';
import { chartSvg } from './chart-svg.ts';
import { blocksOf } from './page-plan.ts';
import { pngWriter } from './png-of-svg.ts';
import { sankeyOnPage } from '../../balance/drawing/sankey-svg.ts';

/* Pictures of a workbook: charts, and the flows of a balance. */

/** A picture in the workbook: its number, and its size in pixels of the sheet. */
interface SheetPicture {
  readonly id: number;
  readonly width: number;
  readonly height: number;
}

type PicturedSection = ChartSection | FlowsSection;
/** Pictures by their section; sections that cannot be drawn have none. */
export type SheetPictures = ReadonlyMap<PicturedSection, SheetPicture>;

/** Most pictures of a workbook. More take longer than everything else, and readers have the tables. */
const MOST_PICTURES = 8;
const CHART_WIDTH = 720;
/** Pixels of a printed sheet's width in portrait. */
const PICTURE_WIDTH = 640;

export async function addPictures(book: Workbook, document: ReportDocument): Promise<SheetPictures> {
  const sections = blocksOf(document)
    .flatMap((block) => (block.kind === 'chart' || block.kind === 'flows' ? [block.section] : []))
    .slice(0, MOST_PICTURES);
  const draw = sections.length === 0 ? null : await pngWriter();
  if (draw === null) return new Map();
  const style = cellStyleOf(document);
  const svgOf = (section: PicturedSection): string | null =>
    section.kind === 'flows'
      ? sankeyOnPage(section.balance, style.language)
      : chartSvg(section, { width: CHART_WIDTH, ...style });
  return new Map(
    sections.flatMap((section) => {
      const svg = svgOf(section);
      if (svg === null) return [];
      const { png, width, height } = draw(svg);
      // The library's own type of a buffer is older than the one of Node.
      const id = book.addImage({ buffer: Buffer.from(png) as unknown as SheetBuffer, extension: 'png' });
      return [[section, { id, width: PICTURE_WIDTH, height: Math.round((PICTURE_WIDTH * height) / width) }] as const];
    }),
  );
}

const ROW_PIXELS = 20;

/** @returns the row below the picture */
export function putPicture(sheet: Worksheet, row: number, picture: SheetPicture | undefined): number {
  if (picture === undefined) return row;
  const { id, width, height } = picture;
  sheet.addImage(id, { tl: { col: 0, row: row - 1 }, ext: { width, height }, editAs: 'oneCell' });
  return row + Math.ceil(height / ROW_PIXELS);
}
