import { COLOURS } from './colours.ts';
import { inertText } from './inert-text.ts';
import { fitted, px, textWidth, wrapped } from './svg-text.ts';

/** auto: what the reader's device prefers. */
export type PictureTheme = 'light' | 'dark' | 'auto';

export interface PictureHead {
  readonly industryName: string;
  readonly title: string;
  /** `15 Jan 2026`, and what is to be known of it. */
  readonly dateLine: string;
  readonly theme: PictureTheme;
}

/** One sign of the legend, 28 wide and 16 high, and what it means. */
export interface LegendEntry {
  readonly sign: string;
  readonly text: string;
}

/** A picture without its head. */
export interface Drawn {
  /** One sentence that says what one sees. */
  readonly description: string;
  readonly width: number;
  /** SVG below the head, with the height it takes. */
  readonly body: string;
  readonly bodyHeight: number;
  readonly legend: readonly LegendEntry[];
}
type Picture = PictureHead & Drawn;

export const MARGIN = 24;
const LEGEND_LINE = 22;
const FONTS = "'Noto Sans','Noto Sans Devanagari','Segoe UI',Roboto,Arial,Helvetica,sans-serif";

/** A whole SVG document: head, body, legend. It holds no script, asks for nothing and prints on white. */
export function pictureOf({
  industryName,
  title,
  dateLine,
  theme,
  description,
  width,
  body,
  bodyHeight,
  legend,
}: Picture): string {
  const inner = width - 2 * MARGIN;
  const titleLines = wrapped(title, { size: 20, width: inner, lines: 2, weight: 'bold' });
  const bodyTop = MARGIN + 22 + titleLines.length * 26 + 34;
  const { rows, svg } = legendSvg(legend, inner);
  const height = Math.ceil(bodyTop + bodyHeight + (rows === 0 ? 0 : 20 + rows * LEGEND_LINE) + MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="wb" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="wb-title wb-desc">`,
    `<title id="wb-title">${inertText(`${industryName}: ${title}, ${dateLine}`)}</title>`,
    `<desc id="wb-desc">${inertText(description)}</desc>`,
    `<style>${styleOf(theme)}</style>`,
    '<defs><pattern id="wb-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="f-paper" width="6" height="6"/><path class="s-muted" d="M0 0V6" stroke-width="1.2"/></pattern></defs>',
    `<rect class="f-paper" width="${width}" height="${height}"/>`,
    textSvg(fitted(industryName, 13, inner), { x: MARGIN, y: MARGIN + 12, size: 13, look: 'f-muted' }),
    ...titleLines.map((line, index) =>
      textSvg(line, { x: MARGIN, y: MARGIN + 40 + index * 26, size: 20, look: 'f-ink b' }),
    ),
    textSvg(fitted(dateLine, 13, inner), {
      x: MARGIN,
      y: MARGIN + 36 + titleLines.length * 26,
      size: 13,
      look: 'f-muted',
    }),
    `<g transform="translate(0 ${bodyTop})">${body}</g>`,
    `<g transform="translate(${MARGIN} ${bodyTop + bodyHeight + 20})">${svg}</g>`,
    '</svg>\n',
  ].join('\n');
}

/**
 * A picture within a page, which has its own head and paper. Each element has its own colours, because prints and mail
 * programs read no style sheets.
 */
export function pictureOnPage({ description, width, body, bodyHeight, legend }: Drawn): string {
  const { rows, svg } = legendSvg(legend, width);
  const height = Math.ceil(bodyHeight + (rows === 0 ? 0 : 20 + rows * LEGEND_LINE));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${inertText(description)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONTS}">`,
    withOwnLooks(
      [
        `<defs><pattern id="${HATCH_ON_PAGE}" width="6" height="6" patternUnits="userSpaceOnUse"><path class="s-muted" d="M0 6L6 0" stroke-width="1"/></pattern></defs>`,
        body,
        `<g transform="translate(0 ${bodyHeight + 20})">${svg}</g>`,
      ].join('\n'),
    ),
    '</svg>',
  ].join('\n');
}

