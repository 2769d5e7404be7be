import { inertText } from '../../kernel/format/inert-text.ts';
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
import { isStacked } from './page-style.ts';
import { type TablePart, groupsOf, LEADING_KINDS, tableParts } from './table-parts.ts';
import { reportTexts } from '../rules/report-texts.ts';

/* Tables of a page. Every style is in its element, because mail programs drop style sheets. */

const { paper, panel, line, ink, muted } = COLOURS;
const PADDING = 'padding:4px 8px';
const HEAD = `${PADDING};text-align:left;vertical-align:bottom;font-weight:600;border-bottom:1.5px solid ${ink.light}`;
// A limit of the width, because one long word would push the other columns off the page.
const CELL = `${PADDING};max-width:320px;vertical-align:top;border-bottom:1px solid ${line.light}`;
const FIGURE = ';text-align:right;white-space:nowrap';
const HATCH = `;background:repeating-linear-gradient(135deg,${line.light} 0 1px,${paper.light} 1px 5px);text-align:right`;
/** Hatch as lines, larger than any cell. A printed background of stripes becomes a picture of the whole page. */
const HATCH_LINES = [
  '<svg aria-hidden="true" style="position:absolute;inset:0;width:100%;height:100%;max-width:none;z-index:-1">',
  `<path stroke="${line.light}" fill="none" d="M-120 120${'l120-120m-114 120'.repeat(80)}"/></svg>`,
].join('');

/**
 * A page with lines as hatches, for a browser engine that prints it. User texts have no bare quotes, so none matches as
 * a style.
 */
export const withPrintedHatches = (html: string): string =>
  html.replaceAll(/<td([^>]*) style="([^"]*)">/g, (cell, head: string, style: string) =>
    style.includes(HATCH)
      ? `<td${head} style="${style.replace(HATCH, ';text-align:right;position:relative;z-index:0')}">${HATCH_LINES}`
      : cell,
  );
const SMALL = `font-size:12px;color:${muted.light};font-weight:400`;
const STRONG: Readonly<Record<Row['role'], string>> = {
  row: '',
  subtotal: `;font-weight:600;background:${panel.light}`,
  total: `;font-weight:600;background:${panel.light};border-top:1.5px solid ${ink.light}`,
};

/** Attributes that let a keyboard scroll wide content. The label names the content to screen readers. */
export const scrollable = (label: string): string => ` tabindex="0" role="group" aria-label="${inertText(label)}"`;

/** Most columns of a table on an A4 page. More columns follow in parts below one another. */
const MOST_COLUMNS = 12;

export function tableHtml(table: TableSection, style: CellStyle): string {
  const decimals = table.columns.map((column, index) => decimalsOf(column, table.rows, index));
  const bands =
    table.rows.length === 0
      ? []
      : tableParts(
          table,
          MOST_COLUMNS,
          table.columns.map(() => 1),
        );
  const explained = signsExplained(
    table.rows.flatMap(({ cells }) => cells),
    style.language,
  );
  const notes = [...(table.note === null ? [] : [table.note]), ...explained].map(inertText).join(' ');
  return [
    ...bands.map((band, part) => bandHtml({ table, style, decimals, band, part, parts: bands.length })),
    notes === '' ? '' : `<p style="margin:4px 0 0;${SMALL}">${notes}</p>`,
  ].join('\n');
}

interface BandToWrite {
  readonly table: TableSection;
  readonly style: CellStyle;
  readonly decimals: readonly ReturnType<typeof decimalsOf>[];
  readonly band: TablePart;
  readonly part: number;
  readonly parts: number;
}

