import { fitted, px, textWidth, wrapped } from '../../kernel/format/svg-text.ts';
import { type LegendEntry, textSvg } from '../../kernel/format/svg-picture.ts';
import { inertText } from '../../kernel/format/inert-text.ts';
import { boundWords, isTold } from '../../kernel/document/completeness.ts';
import { percentText } from '../../kernel/format/figure-text.ts';
import { filledText } from '../../kernel/format/message.ts';
import type { Language } from '../../kernel/language.ts';
import { type Catalogue, catalogueOf } from '../../kernel/texts/catalogue.ts';
import type { DiagramNode } from '../rules/diagram.ts';
import { nodeText } from '../rules/node-figure.ts';
import type { Point } from '../rules/types.ts';
import { BOX } from './diagram-layout.ts';

/*
 * A node is a box with its name, its value, and words about how much of it was measured. Frames differ by dash and
 * width, so that a grey print shows them.
 */

export interface NodeLooks {
  /** Whether the node shows a tank's level, and gets a second frame. */
  readonly isLevel: (node: DiagramNode) => boolean;
  /** Fill colour that the editor saved; null where it saved none that CSS allows. */
  readonly colourOf: (nodeId: string) => string | null;
  readonly language: Language;
}

type Words = Catalogue['diagramPicture'] & Pick<Catalogue['balancePicture'], 'measured' | 'estimated'>;

interface State {
  readonly isShown: (data: DiagramNode['data']) => boolean;
  /** Text of a node, in which `{share}` is its share. */
  readonly words: (words: Words) => string;
  readonly shareOf?: (data: DiagramNode['data']) => number | null;
  /** Shorter words for a narrow box. The legend explains them. */
  readonly short?: string;
  readonly sign: string;
  readonly legend: (words: Catalogue) => string;
}

const frame = (look: string, more: string): string =>
  `<rect class="${look}" x="2" y="1" width="24" height="14" rx="4" ${more}/>`;
const sign = (text: string, look: string): string => textSvg(text, { x: 14, y: 12, size: 13, look, anchor: 'middle' });

/** States of a node, the worst first. */
const STATES: readonly State[] = [
  {
    isShown: ({ meta }) => meta.limitReached,
    words: ({ limitReached }) => limitReached,
    sign: frame('f-panel', '') + frame('s-critical', 'stroke-width="3"'),
    legend: ({ diagramPicture }) => diagramPicture.limitFrame,
  },
  {
    isShown: ({ meta }) => meta.circular,
    words: ({ circle }) => circle,
    sign: sign('0', 'f-ink b'),
    legend: ({ diagramPicture }) => diagramPicture.circleMeans,
  },
  {
    isShown: ({ meta }) => meta.disabled,
    words: ({ noLine }) => noLine,
    sign: frame('h', '') + frame('s-line', ''),
    legend: ({ diagramPicture }) => diagramPicture.noLineMeans,
  },
  {
    isShown: ({ online, meta }) => !online && !meta.disabled,
    words: ({ offline }) => offline,
    short: '◌',
    sign: frame('s-muted', 'stroke-width="1.5" stroke-dasharray="4 3"'),
    legend: ({ diagramPicture }) => diagramPicture.offlineFrame,
  },
  {
    isShown: ({ coverage }) => coverage !== null && coverage < 1,
    words: ({ measured }) => measured,
    shareOf: ({ coverage }) => coverage,
    short: '{share}',
    sign: sign('%', 'f-ink'),
    legend: ({ balancePicture }) => balancePicture.shareMeasured,
  },
  {
    isShown: ({ estimatedShare }) => (estimatedShare ?? 0) > 0,
    words: ({ estimated }) => estimated,
    shareOf: ({ estimatedShare }) => estimatedShare,
    short: '†',
    sign: sign('†', 'f-ink i'),
    legend: ({ balancePicture }) => balancePicture.partEstimated,
  },
];

/** `at least` or `at most`, when the truth is known to lie on one side of the value. */
const boundOf = ({ valueNumber, bound }: DiagramNode['data'], language: Language): readonly string[] =>
  valueNumber !== null && isTold(bound) ? [boundWords(bound, language).trim()] : [];

const NOTHING_MEASURED = frame('h', '') + frame('s-line', '');
const LEVEL =
  frame('s-stock', 'stroke-width="1.5"') + '<rect class="s-stock" x="5" y="4" width="18" height="8" rx="2"/>';

/** The states that occur on a page, for its legend. */
export function statesShown(nodes: readonly DiagramNode[], { isLevel, language }: NodeLooks): readonly LegendEntry[] {
  const texts = catalogueOf(language);
  const { notMeasured, level } = texts.diagramPicture;
  return [
    ...STATES.filter(({ isShown }) => nodes.some(({ data }) => isShown(data))).map((state) => ({
      sign: state.sign,
      text: state.legend(texts),
    })),
    ...(nodes.some(({ data }) => data.valueNumber === null && !data.meta.disabled)
      ? [{ sign: NOTHING_MEASURED, text: notMeasured }]
      : []),
    ...(nodes.some(isLevel) ? [{ sign: LEVEL, text: level }] : []),
  ];
}

