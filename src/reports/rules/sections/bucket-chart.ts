import { numberOrNull } from '../../../figures/rules/processors/numbers.ts';
import { boundWords, COMPARABLE_COVERAGE } from '../../../kernel/document/completeness.ts';
import type { Bound } from '../../../kernel/document/types.ts';
import { decimalsFor, figureText } from '../../../kernel/format/figure-text.ts';
import { ownOf } from '../../../kernel/own-of.ts';
import { type BucketPlace, bucketPlaces, SEVERAL } from '../buckets.ts';
import type { ChartSection, ChartSeries, Section } from '../document.ts';
import type { Bucket, ReportInput } from '../input.ts';
import { type BucketFigure, bucketFigures, hasBuckets, type ReportMeter, type MeterGroup } from '../meters.ts';
import type { TellingSide } from './unit-sentences.ts';
import { type ReportTexts, reportTextsOf } from '../report-texts.ts';

const MOST_SERIES = 5;
const TOKENS: readonly ChartSeries['token'][] = ['water', 'stock', 'ground', 'quality', 'energy'];

/** Colour tokens, beginning with that of the service. */
const tokensFrom = (first: ChartSeries['token']): readonly ChartSeries['token'][] => [
  first,
  ...TOKENS.filter((token) => token !== first),
];

export const withUnit = (value: number, unit: string): string =>
  `${figureText(value, decimalsFor([value]))}${unit === '' ? '' : `\u00a0${unit}`}`;

interface Extremes {
  readonly highest: number;
  /** Null: no bucket can be called the lowest, because a partly measured bucket may have been more. */
  readonly lowest: number | null;
  /** True when every figure is the same. */
  readonly isAlike: boolean;
}

/** Highest and lowest figures among buckets that have ended. */
export function extremesOf(words: Pick<Words, 'places' | 'values' | 'isPartial' | 'isState'>): Extremes | null {
  const { values } = words;
  const { known } = endedOf(words);
  const [first, ...others] = known;
  if (first === undefined) return null;
  const valueAt = (index: number): number => values[index] ?? 0;
  const { high, low } = tellingBuckets(words);
  const highest = high.reduce((most, index) => (valueAt(index) > valueAt(most) ? index : most), high[0] ?? first);
  const lowest = low.reduce((least, index) => (valueAt(index) < valueAt(least) ? index : least), low[0] ?? highest);
  return {
    highest,
    lowest: valueAt(lowest) < valueAt(highest) ? lowest : null,
    isAlike: others.every((index) => valueAt(index) === valueAt(first)),
  };
}

/**
 * Buckets among which the highest and the lowest are. The rest of an amount can only add to it, while the rest of a
 * state may have gone either way: its ends are among whole buckets, where there are two.
 */
function tellingBuckets(words: Pick<Words, 'places' | 'values' | 'isPartial' | 'isState'>) {
  const { known } = endedOf(words);
  const whole = known.filter((index) => words.isPartial?.[index] !== true);
  if (words.isState !== true) return { high: known, low: whole, isAsFar: false };
  const telling = whole.length > 1 ? whole : known;
  return { high: telling, low: telling, isAsFar: telling.length > whole.length };
}

interface Words {
  readonly t: ReportTexts;
  readonly title: string;
  readonly unit: string;
  readonly bucket: Bucket;
  readonly places: readonly BucketPlace[];
  readonly values: readonly (number | null)[];
  /** Buckets of which a part was not measured. */
  readonly isPartial?: readonly boolean[];
  /** True for levels and parameters, which do not add up. */
  readonly isState?: boolean;
  /** The side of each figure on which the truth lies. */
  readonly bounds?: readonly (Bound | null)[];
  /** Telling side of the figures; absent: high, as for amounts. */
  readonly side?: TellingSide;
}

