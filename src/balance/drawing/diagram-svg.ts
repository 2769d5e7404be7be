import { inertText } from '../../kernel/format/inert-text.ts';
import { fitted, px, textWidth } from '../../kernel/format/svg-text.ts';
import {
  emptyPicture,
  type LegendEntry,
  MARGIN,
  type PictureHead,
  pictureOf,
  textSvg,
} from '../../kernel/format/svg-picture.ts';
import { boundWords } from '../../kernel/document/completeness.ts';
import { filledText } from '../../kernel/format/message.ts';
import type { Language } from '../../kernel/language.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';
import type { Diagram, DiagramNode } from '../rules/diagram.ts';
import { nodeText } from '../rules/node-figure.ts';
import type { PageSummaryLine } from '../rules/page-summary.ts';
import { edgeFlows, type EdgeFlows, lineWidth } from './diagram-flows.ts';
import { canvasOf } from './diagram-layout.ts';
import { edgeLines } from './diagram-lines.ts';
import { type NodeLooks, nodeSvg, statesShown } from './diagram-nodes.ts';

export interface DiagramPicture extends PictureHead, NodeLooks {
  readonly diagram: Diagram;
  readonly summary: readonly PageSummaryLine[];
  /** Whether a meter counted the node's value; false: the value is computed. */
  readonly isMeter: (node: DiagramNode) => boolean;
}

const NARROWEST = 640;

/**
 * A page of the graph as an SVG document: nodes in their places with their values, and lines as wide as their flows.
 */
export function diagramSvg(picture: DiagramPicture): string {
  const { diagram, summary, language } = picture;
  const { nodes, edges } = diagram;
  const words = catalogueOf(language).diagramPicture;
  if (nodes.length === 0) return emptyPicture(picture, [words.noNodes, words.putNodes]);
  const canvas = canvasOf(
    nodes,
    edges.flatMap(({ data }) => data.controlPoints),
  );
  const flowing = edgeFlows(diagram, {
    isFlow: (node) => !picture.isLevel(node),
    isMeter: picture.isMeter,
  });
  const widthOf = (edgeId: string): number => lineWidth(flowing.flows.get(edgeId) ?? null, flowing.largest);
  const lines = edgeLines(edges, canvas, widthOf);
  const width = Math.ceil(Math.max(NARROWEST, canvas.width + 2 * MARGIN + 2 * BULGE));
  const totals = summarySvg(summary, width - 2 * MARGIN, language);
  const left = (width - canvas.width) / 2;
  const body = [
    totals.svg,
    `<g transform="translate(${px(left)} ${px(totals.height + BULGE)})">`,
    ...[...lines].map(([id, { path, arrow }]) =>
      edgeSvg({ path, arrow }, flowing.flows.get(id) ?? null, widthOf(id), words.flowNotKnown),
    ),
    ...nodes.map((node) => nodeSvg(node, canvas.corners.get(node.id) ?? { x: 0, y: 0 }, picture)),
    '</g>',
  ].join('\n');
  return pictureOf({
    ...picture,
    description: descriptionOf(diagram, flowing, language),
    width,
    body,
    bodyHeight: totals.height + canvas.height + 2 * BULGE,
    legend: [...flowLegend(edges.length, flowing, language), ...statesShown(nodes, picture)],
  });
}

/** Distance in pixels by which lines bulge beyond the outermost boxes. */
const BULGE = 32;

/** Line of an edge. An unknown flow is dotted, and a flow of 0 is dashed and thin. */
function edgeSvg(
  { path, arrow }: { readonly path: string; readonly arrow: string | null },
  flow: number | null,
  width: number,
  flowNotKnown: string,
): string {
  const dash = flow === null ? ' stroke-dasharray="1.5 4"' : flow === 0 ? ' stroke-dasharray="7 5"' : '';
  const look = flow === null || flow === 0 ? 'muted' : 'water';
  const title = flow === null ? `<title>${inertText(flowNotKnown)}</title>` : '';
  return `<path class="s-${look}" d="${path}" stroke-width="${px(width)}" stroke-opacity="0.75"${dash}>${title}</path>${arrow === null ? '' : `<polygon class="f-${look}" points="${arrow}"/>`}`;
}

