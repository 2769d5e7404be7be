import type { z } from '@hono/zod-openapi';
import type { comparison } from '../../figures/http/user/comparison.ts';
import { dividedBy } from '../../kernel/measure/exact.ts';
import { hasShares } from '../../kernel/measure/shares.ts';
import type { ChartSection, ChartSeries } from '../../reports/rules/document.ts';
import { isDrawnAsLine } from '../charts/axis.ts';
import { dateOf } from '../dates.ts';
import type { Visit } from '../page.ts';
import { type AskedComparison, periodName } from './asked.ts';

export type ComparisonAnswer = z.infer<typeof comparison>;
export type Side = ComparisonAnswer['sides'][number];

const TOKENS: readonly ChartSeries['token'][] = ['water', 'high', 'stock', 'quality', 'ground', 'energy'];
/** More bars than this are too thin to be told apart. */
const MOST_BARS = 70;

/**
 * A figure as per cent of the mean of its own side, as load profiles are compared: meters of any size have one scale.
 * null where the zero of the figure is a convention, as of degrees and pH, and without a positive mean.
 */
export const percentOfMean = (
  figure: number | null,
  { mean, siUnit }: Pick<Side, 'mean' | 'siUnit'>,
  parameter: string | null,
): number | null =>
  figure === null || mean === null || mean <= 0 || !hasShares(siUnit, parameter ?? '')
    ? null
    : dividedBy(figure * 100, mean);

/** The name by which a side is told from the others: its period, or its unit. */
export const sideName = ({ texts }: Pick<Visit, 'texts'>, side: Side, { other }: AskedComparison): string =>
  other === null ? side.unitName : periodName({ from: dateOf(side.from), to: dateOf(side.to) }, texts);

/** Different measures have per cent alone in common. Figures of which no share has a meaning keep their own scale. */
export const isPercent = (
  { sides, parameter }: Pick<ComparisonAnswer, 'sides' | 'parameter'>,
  { scale }: Pick<AskedComparison, 'scale'>,
): boolean =>
  sides.some(({ siUnit }) => hasShares(siUnit, parameter ?? ''))
  && (scale === 'percent' || new Set(sides.map(({ siUnit }) => siUnit)).size > 1);

/** Figures of a picture: a row each, and a figure for each side. */
interface PicturedRow {
  readonly name: string;
  readonly sides: readonly {
    readonly y: number | null;
    readonly isEstimated: boolean;
    /** A part of it was not measured. */
    readonly isPartial: boolean;
  }[];
}

export const PICTURES = ['compare', 'profile'] as const;
export type PictureName = (typeof PICTURES)[number];

/** Rows of one of the page's pictures; null: the answer has none. */
export function picturedRows({ rows, profile }: ComparisonAnswer, name: PictureName): readonly PicturedRow[] | null {
  if (name === 'compare')
    return rows.map(({ name: row, points }) => ({
      name: row,
      sides: points.map((point) => ({
        y: point?.y ?? null,
        isEstimated: (point?.estimatedShare ?? 0) > 0,
        isPartial: (point?.bound ?? null) !== null,
      })),
    }));
  return (
    profile?.map(({ name: row, sides }) => ({
      name: row,
      sides: sides.map(({ mean }) => ({ y: mean, isEstimated: false, isPartial: false })),
    })) ?? null
  );
}

export const hasFigures = (rows: readonly PicturedRow[]): boolean =>
  rows.some(({ sides }) => sides.some(({ y }) => y !== null));

interface Pictured {
  readonly name: PictureName;
  readonly rows: readonly PicturedRow[];
  /** The picture in a sentence. */
  readonly said: string;
}

export function chartOf(
  visit: Visit,
  found: ComparisonAnswer,
  asked: AskedComparison,
  { name, rows, said }: Pictured,
): ChartSection {
  const { texts } = visit;
  const { sides } = found;
  const percent = isPercent(found, asked);
  const isLevel = asked.units.some(({ kind }) => isDrawnAsLine(kind));
  const bars = !isLevel && !percent && sides.length * rows.length <= MOST_BARS;
  // Hours are per cent of their own mean, because that of the days is another one.
  const meanOf = (side: Side, at: number): number | null =>
    name === 'compare' ? side.mean : ownMean(rows.map(({ sides: of }) => of[at]?.y ?? null));
  return {
    kind: 'chart',
    id: name,
    title: said,
    alternative: said,
    chart: {
      form: bars ? 'bar' : 'line',
      unit: percent ? texts.compare.percentUnit : (sides[0]?.siUnit ?? ''),
      x: rows.map((row) => ({ label: row.name })),
      series: sides.map((side, at) => ({
        name: sideName(visit, side, asked),
        token: TOKENS[at] ?? 'water',
        values: rows.map(({ sides: of }) => {
          const y = of[at]?.y ?? null;
          return percent ? percentOfMean(y, { mean: meanOf(side, at), siUnit: side.siUnit }, found.parameter) : y;
        }),
        estimated: rows.map(({ sides: of }) => of[at]?.isEstimated ?? false),
      })),
      limits: [],
      zeroLine: !isLevel,
      lacking: rows.flatMap(({ sides: of }, at) => (of.some(({ isPartial }) => isPartial) ? [at] : [])),
    },
  };
}

function ownMean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
