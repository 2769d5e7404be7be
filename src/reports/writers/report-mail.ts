import { inertText, plainText } from '../../kernel/format/inert-text.ts';
import { isBoundWord } from '../../kernel/document/completeness.ts';
import { firstNames } from '../../kernel/text.ts';
import { COLOURS } from '../../kernel/format/colours.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { decimalsFor, figureText, shareText } from '../../kernel/format/figure-text.ts';
import type { ReportDocument } from '../rules/document.ts';
import type { RestatedFigure } from '../rules/printed-figures.ts';
import { attentionCount } from '../rules/sections/exceptions.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { aloneDecimals, type CellStyle, cellStyleOf, type ShownCell, showCell } from './cell-text.ts';

/* Mails that carry reports. Their first lines can be read on a phone, without pictures and in the dark. */

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Content of a mail beside its reports. */
interface ReportMail {
  readonly documents: readonly ReportDocument[];
  /** Empty reports of the run, with reasons. */
  readonly leftOut: readonly { readonly title: string; readonly why: string }[];
  /** True when the mail goes out before its days have settled. */
  readonly isProvisional: boolean;
  /** Dates of restatement and of the first mail, as text; null: the figures are the first. */
  readonly restated: { readonly on: string; readonly sentOn: string } | null;
  readonly fileNames: readonly string[];
}

const MOST_FIGURES = 5;
const MOST_ATTENTION = 5;

/** The mail of a run's reports: headline figures, what needs attention, and attachments. */
export function reportMail({ documents, leftOut, isProvisional, restated, fileNames }: ReportMail): MailContent {
  const [first] = documents;
  if (first === undefined) throw new RangeError('A mail needs a report.');
  const style = cellStyleOf(first);
  const { industryName } = first.industry;
  const things = thingsOf(documents);
  const firstLine =
    things === 0
      ? `Nothing in ${documents.length === 1 ? 'this report' : 'these reports'} needs your attention.`
      : `${things} ${things === 1 ? 'thing needs' : 'things need'} your attention.`;
  const parts: MailPart[] = [
    { kind: 'line', text: firstLine },
    ...(isProvisional
      ? [{ kind: 'note', text: 'Provisional: not all of its days had settled when it was made.' } as const]
      : []),
    ...(restated === null
      ? []
      : [
          {
            kind: 'note',
            text: `Restated on ${restated.on}: these figures replace those that were sent on ${restated.sentOn}.`,
          } as const,
        ]),
    ...documents.flatMap((document) => documentParts(document, style)),
    ...leftOut.map(({ title, why }): MailPart => ({ kind: 'note', text: `${title}: ${why}` })),
    { kind: 'heading', text: 'Attached' },
    ...fileNames.map((text): MailPart => ({ kind: 'item', text })),
    { kind: 'note', text: first.completeness.sentence },
  ];
  return contentOf(subjectOf(documents, style), `${industryName}, ${first.period.text}`, parts);
}

/** Subject with place, fact and figure: `Riverside: 1 214 m³ water on 15 Jan 2026, 2 things need attention`. */
function subjectOf(documents: readonly ReportDocument[], style: CellStyle): string {
  const [first] = documents;
  const headline = documents.flatMap(({ headlines }) => headlines)[0];
  const things = thingsOf(documents);
  return [
    `${first?.industry.industryName}: ${first?.title}`,
    ...(headline === undefined ? [] : [`${headline.title} ${wordsOf(showAlone(headline.value, style))}`]),
    first?.period.text,
    ...(things === 0 ? [] : [`${things} ${things === 1 ? 'thing needs' : 'things need'} attention`]),
  ].join(', ');
}

const thingsOf = (documents: readonly ReportDocument[]): number =>
  documents.reduce((things, { attention }) => things + attentionCount(attention), 0);

const showAlone = (cell: ReportDocument['headlines'][number]['value'], style: CellStyle): ShownCell =>
  showCell(cell, { decimals: aloneDecimals(cell), unit: null }, style);

const wordsOf = ({ text, marks, remark, look }: ShownCell): string =>
  [
    ...marks.filter(isBoundWord),
    look === 'missing' ? 'not measured' : text,
    ...marks.filter((mark) => !isBoundWord(mark)),
    ...(remark === null ? [] : [`(${remark})`]),
  ].join(' ');

