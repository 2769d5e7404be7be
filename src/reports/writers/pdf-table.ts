import { textWidth } from '../../kernel/format/svg-text.ts';
import { plainText } from '../../kernel/format/inert-text.ts';
import { COLOURS } from '../../kernel/format/colours.ts';
import { SEVERITY_COLOURS } from '../../kernel/severity.ts';
import type { Cell, Column, Row, TableSection } from '../rules/document.ts';
import {
  aloneDecimals,
  type CellStyle,
  decimalsOf,
  placeIn,
  showCell,
  type ShownCell,
  signsExplained,
  isSeverityName,
} from './cell-text.ts';
import type { PdfLayout, PdfNode, PdfObject, PrintedPage } from './pdf-engine.ts';
import { groupsOf, LEADING_KINDS, MOST_KEPT_LINES, tableParts, type TablePart } from './table-parts.ts';
import { reportTexts } from '../rules/report-texts.ts';

/* Tables of a print. Titles are part of their heads, because no page may end with a title and every page needs one. */

const { ink, muted, line, panel } = COLOURS;
export const POINTS = { small: 7.5, note: 8, text: 9, heading: 12, title: 20 } as const;
const PADDING = 4;
/** Points; a wider text is broken into lines. */
const WIDEST_TEXT = 170;
/** Points; the limit of a text's width where the page has room to spare. */
const WIDEST_WHOLE_TEXT = 260;
const NARROWEST_TEXT = 52;
/** Points; a narrower head of several words is in one line where there is room. */
const WIDEST_HEAD = 90;
const WIDEST_REMARK = 60;
const MOST_EXTRA = 60;
/** Words of a date: `04 Jun 2026`. */
const DATE_WORDS = 3;
const NARROWEST = 26;

interface ShownRow {
  readonly row: Row;
  readonly cells: readonly { readonly cell: Cell; readonly shown: ShownCell }[];
}

export function tablePdf(
  table: TableSection,
  style: CellStyle,
  { room, rowPadding, gap }: Pick<PrintedPage, 'room' | 'rowPadding' | 'gap'>,
): PdfNode[] {
  const decimals = table.columns.map((column, index) => decimalsOf(column, table.rows, index));
  const rows = table.rows.map((row): ShownRow => {
    const cells = table.columns.map((column, index) => {
      const cell = row.cells[index] ?? { kind: 'missing', why: null };
      return { cell, shown: showCell(cell, placeIn(column, decimals[index] ?? aloneDecimals, cell), style) };
    });
    return { row, cells };
  });
  const widths = withWholeGroups(
    table.columns,
    table.columns.map((column, index) => widthsOf(column, index, rows)),
    room,
  );
  const parts =
    rows.length === 0
      ? []
      : tableParts(
          table,
          room,
          widths.map(({ least }) => least),
        );
  const fitted = parts.map((part) => fittedWidths(part, widths, room));
  const notes = [
    ...(table.note === null ? [] : [table.note]),
    ...signsExplained(
      table.rows.flatMap(({ cells }) => cells),
      style.language,
    ),
  ];
  const nodes = [
    ...parts.map((part, index) =>
      partPdf(table, rows, {
        part,
        widths: fitted[index] ?? [],
        title:
          parts.length === 1
            ? table.title
            : reportTexts(style.language)('tablePart', { title: table.title, part: index + 1, parts: parts.length }),
        isFirst: index === 0,
        rowPadding,
        gap,
      }),
    ),
    ...(rows.length === 0 ? [titlePdf(table.title, gap)] : []),
    ...(notes.length === 0 ? [] : [notePdf(notes.map(plainText).join(' '))]),
  ];
  const isKept = parts.length <= 1 && linesOf(rows, parts[0] ?? [], fitted[0] ?? []) <= MOST_KEPT_LINES;
  return isKept ? [{ unbreakable: true, stack: nodes }] : nodes;
}

/** Estimated lines of all rows. */
const linesOf = (rows: readonly ShownRow[], part: TablePart, widths: readonly number[]): number =>
  sumOf(
    rows.map(({ cells }) =>
      Math.max(
        1,
        ...part.map((index, column) => {
          const { text = '', marks = [], remark = null } = cells[index]?.shown ?? {};
          const small = [...marks, ...(remark === null ? [] : [remark])].join(' ');
          const length = textWidth(text, POINTS.text) + textWidth(small, POINTS.small);
          return Math.ceil(length / (widths[column] ?? length + 1));
        }),
      ),
    ),
  );

