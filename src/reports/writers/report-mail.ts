import { inertText, plainText } from '../../kernel/format/inert-text.ts';
import { boundWords, isBoundWord } from '../../kernel/document/completeness.ts';
import type { Bound } from '../../kernel/document/types.ts';
import { SEVERITY_COLOURS } from '../../kernel/severity.ts';
import { COLOURS } from '../../kernel/format/colours.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { decimalsApart, decimalsFor, figureText } from '../../kernel/format/figure-text.ts';
import { filledText, type MessageValues } from '../../kernel/format/message.ts';
import type { Attention, ReportDocument } from '../rules/document.ts';
import { restatedChange, type RestatedFigure } from '../rules/printed-figures.ts';
import { namesIn, reportTexts } from '../rules/report-texts.ts';
import { attentionKey, sinceBesideFact } from '../rules/sections/exceptions.ts';
import type { Language } from '../../kernel/language.ts';
import { type Catalogue, catalogueOf } from '../../kernel/texts/catalogue.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { ownOf } from '../../kernel/own-of.ts';
import { aloneDecimals, type CellStyle, cellStyleOf, type ShownCell, showCell, signsExplained } from './cell-text.ts';

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
  /** Absent: English. */
  readonly language?: Language;
}

/** `say('more', { count })`: a text of the mail's language with its values. */
type Say = (key: keyof Catalogue['reportMail'], values?: MessageValues) => string;

function mailTexts(language: Language): Say {
  const { reportMail: texts } = catalogueOf(language);
  return (key, values = {}) => filledText(texts[key], values, language);
}

const MOST_FIGURES = 5;
const MOST_ATTENTION = 5;

/** The mail of a run's reports: headline figures, what needs attention, and attachments. */
export function reportMail({
  documents,
  leftOut,
  isProvisional,
  restated,
  fileNames,
  language = 'en',
}: ReportMail): MailContent {
  const [first] = documents;
  if (first === undefined) throw new RangeError('A mail needs a report.');
  const say = mailTexts(language);
  const style = cellStyleOf(first);
  const { industryName } = first.industry;
  const told = toldOnce(documents);
  const things = told.reduce((count, { shown, more }) => count + shown.length + more, 0);
  const signs = signsIn(documents, told, language);
  const firstLine = things === 0 ? say('calm', { count: documents.length }) : say('things', { count: things });
  const parts: MailPart[] = [
    { kind: 'line', text: firstLine },
    ...(isProvisional ? [{ kind: 'note', text: say('provisional') } as const] : []),
    ...(restated === null ? [] : [{ kind: 'note', text: say('restated', restated) } as const]),
    ...documents.flatMap((document, at) => documentParts(document, told[at] ?? NOTHING_TOLD, style, say)),
    ...leftOut.map(({ title, why }): MailPart => ({ kind: 'note', text: `${title}: ${why}` })),
    { kind: 'heading', text: say('attached') },
    ...fileNames.map((text): MailPart => ({ kind: 'item', text })),
    ...documents.map(({ title, completeness: { sentence } }): MailPart => ({
      kind: 'note',
      text: documents.length === 1 ? sentence : `${title}: ${sentence}`,
    })),
    ...(signs === '' ? [] : [{ kind: 'note', text: signs } as const]),
  ];
  return contentOf(subjectOf(documents, things, style, say), `${industryName}, ${first.period.text}`, parts, language);
}

/** Subject with place, fact and figure: `Riverside: 1 214 m³ water on 15 Jan 2026, 2 things need attention`. */
function subjectOf(documents: readonly ReportDocument[], things: number, style: CellStyle, say: Say): string {
  const [first] = documents;
  const headline = documents.flatMap(({ headlines }) => headlines)[0];
  return [
    `${first?.industry.industryName}: ${first?.title}`,
    ...(headline === undefined
      ? []
      : [`${headline.title} ${wordsOf(unsigned(showAlone(headline.value, style)), say)}`]),
    first?.period.text,
    ...(things === 0 ? [] : [say('thingsShort', { count: things })]),
  ].join(', ');
}

/** Things that need attention in a report of a mail. */
interface Told {
  readonly shown: readonly Attention[];
  /** Number of things that only the report tells. */
  readonly more: number;
}

const NOTHING_TOLD: Told = { shown: [], more: 0 };

/**
 * Things of each report, each thing once in the mail, because reports of one site share their findings. The first
 * report that names a thing tells it. A thing that no report names is counted where it is left out first.
 */