function bandHtml({ table, style, decimals, band, part, parts }: BandToWrite): string {
  const columns = band.flatMap((index) => table.columns[index] ?? []);
  const groups = groupsOf(columns);
  const caption =
    parts === 1
      ? ''
      : `<p style="margin:10px 0 2px;${SMALL}">${reportTexts(style.language)('columnsPart', { part: part + 1, parts })}</p>`;
  const rows = table.rows.map((row) => {
    const cells = band.map((index) =>
      cellHtml({
        row,
        cell: row.cells[index],
        column: table.columns[index],
        decimals: decimals[index],
        style,
        isStacked: isStacked(table.id),
      }),
    );
    return `<tr style="break-inside:avoid${row.role === 'row' ? '' : `;break-before:avoid${STRONG[row.role]}`}">${cells.join('')}</tr>`;
  });
  return [
    caption,
    `<div style="overflow-x:auto"${scrollable(table.title)}>`,
    `<table data-table="${inertText(table.id)}" data-part="${part + 1}"${isStacked(table.id) ? ' class="stacked"' : ''} style="border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums">`,
    '<thead style="display:table-header-group">',
    groups === null
      ? ''
      : `<tr>${groups.map(({ title, span }) => `<th colspan="${span}" scope="colgroup" style="${PADDING};text-align:center;font-weight:600${title === null ? '' : `;border-bottom:1px solid ${muted.light}`}">${inertText(title ?? '')}</th>`).join('')}</tr>`,
    `<tr>${columns.map(headHtml).join('')}</tr>`,
    '</thead>',
    `<tbody>${rows.join('\n')}</tbody>`,
    '</table></div>',
  ].join('');
}

function headHtml({ title, unit, kind }: Column): string {
  const look = !LEADING_KINDS.has(kind)
    ? `${HEAD};text-align:right`
    : kind === 'text'
      ? `${HEAD};min-width:92px`
      : HEAD;
  const said =
    unit === null || unit === '' ? '' : ` <span style="${SMALL};white-space:nowrap">${inertText(unit)}</span>`;
  return `<th scope="col" style="${look}">${inertText(title)}${said}</th>`;
}

interface CellToWrite {
  readonly row: Row;
  readonly cell: Cell | undefined;
  readonly column: Column | undefined;
  readonly decimals: ReturnType<typeof decimalsOf> | undefined;
  readonly style: CellStyle;
  /** Phones show the head of a stacked cell beside its text. */
  readonly isStacked: boolean;
}

function cellHtml({ row: { severity, role }, cell, column, decimals, style, isStacked: hasHead }: CellToWrite): string {
  const given = cell ?? NOTHING;
  const place = placeIn(column ?? NO_UNIT, decimals ?? aloneDecimals, given);
  const shown = showCell(given, place, style);
  const head = hasHead ? ` data-head="${inertText(column?.title ?? '')}"` : '';
  const strong = role === 'row' ? '' : ';font-weight:600';
  if (severity !== null && cell?.kind === 'text' && isSeverityName(cell.text, severity))
    return `<td${head} style="${CELL};font-weight:600;white-space:nowrap;color:${COLOURS[SEVERITY_COLOURS[severity]].light}">${inertText(cell.text)}</td>`;
  const look =
    shown.look === 'missing'
      ? CELL + HATCH
      : shown.isFigure
        ? CELL + FIGURE
        : cell?.kind === 'text'
          ? `${CELL};overflow-wrap:break-word`
          : `${CELL};white-space:nowrap`;
  return `<td${head} style="${look}${strong}">${shownHtml(shown)}</td>`;
}

const NO_UNIT = { unit: null } as const;
const NOTHING: Cell = { kind: 'missing', why: null };

/** Text of a cell. Marks come first, because digits must stay below digits. */
export function shownHtml({ text, marks, remark, look }: ShownCell): string {
  const before = marks.length === 0 ? '' : `<small style="${SMALL}">${inertText(marks.join(' '))}</small> `;
  const behind = remark === null ? '' : ` <small style="${SMALL};white-space:normal">${inertText(remark)}</small>`;
  const words = inertText(text);
  return before + (look === 'estimated' ? `<i>${words}</i>` : words) + behind;
}
