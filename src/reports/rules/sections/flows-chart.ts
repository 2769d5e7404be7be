import { type CategoryTotal, measuredBuckets } from '../category-total.ts';
import type { Chart, ChartPoint, ChartSection, ChartSeries } from '../document.ts';
import type { SpanSet } from '../input.ts';
import { addDays } from '../../../kernel/time/business-date.ts';

/** Places of buckets on the axis: days by date, hours by instant. */
function pointsOf({ days, bucket, spans }: SpanSet): readonly ChartPoint[] {
  const entries = [...spans.values()][0]?.entries ?? [];
  return entries.map(({ x }, index) =>
    bucket === 'day' ? { date: addDays(days.from, index) } : { epochMs: Date.parse(x) },
  );
}

interface Line {
  readonly name: string;
  readonly token: ChartSeries['token'];
  readonly total: CategoryTotal;
}

const seriesOf = ({ name, token, total }: Line, span: SpanSet): ChartSeries => ({
  name,
  token,
  values: total.buckets,
  estimated: measuredBuckets(total, span).map(({ estimatedShare }) => (estimatedShare ?? 0) > 0),
});

/** Amounts per bucket as bars; null where no line has a figure other than 0. */
export function flowsChart(
  {
    title,
    alternative,
    unit,
    lines,
    form = 'bar',
    limits = [],
  }: {
    readonly title: string;
    readonly alternative: string;
    readonly unit: string;
    readonly lines: readonly Line[];
    readonly form?: Chart['form'];
    readonly limits?: Chart['limits'];
  },
  span: SpanSet,
): ChartSection | null {
  // An empty axis shows nothing.
  if (lines.every(({ total }) => total.buckets.every((value) => (value ?? 0) === 0))) return null;
  return {
    kind: 'chart',
    id: 'flows',
    title,
    chart: {
      form,
      unit,
      x: pointsOf(span),
      series: lines.map((line) => seriesOf(line, span)),
      limits,
      zeroLine: form !== 'line',
    },
    alternative,
  };
}
