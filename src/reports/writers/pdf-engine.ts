import { createRequire } from 'node:module';
import { FONT_FILES } from './fonts.ts';

/*
 * Types of pdfmake, as far as prints use it. The package's own types would bring those of browsers into the whole
 * program.
 */

/** A text, or an object with one of pdfmake's keys: text, stack, columns, table, svg, image. */
export type PdfNode = string | PdfObject;
export interface PdfObject {
  readonly text?: PdfNode | readonly PdfNode[];
  readonly stack?: readonly PdfNode[];
  readonly columns?: readonly PdfNode[];
  readonly table?: PdfTable;
  readonly layout?: PdfLayout;
  readonly svg?: string;
  readonly canvas?: readonly PdfRectangle[];
  /** Id that finds the node's place. */
  readonly id?: string;
  readonly image?: string;
  readonly fit?: readonly [number, number];
  readonly width?: number;
  /** Left, top, right and bottom margin in points. */
  readonly margin?: readonly [number, number, number, number];
  readonly fontSize?: number;
  readonly color?: string;
  readonly bold?: boolean;
  readonly italics?: boolean;
  readonly alignment?: 'left' | 'right' | 'center';
  readonly noWrap?: boolean;
  /** True keeps the node on one page. */
  readonly unbreakable?: boolean;
  readonly outline?: boolean;
  readonly outlineText?: string;
  readonly colSpan?: number;
  readonly fillColor?: string;
  readonly overlayPattern?: readonly [string, string];
  readonly overlayOpacity?: number;
}

/** Measures in points. */
interface PdfRectangle {
  readonly type: 'rect';
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface PdfTable {
  readonly headerRows?: number;
  readonly keepWithHeaderRows?: number;
  readonly dontBreakRows?: boolean;
  readonly widths: readonly (number | '*')[];
  readonly body: readonly (readonly PdfNode[])[];
}

/** Lines of a table by the number of the row they stand above. */
export interface PdfLayout {
  readonly vLineWidth: () => number;
  readonly hLineWidth: (row: number) => number;
  readonly hLineColor: (row: number, table: unknown, column: number) => string;
  readonly paddingLeft: () => number;
  readonly paddingRight: () => number;
  readonly paddingTop: () => number;
  readonly paddingBottom: () => number;
}

export interface PdfDefinition {
  readonly pageSize: 'A4';
  readonly pageOrientation: 'portrait' | 'landscape';
  readonly pageMargins: readonly [number, number, number, number];
  readonly language: string;
  readonly displayTitle: boolean;
  readonly version: string;
  readonly info: Readonly<Record<string, string | Date>>;
  readonly defaultStyle: PdfObject & { readonly lineHeight: number };
  readonly patterns: Readonly<Record<string, object>>;
  readonly header: (page: number) => PdfNode | null;
  readonly footer: (page: number, pages: number) => PdfNode;
  readonly content: readonly PdfNode[];
  /** pdfmake calls it for each node once all have their places. */
  readonly pageBreakBefore?: (node: { id?: string; startPosition: PdfPlace }) => boolean;
}

/** Measures of a page in points. Room and height lie between the margins. */
export interface PrintedPage {
  readonly room: number;
  readonly height: number;
  readonly margin: number;
  /** Points above and below the text of a row. */
  readonly rowPadding: number;
  /** Points above a heading. */
  readonly gap: number;
}

/** Start of a node in points from the top of its page. */
export interface PdfPlace {
  readonly pageNumber: number;
  readonly top: number;
}

interface PdfMaker {
  setFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void;
  setUrlAccessPolicy(mayFetch: (url: string) => boolean): void;
  setLocalAccessPolicy(mayRead: (path: string) => boolean): void;
  createPdf(definition: object): { getBuffer(): Promise<Uint8Array> };
}

const packages = createRequire(import.meta.url);
const FAMILY = 'Noto Sans';
const OWN_FILES = new Set<string>(Object.values(FONT_FILES));

const pdfmake = packages('pdfmake') as PdfMaker; // what is used of it, as written down above
pdfmake.setFonts({ [FAMILY]: FONT_FILES });
// No address may be fetched, and only the fonts may be read of the machine's files.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => OWN_FILES.has(path));

/** Prints a definition. A definition serves once, because pdfmake writes its measures into it. */
export const printPdf = async (definition: PdfDefinition): Promise<Uint8Array> => {
  const { defaultStyle } = definition;
  const bytes = await pdfmake.createPdf({ ...definition, defaultStyle: { ...defaultStyle, font: FAMILY } }).getBuffer();
  return new Uint8Array(bytes);
};

/** Places at which nodes with an id would begin. */
export async function placesIn(definition: PdfDefinition): Promise<ReadonlyMap<string, PdfPlace>> {
  const places = new Map<string, PdfPlace>();
  const pageBreakBefore = ({ id, startPosition }: { id?: string; startPosition: PdfPlace }): boolean => {
    if (id !== undefined) places.set(id, startPosition);
    return false;
  };
  await printPdf({ ...definition, pageBreakBefore });
  return places;
}
