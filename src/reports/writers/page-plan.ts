import { SEVERITY_NAMES } from '../../kernel/severity.ts';
import { dateText, generatedText } from '../../kernel/format/date-text.ts';
import type {
  Attention,
  Cell,
  ChartSection,
  Column,
  FlowsSection,
  Headline,
  ReportDocument,
  Row,
  Section,
  TableSection,
  UnitCompleteness,
} from '../rules/document.ts';
import { percentCell, plainColumn, textCell } from '../rules/cells.ts';
import { sinceBesideFact } from '../rules/sections/exceptions.ts';
import { type ReportTexts, reportTexts } from '../rules/report-texts.ts';

/* Order of a report's blocks, the same for pages, prints and workbooks laid out as a page. */

export type Block =
  | { readonly kind: 'empty'; readonly sentence: string }
  | { readonly kind: 'headlines'; readonly title: string | null; readonly headlines: readonly Headline[] }
  | { readonly kind: 'table'; readonly table: TableSection }
  | { readonly kind: 'chart'; readonly section: ChartSection }
  | { readonly kind: 'flows'; readonly section: FlowsSection }
  | {
      readonly kind: 'paragraphs';
      readonly title: string;
      readonly sentences: readonly string[];
      readonly isSmall: boolean;
    };

/** Blocks of a report, without empty ones. */
export function blocksOf(document: ReportDocument): readonly Block[] {
  const { empty, headlines, attention, sections, method, language } = document;
  const t = reportTexts(language);
  return [
    ...(empty === null ? [] : [{ kind: 'empty', sentence: empty } as const]),
    ...(headlines.length === 0 ? [] : [{ kind: 'headlines', title: null, headlines } as const]),
    ...(attention.length === 0 ? [] : [{ kind: 'table', table: attentionTable(t, attention) } as const]),
    ...sections.flatMap(blockOf),
    ...completenessBlocks(document),
    ...(method.length === 0
      ? []
      : [{ kind: 'paragraphs', title: t('method'), sentences: method, isSmall: true } as const]),
  ];
}

/** Blocks of lists and workbooks, which have the figures of flows behind their picture. */
export const listedBlocksOf = (document: ReportDocument): readonly Block[] =>
  blocksOf(document).flatMap((block): readonly Block[] =>
    block.kind === 'flows' ? [block, { kind: 'table', table: block.section.table }] : [block],
  );

function blockOf(section: Section): readonly Block[] {
  switch (section.kind) {
    case 'table':
      return section.rows.length === 0 && section.note === null ? [] : [{ kind: 'table', table: section }];
    case 'chart':
      return section.chart.series.some(({ values }) => values.some((value) => value !== null))
        ? [{ kind: 'chart', section }]
        : [];
    case 'flows':
      return [{ kind: 'flows', section }];
    case 'paragraphs':
      return section.sentences.length === 0
        ? []
        : [
            {
              kind: 'paragraphs',
              title: section.title,
              sentences: section.sentences.map(({ text }) => text),
              isSmall: false,
            },
          ];
    case 'tiles':
      return section.tiles.length === 0 ? [] : [{ kind: 'headlines', title: section.title, headlines: section.tiles }];
  }
}

const textOrNull = (text: string | null): Cell | null => (text === null ? null : textCell(text));

function attentionTable(t: ReportTexts, attention: readonly Attention[]): TableSection {
  const columns: readonly { readonly head: Column; readonly cellOf: (one: Attention) => Cell | null }[] = [
    {
      head: plainColumn('severity', t('severity'), 'text'),
      cellOf: ({ severity }) => textCell(SEVERITY_NAMES[severity][t.language]),
    },
    { head: plainColumn('place', t('place'), 'text'), cellOf: ({ place }) => textCell(place) },
    { head: plainColumn('fact', t('what'), 'text'), cellOf: ({ fact }) => textCell(fact) },
    { head: plainColumn('amount', t('howMuch'), 'quantity'), cellOf: ({ amount }) => amount },
    { head: plainColumn('since', t('since'), 'text'), cellOf: (one) => textOrNull(sinceBesideFact(one)) },
    { head: plainColumn('look', t('whereToLook'), 'text'), cellOf: ({ look }) => textOrNull(look) },
  ];
  // A column that no row fills is left out.
  const shown = columns.filter(({ cellOf }) => attention.some((one) => cellOf(one) !== null));
  return {
    kind: 'table',
    id: 'attention',
    title: t('needsAttention'),
    columns: shown.map(({ head }) => head),
    rows: attention.map((one) => ({
      role: 'row',
      severity: one.severity,
      cells: shown.map(({ cellOf }) => cellOf(one) ?? textCell('')),
    })),
    note: null,
  };
}