export const titlePdf = (title: string, gap: number): PdfNode => ({
  text: plainText(title),
  fontSize: POINTS.heading,
  bold: true,
  margin: [0, gap, 0, 4],
  outline: true,
});

export const notePdf = (text: string): PdfNode => ({
  text,
  fontSize: POINTS.note,
  color: muted.light,
  margin: [0, 3, 0, 0],
});

interface Widths {
  /** Points of an unbroken text, up to the limit. */
  readonly whole: number;
  /** Points that the column takes where there is room. */
  readonly wanted: number;
  /** Least points. Digits are never broken; texts may be, and remarks may stand below digits. */
  readonly least: number;
}

/** Widths with heads of single columns in one line, where the page has room. */
function withWholeGroups(columns: readonly Column[], widths: readonly Widths[], room: number): readonly Widths[] {
  const alone = (groupsOf(columns) ?? []).flatMap(({ title, span }) => {
    const own = title === null || span > 1 ? 0 : textWidth(plainText(title), POINTS.text, 'bold') + 2 * PADDING;
    return Array.from({ length: span }, () => own);
  });
  const grouped = widths.map(({ whole, wanted, least }, at) => {
    const width = alone[at] ?? 0;
    return { whole: Math.max(whole, width), wanted: Math.max(wanted, width), least: Math.max(least, width) };
  });
  return sumOf(grouped.map(({ least }) => least)) <= room ? grouped : widths;
}

/** Estimated widths, rather too wide than too narrow, because nothing measures the texts before. */
function widthsOf(column: Column, index: number, rows: readonly ShownRow[]): Widths {
  let widest = Math.max(
    ...plainText(column.title)
      .split(/\s+/)
      .map((word) => textWidth(word, POINTS.text, 'bold')),
    textWidth(column.unit ?? '', POINTS.small),
  );
  let narrowest = widest;
  for (const { cells, row } of rows) {
    const shown = cells[index]?.shown;
    if (shown === undefined) continue;
    const marks = shown.marks.length === 0 ? 0 : textWidth(`${shown.marks.join(' ')} `, POINTS.small);
    const remark = Math.min(textWidth(shown.remark ?? '', POINTS.small), WIDEST_REMARK);
    const own = textWidth(shown.text, POINTS.text, row.role === 'row' ? 'normal' : 'bold');
    widest = Math.max(widest, own + marks + remark);
    // The time may stand below its date.
    if (column.kind === 'instant') {
      const date = shown.text.split(' ').slice(0, DATE_WORDS).join(' ');
      narrowest = Math.max(narrowest, textWidth(date, POINTS.text));
      continue;
    }
    const words = [...shown.marks, ...(shown.remark ?? '').split(' ')].flatMap((said) => said.split(' '));
    narrowest = Math.max(narrowest, own, ...words.map((word) => textWidth(word, POINTS.small)));
  }
  const head = Math.min(textWidth(plainText(column.title), POINTS.text, 'bold'), WIDEST_HEAD);
  const isText = column.kind === 'text';
  const wanted = Math.max(NARROWEST, head, isText ? Math.min(widest, WIDEST_TEXT) : widest);
  const least = isText ? Math.min(wanted, NARROWEST_TEXT) : Math.max(NARROWEST, narrowest);
  const whole = isText ? Math.max(wanted, Math.min(widest, WIDEST_WHOLE_TEXT)) : wanted;
  return { whole: whole + 2 * PADDING, wanted: wanted + 2 * PADDING, least: least + 2 * PADDING };
}

/** Columns of texts give room and take the rest, because digits are read down a column and stay together. */
function fittedWidths(part: TablePart, widths: readonly Widths[], room: number): readonly number[] {
  const columns = part.map((index) => widths[index] ?? { whole: NARROWEST, wanted: NARROWEST, least: NARROWEST });
  const [wanted, least] = [sumOf(columns.map((one) => one.wanted)), sumOf(columns.map((one) => one.least))];
  const inner = (width: number): number => width - 2 * PADDING;
  if (least >= room) return columns.map((one) => inner((one.least * room) / least));
  if (wanted > room) {
    const share = (room - least) / (wanted - least);
    return columns.map((one) => inner(one.least + (one.wanted - one.least) * share));
  }
  // Texts in one line come first. Every column then gets a little, because a narrow table looks lost.
  const lacking = sumOf(columns.map((one) => one.whole - one.wanted));
  const share = lacking === 0 ? 0 : Math.min(1, (room - wanted) / lacking);
  const extra = Math.min((room - wanted - share * lacking) / columns.length, MOST_EXTRA);
  return columns.map((one) => inner(one.wanted + (one.whole - one.wanted) * share + extra));
}

const sumOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

interface PartToWrite {
  readonly part: TablePart;
  readonly widths: readonly number[];
  readonly title: string;
  readonly isFirst: boolean;
  readonly rowPadding: number;
  readonly gap: number;
}

function partPdf(
  table: TableSection,
  rows: readonly ShownRow[],
  { part, widths, title, isFirst, rowPadding, gap }: PartToWrite,
): PdfObject {
  const columns = part.flatMap((index) => table.columns[index] ?? []);
  const groups = groupsOf(columns);
  const heads = [
    [
      spanning(plainText(title), columns.length, { bold: true, fontSize: POINTS.heading, margin: [-PADDING, 0, 0, 2] }),
    ].flat(),
    ...(groups === null
      ? []
      : [
          groups.flatMap(({ title: group, span }) =>
            spanning(plainText(group ?? ''), span, { bold: true, alignment: 'center', fontSize: POINTS.text }),
          ),
        ]),
    columns.map(headCell),
  ];
  const body = rows.map(({ row, cells }, at) =>
    part.map((index, column) => {
      const given = cells[index];
      if (given === undefined) return '';
      const cell = cellPdf(given.cell, given.shown, row);
      // The bookmark leads to the first row, because a head is printed on every page.
      return at === 0 && column === 0 && isFirst
        ? { ...cell, outline: true, outlineText: plainText(table.title) }
        : cell;
    }),
  );
  return {
    table: {
      headerRows: heads.length,
      // A head stays with several rows, because one row below it looks like the whole table.
      keepWithHeaderRows: 3,
      dontBreakRows: true,
      widths: [...widths],
      body: [...heads, ...body],
    },
    layout: layoutOf(heads.length, rows, rowPadding),
    margin: [0, gap, 0, 0],
  };
}

function spanning(text: string, span: number, more: object): PdfObject[] {
  return [{ text, colSpan: span, ...more }, ...Array.from({ length: span - 1 }, (): PdfObject => ({ text: '' }))];
}

const headCell = ({ title, unit, kind }: Column): PdfObject => ({
  text: [
    { text: plainText(title), bold: true },
    ...(unit === null || unit === ''
      ? []
      : [{ text: `\n${plainText(unit)}`, fontSize: POINTS.small, color: muted.light }]),
  ],
  alignment: LEADING_KINDS.has(kind) ? 'left' : 'right',
});

function cellPdf(cell: Cell, { text, marks, remark, look, isFigure }: ShownCell, { role, severity }: Row): PdfObject {
  const words = plainText(text);
  const isSeverity = severity !== null && cell.kind === 'text' && isSeverityName(text, severity);
  const said = (small: string) => ({ text: plainText(small), fontSize: POINTS.small, color: muted.light });
  const parts = [
    ...(marks.length === 0 ? [] : [said(`${marks.join(' ')} `)]),
    look === 'estimated' ? { text: words, italics: true } : { text: words },
    ...(remark === null ? [] : [said(` ${remark}`)]),
  ];
  return {
    text: parts.length === 1 && look !== 'estimated' ? words : parts,
    ...(isFigure ? { alignment: 'right' } : {}),
    ...(role === 'row' && !isSeverity ? {} : { bold: true }),
    ...(isSeverity ? { color: COLOURS[SEVERITY_COLOURS[severity]].light } : {}),
    ...(look === 'missing' ? { overlayPattern: ['hatch', line.light], overlayOpacity: 1 } : {}),
    ...(role === 'row' ? {} : { fillColor: panel.light }),
  };
}

const layoutOf = (heads: number, rows: readonly ShownRow[], rowPadding: number): PdfLayout => {
  const isTotal = (at: number): boolean => rows[at - heads]?.row.role === 'total';
  return {
    vLineWidth: () => 0,
    hLineWidth: (at) => (at < heads ? 0 : at === heads || isTotal(at) ? 1.2 : 0.5),
    hLineColor: (at) => (at === heads || isTotal(at) ? ink.light : line.light),
    paddingLeft: () => PADDING,
    paddingRight: () => PADDING,
    paddingTop: () => rowPadding,
    paddingBottom: () => rowPadding,
  };
};