/** Sentence such as `Source peaked on 04 Jun 2026 at 214 KL` or `Raw water was lowest on 04 Jun 2026, at 12.0 %`. */
export function peakSentence(words: Words): string {
  const { t, title, unit, places, values, bounds, side = 'high' } = words;
  const found = extremesOf(words);
  if (found === null) return t('nothingEnded', { title });
  const { highest, lowest, isAlike } = found;
  const most = values[highest] ?? 0;
  if (isAlike) return sameSentence(words, withUnit(most, unit));
  const asFar = (text: string): string => (tellingBuckets(words).isAsFar ? t('asFarAsMeasured', { text }) : text);
  if (lowest !== null) {
    const least = values[lowest] ?? 0;
    if (side === 'low')
      return asFar(t('lowestWas', { title, when: places[lowest]?.when ?? '', figure: withUnit(least, unit) }));
    if (side === 'range') return asFar(t('ranged', { title, ...rangeText(least, most, unit) }));
  }
  const bound = boundWords(bounds?.[highest] ?? null, t.language);
  const [when, figure] = [places[highest]?.when ?? '', `${bound}${withUnit(most, unit)}`];
  return asFar(t(bound === '' ? 'peakedAt' : 'peakedWith', { title, when, figure }));
}

/** Range such as `8.37 to 8.63`, both ends with the same number of digits. */
function rangeText(low: number, high: number, unit: string): { readonly low: string; readonly high: string } {
  const decimals = decimalsFor([low, high]);
  return { low: figureText(low, decimals), high: `${figureText(high, decimals)}${unit === '' ? '' : `\u00a0${unit}`}` };
}

/** Sentence about a figure that never changed. Unmeasured buckets are named, because they may have differed. */
function sameSentence(words: Words, figure: string): string {
  const { t, title, bucket, places } = words;
  const { known, gaps, isPartial } = endedOf(words);
  const [only] = known;
  const asFar = (text: string): string => (isPartial ? t('asFarAsMeasured', { text }) : text);
  if (known.length === 1 && only !== undefined) {
    const when = places[only]?.when ?? '';
    return gaps > 0
      ? t('onlyFigure', { title, figure, when, noun: t(bucket) })
      : asFar(t('oneFigure', { title, figure, when }));
  }
  if (gaps > 0) {
    const values = { title, figure, count: known.length, nouns: t(SEVERAL[bucket]) };
    return asFar(t(bucket === 'day' ? 'onSomeOf' : 'inSomeOf', values));
  }
  return t(isPartial ? 'sameAsFar' : 'stayedAt', { title, figure });
}

/** Ended buckets with a figure, by index, and the number of ended buckets without one. */
export function endedOf({ places, values, isPartial }: Pick<Words, 'places' | 'values' | 'isPartial'>) {
  const ended = places.flatMap(({ state }, index) => (state === 'ended' ? [index] : []));
  const known = ended.filter((index) => (values[index] ?? null) !== null);
  return { known, gaps: ended.length - known.length, isPartial: known.some((index) => isPartial?.[index] === true) };
}

function describe(words: Words): string {
  const { t, title, unit, bucket, places, values, bounds, side } = words;
  const noun = t(bucket);
  const found = extremesOf(words);
  if (found === null) return t('noneHasFigure', { title, noun });
  const at = (index: number): string =>
    t('figureWhen', {
      figure: `${boundWords(bounds?.[index] ?? null, t.language)}${withUnit(values[index] ?? 0, unit)}`,
      when: places[index]?.when ?? '',
    });
  const { known } = endedOf(words);
  if (known.length === 1) return t('perOne', { title, noun, figure: at(found.highest) });
  if (found.isAlike) {
    const figure = withUnit(values[found.highest] ?? 0, unit);
    return t('perEach', { title, noun, figure, count: known.length });
  }
  const ends = [
    t('highestAt', { figure: at(found.highest) }),
    ...(found.lowest === null ? [] : [t('lowestAt', { figure: at(found.lowest) })]),
  ];
  const figure = (side === 'low' ? ends.toReversed() : ends).join(', ');
  return t('perOne', { title, noun, figure });
}

