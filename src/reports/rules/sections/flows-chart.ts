import { bucketPlaces } from '../buckets.ts';
import { type CategoryTotal, measuredBuckets } from '../category-total.ts';
import type { ChartSection, ChartSeries } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { reportTextsOf } from '../report-texts.ts';
import { hatchedSentence, measuredPerBucket, partlyMeasured, unmeasuredOf } from './bucket-chart.ts';

interface Flows {
  readonly title: string;
  readonly alternative: string;
  readonly unit: string;
  readonly lines: readonly {
    readonly name: string;
    readonly token: ChartSeries['token'];
    readonly total: CategoryTotal;
  }[];
}

/** Amounts per bucket as bars; null where no line has a figure other than 0. */
export function flowsChart(input: ReportInput, { title, alternative, unit, lines }: Flows): ChartSection | null {
  const { period } = input;
  // An empty axis shows nothing.
  if (period === null || lines.every(({ total }) => total.buckets.every((value) => (value ?? 0) === 0))) return null;
  const t = reportTextsOf(input);
  const places = bucketPlaces(input);
  const measured = lines.map(({ total }) => measuredBuckets(total, period));
  const sides = measured.map(measuredPerBucket);
  const lacking = partlyMeasured(places, sides);
  const unmeasured = { ...unmeasuredOf(t, period.bucket, places, sides), partial: lacking.length };
  return {
    kind: 'chart',
    id: 'flows',
    title,
    chart: {
      form: 'bar',
      unit,
      x: places.map(({ point }) => point),
      series: lines.map(({ name, token, total }, index): ChartSeries => ({
        name,
        token,
        values: total.buckets,
        estimated: (measured[index] ?? []).map(({ estimatedShare }) => (estimatedShare ?? 0) > 0),
      })),
      limits: [],
      zeroLine: true,
      lacking,
    },
    alternative: `${alternative}${hatchedSentence(t, unmeasured)}`,
  };
}