const HATCH_ON_PAGE = 'flows-hatch';

/** A text that people typed has no bare quotes, so it holds no class. */
const withOwnLooks = (svg: string): string =>
  svg.replaceAll(/ class="([^"]*)"/g, (_, looks: string) => looks.split(' ').map(ownLook).join(''));

function ownLook(look: string): string {
  if (look === 'b') return ' font-weight="700"';
  if (look === 'i') return ' font-style="italic"';
  if (look === 'h') return ` fill="url(#${HATCH_ON_PAGE})"`;
  const shade = Object.entries(COLOURS).find(([name]) => name === look.slice(2))?.[1].light ?? COLOURS.ink.light;
  return look.startsWith('s-') ? ` fill="none" stroke="${shade}"` : ` fill="${shade}"`;
}

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly look: string;
  readonly anchor?: 'middle' | 'end';
}

export const textSvg = (text: string, { x, y, size, look, anchor }: TextPlace): string =>
  `<text class="${look}" x="${px(x)}" y="${px(y)}" font-size="${size}"${anchor === undefined ? '' : ` text-anchor="${anchor}"`}>${inertText(text)}</text>`;

/** A picture that shows nothing says why. */
export function emptyPicture(head: PictureHead, sentences: readonly string[]): string {
  const lines = sentences.flatMap((sentence) => wrapped(sentence, { size: 14, width: 640 - 4 * MARGIN, lines: 4 }));
  const bodyHeight = 48 + lines.length * 22;
  const body =
    `<rect x="${MARGIN}" y="0" width="${640 - 2 * MARGIN}" height="${bodyHeight}" rx="6" class="s-line" fill="url(#wb-hatch)"/>`
    + `<rect x="${MARGIN + 12}" y="12" width="${640 - 2 * MARGIN - 24}" height="${bodyHeight - 24}" class="f-panel"/>`
    + lines
      .map((line, index) => textSvg(line, { x: 2 * MARGIN, y: 40 + index * 22, size: 14, look: 'f-ink' }))
      .join('');
  return pictureOf({ ...head, description: sentences.join(' '), width: 640, body, bodyHeight, legend: [] });
}

function styleOf(theme: PictureTheme): string {
  const fixed = `.wb text{font-family:${FONTS};font-variant-numeric:tabular-nums}.wb .b{font-weight:700}.wb .i{font-style:italic}.wb [class*='s-']{fill:none}.wb .h{fill:url(#wb-hatch)}`;
  if (theme === 'light') return fixed + shadesOf('light');
  const when = theme === 'dark' ? '@media screen' : '@media screen and (prefers-color-scheme:dark)';
  return `${fixed}${shadesOf('light')}${when}{${shadesOf('dark')}}`;
}

const shadesOf = (shade: 'light' | 'dark'): string =>
  Object.entries(COLOURS)
    .map(([name, colour]) => `.wb .f-${name}{fill:${colour[shade]}}.wb .s-${name}{stroke:${colour[shade]}}`)
    .join('');

function legendSvg(entries: readonly LegendEntry[], width: number): { readonly rows: number; readonly svg: string } {
  const parts: string[] = [];
  let [x, row] = [0, 0];
  for (const { sign, text } of entries) {
    const shown = fitted(text, 12, width - 36);
    const taken = 36 + textWidth(shown, 12) + 20;
    if (x > 0 && x + taken > width) [x, row] = [0, row + 1];
    parts.push(
      `<g transform="translate(${px(x)} ${row * LEGEND_LINE})">${sign}${textSvg(shown, { x: 36, y: 12, size: 12, look: 'f-muted' })}</g>`,
    );
    x += taken;
  }
  return { rows: entries.length === 0 ? 0 : row + 1, svg: parts.join('') };
}
