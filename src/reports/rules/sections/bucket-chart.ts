import { boundWords } from '../../../kernel/document/completeness.ts';
import type { Bound } from '../../../kernel/document/types.ts';
import { decimalsFor, figureText } from '../../../kernel/format/figure-text.ts';
import { type BucketPlace, bucketPlaces, BUCKET_NOUN } from '../buckets.ts';
import type { ChartSection, ChartSeries, Section } from '../document.ts';
import type { Bucket, ReportInput } from '../input.ts';
import {
  type BucketFigure,
  bucketFigures,
  hasBuckets,
  type ReportMeter,
  type MeterGroup,
  numberOf,
} from '../meters.ts';
import type { TellingSide } from './unit-sentences.ts';

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
export function extremesOf(words: Pick<Words, 'places' | 'values' | 'isPartial'>): Extremes | null {
  const { values, isPartial = [] } = words;
  const { known } = endedOf(words);
  const [first, ...others] = known;
  if (first === undefined) return null;
  const valueAt = (index: number): number => values[index] ?? 0;
  const highest = others.reduce((most, index) => (valueAt(index) > valueAt(most) ? index : most), first);
  const [whole, ...wholes] = known.filter((index) => isPartial[index] !== true);
  const lowest = wholes.reduce((least, index) => (valueAt(index) < valueAt(least) ? index : least), whole ?? highest);
  return {
    highest,
    lowest: valueAt(lowest) < valueAt(highest) ? lowest : null,
    isAlike: others.every((index) => valueAt(index) === valueAt(first)),
  };
}

interface Words {
  readonly title: string;
  readonly unit: string;
  readonly bucket: Bucket;
  readonly places: readonly BucketPlace[];
  readonly values: readonly (number | null)[];
  /** Buckets of which a part was not measured. */
  readonly isPartial?: readonly boolean[];
  /** The side of each figure on which the truth lies. */
  readonly bounds?: readonly (Bound | null)[];
  /** Telling side of the figures; absent: high, as for amounts. */
  readonly side?: TellingSide;
}

/** Sentence such as `Source peaked on 04 Jun 2026 at 214 KL` or `Raw water was lowest on 04 Jun 2026, at 12.0 %`. */
export function peakSentence(words: Words): string {
  const { title, unit, places, values, bounds, side = 'high' } = words;
  const found = extremesOf(words);
  if (found === null) return `${title}: nothing has ended yet`;
  const { highest, lowest, isAlike } = found;
  const most = values[highest] ?? 0;
  if (isAlike) return sameSentence(words, withUnit(most, unit));
  if (lowest !== null) {
    const least = values[lowest] ?? 0;
    if (side === 'low') return `${title} was lowest ${places[lowest]?.when ?? ''}, at ${withUnit(least, unit)}`;
    if (side === 'range') return `${title} ranged from ${rangeText(least, most, unit)}`;
  }
  const bound = boundWords(bounds?.[highest] ?? null);
  return `${title} peaked ${places[highest]?.when ?? ''} ${bound === '' ? 'at ' : `with ${bound}`}${withUnit(most, unit)}`;
}

/** Range such as `8.37 to 8.63`, both ends with the same number of digits. */
function rangeText(low: number, high: number, unit: string): string {
  const decimals = decimalsFor([low, high]);
  return `${figureText(low, decimals)} to ${figureText(high, decimals)}${unit === '' ? '' : `\u00a0${unit}`}`;
}

/** Sentence about a figure that never changed. Unmeasured buckets are named, because they may have differed. */
function sameSentence(words: Words, figure: string): string {
  const { title, bucket, places } = words;
  const { known, gaps, isPartial } = endedOf(words);
  const [only] = known;
  const noun = BUCKET_NOUN[bucket];
  const asFar = isPartial ? ', as far as measured' : '';
  if (known.length === 1 && only !== undefined)
    return `${title}: ${figure} ${places[only]?.when ?? ''}${gaps > 0 ? `, the only ${noun} that has a figure` : asFar}`;
  if (gaps > 0)
    return `${title}: ${figure} ${bucket === 'day' ? 'on' : 'in'} the ${known.length} ${noun}s that have a figure${asFar}`;
  return isPartial ? `${title}: ${figure} as far as measured` : `${title} stayed at ${figure}`;
}

/** Ended buckets with a figure, by index, and the number of ended buckets without one. */
export function endedOf({ places, values, isPartial }: Pick<Words, 'places' | 'values' | 'isPartial'>) {
  const ended = places.flatMap(({ state }, index) => (state === 'ended' ? [index] : []));
  const known = ended.filter((index) => (values[index] ?? null) !== null);
  const partial = known.filter((index) => isPartial?.[index] === true).length;
  return { known, gaps: ended.length - known.length, partial, isPartial: partial > 0 };
}