/** Amounts of a group per bucket: its areas stacked, or the whole group as one series. */
export function amountsChart(input: ReportInput, group: MeterGroup, token: ChartSeries['token']): readonly Section[] {
  const places = bucketPlaces(input);
  const whole = bucketFigures(group.meters, group.adds);
  const values = whole.map(({ value }) => value);
  if (places.length < 2 || values.every((value) => value === null)) return [];
  const unit = group.figures.siUnit ?? '';
  const t = reportTextsOf(input);
  const title = withoutCalculated(t, group.title, group.meters);
  const measured = measuredPerBucket(whole);
  const words: Words = { t, title, unit, bucket: input.plan.bucket, places, ...measured };
  const areas = group.areas.filter(({ meters }) => meters.some(hasBuckets));
  const stacks = areas.length > 1 && areas.length <= MOST_SERIES ? areas : [];
  const tokens = tokensFrom(token);
  const series = (stacks.length === 0 ? [{ name: group.title, meters: group.meters }] : stacks).map(
    ({ name, meters }, index): ChartSeries => {
      const figures = bucketFigures(meters, group.adds);
      return {
        name,
        token: tokens[index] ?? token,
        values: figures.map(({ value }) => value),
        estimated: figures.map(({ estimatedShare }) => (estimatedShare ?? 0) > 0),
      };
    },
  );
  const isNegative = series.some(({ values: own }) => own.some((value) => value !== null && value < 0));
  return [
    drawnOrSaid(t, unmeasuredOf(t, input.plan.bucket, places, [measured]), {
      kind: 'chart',
      id: `chart-${group.id}`,
      title: peakSentence(words),
      chart: {
        form: stacks.length === 0 || isNegative ? 'bar' : 'stacked-bar',
        unit,
        x: places.map(({ point }) => point),
        series,
        limits: [],
        zeroLine: true,
        lacking: partlyMeasured(places, [measured]),
      },
      alternative: describe(words),
    }),
  ];
}

/** A noun for a point of a chart, and for several. */
interface Nouns {
  readonly noun: string;
  readonly nouns: string;
}

/** Points that have no figure though they should. */
interface Gaps extends Nouns {
  readonly gaps: number;
}

/** Ended buckets that have a figure of no side. */
export const unmeasuredOf = (
  t: ReportTexts,
  bucket: Bucket,
  places: readonly BucketPlace[],
  sides: readonly Pick<Words, 'values'>[],
): Gaps => ({
  noun: t(bucket),
  nouns: t(SEVERAL[bucket]),
  gaps: places.filter(
    ({ state }, at) => state === 'ended' && sides.every(({ values }) => (values[at] ?? null) === null),
  ).length,
});

/**
 * A chart, or a sentence for a single figure or amounts of 0, because their picture would be an empty axis. Either says
 * how many points were not measured, and how many in part.
 */
export function drawnOrSaid(t: ReportTexts, gaps: Gaps, section: ChartSection): Section {
  const { id, title, alternative, chart } = section;
  const known = chart.x.filter((_, at) => chart.series.some(({ values }) => (values[at] ?? null) !== null));
  const isFlat = chart.zeroLine && chart.series.every(({ values }) => values.every((value) => (value ?? 0) === 0));
  const partial = chart.lacking?.length ?? 0;
  if (known.length > 1 && !isFlat)
    return { ...section, alternative: `${alternative}${hatchedSentence(t, { ...gaps, partial })}` };
  const words = unmeasuredWords(t, { ...gaps, partial: known.length < 2 ? 0 : partial });
  const text = words === '' ? alternative : `${alternative} ${words}`;
  return { kind: 'paragraphs', id, title, sentences: [{ text, figures: [] }] };
}

interface Unmeasured extends Gaps {
  /** Points of which a part was not measured. */
  readonly partial: number;
}

/** Sentence about points without a figure and with a part of one; empty where there are none. */
function unmeasuredWords(t: ReportTexts, { gaps, partial, ...nouns }: Unmeasured): string {
  if (gaps === 0) return partial === 0 ? '' : t('measuredInPart', { count: partial, ...nouns });
  return t(partial === 0 ? 'withoutFigure' : 'withoutOrInPart', { count: gaps, partial, ...nouns });
}

/** Sentence about hatched points. */
export function hatchedSentence(t: ReportTexts, unmeasured: Unmeasured): string {
  const words = unmeasuredWords(t, unmeasured);
  return words === '' ? '' : t('hatched', { words });
}

/** Ended buckets with a figure of which a part was not measured, by index. A bucket has a figure of each side. */
export const partlyMeasured = (
  places: readonly BucketPlace[],
  sides: readonly Required<Pick<Words, 'values' | 'isPartial'>>[],
): readonly number[] =>
  places.flatMap(({ state }, at) =>
    state === 'ended'
    && sides.some(({ values }) => (values[at] ?? null) !== null)
    && sides.some(({ isPartial }) => isPartial[at] === true)
      ? [at]
      : [],
  );

