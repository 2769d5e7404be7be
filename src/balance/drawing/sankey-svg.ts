import {
  type Drawn,
  emptyPicture,
  type LegendEntry,
  MARGIN,
  type PictureHead,
  pictureOf,
  pictureOnPage,
  textSvg,
} from '../../kernel/format/svg-picture.ts';
import { inertText } from '../../kernel/format/inert-text.ts';
import { boundOfAll, boundWords } from '../../kernel/document/completeness.ts';
import { px } from '../../kernel/format/svg-text.ts';
import type { WaterBalance } from '../rules/balance.ts';
import {
  type FlowBalance,
  flowSides,
  flowsSentence,
  flowWriter,
  hasFlows,
  type WriteFlow,
} from '../rules/flow-sides.ts';
import { isPart, sankeyLabel } from './sankey-label.ts';
import { type SankeyBar, type SankeyLayout, sankeyLayout } from './sankey-layout.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';
import { filledText } from '../../kernel/format/message.ts';
import type { Language } from '../../kernel/language.ts';

interface SankeyPicture extends PictureHead {
  readonly balance: WaterBalance;
  readonly language: Language;
}

/** Places of bars and their labels. */
interface Frame {
  readonly width: number;
  /** Margin of the picture at its left and right. */
  readonly margin: number;
  readonly label: number;
  /** Number of flows that a side draws by themselves; the smallest others are drawn as one. */
  readonly most?: number;
}

const ALONE: Frame = { width: 880, margin: MARGIN, label: 216 };
const IN_REPORT = { width: 720, margin: 0, label: 200, most: 8 } as const satisfies Frame;
/** Largest height in pixels. A higher picture would not fit a page together with its legend and sentences. */
const HIGHEST_IN_REPORT = 876;
const BAR = 14;
const HEAD = 52;

/**
 * The balance as ribbons from sources through the whole to uses, stock and unaccounted-for water, which has its 95 %
 * band.
 */
export function sankeySvg(picture: SankeyPicture): string {
  const { balance, language } = picture;
  if (!hasFlows(balance)) return emptyPicture(picture, [whyEmpty(balance, language)]);
  return pictureOf({ ...picture, ...drawn(balance, ALONE, language) });
}

/** The picture for a page that has its own heading; null when there is nothing to draw. */
export const sankeyOnPage = (balance: FlowBalance, language: Language): string | null =>
  hasFlows(balance) ? pictureOnPage(drawnForPage(balance, IN_REPORT.most, language)) : null;

/** The picture with as many single flows as a page has room for. Labels of many lines leave room for fewer. */
function drawnForPage(balance: FlowBalance, most: number, language: Language): Drawn {
  const picture = drawn(balance, { ...IN_REPORT, most }, language);
  return picture.bodyHeight > HIGHEST_IN_REPORT && most > 1 ? drawnForPage(balance, most - 1, language) : picture;
}

function drawn(balance: FlowBalance, { width, margin, label, most }: Frame, language: Language): Drawn {
  const words = catalogueOf(language).balancePicture;
  const { inflow, outflow } = balance.figures;
  const sides = flowSides(balance, most, language);
  const write = flowWriter(balance);
  const layout = sankeyLayout(sides, (part) => sankeyLabel(part, label, write, language).height);
  const { left, right, middle, total } = layout;
  const leftBar = margin + label + 12;
  const rightBar = width - leftBar - BAR;
  const middleBar = (width - BAR) / 2;
  const least = boundWords(boundOfAll([inflow.bound, outflow.bound]), language);
  const said = (text: string, y: number, size: number, look: string): string =>
    textSvg(text, { x: width / 2, y, size, look, anchor: 'middle' });
  const body = [
    `<g transform="translate(0 ${HEAD})">`,
    ...left.map((bar) => ribbon(bar, leftBar + BAR, bar.top, middleBar, bar.middleTop)),
    ...right.map((bar) => ribbon(bar, middleBar + BAR, bar.middleTop, rightBar, bar.top)),
    `<rect class="f-ink" x="${middleBar}" y="${px(middle.top)}" width="${BAR}" height="${px(middle.height)}"/>`,
    said(filledText(words.inAll, { amount: `${least}${write(total)}` }, language), -30, 14, 'f-ink b'),
    said(systemInput(balance, write, language), -12, 12, 'f-muted'),
    ...left.map(
      (bar) =>
        barSvg(bar, leftBar)
        + whisker(bar, leftBar - 5, layout)
        + labelSvg(bar, { x: leftBar - 12, anchor: 'end', width: label }, write, language),
    ),
    ...right.map(
      (bar) =>
        barSvg(bar, rightBar)
        + whisker(bar, rightBar + BAR + 5, layout)
        + labelSvg(bar, { x: rightBar + BAR + 12, width: label }, write, language),
    ),
    '</g>',
  ].join('\n');
  return {
    description: flowsSentence(balance, write, language),
    width,
    body,
    // A band that is wider than its bar goes on below the other bars.
    bodyHeight: HEAD + Math.max(layout.height, ...[...left, ...right].map((bar) => bandOf(bar, layout)?.[1] ?? 0)),
    legend: legendOf(layout, language),
  };
}

const whyEmpty = ({ figures: { inflow, outflow } }: WaterBalance, language: Language): string =>
  catalogueOf(language).balancePicture[
    inflow.slotsGenuine + outflow.slotsGenuine === 0 ? 'nothingMeasured' : 'noCommonUnit'
  ];