function describe(words: Words): string {
  const { title, unit, bucket, places, values, bounds, side } = words;
  const noun = BUCKET_NOUN[bucket];
  const found = extremesOf(words);
  if (found === null) return `${title}: no ${noun} has a figure.`;
  const at = (index: number): string =>
    `${boundWords(bounds?.[index] ?? null)}${withUnit(values[index] ?? 0, unit)} ${places[index]?.when ?? ''}`;
  const { known, gaps, partial } = endedOf(words);
  const missing = gaps === 0 ? '' : ` ${gaps} without a figure.`;
  if (known.length === 1) return `${title} per ${noun}: ${at(found.highest)}.${missing}`;
  const rest = `${missing}${partial === 0 ? '' : ` ${partial} measured in part.`}`;
  if (found.isAlike)
    return `${title} per ${noun}: ${withUnit(values[found.highest] ?? 0, unit)} in each of ${known.length}.${rest}`;
  const ends = [`highest ${at(found.highest)}`, ...(found.lowest === null ? [] : [`lowest ${at(found.lowest)}`])];
  return `${title} per ${noun}: ${(side === 'low' ? ends.toReversed() : ends).join(', ')}.${rest}`;
}

/** Amounts of a group per bucket: its areas stacked, or the whole group as one series. */
export function amountsChart(input: ReportInput, group: MeterGroup, token: ChartSeries['token']): readonly Section[] {
  const places = bucketPlaces(input);
  const whole = bucketFigures(group.meters, group.adds);
  const values = whole.map(({ value }) => value);
  if (places.length < 2 || values.every((value) => value === null)) return [];
  const unit = group.figures.siUnit ?? '';
  const title = `${group.title}${withoutCalculated(group.meters)}`;
  const words: Words = { title, unit, bucket: input.plan.bucket, places, ...measuredPerBucket(whole) };
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
  const lacking = lackingAt(
    words,
    stacks.map(({ meters }) => bucketFigures(meters, group.adds)),
  );
  const isNegative = series.some(({ values: own }) => own.some((value) => value !== null && value < 0));
  return [
    drawnOrSaid({
      kind: 'chart',
      id: `chart-${group.title.toLowerCase().replaceAll(/\W+/g, '-')}`,
      title: peakSentence(words),
      chart: {
        form: stacks.length === 0 || isNegative ? 'bar' : 'stacked-bar',
        unit,
        x: places.map(({ point }) => point),
        series,
        limits: [],
        zeroLine: true,
        lacking,
      },
      alternative: `${describe(words)}${lackingSentence(words, lacking.length)}`,
    }),
  ];
}

/** A chart, or a sentence for a single figure or amounts of 0, because their picture would be an empty axis. */
function drawnOrSaid(section: ChartSection): Section {
  const { id, title, alternative, chart } = section;
  const known = chart.x.filter((_, at) => chart.series.some(({ values }) => (values[at] ?? null) !== null));
  const isFlat = chart.zeroLine && chart.series.every(({ values }) => values.every((value) => (value ?? 0) === 0));
  return known.length > 1 && !isFlat
    ? section
    : { kind: 'paragraphs', id, title, sentences: [{ text: alternative, figures: [] }] };
}

/** Ended buckets with a figure although an area that was expected to send has none. */
const lackingAt = ({ places, values }: Words, areas: readonly (readonly BucketFigure[])[]): readonly number[] =>
  places.flatMap(({ state }, at) =>
    state === 'ended'
    && (values[at] ?? null) !== null
    && areas.some((figures) => figures[at]?.value === null && figures[at].lacks)
      ? [at]
      : [],
  );

/** Sentence about hatched bars. */
function lackingSentence({ bucket }: Words, count: number): string {
  if (count === 0) return '';
  return ` Hatched: ${count} ${BUCKET_NOUN[bucket]}${count === 1 ? '' : 's'} of which a part has no figure.`;
}

/** Note behind figures of intervals, because virtual units are not in them. */
export const withoutCalculated = (meters: readonly ReportMeter[]): string =>
  meters.every(hasBuckets) ? '' : ' without calculated meters';

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

/** Levels or parameters as lines. The message is about the line that fell lowest or moved most. */
export function linesChart(input: ReportInput, { id, title, unit, token, side, lines }: Lines): readonly Section[] {
  const places = bucketPlaces(input);
  const drawn = lines.filter(({ values }) => values.some((value) => value !== null)).slice(0, MOST_SERIES);
  const [first] = drawn.toSorted((a, b) =>
    side === 'low' ? lowestOf(a.values) - lowestOf(b.values) : spreadOf(b.values) - spreadOf(a.values),
  );
  if (places.length < 2 || first === undefined) return [];
  const words = {
    title: drawn.length === 1 ? title : `${title} of ${first.name}`,
    unit,
    bucket: input.plan.bucket,
    places,
    values: first.values,
    side,
  };
  const tokens = tokensFrom(token);
  return [
    drawnOrSaid({
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
      },
      alternative: describe(words),
    }),
  ];
}

const lowestOf = (values: readonly (number | null)[]): number => Math.min(...values.filter((value) => value !== null));

function spreadOf(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? 0 : Math.max(...known) - Math.min(...known);
}

/** Values per bucket of a unit, or of one parameter of a quality unit. */
export const bucketValues = ({ shown }: ReportMeter, parameter: string | null = null): readonly (number | null)[] =>
  shown.data.map(({ y }) =>
    parameter === null
      ? numberOf(y)
      : y !== null && typeof y === 'object' && Object.hasOwn(y, parameter)
        ? (y[parameter] ?? null)
        : null,
  );
