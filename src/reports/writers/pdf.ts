import { inertPicture, plainText } from '../../kernel/format/inert-text.ts';
import { COLOURS } from '../../kernel/format/colours.ts';
import type { Headline, ReportDocument } from '../rules/document.ts';
import { aloneDecimals, type CellStyle, cellStyleOf, showCell } from './cell-text.ts';
import { type Block, blocksOf, footerText, industryText, isWide, periodText, runningText } from './page-plan.ts';
import { CHART_HEIGHT, isOneDrawing } from './chart-options.ts';
import {
  type PdfDefinition,
  type PdfLayout,
  type PdfNode,
  placesIn,
  printPdf,
  type PrintedPage,
} from './pdf-engine.ts';
import { type Density, withoutOrphan } from './pdf-fit.ts';
import {
  blocksToMeasure,
  chartPdf,
  fittedHeights,
  flowsPdf,
  isShort,
  LEAST_HEIGHT_SHARE,
  mark,
  standIn,
} from './pdf-pictures.ts';
import { POINTS, tablePdf, titlePdf } from './pdf-table.ts';
import { sparkline } from './chart-svg.ts';
import { reportTexts } from '../rules/report-texts.ts';

const { ink, line, muted, panel, paper, water } = COLOURS;
const MARGIN = 51; // 18 mm
const ROW_PADDING = 2;
const GAP = 14;
const A4 = { short: 595.28, long: 841.89 } as const;
const MOST_TILES = 5;
const NARROWEST_TILE = 90;
const MOST_KEPT_SENTENCES = 8;

const UNLINED: PdfLayout = {
  vLineWidth: () => 0,
  hLineWidth: () => 0,
  hLineColor: () => line.light,
  paddingLeft: () => 8,
  paddingRight: () => 8,
  paddingTop: () => 5,
  paddingBottom: () => 6,
};

const [TILE_GAP, TILE_PADDING] = [6, 8];

/** Layout of tiles. The gaps between them are columns of their own. */
const TILES: PdfLayout = {
  ...UNLINED,
  hLineWidth: (at) => (at === 0 ? 2 : 0),
  hLineColor: (_, __, column) => (column % 2 === 0 ? water.light : paper.light),
  paddingLeft: () => 0,
  paddingRight: () => 0,
};

/** A report for print: A4 with page numbers, heads and bookmarks. The file names its language and title. */
export async function pdfReport(document: ReportDocument): Promise<Uint8Array> {
  const style = cellStyleOf(document);
  const [width, height] = isWide(document) ? [A4.long, A4.short] : [A4.short, A4.long];
  const page = {
    room: width - 2 * MARGIN,
    height: height - 2 * MARGIN,
    margin: MARGIN,
    rowPadding: ROW_PADDING,
    gap: GAP,
  };
  const blocks = blocksOf(document);
  const measured = blocksToMeasure(blocks);
  const placesOf = (some: readonly Block[], density: Density) => {
    const content = some.flatMap((block, at) =>
      block.kind !== 'chart'
        ? blockPdf(block, style, density.page)
        : isOneDrawing(block.section.chart)
          ? standIn(block.section, density.page, at, density.heights.get(at))
          : [chartPdf(block.section, style, density.page)],
    );
    return placesIn(definitionOf(document, [...content, mark(END)]));
  };
  const heights = await fittedHeights(measured, page, (known) => placesOf(measured, { heights: known, page }));
  const fitted = { heights, page };
  const density = isShort(blocks)
    ? await withoutOrphan(
        fitted,
        tighterThan(fitted, blocks),
        async (tried) => (await placesOf(blocks, tried)).get(END) ?? { pageNumber: 1, top: page.height },
      )
    : fitted;
  const content = blocks.flatMap((block, at) =>
    block.kind === 'chart'
      ? [chartPdf(block.section, style, density.page, density.heights.get(at))]
      : blockPdf(block, style, density.page),
  );
  return await printPdf(definitionOf(document, content));
}

const END = 'end';

/** Tighter densities, the easiest to read first: less room between rows and headings, then lower charts. */
const tighterThan = ({ heights, page }: Density, blocks: readonly Block[]): readonly Density[] =>
  [
    { share: 1, rows: 0.75, gaps: 0.75 },
    { share: 0.8, rows: 0.75, gaps: 0.75 },
    { share: 1, rows: 0.4, gaps: 0.6 },
    { share: LEAST_HEIGHT_SHARE, rows: 0.4, gaps: 0.6 },
  ].map(({ share, rows, gaps }) => ({
    page: { ...page, rowPadding: rows * ROW_PADDING, gap: gaps * GAP },
    heights: new Map(
      blocks.flatMap((block, at) =>
        block.kind === 'chart' && isOneDrawing(block.section.chart)
          ? [[at, Math.min(heights.get(at) ?? CHART_HEIGHT, Math.round(share * CHART_HEIGHT))] as const]
          : [],
      ),
    ),
  }));

function definitionOf(document: ReportDocument, content: readonly PdfNode[]): PdfDefinition {
  const wide = isWide(document);
  const small = { fontSize: POINTS.note, color: muted.light };
  const title = plainText(runningText(document));
  return {
    pageSize: 'A4',
    pageOrientation: wide ? 'landscape' : 'portrait',
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN],
    language: document.language,
    displayTitle: true,
    version: '1.7',
    info: {
      title,
      author: plainText(document.industry.industryName),
      subject: plainText(document.question),
      creationDate: new Date(document.generatedAtEpochMs),
      modDate: new Date(document.generatedAtEpochMs),
    },
    defaultStyle: { fontSize: POINTS.text, color: ink.light, lineHeight: 1.15 },
    patterns: {
      hatch: { boundingBox: [0, 0, 5, 5], xStep: 5, yStep: 5, pattern: '0 0 m 5 5 l 0.5 w S', colored: false },
    },
    header: (page) => (page === 1 ? null : { text: title, ...small, margin: [MARGIN, 26, MARGIN, 0], noWrap: true }),
    footer: (page, pages) => ({
      margin: [MARGIN, 16, MARGIN, 0],
      columns: [
        { text: plainText(footerText(document)), ...small },
        { text: reportTexts(document.language)('page', { page, pages }), ...small, alignment: 'right', width: 80 },
      ],
    }),
    content: [...headPdf(document), ...content],
  };
}