/** A sentence, and a row for each unit with missing or estimated slots. */
function completenessBlocks(document: ReportDocument): readonly Block[] {
  const { sentence, units } = document.completeness;
  const t = reportTexts(document.language);
  const incomplete = units.filter(
    ({ coverage, estimatedShare, missing }) => missing !== null || (coverage ?? 1) < 1 || (estimatedShare ?? 0) > 0,
  );
  if (incomplete.length === 0)
    return sentence === ''
      ? []
      : [{ kind: 'paragraphs', title: t('howComplete'), sentences: [sentence], isSmall: false }];
  return [{ kind: 'table', table: completenessTable(t, incomplete, sentence) }];
}

export function completenessTable(t: ReportTexts, units: readonly UnitCompleteness[], note: string): TableSection {
  return {
    kind: 'table',
    id: 'completeness',
    title: t('howComplete'),
    columns: [
      plainColumn('unit', t('unit'), 'text'),
      plainColumn('coverage', t('measured'), 'percent'),
      plainColumn('estimatedShare', t('estimated'), 'percent'),
      plainColumn('missing', t('missing'), 'text'),
    ],
    rows: units.map(({ name, coverage, estimatedShare, missing }): Row => ({
      role: 'row',
      severity: null,
      cells: [textCell(name), percentCell(coverage), percentCell(estimatedShare), textCell(missing ?? '')],
    })),
    note: note === '' ? null : note,
  };
}

/** Footer, once per page: time of generation and start of days. */
export const footerText = ({ generatedAtEpochMs, language, industry }: ReportDocument): string =>
  reportTexts(language)('generated', {
    time: generatedText(generatedAtEpochMs, industry.timezone, language),
    start: industry.shiftStartAt.slice(0, 5),
  });

/** Days of a report whose period has no words. */
export const periodText = ({ language, period: { from, to, text } }: ReportDocument): string =>
  text !== ''
    ? text
    : from === to
      ? dateText(from, language)
      : `${dateText(from, language)} – ${dateText(to, language)}`;

export const industryText = ({ industry: { industryName, place } }: ReportDocument): string =>
  place === null || place === '' ? industryName : `${industryName}, ${place}`;

/** Head of a later page, which names its report. */
export const runningText = (document: ReportDocument): string =>
  `${document.title}, ${industryText(document)}, ${periodText(document)}`;

/** Most columns of a page in portrait. */
export const MOST_PORTRAIT_COLUMNS = 9;
export const isWide = ({ sections }: ReportDocument): boolean =>
  sections.some(
    (section) =>
      section.kind === 'table'
      // An incident's sentence takes the room of several columns. Its unit of measure takes none.
      && (section.id === 'incidents'
        || section.columns.filter(({ id }) => id !== 'unit').length > MOST_PORTRAIT_COLUMNS),
  );

/** Headlines as rows, where a format has no tiles. */
export function headlinesTable(t: ReportTexts, headlines: readonly Headline[], title: string): TableSection {
  const hasChange = headlines.some(({ change }) => change !== null);
  const hasComparison = headlines.some(({ comparedWith }) => comparedWith !== null);
  return {
    kind: 'table',
    id: 'headlines',
    title,
    columns: [
      plainColumn('figure', t('figure'), 'text'),
      plainColumn('value', t('value'), 'quantity'),
      ...(hasChange ? [plainColumn('change', t('change'), 'change')] : []),
      ...(hasComparison ? [plainColumn('comparedWith', t('comparedWith'), 'text')] : []),
    ],
    rows: headlines.map((one): Row => ({
      role: 'row',
      severity: null,
      cells: [
        textCell(one.title),
        one.value,
        ...(hasChange ? [one.change ?? textCell('')] : []),
        ...(hasComparison ? [textCell(one.comparedWith ?? '')] : []),
      ],
    })),
    note: null,
  };
}