function documentParts(document: ReportDocument, style: CellStyle): MailPart[] {
  const shown = document.attention.slice(0, MOST_ATTENTION);
  const more = attentionCount(document.attention) - attentionCount(shown);
  return [
    { kind: 'heading', text: document.title },
    ...(document.empty === null ? [] : [{ kind: 'note', text: document.empty } as const]),
    ...document.headlines.slice(0, MOST_FIGURES).map((headline): MailPart => {
      const change = headline.change === null ? null : showAlone(headline.change, style);
      return {
        kind: 'figure',
        name: headline.title,
        figure: wordsOf(showAlone(headline.value, style)),
        detail: change === null ? '' : changeText(change, headline.comparedWith),
      };
    }),
    ...shown.map(({ severity, place, fact, amount, since }): MailPart => ({
      kind: 'attention',
      severity,
      text: [
        `${place}: ${fact}`,
        ...(amount === null ? [] : [wordsOf(showAlone(amount, style))]),
        ...(since === null || fact.includes(since) ? [] : [`since ${since}`]),
      ].join(', '),
    })),
    ...(more > 0 ? [{ kind: 'note', text: `${more} more in the report.` } as const] : []),
  ];
}

/** Change such as `+12.3 %, from 10 994 m³ in May 2026`. */
const changeText = ({ text, remark }: ShownCell, comparedWith: string | null): string =>
  [text, [remark, comparedWith].filter((words) => words !== null).join(', ')]
    .filter((words) => words !== '')
    .join(', ');

/** Changes of a sent report. */
interface RestatementMail {
  readonly industryName: string;
  /** Subject of the restated mail. */
  readonly subject: string;
  readonly sentAt: string;
  readonly days: readonly BusinessDate[];
  readonly causes: readonly string[];
  /** Names of units with changed readings. */
  readonly places: readonly string[];
  readonly changes: readonly RestatedFigure[];
}

const MOST_NAMED = 5;
const MOST_CHANGES = 40;

/** One note with old and new values and their cause. */
export function restatementMail(restated: RestatementMail): MailContent {
  const { changes, days, causes, places } = restated;
  const [first] = changes;
  if (first === undefined) throw new RangeError('A restatement needs a change.');
  const parts: MailPart[] = [
    {
      kind: 'line',
      text: `Use these figures instead of those sent on ${restated.sentAt}.`,
    },
    ...changes.slice(0, MOST_CHANGES).map((change): MailPart => {
      const { was, is } = valueTexts(change);
      return { kind: 'figure', name: change.name, figure: is, detail: `was ${was}${shareOf(change)}` };
    }),
    ...(changes.length > MOST_CHANGES
      ? [{ kind: 'note', text: `${changes.length - MOST_CHANGES} more figures have changed.` } as const]
      : []),
    {
      kind: 'note',
      text: `Cause: ${causes.join(', ')}${places.length === 0 ? '' : `, at ${firstNames(places, MOST_NAMED)}`}. Changed days: ${firstNames(days.map(dateText), MOST_NAMED)}.`,
    },
    { kind: 'note', text: `The report was "${restated.subject}".` },
  ];
  const { was, is } = valueTexts(first);
  const subject = `${restated.industryName}: restated, ${first.name} is ${is}, was ${was}`;
  return contentOf(subject, `${restated.industryName}, restatement`, parts);
}

/** Old and new value, with enough decimals to tell them apart. */
function valueTexts({ was, is, unit }: RestatedFigure): { readonly was: string; readonly is: string } {
  const figures = [was, is].flatMap((value) => value ?? []);
  const text = (value: number | null, decimals: number): string =>
    value === null ? 'not measured' : [figureText(value, decimals), unit].filter((part) => part !== '').join('\u00a0');
  const least = Math.max(1, decimalsFor(figures));
  const decimals = [least, least + 1, least + 2, least + 3].find((count) => text(was, count) !== text(is, count));
  return { was: text(was, decimals ?? least), is: text(is, decimals ?? least) };
}

const shareOf = ({ was, is }: RestatedFigure): string => {
  if (was === null || is === null || was === 0) return '';
  const share = (is - was) / Math.abs(was);
  return `, ${share > 0 ? '+' : ''}${shareText(share, 1, 'und')}`;
};