export function nodeSvg(node: DiagramNode, { x, y }: Point, looks: NodeLooks): string {
  const { data } = node;
  const round = /oval|circle|ellipse/i.test(node.type) ? 22 : 5;
  const level = looks.isLevel(node);
  const inner = BOX.width - 20;
  const label = wrapped(data.label, { size: 12, width: inner, lines: 2 });
  const words = wordsOf(data, STATES.length, looks.language);
  const isEstimated = (data.estimatedShare ?? 0) > 0;
  const value = valueOf(data, inner);
  const baseline = (BOX.height - (label.length * 15 + 20 + (words.length === 0 ? 0 : 18))) / 2 + 12;
  const below = baseline + label.length * 15;
  const box = `width="${BOX.width}" height="${BOX.height}" rx="${round}"`;
  const colour = safeColour(looks.colourOf(node.id));
  return [
    `<g transform="translate(${px(x)} ${px(y)})"><title>${inertText([data.label, value, ...words].join(', '))}</title>`,
    `<rect class="f-panel" ${box}/>`,
    colour === null ? '' : `<rect x="8" y="${BOX.height / 2 - 16}" width="5" height="32" rx="2" fill="${colour}"/>`,
    data.valueNumber === null
      ? `<rect class="h" x="${BOX.width / 2 - 46}" y="${px(below - 8)}" width="92" height="22"/><rect class="f-panel" x="${BOX.width / 2 - 14}" y="${px(below - 6)}" width="28" height="18"/>`
      : '',
    `<rect class="${frameLook(data, level)}" ${box} ${frameStroke(data)}/>`,
    level
      ? `<rect class="s-stock" x="4" y="4" width="${BOX.width - 8}" height="${BOX.height - 8}" rx="${round - 3}"/>`
      : '',
    ...label.map((line, index) =>
      textSvg(line, { x: BOX.width / 2, y: baseline + index * 15, size: 12, look: 'f-muted', anchor: 'middle' }),
    ),
    textSvg(value, {
      x: BOX.width / 2,
      y: below + 8,
      size: 16,
      look: `f-ink b${isEstimated ? ' i' : ''}`,
      anchor: 'middle',
    }),
    words.length === 0
      ? ''
      : textSvg(wordsLine(data, looks.language), {
          x: BOX.width / 2,
          y: below + 26,
          size: 12,
          look: data.meta.limitReached ? 'f-critical b' : 'f-ink',
          anchor: 'middle',
        }),
    '</g>',
  ].join('');
}

/** Words for the states of a node: the first ones in full, the others in short. */
function wordsOf(data: DiagramNode['data'], inWords: number, language: Language): readonly string[] {
  const { diagramPicture, balancePicture } = catalogueOf(language);
  const texts = { ...balancePicture, ...diagramPicture };
  return [
    ...boundOf(data, language),
    ...STATES.filter(({ isShown }) => isShown(data)).map(({ words, short, shareOf }, index) => {
      const text = index < inWords ? words(texts) : (short ?? words(texts));
      return filledText(text, { share: percentText(shareOf?.(data) ?? 0) }, language);
    }),
  ];
}

/** As many states in full as the box has room for. Longer lines would be cut. */
function wordsLine(data: DiagramNode['data'], language: Language): string {
  const [width, weight] = [BOX.width - 8, data.meta.limitReached ? 'bold' : 'normal'] as const;
  const lines = Array.from(STATES, (_, index) => wordsOf(data, STATES.length - index, language).join(' · '));
  const all = [...lines, wordsOf(data, 0, language).join(' · ')];
  return all.find((line) => textWidth(line, 12, weight) <= width) ?? fitted(all.at(-1) ?? '', 12, width, weight);
}

function valueOf({ valueNumber, siUnit, estimatedShare }: DiagramNode['data'], width: number): string {
  if (valueNumber === null) return '–';
  return fitted(
    `${nodeText(valueNumber)}${siUnit === null || siUnit === '' ? '' : `\u00a0${siUnit}`}${(estimatedShare ?? 0) > 0 ? '\u202f†' : ''}`,
    16,
    width,
    'bold',
  );
}

function frameLook({ online, meta }: DiagramNode['data'], level: boolean): string {
  if (meta.limitReached) return 's-critical';
  if (meta.disabled || !online) return 's-muted';
  return level ? 's-stock' : 's-water';
}

const frameStroke = ({ online, meta }: DiagramNode['data']): string =>
  `stroke-width="${meta.limitReached ? 3.5 : 1.5}"${online || meta.disabled ? '' : ' stroke-dasharray="7 4"'}`;

/** Colours that CSS allows. Everything else is refused, because the colour is written into the SVG as it is. */
const COLOUR = /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|(?:rgb|hsl)a?\([\d\s.,%]{1,40}\))$/i;

const safeColour = (colour: string | null): string | null =>
  colour !== null && COLOUR.test(colour.trim()) ? inertText(colour.trim()) : null;