function toldOnce(documents: readonly ReportDocument[]): readonly Told[] {
  const known = new Set<string>();
  const named = documents.map(({ attention }) => {
    const own = attention.filter((thing) => thing.standsFor === undefined && !known.has(attentionKey(thing)));
    for (const thing of own) known.add(attentionKey(thing));
    return own;
  });
  return documents.map(({ attention }, at) => {
    const own = named[at] ?? [];
    const leftOut = attention.flatMap(({ standsFor = [] }) => standsFor.filter((key) => !known.has(key)));
    for (const key of leftOut) known.add(key);
    const shown = own.slice(0, MOST_ATTENTION);
    return { shown, more: own.length - shown.length + leftOut.length };
  });
}

/** Meanings of the signs in a mail. What is missing is told in words. */
const signsIn = (documents: readonly ReportDocument[], told: readonly Told[], language: Language): string =>
  signsExplained(
    [
      ...documents.flatMap(({ headlines }) => headlines.slice(0, MOST_FIGURES).map(({ value }) => value)),
      ...told.flatMap(({ shown }) => shown.flatMap(({ amount }) => amount ?? [])),
    ].filter(({ kind }) => kind !== 'missing'),
    language,
  ).join(' ');

/** A figure for a subject, which has no room to say what its signs mean. */
const unsigned = (shown: ShownCell): ShownCell => ({
  ...shown,
  marks: shown.marks.filter((mark) => !/^[†‡]/.test(mark)),
});

const showAlone = (cell: ReportDocument['headlines'][number]['value'], style: CellStyle): ShownCell =>
  showCell(cell, { decimals: aloneDecimals(cell), unit: null }, style);

const wordsOf = ({ text, marks, remark, look }: ShownCell, say: Say): string =>
  [
    ...marks.filter(isBoundWord),
    look === 'missing' ? say('notMeasured') : text,
    ...marks.filter((mark) => !isBoundWord(mark)),
    ...(remark === null ? [] : [`(${remark})`]),
  ].join(' ');

function documentParts(document: ReportDocument, { shown, more }: Told, style: CellStyle, say: Say): MailPart[] {
  return [
    { kind: 'heading', text: document.title },
    ...(document.empty === null ? [] : [{ kind: 'note', text: document.empty } as const]),
    ...document.headlines.slice(0, MOST_FIGURES).map((headline): MailPart => {
      const change = headline.change === null ? null : showAlone(headline.change, style);
      return {
        kind: 'figure',
        name: headline.title,
        figure: wordsOf(showAlone(headline.value, style), say),
        detail: change === null ? '' : changeInWords(change, headline.comparedWith),
      };
    }),
    ...shown.map((thing): MailPart => {
      const { severity, place, fact, amount, look } = thing;
      const since = sinceBesideFact(thing);
      const said = [
        `${place}: ${fact}`,
        ...(amount === null ? [] : [wordsOf(showAlone(amount, style), say)]),
        ...(since === null ? [] : [say('since', { when: since })]),
      ].join(', ');
      return { kind: 'attention', severity, text: look === null ? said : say('withLook', { thing: said, look }) };
    }),
    ...(more > 0 ? [{ kind: 'note', text: say('more', { count: more }) } as const] : []),
  ];
}

/** Change such as `+12.3 %, from 10 994 m³ in May 2026`. */
const changeInWords = ({ text, remark }: ShownCell, comparedWith: string | null): string =>
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
  /** Absent: English. */
  readonly language?: Language;
}

const MOST_NAMED = 5;
const MOST_CHANGES = 40;

/** One note with old and new values and their cause. */
export function restatementMail(restated: RestatementMail): MailContent {
  const { changes, days, causes, places, language = 'en' } = restated;
  const [say, t] = [mailTexts(language), reportTexts(language)];
  const [first] = changes;
  if (first === undefined) throw new RangeError('A restatement needs a change.');
  const parts: MailPart[] = [
    { kind: 'line', text: say('insteadOf', { sentAt: restated.sentAt }) },
    ...changes.slice(0, MOST_CHANGES).map((change): MailPart => {
      const { was, is, by } = valueTexts(change, say, language);
      return { kind: 'figure', name: change.name, figure: is, detail: [say('was', { figure: was }), ...by].join(', ') };
    }),
    ...(changes.length > MOST_CHANGES
      ? [{ kind: 'note', text: say('moreChanged', { count: changes.length - MOST_CHANGES }) } as const]
      : []),
    {
      kind: 'note',
      text: say(places.length === 0 ? 'cause' : 'causeAt', {
        causes: causes.map((cause) => causeText(cause, language)).join(', '),
        places: namesIn(t, places, MOST_NAMED),
        days: namesIn(
          t,
          days.map((day) => dateText(day, language)),
          MOST_NAMED,
        ),
      }),
    },
    { kind: 'note', text: say('reportWas', { subject: restated.subject }) },
  ];
  const { was, is } = valueTexts(first, say, language);
  const subject = `${restated.industryName}: ${say('restatedFigure', { name: first.name, is, was })}`;
  return contentOf(subject, `${restated.industryName}, ${say('restatement')}`, parts, language);
}

