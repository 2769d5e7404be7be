import { decimalsFor, figureText, shareText } from '../../../kernel/format/figure-text.ts';
import type { WaterBalance } from '../../../balance/rules/balance.ts';
import { minus } from '../../../kernel/measure/exact.ts';
import { type BucketPlace, bucketPlaces } from '../buckets.ts';
import { quantityCell } from '../cells.ts';
import { BALANCE_CATEGORIES, categoryTotal, findCategory, measuredBuckets } from '../category-total.ts';
import type { Attention, ChartSection } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { extremesOf, measuredPerBucket, peakSentence, withUnit } from './bucket-chart.ts';
import { flowsChart } from './flows-chart.ts';

/* Chart, remarks and method of a balance, beside its figures. */

export const balanceMethod = ({ uncertainty }: WaterBalance): readonly string[] => [
  `Bands hold the true figure with 95 % (${uncertainty.method}).`,
  'Inflow is the category ID_SOURCE, outflow ID_CONSUMPTION, stock ID_RAW_WATER_STOCK.',
];

/**
 * Inflow and outflow in each bucket.
 * @param message absent: the bucket with the largest difference
 */
export function balanceChart(input: ReportInput, message?: string): readonly ChartSection[] | null {
  const { industry, period, request } = input;
  if (period === null) return null;
  const [source, use] = [BALANCE_CATEGORIES.inflow, BALANCE_CATEGORIES.outflow].map((key) => {
    const category = findCategory(industry, key);
    return category === null ? null : categoryTotal(category, period, request.divisionFactor);
  });
  const lines = [
    ...(source == null ? [] : [{ name: 'In', token: 'water' as const, total: source, values: source.buckets }]),
    ...(use == null ? [] : [{ name: 'Out', token: 'stock' as const, total: use, values: use.buckets }]),
  ];
  const unit = source?.siUnit ?? use?.siUnit ?? '';
  const places = bucketPlaces(input);
  const [only] = lines.length === 1 ? lines : [];
  const title =
    message
    ?? (only === undefined
      ? gapSentence(places, source?.buckets ?? [], use?.buckets ?? [], unit)
      : peakSentence({
          title: only.name === 'In' ? 'Water intake' : 'Water use',
          unit,
          bucket: input.plan.bucket,
          places,
          ...measuredPerBucket(measuredBuckets(only.total, period)),
        }));
  const chart = flowsChart(
    {
      title,
      alternative: `Bars of what came in and what went out, one pair for each ${period.bucket}. ${title}.`,
      unit,
      lines,
    },
    period,
  );
  return chart === null ? null : [chart];
}

/** Sentence such as `In and out differed most on 12 Jun 2026: 40 KL more came in`. */
function gapSentence(
  places: readonly BucketPlace[],
  came: readonly (number | null)[],
  went: readonly (number | null)[],
  unit: string,
): string {
  const gaps = came.map((one, at) => {
    const other = went[at] ?? null;
    return one === null || other === null ? null : minus(one, other);
  });
  const sizes = gaps.map((gap) => (gap === null ? null : Math.abs(gap)));
  const widest = extremesOf({ places, values: sizes })?.highest;
  const gap = widest === undefined ? null : (gaps[widest] ?? null);
  if (widest === undefined || gap === null) return 'In and out were not both measured';
  if (gap === 0) {
    const isWhole = places.every(({ state }, at) => state !== 'ended' || (gaps[at] ?? null) !== null);
    return `In and out were the same ${isWhole ? 'throughout' : 'wherever both were measured'}`;
  }
  const size = withUnit(Math.abs(gap), unit);
  return `In and out differed most ${places[widest]?.when ?? ''}: ${size} more ${gap > 0 ? 'came in' : 'went out'}`;
}

/** Words for the outflow. Water that tanks have gained has not gone out. */
export function outflowWords({ outflow, stockChange }: WaterBalance['figures']): string {
  if ((stockChange.value ?? 0) <= 0) return 'went out';
  return (outflow.value ?? 0) > 0 ? 'went out or into the tanks' : 'went into the tanks';
}

/** Words for the inflow that the meters of uses have to explain. */
export function putIn({ inflow, stockChange }: WaterBalance['figures']): string {
  if ((stockChange.value ?? 0) >= 0) return 'came in';
  return (inflow.value ?? 0) > 0 ? 'came in or was taken from the tanks' : 'was taken from the tanks';
}

const HIGH_LOSS = 0.2;
const MEDIUM_LOSS = 0.1;

/** Remarks about the balance, worst first. A loss that a finding tells is not told again. */
export function balanceAttention(
  { findings }: Pick<ReportInput, 'findings'>,
  balance: WaterBalance,
): readonly Attention[] {
  const isTold = findings.some(({ kind }) => kind === 'balance');
  return [...(isTold ? [] : lossAttention(balance)), ...meterAttention(balance)];
}

function lossAttention({ iwa, figures }: WaterBalance): readonly Attention[] {
  const { status, value, siUnit } = figures.unaccounted;
  if (value === null || (status !== 'surplus' && status !== 'deficit')) return [];
  const share = iwa.waterLossesPercent === null ? null : Math.abs(iwa.waterLossesPercent) / 100;
  const severity = share === null || share >= HIGH_LOSS ? 'high' : share >= MEDIUM_LOSS ? 'medium' : 'low';
  const of = share === null ? '' : `, ${shareText(share, 1, 'und')} of the input`;
  return [
    {
      severity,
      place: 'The whole site',
      since: null,
      fact:
        status === 'surplus'
          ? `More ${putIn(figures)} than the meters of uses explain${of}`
          : `More ${outflowWords(figures)} than the meters of sources explain${of}`,
      amount: quantityCell({ value: Math.abs(value), unit: siUnit ?? '', basis: figures.unaccounted }),
      look:
        status === 'surplus'
          ? 'Night flow of the mains, and uses without a meter'
          : 'Sources without a meter, and meters of sources that read low',
    },
  ];
}

function meterAttention({ uncertainty, figures }: WaterBalance): readonly Attention[] {
  const unknown = uncertainty.unknown.map(({ displayName, cause }): Attention => ({
    severity: 'medium',
    place: displayName,
    since: null,
    fact: cause === 'missing' ? 'Sent too little to tell how sure the balance is' : 'Nothing is known of its accuracy',
    amount: null,
    look: 'The meter and its connection',
  }));
  const dominant = uncertainty.dominantMeterOfUnaccounted;
  if (dominant === null || dominant.gain === null || dominant.plusMinusAfterRepair === null) return unknown;
  const now = dominant.plusMinusAfterRepair + dominant.gain;
  const decimals = decimalsFor([now, dominant.plusMinusAfterRepair]);
  const unit = figures.unaccounted.siUnit ?? '';
  const [from, to] = [figureText(now, decimals), figureText(dominant.plusMinusAfterRepair, decimals)];
  return [
    ...unknown,
    {
      severity: 'low',
      place: dominant.displayName,
      since: null,
      fact: `Widens the band of the balance most; put right, it narrows from ± ${from} to ± ${to} ${unit}`,
      amount: null,
      look: 'Its accuracy class and its gaps',
    },
  ];
}
