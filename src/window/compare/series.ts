import type { z } from '@hono/zod-openapi';
import type { comparison } from '../../figures/http/user/comparison.ts';
import { dividedBy } from '../../kernel/measure/exact.ts';
import { hasShares } from '../../kernel/measure/shares.ts';
import type { UnitGroup } from '../../kernel/measure/unit.ts';
import type { ChartSection, ChartSeries } from '../../reports/rules/document.ts';
import { dateOf } from '../day-clock.ts';
import type { Visit } from '../visit.ts';
import type { AskedComparison } from './asked.ts';
import { periodName } from './periods.ts';

export type ComparisonAnswer = z.infer<typeof comparison>;
export type Side = ComparisonAnswer['sides'][number];

const LEVELS: readonly UnitGroup[] = ['STOCK', 'GROUND_WATER_LEVEL', 'QUALITY'];
const TOKENS: readonly ChartSeries['token'][] = ['water', 'high', 'stock', 'quality', 'ground', 'energy'];
/** More bars than this are too thin to be told apart. */
const MOST_BARS = 70;

/**
 * A figure as per cent of the mean of its own side, as load profiles are compared: meters of any size have one scale.
 * null where the zero of the unit of measure is a convention, and without a positive mean.
 */
export const percentOfMean = (figure: number | null, { mean, siUnit }: Pick<Side, 'mean' | 'siUnit'>): number | null =>
  figure === null || mean === null || mean <= 0 || !hasShares(siUnit) ? null : dividedBy(figure * 100, mean);

/** The name by which a side is told from the others: its period, or its unit. */
export const sideName = (
  { texts, language }: Pick<Visit, 'texts' | 'language'>,
  side: Side,
  { other }: AskedComparison,
): string =>
  other === null ? side.unitName : periodName({ from: dateOf(side.from), to: dateOf(side.to) }, texts, language);

/** Units of different measures have per cent alone in common. */
export const isPercent = ({ sides }: ComparisonAnswer, { scale }: AskedComparison): boolean =>
  scale === 'percent' || new Set(sides.map(({ siUnit }) => siUnit)).size > 1;

export function chartOf(visit: Visit, found: ComparisonAnswer, asked: AskedComparison, said: string): ChartSection {
  const { texts } = visit;
  const { sides, rows } = found;
  const percent = isPercent(found, asked);
  const isLevel = asked.units.some(({ kind }) => LEVELS.includes(kind));
  const bars = !isLevel && !percent && sides.length * rows.length <= MOST_BARS;
  return {
    kind: 'chart',
    id: 'compare',
    title: said,
    alternative: said,
    chart: {
      form: bars ? 'bar' : 'line',
      unit: percent ? texts.compare.percentUnit : (sides[0]?.siUnit ?? ''),
      x: rows.map(({ name }) => ({ label: name })),
      series: sides.map((side, at) => ({
        name: sideName(visit, side, asked),
        token: TOKENS[at] ?? 'water',
        values: rows.map(({ points }) => {
          const y = points[at]?.y ?? null;
          return percent ? percentOfMean(y, side) : y;
        }),
        estimated: rows.map(({ points }) => (points[at]?.estimatedShare ?? 0) > 0),
      })),
      limits: [],
      zeroLine: !isLevel,
      lacking: rows.flatMap(({ points }, at) => (points.some((point) => (point?.bound ?? null) !== null) ? [at] : [])),
    },
  };
}