function headPdf(document: ReportDocument): PdfNode[] {
  const logo = inertPicture(document.logo);
  const words: PdfNode = {
    stack: [
      { text: plainText(industryText(document)), color: muted.light, fontSize: 10.5 },
      { text: plainText(document.title), fontSize: POINTS.title, bold: true },
      { text: plainText(periodText(document)), fontSize: POINTS.heading },
      ...(document.question === ''
        ? []
        : [{ text: plainText(document.question), color: muted.light, margin: [0, 2, 0, 0] } satisfies PdfNode]),
    ],
  };
  return logo === null
    ? [words]
    : [{ columns: [words, { image: logo, fit: [110, 40], width: 120, alignment: 'right' }] }];
}

function blockPdf(block: Exclude<Block, { kind: 'chart' }>, style: CellStyle, page: PrintedPage): PdfNode[] {
  switch (block.kind) {
    case 'empty':
      return [
        {
          table: {
            widths: ['*'],
            body: [[{ text: plainText(block.sentence), fillColor: panel.light, margin: [0, 4, 0, 4] }]],
          },
          layout: UNLINED,
          margin: [0, page.gap, 0, 0],
        },
      ];
    case 'headlines':
      return tilesPdf(block, style, page);
    case 'table':
      return tablePdf(block.table, style, page);
    case 'flows':
      return [flowsPdf(block.section, style, page)];
    case 'paragraphs': {
      const size = block.isSmall ? { fontSize: POINTS.note, color: muted.light } : {};
      const [first, ...others] = block.sentences.map((sentence): PdfNode => ({
        text: plainText(sentence),
        ...size,
        margin: [0, 0, 0, block.isSmall ? 1 : 3],
      }));
      const isShort = block.sentences.length <= MOST_KEPT_SENTENCES;
      const kept = [titlePdf(block.title, page.gap), ...(first === undefined ? [] : [first])];
      return isShort
        ? [{ unbreakable: true, stack: [...kept, ...others] }]
        : [{ unbreakable: true, stack: kept }, ...others];
    }
  }
}

/** Tiles side by side, as many as a line holds. */
function tilesPdf(
  { title, headlines }: { readonly title: string | null; readonly headlines: readonly Headline[] },
  style: CellStyle,
  { room, gap }: PrintedPage,
): PdfNode[] {
  const perLine = Math.min(MOST_TILES, Math.max(1, Math.floor(room / NARROWEST_TILE)), headlines.length);
  const lines = Array.from({ length: Math.ceil(headlines.length / perLine) }, (_, at) =>
    headlines.slice(at * perLine, (at + 1) * perLine),
  );
  return [
    ...(title === null ? [] : [titlePdf(title, gap)]),
    ...lines.map((line): PdfNode => {
      const width = (room - (line.length - 1) * TILE_GAP) / line.length;
      const tiles = line.map((headline) => tilePdf(headline, style, width - 2 * TILE_PADDING));
      // Tiles are cells of one row, because all must be as high as the highest.
      return {
        unbreakable: true,
        margin: [0, title === null ? 12 : 2, 0, 0],
        table: {
          widths: tiles.flatMap((_, at) => (at === 0 ? [width] : [TILE_GAP, width])),
          body: [tiles.flatMap((tile, at) => (at === 0 ? [tile] : ['', tile]))],
        },
        layout: TILES,
      };
    }),
  ];
}

function tilePdf(
  { title, value, change, comparedWith, sparkline: values }: Headline,
  style: CellStyle,
  width: number,
): PdfNode {
  const figure = showCell(value, { decimals: aloneDecimals(value), unit: null }, style);
  const changed = change === null ? null : showCell(change, { decimals: aloneDecimals(change), unit: null }, style);
  const small = { fontSize: POINTS.note, color: muted.light };
  const course = values === null ? null : sparkline(values);
  const stack: PdfNode[] = [
    { text: plainText(title), ...small },
    // Marks have a line of their own, because a figure must keep its unit beside it.
    ...(figure.marks.length === 0 ? [] : [{ text: figure.marks.join(' '), ...small }]),
    {
      text: [
        {
          text: plainText(figure.text),
          fontSize: width < NARROWEST_TILE ? 12 : 15,
          italics: figure.look === 'estimated',
        },
        ...(figure.remark === null ? [] : [{ text: ` ${plainText(figure.remark)}`, ...small }]),
      ],
    },
    ...(changed === null && comparedWith === null
      ? []
      : [
          {
            text: [
              ...(changed === null ? [] : [{ text: `${changed.text} `, bold: true, fontSize: POINTS.note }]),
              {
                text: [changed?.remark ?? null, comparedWith]
                  .filter((words) => words !== null)
                  .map(plainText)
                  .join(', '),
                ...small,
              },
            ],
          },
        ]),
    ...(course === null ? [] : [{ svg: course, width: Math.min(90, width), margin: [0, 2, 0, 0] } satisfies PdfNode]),
  ];
  return { stack, fillColor: panel.light, margin: [TILE_PADDING, 0, TILE_PADDING, 0] };
}