const LOOKS = { flow: 'water', stock: 'stock', unaccounted: 'high' } as const;

function ribbon({ kind, figure, height }: SankeyBar, fromX: number, fromY: number, toX: number, toY: number): string {
  if (figure.value === null || figure.value === 0) return '';
  const bend = (fromX + toX) / 2;
  const path = `M${px(fromX)} ${px(fromY)}C${px(bend)} ${px(fromY)} ${px(bend)} ${px(toY)} ${px(toX)} ${px(toY)}V${px(toY + height)}C${px(bend)} ${px(toY + height)} ${px(bend)} ${px(fromY + height)} ${px(fromX)} ${px(fromY + height)}Z`;
  const edge =
    kind === 'flow'
      ? ''
      : `<path class="s-${LOOKS[kind]}" d="${path}" stroke-width="1" stroke-dasharray="${kind === 'stock' ? '1.5 3' : '6 3'}"/>`;
  return `<path class="f-${LOOKS[kind]}" d="${path}" fill-opacity="${kind === 'flow' ? 0.35 : 0.22}"/>${edge}`;
}

function barSvg({ kind, figure, top, height }: SankeyBar, x: number): string {
  const place = `x="${x}" y="${px(top)}" width="${BAR}" height="${px(height)}"`;
  return figure.value === null
    ? `<rect class="h" ${place}/><rect class="s-muted" ${place}/>`
    : `<rect class="f-${LOOKS[kind]}" ${place}/>`;
}

/** Ends of a bar's band, cut at 0 and at the whole; null: no band is drawn. */
function bandOf(
  { kind, figure: { value, band }, top }: SankeyBar,
  { scale, total }: SankeyLayout,
): readonly [from: number, to: number] | null {
  if (kind !== 'unaccounted' || band === null || value === null) return null;
  const end = (of: number): number => top + Math.min(total, Math.max(0, of)) * scale;
  return value < 0 ? [end(-band.high), end(-band.low)] : [end(band.low), end(band.high)];
}

/** The band of a bar as a line from its lower to its upper end. */
function whisker(bar: SankeyBar, x: number, layout: SankeyLayout): string {
  const band = bandOf(bar, layout);
  if (band === null) return '';
  const [from, to] = band;
  return `<path class="s-ink" stroke-width="1.5" d="M${x - 3} ${px(from)}h6M${x} ${px(from)}V${px(to)}M${x - 3} ${px(to)}h6"/>`;
}

function labelSvg(
  bar: SankeyBar,
  { width, ...place }: { readonly x: number; readonly anchor?: 'end'; readonly width: number },
  write: WriteFlow,
  language: Language,
): string {
  const { whole, lines } = sankeyLabel(bar, width, write, language);
  const texts = lines.map(({ text, y, size, look }) => textSvg(text, { ...place, y: bar.top + y, size, look }));
  return `<g><title>${inertText(whole)}</title>${texts.join('')}</g>`;
}

function systemInput({ iwa: { systemInputVolume } }: FlowBalance, write: WriteFlow, language: Language): string {
  const words = catalogueOf(language).balancePicture;
  const { value, bound } = systemInputVolume;
  return value === null
    ? words.inputNotKnown
    : filledText(words.input, { amount: `${boundWords(bound, language)}${write(value)}` }, language);
}

function legendOf({ left, right }: SankeyLayout, language: Language): readonly LegendEntry[] {
  const words = catalogueOf(language).balancePicture;
  const bars = [...left, ...right];
  const has = (kind: SankeyBar['kind']): boolean =>
    bars.some((bar) => bar.kind === kind && bar.figure.value !== null && bar.figure.value !== 0);
  const swatch = (kind: keyof typeof LOOKS, dash: string): string =>
    `<rect class="f-${LOOKS[kind]}" width="28" height="14" y="1" fill-opacity="0.25"/>${dash === '' ? '' : `<rect class="s-${LOOKS[kind]}" width="28" height="14" y="1" stroke-dasharray="${dash}"/>`}`;
  return [
    ...(has('stock') ? [{ sign: swatch('stock', '1.5 3'), text: words.dottedTanks }] : []),
    ...(has('unaccounted') ? [{ sign: swatch('unaccounted', '6 3'), text: words.dashedUnaccounted }] : []),
    ...(bars.some(({ kind, figure }) => kind === 'unaccounted' && figure.band !== null)
      ? [
          {
            sign: '<path class="s-ink" stroke-width="1.5" d="M11 1h6M14 1V15M11 15h6"/>',
            text: words.bandDrawn,
          },
        ]
      : []),
    ...(bars.some(({ figure }) => figure.value === null)
      ? [
          {
            sign: '<rect class="h" width="28" height="14" y="1"/><rect class="s-muted" width="28" height="14" y="1"/>',
            text: words.hatchedUnknown,
          },
        ]
      : []),
    ...(bars.some(({ figure }) => isPart(figure))
      ? [
          {
            sign: textSvg('%', { x: 14, y: 12, size: 13, look: 'f-ink', anchor: 'middle' }),
            text: words.shareMeasured,
          },
        ]
      : []),
    ...(bars.some(({ figure }) => (figure.estimatedShare ?? 0) > 0)
      ? [
          {
            sign: textSvg('†', { x: 14, y: 12, size: 13, look: 'f-ink i', anchor: 'middle' }),
            text: words.partEstimated,
          },
        ]
      : []),
  ];
}
