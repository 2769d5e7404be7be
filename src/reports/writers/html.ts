import { inertPicture, inertText, styleText } from '../../kernel/format/inert-text.ts';
import { COLOURS } from '../../kernel/format/colours.ts';
import type { ChartSection, FlowsSection, Headline, ReportDocument } from '../rules/document.ts';
import { aloneDecimals, type CellStyle, cellStyleOf, showCell } from './cell-text.ts';
import { chartSvg, sparkline } from './chart-svg.ts';
import { PAGE_STYLE } from './page-style.ts';
import { scrollable, shownHtml, tableHtml, withPrintedHatches } from './html-table.ts';
import { type Block, blocksOf, footerText, industryText, isWide, periodText, runningText } from './page-plan.ts';
import { MOST_KEPT_LINES } from './table-parts.ts';
import { sankeyOnPage } from '../../balance/drawing/sankey-svg.ts';

const { paper, panel, line, ink, muted, water } = COLOURS;
const FONTS = "'Noto Sans','Noto Sans Devanagari','Segoe UI',Roboto,Arial,sans-serif";
const TITLE = `margin:28px 0 8px;font-size:16px;line-height:1.3;font-weight:600;break-after:avoid;overflow-wrap:anywhere`;
const CHART_WIDTH = 720;

/** A report as one page without scripts and outside resources, with inert texts, for phones and for print on A4. */
export const htmlReport = (document: ReportDocument): string => pageOf(document, '');

/** Styles without the footer, because the engine prints it at the foot of every page. */
const WITHOUT_FOOTER = 'footer{display:none}';

/** Head of every page but the first, which has it in large. Engines of before 2025 leave it out. */
const runningHead = (document: ReportDocument): string =>
  `@page{@top-left{content:"${styleText(runningText(document))}";width:100%;text-align:left;font:8px/1.3 ${FONTS};color:${muted.light}}}@page :first{@top-left{content:none}}`;

/** The page for a browser engine that prints it, with the fonts that the engine lacks. */
export const printedPage = (document: ReportDocument, fonts: string): string =>
  withPrintedHatches(pageOf(document, fonts + WITHOUT_FOOTER + runningHead(document)));

function pageOf(document: ReportDocument, moreStyle: string): string {
  const style = cellStyleOf(document);
  const title = inertText(`${document.title}, ${document.industry.industryName}, ${periodText(document)}`);
  return [
    '<!doctype html>',
    `<html lang="${document.language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title>`,
    `<style>@page{size:A4 ${isWide(document) ? 'landscape' : 'portrait'};margin:18mm}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}svg{max-width:100%;height:auto}${PAGE_STYLE}${moreStyle}</style>`,
    `</head><body style="margin:0;background:${paper.light};color:${ink.light};font:14px/1.4 ${FONTS}">`,
    '<main style="margin:0 auto;padding:16px">',
    headHtml(document),
    ...blocksOf(document).map((block) => blockHtml(block, style)),
    `<footer style="margin-top:28px;padding-top:8px;border-top:1px solid ${line.light};font-size:12px;color:${muted.light}">${inertText(footerText(document))}</footer>`,
    '</main></body></html>',
    '',
  ].join('\n');
}

function headHtml(document: ReportDocument): string {
  const logo = inertPicture(document.logo);
  return [
    '<header>',
    logo === null
      ? ''
      : `<img src="${logo}" alt="" style="float:right;max-width:160px;max-height:56px;margin-left:12px">`,
    `<p style="margin:0;color:${muted.light};overflow-wrap:anywhere">${inertText(industryText(document))}</p>`,
    `<h1 style="margin:2px 0 0;font-size:27px;line-height:1.25;font-weight:600;overflow-wrap:anywhere">${inertText(document.title)}</h1>`,
    `<p style="margin:2px 0 0;font-size:16px">${inertText(periodText(document))}</p>`,
    document.question === ''
      ? ''
      : `<p style="margin:4px 0 0;color:${muted.light}">${inertText(document.question)}</p>`,
    '</header>',
  ].join('');
}

const titleHtml = (title: string): string => `<h2 style="${TITLE}">${inertText(title)}</h2>`;

function blockHtml(block: Block, style: CellStyle): string {
  switch (block.kind) {
    case 'empty':
      return `<p style="margin:20px 0;padding:16px;background:${panel.light};border-left:4px solid ${muted.light}">${inertText(block.sentence)}</p>`;
    case 'headlines':
      return `<section>${block.title === null ? '' : titleHtml(block.title)}${headlinesHtml(block.headlines, style)}</section>`;
    case 'table':
      return `<section${block.table.rows.length > MOST_KEPT_LINES ? '' : ' style="break-inside:avoid"'}>${titleHtml(block.table.title)}${tableHtml(block.table, style)}</section>`;
    case 'chart':
      return pictureHtml(block.section, chartSvg(block.section, { width: CHART_WIDTH, ...style }));
    case 'flows':
      return pictureHtml(block.section, sankeyOnPage(block.section.balance, style.language) ?? '');
    case 'paragraphs':
      return `<section>${titleHtml(block.title)}${block.sentences.map((sentence) => `<p style="margin:0 0 4px;overflow-wrap:anywhere${block.isSmall ? `;font-size:12px;color:${muted.light}` : ''}">${inertText(sentence)}</p>`).join('')}</section>`;
  }
}

const pictureHtml = ({ title, alternative }: ChartSection | FlowsSection, svg: string): string =>
  `<section style="break-inside:avoid">${titleHtml(title)}<div class="wide"${scrollable(title)}>${svg}</div><p style="margin:2px 0 0;font-size:12px;color:${muted.light}">${inertText(alternative)}</p></section>`;

function headlinesHtml(headlines: readonly Headline[], style: CellStyle): string {
  const tiles = headlines.map(({ title, value, change, comparedWith, sparkline: course }) => {
    const figure = showCell(value, { decimals: aloneDecimals(value), unit: null }, style);
    const changed = change === null ? null : showCell(change, { decimals: aloneDecimals(change), unit: null }, style);
    const small = `font-size:12px;color:${muted.light}`;
    const words = [changed?.remark ?? null, comparedWith].filter((part) => part !== null).join(', ');
    const beneath = [
      ...(changed === null ? [] : [`<b style="color:${ink.light};font-weight:600">${inertText(changed.text)}</b>`]),
      ...(words === '' ? [] : [inertText(words)]),
    ];
    return [
      `<div style="min-width:0;padding:10px 8px;background:${panel.light};border-top:3px solid ${water.light};break-inside:avoid">`,
      `<div style="${small};overflow-wrap:anywhere">${inertText(title)}</div>`,
      // Marks have a line of their own, because a figure must keep its unit beside it.
      figure.marks.length === 0 ? '' : `<div style="${small}">${inertText(figure.marks.join(' '))}</div>`,
      `<div style="font-size:18px;line-height:1.35;font-variant-numeric:tabular-nums;overflow-wrap:anywhere">${shownHtml({ ...figure, marks: [] })}</div>`,
      beneath.length === 0 ? '' : `<div style="${small}">${beneath.join(' ')}</div>`,
      course === null ? '' : (sparkline(course) ?? ''),
      '</div>',
    ].join('');
  });
  return `<div class="tiles" style="display:grid;grid-template-columns:repeat(auto-fit,minmax(136px,1fr));gap:8px;margin:16px 0 0">${tiles.join('')}</div>`;
}