/** A cause that a later release has written stays as it is. */
const causeText = (cause: string, language: Language): string =>
  ownOf<string>(catalogueOf(language).causes, cause) ?? cause;

/** Old and new value, and the change where there is one. */
function valueTexts(
  change: RestatedFigure,
  say: Say,
  language: Language,
): { readonly was: string; readonly is: string; readonly by: readonly string[] } {
  const { was, is, wasBound, isBound, hasShare } = change;
  const withUnit = (text: string): string => [text, change.unit].filter((part) => part !== '').join('\u00a0');
  const decimals = decimalsApart(was, is, Math.max(1, decimalsFor([was, is].flatMap((value) => value ?? []))));
  const textOfValue = (value: number | null, bound: Bound | null = null): string =>
    value === null ? say('notMeasured') : `${boundWords(bound, language)}${withUnit(figureText(value, decimals))}`;
  const by = restatedChange(change, decimals, language);
  return {
    was: textOfValue(was, wasBound),
    is: textOfValue(is, isBound),
    by: by === null ? [] : [hasShare === false ? withUnit(by) : by],
  };
}

type MailPart =
  | { readonly kind: 'line' | 'heading' | 'note' | 'item'; readonly text: string }
  | { readonly kind: 'figure'; readonly name: string; readonly figure: string; readonly detail: string }
  | { readonly kind: 'attention'; readonly severity: 'critical' | 'high' | 'medium' | 'low'; readonly text: string };

const contentOf = (subject: string, head: string, parts: readonly MailPart[], language: Language): MailContent => ({
  subject: plainText(subject).slice(0, 200),
  text: `${[head, '', ...parts.map((part) => textOf(part, language))].join('\n')}\n`,
  html: htmlOf(subject, head, parts, language),
});

function textOf(part: MailPart, language: Language): string {
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
      return `- ${catalogueOf(language).severities[part.severity].toUpperCase()}: ${plainText(part.text)}`;
  }
}

const WRAP = 'overflow-wrap:anywhere';

function partHtml(part: MailPart, language: Language): string {
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
      const token = SEVERITY_COLOURS[part.severity];
      const severity = catalogueOf(language).severities[part.severity].toLowerCase();
      return `<p class="ink" style="margin:8px 0 0;padding-left:10px;border-left:4px solid ${COLOURS[token].light};color:${COLOURS.ink.light};${WRAP}"><b class="${token}" style="color:${COLOURS[token].light}">${severity}</b> ${inertText(part.text)}</p>`;
    }
  }
}

/** The end of a mail's html, before which its footer is put. */
const END = '</div></body></html>';

/** The mail with a last line that is its recipient's own: how to end the mails. */
export const withFooter = (
  { text, html }: Pick<MailContent, 'text' | 'html'>,
  { words, link, linkWords }: { readonly words: string; readonly link: string; readonly linkWords: string },
): Pick<MailContent, 'text' | 'html'> => ({
  text: `${text}\n--\n${plainText(words)}\n${linkWords}: ${link}\n`,
  html: html.replace(
    END,
    () =>
      `<p class="muted rule" style="margin:24px 0 0;padding-top:8px;border-top:1px solid ${COLOURS.line.light};font-size:13px;color:${COLOURS.muted.light};${WRAP}">${inertText(words)} <a class="muted" style="color:${COLOURS.muted.light}" href="${inertText(link)}">${inertText(linkWords)}</a></p>${END}`,
  ),
});

const DARK = (['ink', 'muted', 'critical', 'high', 'medium'] as const)
  .map((token) => `.${token}{color:${COLOURS[token].dark}!important}`)
  .join('');

function htmlOf(subject: string, head: string, parts: readonly MailPart[], language: Language): string {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${inertText(subject)}</title>`,
    `<style>@media (prefers-color-scheme:dark){.paper{background:${COLOURS.paper.dark}!important}${DARK}.rule{border-color:${COLOURS.line.dark}!important}}</style>`,
    `</head><body class="paper" style="margin:0;background:${COLOURS.paper.light};font:14px/1.4 'Noto Sans','Segoe UI',Roboto,Arial,sans-serif">`,
    '<div style="max-width:600px;margin:0 auto;padding:16px">',
    `<p class="muted" style="margin:0 0 8px;color:${COLOURS.muted.light};${WRAP}">${inertText(head)}</p>`,
    ...parts.map((part) => partHtml(part, language)),
    END,
    '',
  ].join('\n');
}