function flowLegend(edges: number, { flows, largest, siUnit }: EdgeFlows, language: Language): readonly LegendEntry[] {
  if (edges === 0) return [];
  const words = catalogueOf(language).diagramPicture;
  const line = (width: number, more = '', look = 'water'): string =>
    `<path class="s-${look}" d="M1 8H27" stroke-width="${width}" stroke-opacity="0.75"${more}/>`;
  const all = [...flows.values()];
  return [
    ...(largest > 0
      ? [
          {
            sign: line(lineWidth(largest, largest)),
            text: filledText(words.halfAsWide, { amount: amountText(largest, siUnit) }, language),
          },
        ]
      : []),
    ...(all.includes(0) ? [{ sign: line(1.2, ' stroke-dasharray="7 5"', 'muted'), text: words.dashedLine }] : []),
    ...(all.includes(null) ? [{ sign: line(1.2, ' stroke-dasharray="1.5 4"', 'muted'), text: words.dottedLine }] : []),
  ];
}

const amountText = (amount: number, siUnit: string | null): string =>
  `${nodeText(amount)}${siUnit === null || siUnit === '' ? '' : ` ${siUnit}`}`;

const CELL_HEIGHT = 52;

/** The sums of the page, in cells as wide as the widest of them; empty when nothing was measured. */
function summarySvg(
  lines: readonly PageSummaryLine[],
  width: number,
  language: Language,
): { readonly svg: string; readonly height: number } {
  if (lines.every(({ value }) => value === null)) return { svg: '', height: 0 };
  const figures = lines.map((line) => summaryFigure(line, language));
  const wanted =
    Math.max(
      ...lines.map(({ displayName }, index) =>
        Math.max(textWidth(displayName, 12), textWidth(figures[index] ?? '', 16, 'bold')),
      ),
    ) + 24;
  const cell = Math.min(width, Math.max(140, wanted));
  const perRow = Math.max(1, Math.floor(width / cell));
  const svg = lines
    .map(({ displayName }, index) => {
      const [x, y] = [MARGIN + (index % perRow) * cell, Math.floor(index / perRow) * CELL_HEIGHT];
      return (
        textSvg(fitted(displayName, 12, cell - 16), { x, y: y + 12, size: 12, look: 'f-muted' })
        + textSvg(fitted(figures[index] ?? '', 16, cell - 16, 'bold'), { x, y: y + 33, size: 16, look: 'f-ink b' })
      );
    })
    .join('');
  return { svg, height: Math.ceil(lines.length / perRow) * CELL_HEIGHT };
}

function summaryFigure({ value, siUnit, bound }: PageSummaryLine, language: Language): string {
  if (value === null) return '–';
  return `${boundWords(bound, language)}${nodeText(value)}${siUnit === null || siUnit === '' ? '' : `\u00a0${siUnit}`}`;
}

/** A sentence for readers who do not see the picture. */
function descriptionOf({ nodes, edges }: Diagram, { flows, largest, siUnit }: EdgeFlows, language: Language): string {
  const words = catalogueOf(language).diagramPicture;
  const nameOf = (id: string): string => nodes.find((node) => node.id === id)?.data.label ?? id;
  const widest = edges.find(({ id }) => largest > 0 && Math.abs(flows.get(id) ?? 0) === largest);
  const counted = (text: string, isCounted: (data: DiagramNode['data']) => boolean): string[] => {
    const count = nodes.filter(({ data }) => isCounted(data)).length;
    return count === 0 ? [] : [filledText(text, { count }, language)];
  };
  const states = [
    ...counted(words.atLimit, ({ meta }) => meta.limitReached),
    ...counted(words.areOffline, ({ online, meta }) => !online && !meta.disabled),
    ...counted(words.withoutValue, ({ valueNumber }) => valueNumber === null),
  ];
  const flow =
    widest === undefined
      ? ''
      : filledText(
          words.largest,
          { amount: amountText(largest, siUnit), from: nameOf(widest.source), to: nameOf(widest.target) },
          language,
        );
  return filledText(
    words.sentence,
    {
      nodes: nodes.length,
      lines: edges.length,
      flow,
      states: states.length === 0 ? '' : `; ${states.join(', ')}`,
    },
    language,
  );
}