type MailPart =
  | { readonly kind: 'line' | 'heading' | 'note' | 'item'; readonly text: string }
  | { readonly kind: 'figure'; readonly name: string; readonly figure: string; readonly detail: string }
  | { readonly kind: 'attention'; readonly severity: 'critical' | 'high' | 'medium' | 'low'; readonly text: string };

const contentOf = (subject: string, head: string, parts: readonly MailPart[]): MailContent => ({
  subject: plainText(subject).slice(0, 200),
  text: `${[head, '', ...parts.map(textOf)].join('\n')}\n`,
  html: htmlOf(subject, head, parts),
});

function textOf(part: MailPart): string {
  switch (part.kind) {
    case 'line':
      return `${plainText(part.text)}\n`;
    case 'heading':
      return `\n${plainText(part.text)}`;
    case 'note':
      return `\n${plainText(part.text)}`;
    case 'item':
      return `- ${plainText(part.text)}`;
    case 'figure':
      return `- ${plainText(`${part.name}: ${part.figure}${part.detail === '' ? '' : `, ${part.detail}`}`)}`;
    case 'attention':
      return `- ${part.severity.toUpperCase()}: ${plainText(part.text)}`;
  }
}

const SEVERITY_TOKEN = { critical: 'critical', high: 'high', medium: 'medium', low: 'muted' } as const;
const WRAP = 'overflow-wrap:anywhere';

function partHtml(part: MailPart): string {
  switch (part.kind) {
    case 'line':
      return `<p class="ink" style="margin:0 0 12px;font-size:16px;font-weight:600;color:${COLOURS.ink.light};${WRAP}">${inertText(part.text)}</p>`;
    case 'heading':
      return `<h2 class="ink" style="margin:20px 0 6px;font-size:16px;color:${COLOURS.ink.light};${WRAP}">${inertText(part.text)}</h2>`;
    case 'note':
      return `<p class="muted" style="margin:12px 0 0;font-size:13px;color:${COLOURS.muted.light};${WRAP}">${inertText(part.text)}</p>`;
    case 'item':
      return `<p class="ink" style="margin:0;font-size:14px;color:${COLOURS.ink.light};${WRAP}">${inertText(part.text)}</p>`;
    case 'figure':
      return [
        `<div class="rule" style="padding:8px 0;border-bottom:1px solid ${COLOURS.line.light};${WRAP}">`,
        `<div class="muted" style="font-size:13px;color:${COLOURS.muted.light}">${inertText(part.name)}</div>`,
        `<div class="ink" style="font-size:20px;font-variant-numeric:tabular-nums;color:${COLOURS.ink.light}">${inertText(part.figure)}</div>`,
        part.detail === ''
          ? ''
          : `<div class="muted" style="font-size:13px;color:${COLOURS.muted.light}">${inertText(part.detail)}</div>`,
        '</div>',
      ].join('');
    case 'attention': {
      const token = SEVERITY_TOKEN[part.severity];
      return `<p class="ink" style="margin:8px 0 0;padding-left:10px;border-left:4px solid ${COLOURS[token].light};color:${COLOURS.ink.light};${WRAP}"><b class="${token}" style="color:${COLOURS[token].light}">${part.severity}</b> ${inertText(part.text)}</p>`;
    }
  }
}

const DARK = (['ink', 'muted', 'critical', 'high', 'medium'] as const)
  .map((token) => `.${token}{color:${COLOURS[token].dark}!important}`)
  .join('');

function htmlOf(subject: string, head: string, parts: readonly MailPart[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${inertText(subject)}</title>`,
    `<style>@media (prefers-color-scheme:dark){.paper{background:${COLOURS.paper.dark}!important}${DARK}.rule{border-color:${COLOURS.line.dark}!important}}</style>`,
    `</head><body class="paper" style="margin:0;background:${COLOURS.paper.light};font:14px/1.4 'Noto Sans','Segoe UI',Roboto,Arial,sans-serif">`,
    '<div style="max-width:600px;margin:0 auto;padding:16px">',
    `<p class="muted" style="margin:0 0 8px;color:${COLOURS.muted.light};${WRAP}">${inertText(head)}</p>`,
    ...parts.map(partHtml),
    '</div></body></html>',
    '',
  ].join('\n');
}
