import { attachmentHeader } from '../../kernel/format/attachment-header.ts';
import { type CsvField, csvLine, USUAL_CSV } from '../../kernel/format/csv-line.ts';
import { drawChart, drawChartPng } from '../../reports/draw-chart.ts';
import type { ChartSection } from '../../reports/rules/document.ts';
import type { Visit } from '../page.ts';
import type { ComparisonAnswer } from './series.ts';

export const FILES = ['png', 'svg', 'csv'] as const;
type FileKind = (typeof FILES)[number];

/**
 * Sizes for a desk and for a phone, because letters that shrink with the picture cannot be read.
 * charts.css keeps their room free.
 */
export const SIZES = { wide: { width: 960, height: 300 }, narrow: { width: 340, height: 260 } } as const;
export type PictureSize = keyof typeof SIZES;

const MEDIA_TYPES: Readonly<Record<FileKind, string>> = {
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

const CSV_HEAD = [
  'unitId',
  'unitName',
  'from',
  'to',
  'name',
  'start',
  'value',
  'siUnit',
  'coverage',
  'estimatedShare',
  'bound',
];

/** A line per day or hour and side. Nothing is rounded, and what is missing is empty. */
function comparisonCsv({ sides, rows }: Pick<ComparisonAnswer, 'sides' | 'rows'>): string {
  const lines = sides.flatMap(({ unitId, unitName, from, to, siUnit }, at) =>
    rows.flatMap(({ name, points }): readonly (readonly CsvField[])[] => {
      const point = points[at] ?? null;
      if (point === null) return [];
      const { x, y, coverage, estimatedShare, bound } = point;
      return [[unitId, unitName, from, to, name, x, y, siUnit, coverage, estimatedShare, bound]];
    }),
  );
  return [CSV_HEAD, ...lines].map((line) => csvLine(line, USUAL_CSV)).join('');
}

const PROFILE_HEAD = ['unitId', 'unitName', 'from', 'to', 'hour', 'mean', 'siUnit', 'hours', 'expectedHours'];

/** A line per hour of the business day and side. */
function profileCsv({ sides, profile }: Pick<ComparisonAnswer, 'sides' | 'profile'>): string {
  const lines = sides.flatMap(({ unitId, unitName, from, to, siUnit }, at) =>
    (profile ?? []).flatMap(({ name, sides: of }): readonly (readonly CsvField[])[] => {
      const one = of[at];
      if (one === undefined) return [];
      return [[unitId, unitName, from, to, name, one.mean, siUnit, one.hours, one.expectedHours]];
    }),
  );
  return [PROFILE_HEAD, ...lines].map((line) => csvLine(line, USUAL_CSV)).join('');
}

interface Asked {
  readonly kind: FileKind;
  readonly size: PictureSize;
  /** Name without its ending. */
  readonly name: string;
}

/** The chart or its figures as a file. */
export async function comparisonFile(
  { c, clock, language }: Pick<Visit, 'c' | 'clock' | 'language'>,
  found: ComparisonAnswer,
  section: ChartSection,
  { kind, size, name }: Asked,
): Promise<Response> {
  const frame = { ...SIZES[size], timezone: clock.timezone, locale: 'und', language };
  const body =
    kind === 'csv'
      ? (section.id === 'profile' ? profileCsv : comparisonCsv)(found)
      : kind === 'svg'
        ? drawChart(section, frame)
        : new Uint8Array(await drawChartPng(section, frame));
  return c.body(body, 200, {
    'Content-Type': MEDIA_TYPES[kind],
    'Content-Disposition': attachmentHeader(`${name}.${kind}`),
    'X-Content-Type-Options': 'nosniff',
  });
}
