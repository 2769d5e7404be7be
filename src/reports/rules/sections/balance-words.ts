import { decimalsFor, figureText, shareText } from '../../../kernel/format/figure-text.ts';
import type { WaterBalance } from '../../../balance/rules/balance.ts';
import { BALANCE_CATEGORY_KEYS } from '../../../balance/rules/placement.ts';
import { boundOfSize } from '../../../kernel/document/completeness.ts';
import { findCategory } from '../../../kernel/industry/industry.ts';
import { minus } from '../../../kernel/measure/exact.ts';
import { type BucketPlace, bucketPlaces } from '../buckets.ts';
import { quantityCell } from '../cells.ts';
import { categoryTotal, measuredBuckets } from '../category-total.ts';
import type { Attention, ChartSection } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { extremesOf, measuredPerBucket, peakSentence, withUnit } from './bucket-chart.ts';
import { flowsChart } from './flows-chart.ts';
import { type ReportTexts, type Spoken, termIn, reportTextsOf } from '../report-texts.ts';

/* Chart, remarks and method of a balance, beside its figures. */

export const balanceMethod = (t: ReportTexts, { uncertainty }: WaterBalance): readonly string[] => [
  t('bands', { method: termIn(t, uncertainty.method) }),
  t('balanceCategories'),
];

/**
 * Inflow and outflow in each bucket.
 * @param message absent: the bucket with the largest difference
 */
export function balanceChart(input: ReportInput, message?: string): readonly ChartSection[] | null {
  const { industry, period, request } = input;
  if (period === null) return null;
  const t = reportTextsOf(input);
  const [source, use] = [BALANCE_CATEGORY_KEYS.inflow, BALANCE_CATEGORY_KEYS.outflow].map((key) => {
    const category = findCategory(industry, key);
    return category === null ? null : categoryTotal(category, period, request.divisionFactor);
  });
  const lines = [
    ...(source == null ? [] : [{ name: t('in'), token: 'water' as const, total: source }]),
    ...(use == null ? [] : [{ name: t('out'), token: 'stock' as const, total: use }]),
  ];
  const units = new Set(lines.flatMap(({ total }) => total.siUnit ?? []));
  // Sides with different units of measure have no common axis, and no difference.
  if (units.size > 1) return null;
  const [unit = ''] = units;
  const places = bucketPlaces(input);
  const [only] = lines.length === 1 ? lines : [];
  const title =
    message
    ?? (only === undefined
      ? gapSentence(
          t,
          places,
          [source, use].map((total) => (total == null ? [] : measuredBuckets(total, period))),
          unit,
        )
      : peakSentence({
          t,
          title: t(only.total === source ? 'waterIntake' : 'waterUse'),
          unit,
          bucket: input.plan.bucket,
          places,
          ...measuredPerBucket(measuredBuckets(only.total, period)),
        }));
  const chart = flowsChart(input, {
    title,
    alternative: t('barsInOut', { noun: t(period.bucket), title }),
    unit,
    lines,
  });
  return chart === null ? null : [chart];
}

/**
 * Sentence such as `In and out differed most on 12 Jun 2026: 40 KL more came in`. Where some buckets were measured in
 * full on both sides, the others say nothing, because what a silent meter has not counted is no difference.
 */
function gapSentence(
  t: ReportTexts,
  places: readonly BucketPlace[],
  [came = [], went = []]: readonly ReturnType<typeof measuredBuckets>[],
  unit: string,
): string {
  const all = came.map(({ value }, at) => {
    const other = went[at]?.value ?? null;
    return value === null || other === null ? null : minus(value, other);
  });
  const isPartial = [came, went].map((side) => measuredPerBucket(side).isPartial);
  const whole = all.map((gap, at) => (isPartial.some((side) => side[at] === true) ? null : gap));
  const isInFull = extremesOf({ places, values: whole }) !== null;
  const gaps = isInFull ? whole : all;
  const sizes = gaps.map((gap) => (gap === null ? null : Math.abs(gap)));
  const widest = extremesOf({ places, values: sizes })?.highest;
  const gap = widest === undefined ? null : (gaps[widest] ?? null);
  if (widest === undefined || gap === null) return t('notBothMeasured');
  if (gap === 0) {
    const isThroughout = places.every(({ state }, at) => state !== 'ended' || (whole[at] ?? null) !== null);
    return t(isThroughout ? 'sameThroughout' : 'sameWhereMeasured');
  }
  const size = withUnit(Math.abs(gap), unit);
  const text = t(gap > 0 ? 'moreCameIn' : 'moreWentOut', { when: places[widest]?.when ?? '', size });
  return isInFull ? text : t('asFarAsMeasured', { text });
}

/** Words for the outflow. Water that tanks have gained has not gone out. */
export function outflowWords(t: ReportTexts, { outflow, stockChange }: WaterBalance['figures']): string {
  if ((stockChange.value ?? 0) <= 0) return t('wentOut');
  return (outflow.value ?? 0) > 0 ? t('wentOutOrTanks') : t('wentTanks');
}

/** Words for the inflow that the meters of uses have to explain. */
export function putIn(t: ReportTexts, { inflow, stockChange }: WaterBalance['figures']): string {
  if ((stockChange.value ?? 0) >= 0) return t('cameIn');
  return (inflow.value ?? 0) > 0 ? t('cameInOrTanks') : t('takenTanks');
}

const HIGH_LOSS = 0.2;
const MEDIUM_LOSS = 0.1;

/** Remarks about the balance, worst first. A loss that a finding tells is not told again. */
export function balanceAttention(
  input: Pick<ReportInput, 'findings'> & Spoken,
  balance: WaterBalance,
): readonly Attention[] {
  const t = reportTextsOf(input);
  const isTold = input.findings.some(({ kind }) => kind === 'balance');
  return [...(isTold ? [] : lossAttention(t, balance)), ...meterAttention(t, balance)];
}

function lossAttention(t: ReportTexts, { iwa, figures }: WaterBalance): readonly Attention[] {
  const { status, value, siUnit } = figures.unaccounted;
  if (value === null || (status !== 'surplus' && status !== 'deficit')) return [];
  const share = iwa.waterLossesPercent === null ? null : Math.abs(iwa.waterLossesPercent) / 100;
  const severity = share === null || share >= HIGH_LOSS ? 'high' : share >= MEDIUM_LOSS ? 'medium' : 'low';
  const fact =
    status === 'surplus'
      ? t('moreThanUses', { verb: putIn(t, figures) })
      : t('moreThanSources', { verb: outflowWords(t, figures) });
  return [
    {
      severity,
      place: t('wholeSite'),
      since: null,
      fact: share === null ? fact : t('lossShare', { fact, share: shareText(share, 1, 'und') }),
      amount: quantityCell({
        value: Math.abs(value),
        unit: siUnit ?? '',
        basis: figures.unaccounted,
        bound: boundOfSize(value, figures.unaccounted.bound),
      }),
      look: status === 'surplus' ? t('lookLoss') : t('lookSources'),
    },
  ];
}

function meterAttention(t: ReportTexts, { uncertainty, figures }: WaterBalance): readonly Attention[] {
  const unknown = uncertainty.unknown.map(({ displayName, cause }): Attention => ({
    severity: 'medium',
    place: displayName,
    since: null,
    fact: cause === 'missing' ? t('sentTooLittle') : t('accuracyUnknown'),
    amount: null,
    look: t('lookConnection'),
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
      fact: t('widensBand', { from, to, unit }),
      amount: null,
      look: t('lookAccuracy'),
    },
  ];
}