/** Words for figures of intervals, because virtual units are not in them. */
export const withoutCalculated = (t: ReportTexts, title: string, meters: readonly ReportMeter[]): string =>
  meters.every(hasBuckets) ? title : t('withoutCalculated', { title });

/** Figures per bucket with their completeness, for the words about them. */
export const measuredPerBucket = (
  figures: readonly Pick<BucketFigure, 'value' | 'lacks' | 'bound'>[],
): Required<Pick<Words, 'values' | 'isPartial' | 'bounds'>> => ({
  values: figures.map(({ value }) => value),
  isPartial: figures.map(({ lacks, bound }) => lacks || bound !== null),
  bounds: figures.map(({ bound }) => bound),
});

interface Lines {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly token: ChartSeries['token'];
  readonly side: TellingSide;
  readonly lines: readonly {
    readonly name: string;
    readonly values: readonly (number | null)[];
    readonly meter: ReportMeter;
  }[];
}

/**
 * Levels or parameters as lines, in their own order. Of many, those that fell lowest or moved most are drawn, and the
 * message is about the first of these.
 */
export function linesChart(input: ReportInput, { id, title, unit, token, side, lines }: Lines): readonly Section[] {
  const places = bucketPlaces(input);
  const telling = lines
    .filter(({ values }) => values.some((value) => value !== null))
    .toSorted((a, b) =>
      side === 'low' ? lowestOf(a.values) - lowestOf(b.values) : spreadOf(b.values) - spreadOf(a.values),
    )
    .slice(0, MOST_SERIES);
  const [first] = telling;
  const drawn = lines.filter((line) => telling.includes(line));
  if (places.length < 2 || first === undefined) return [];
  const t = reportTextsOf(input);
  const words: Words = {
    t,
    title: drawn.length === 1 ? title : t('lineOf', { title, name: first.name }),
    unit,
    bucket: input.plan.bucket,
    places,
    values: first.values,
    isPartial: partialBuckets(first.meter),
    isState: true,
    side,
  };
  const measured = drawn.map(({ values, meter }) => ({ values, isPartial: partialBuckets(meter) }));
  const tokens = tokensFrom(token);
  return [
    drawnOrSaid(t, unmeasuredOf(t, input.plan.bucket, places, measured), {
      kind: 'chart',
      id,
      title: peakSentence(words),
      chart: {
        form: 'line',
        unit,
        x: places.map(({ point }) => point),
        series: drawn.map(({ name, values, meter }, index) => ({
          name,
          token: tokens[index] ?? token,
          values,
          estimated: values.map((_, at) => (meter.shown.data[at]?.estimatedShare ?? 0) > 0),
        })),
        limits: [],
        zeroLine: false,
        lacking: partlyMeasured(places, measured),
      },
      alternative: describe(words),
    }),
  ];
}

/** Buckets of a state of which too much is missing to set them beside others. */
const partialBuckets = ({ shown }: ReportMeter): readonly boolean[] =>
  shown.data.map(({ coverage }) => (coverage ?? 1) < COMPARABLE_COVERAGE);

const lowestOf = (values: readonly (number | null)[]): number => Math.min(...values.filter((value) => value !== null));

function spreadOf(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? 0 : Math.max(...known) - Math.min(...known);
}

/** Values per bucket of a unit, or of one parameter of a quality unit. */
export const bucketValues = (
  { shown, span: { unlike } }: ReportMeter,
  parameter: string | null = null,
): readonly (number | null)[] =>
  shown.data.map(({ y }) => {
    if (parameter === null) return numberOrNull(y);
    return y !== null && typeof y === 'object' && unlike?.has(parameter) !== true
      ? (ownOf(y, parameter) ?? null)
      : null;
  });

/** Values of buckets that have ended, because the figure of a running one will still be another. */
export function endedValues(
  input: ReportInput,
  meter: ReportMeter,
  parameter: string | null = null,
): readonly (number | null)[] {
  const places = bucketPlaces(input);
  return bucketValues(meter, parameter).map((value, index) => (places[index]?.state === 'ended' ? value : null));
}
