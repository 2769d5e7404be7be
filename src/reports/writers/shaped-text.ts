import { createRequire } from 'node:module';
import { FONT_FILES } from './fonts.ts';

/* Types of the library as used here, because the package has none. */
interface Outline {
  scale(x: number, y: number): Outline;
  translate(x: number, y: number): Outline;
  toSVG(): string;
}
interface Font {
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  layout(text: string): {
    readonly glyphs: readonly { readonly path: Outline }[];
    readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[];
  };
}

const { openSync } = createRequire(import.meta.url)('fontkit') as { openSync(file: string): Font }; // as written above

const DEVANAGARI = '\\u0900-\\u097f\\u1cd0-\\u1cf9\\u200c\\u200d\\ua830-\\ua839\\ua8e0-\\ua8ff';
const HAS_DEVANAGARI = /[\u0900-\u097f\u1cd0-\u1cf9\ua8e0-\ua8ff]/;
/** A stretch in one script, because letters of one script are joined by its own rules. */
const RUN = new RegExp(`[${DEVANAGARI}]+|[^${DEVANAGARI}]+`, 'gu');
const TEXT = /<text([^>]*)>([^<]*)<\/text>/g;
/** Attributes that outlines do not take over, because they are drawn with them. */
const PLACED = /\s(?:x|y|text-anchor|dominant-baseline|font-[\w-]+|style|xml:space)="[^"]*"/g;
const ENTITY = /&(?:#(\d+)|(amp|lt|gt|quot|apos));/g;
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const USUAL_SIZE = 16;

const opened = new Map<string, Font>();
function fontOf(weight: string, style: string): Font {
  const isBold = weight === 'bold' || Number(weight) >= 600;
  const italic = isBold ? FONT_FILES.bolditalics : FONT_FILES.italics;
  const file = style === 'italic' ? italic : isBold ? FONT_FILES.bold : FONT_FILES.normal;
  const font = opened.get(file) ?? openSync(file);
  opened.set(file, font);
  return font;
}

/**
 * A drawing whose Devanagari texts are outlines. The engines that make PNG and PDF of a drawing join its letters
 * wrongly: one puts them on top of each other, the other leaves out vowel signs. Texts in Latin alone stay as they are.
 */
export const withShapedText = (svg: string): string =>
  svg.replaceAll(TEXT, (whole, attributes: string, content: string) =>
    HAS_DEVANAGARI.test(content) ? outlined(attributes, plainOf(content)) : whole,
  );

const plainOf = (content: string): string =>
  content.replaceAll(ENTITY, (_, code: string | undefined, name: string) =>
    code === undefined ? (SIGNS[name] ?? '') : String.fromCodePoint(Number(code)),
  );

/** An attribute of an element, or the same in its style. */
const valueOf = (attributes: string, name: string): string | null =>
  new RegExp(`(?:\\s${name}="|[";]\\s*${name}:\\s*)([^";]+)`).exec(attributes)?.[1] ?? null;

function outlined(attributes: string, text: string): string {
  const lengthOf = (name: string, missing: number): number =>
    Number.parseFloat(valueOf(attributes, name) ?? '') || missing;
  const font = fontOf(valueOf(attributes, 'font-weight') ?? '', valueOf(attributes, 'font-style') ?? '');
  const scale = lengthOf('font-size', USUAL_SIZE) / font.unitsPerEm;
  const glyphs = (text.match(RUN) ?? []).flatMap((run) => {
    const { glyphs: drawn, positions } = font.layout(run);
    return drawn.flatMap(({ path }, at) => {
      const position = positions[at];
      return position === undefined ? [] : [{ path, ...position }];
    });
  });
  const width = scale * glyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  const anchor = valueOf(attributes, 'text-anchor');
  let x = lengthOf('x', 0) - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0);
  const isCentral = valueOf(attributes, 'dominant-baseline') === 'central';
  const y = lengthOf('y', 0) + (isCentral ? (scale * (font.ascent + font.descent)) / 2 : 0);
  const lines = glyphs.map(({ path, xAdvance, xOffset, yOffset }) => {
    const line = path.scale(scale, -scale).translate(x + xOffset * scale, y - yOffset * scale);
    x += xAdvance * scale;
    return line.toSVG();
  });
  return `<path${attributes.replaceAll(PLACED, '')} d="${lines.join('')}"/>`;
}
