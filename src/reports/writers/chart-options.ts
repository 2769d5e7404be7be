import { textWidth } from '../../kernel/format/svg-text.ts';
import { plainText } from '../../kernel/format/inert-text.ts';
import type { EChartsCoreOption } from 'echarts/core';
import { COLOURS } from '../../kernel/format/colours.ts';
import { clockText, dayText, dayOfMonthText } from '../../kernel/format/date-text.ts';
import { decimalsFor, figureText } from '../../kernel/format/figure-text.ts';
import { DAY_MS } from '../../kernel/time/durations.ts';
import type { Chart, ChartPoint, ChartSeries } from '../rules/document.ts';
import { HATCH_FILL, textureSign } from './chart-textures.ts';
import type { Language } from '../../kernel/language.ts';

/*
 * Options of a chart for echarts. Series differ by dash, marker and pattern, because grey print must tell them apart.
 */

const FONT = "'Noto Sans','Noto Sans Devanagari','Segoe UI',Roboto,Arial,sans-serif";
const SIZE = 12;
/** More series are drawn as small pictures with one scale. */
const MOST_TOGETHER = 5;
const MOST_SMALL = 12;
const DASHES = ['solid', 'dashed', 'dotted', [8, 3, 2, 3], [2, 6]] as const;
const MARKERS = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle'] as const;
/** Usual height of a drawing. */
export const CHART_HEIGHT = 260;
const SMALL_HEIGHT = 130;

export interface ChartFrame {
  readonly width: number;
  /** Height of one drawing; small drawings have their own. */
  readonly height?: number;
  readonly timezone: string;
  readonly locale: string;
  readonly language: Language;
}

/** The place of a grid includes the words at its axes. */
const LABELS_INSIDE = { outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' } as const;

interface Drawing {
  readonly options: EChartsCoreOption;
  readonly height: number;
}

export const isOneDrawing = ({ series }: Chart): boolean => series.length <= MOST_TOGETHER;

export function chartOptions(chart: Chart, frame: ChartFrame): Drawing {
  const labels = pointLabels(chart.x, frame);
  const shared = { chart, frame, labels };
  return isOneDrawing(chart) ? oneDrawing(shared) : smallDrawings(shared);
}

interface Shared {
  readonly chart: Chart;
  readonly frame: ChartFrame;
  readonly labels: readonly string[];
}

const isBars = ({ form }: Pick<Chart, 'form'>): boolean => form === 'bar' || form === 'stacked-bar';
const figuresOf = (series: readonly ChartSeries[]): number[] =>
  series.flatMap(({ values }) => values.filter((value) => value !== null));

function oneDrawing({ chart, frame, labels }: Shared): Drawing {
  const { series } = chart;
  const hasLegend = series.length > 1;
  // Limits have their names at their right end.
  const right = chart.limits.length > 0 ? 110 : 16;
  return {
    height: frame.height ?? CHART_HEIGHT,
    options: {
      ...LOOK,
      legend: {
        show: hasLegend,
        top: 0,
        left: 60,
        itemWidth: 26,
        itemHeight: 10,
        itemGap: 20,
        icon: isBars(chart) ? 'rect' : undefined,
        textStyle: text('ink'),
      },
      grid: [{ left: 12, right, top: hasLegend ? 52 : 30, bottom: 8, ...LABELS_INSIDE }],
      xAxis: [xAxis(labels, 0, frame.width - right - 60), hiddenAxis(labels, 0)],
      yAxis: [yAxis(chart, frame, 0), { show: false, min: 0, max: 1, gridIndex: 0 }],
      series: [gaps(chart, series, 1), ...series.map((one, index) => seriesOption({ chart, frame }, one, index, 0))],
    },
  };
}

/** Small drawings in rows of two, all with one scale. */
function smallDrawings({ chart, frame, labels }: Shared): Drawing {
  const series = chart.series.slice(0, MOST_SMALL);
  const figures = [...figuresOf(series), ...chart.limits.map(({ value }) => value)];
  const scale = {
    max: Math.max(...figures, 0),
    min: chart.zeroLine ? Math.min(0, ...figures) : Math.min(...figures),
  };
  const [width, rows] = [frame.width / 2, Math.ceil(series.length / 2)];
  const corner = (index: number) => ({ left: (index % 2) * width, top: Math.floor(index / 2) * SMALL_HEIGHT });
  return {
    height: rows * SMALL_HEIGHT,
    options: {
      ...LOOK,
      title: series.map(({ name }, index) => ({
        text: plainText(name).replaceAll('\n', ' '),
        left: corner(index).left + 12,
        top: corner(index).top,
        textStyle: { ...text('ink'), width: width - 24, overflow: 'truncate', fontWeight: 600 },
      })),
      grid: series.map((_, index) => ({
        left: corner(index).left + 8,
        top: corner(index).top + 34,
        width: width - 24,
        height: SMALL_HEIGHT - 44,
        ...LABELS_INSIDE,
      })),
      xAxis: series.flatMap((_, index) => [xAxis(labels, index, width - 60), hiddenAxis(labels, index)]),
      yAxis: series.flatMap((_, index) => [
        { ...yAxis(chart, frame, index), ...scale, splitNumber: 2 },
        { show: false, min: 0, max: 1, gridIndex: index },
      ]),
      series: series.flatMap((one, index) => [
        gaps(chart, [one], 2 * index + 1),
        seriesOption({ chart, frame }, one, 0, 2 * index),
      ]),
    },
  };
}

const text = (token: 'ink' | 'muted') => ({ fontFamily: FONT, fontSize: SIZE, color: COLOURS[token].light });

const LOOK = {
  animation: false,
  backgroundColor: COLOURS.paper.light,
  textStyle: text('ink'),
};

/** Instants are read whole; a name may be cut. */
const [NARROWEST_LABEL, WIDEST_LABEL, LABEL_GAP] = [70, 120, 8];

function xAxis(labels: readonly string[], gridIndex: number, room: number) {
  const widest = Math.max(0, ...labels.map((label) => textWidth(label, SIZE)));
  const each = Math.min(WIDEST_LABEL, Math.max(NARROWEST_LABEL, widest + LABEL_GAP));
  // As many whole labels as fit; the others are left out evenly.
  const fitting = Math.max(2, Math.floor(room / each));
  return {
    type: 'category',
    gridIndex,
    data: labels.map(plainText),
    axisTick: { show: false },
    axisLine: { lineStyle: { color: COLOURS.muted.light } },
    axisLabel: {
      ...text('muted'),
      interval: Math.max(0, Math.ceil(labels.length / fitting) - 1),
      width: Math.max(each - LABEL_GAP / 2, room / Math.min(labels.length, fitting)),
      overflow: 'truncate',
    },
  };
}

const hiddenAxis = (labels: readonly string[], gridIndex: number) => ({
  type: 'category',
  show: false,
  gridIndex,
  data: labels.map((_, index) => index),
});

/** Room for the margin of a grid and a tick of one digit. */
const LEFT_OF_AXIS = 22;
const TICKS = 5;
const MOST_DECIMALS = 9;

/** Tenths of a power of ten from which on the library takes the power itself as its step. */
const NEXT_POWER = 7;

/** Decimals of the step between ticks, shared by all ticks; null where all figures are the same. */
function tickDecimals({ form, series, zeroLine, x }: Chart): number | null {
  const sums = x.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const figures = [...(form === 'stacked-bar' ? sums : figuresOf(series)), ...(zeroLine ? [0] : [])];
  const span = figures.reduce((most, one) => Math.max(most, one), -Infinity) - Math.min(...figures);
  if (!(span > 0)) return null;
  if (isCounted({ series, zeroLine }) && span < TICKS) return 0;
  const rough = span / TICKS;
  const power = Math.floor(Math.log10(rough));
  return Math.min(MOST_DECIMALS, Math.max(0, -(rough / 10 ** power >= NEXT_POWER ? power + 1 : power)));
}

const isCounted = ({ series, zeroLine }: Pick<Chart, 'series' | 'zeroLine'>): boolean =>
  zeroLine && figuresOf(series).every(Number.isInteger);

function yAxis(chart: Chart, { locale }: ChartFrame, gridIndex: number) {
  const decimals = tickDecimals(chart);
  const ticks = (value: number): string =>
    figureText(value, decimals ?? (Number.isInteger(value) ? 0 : Math.max(1, decimalsFor([value]))), locale);
  const name = plainText(chart.unit);
  return {
    type: 'value',
    gridIndex,
    name,
    // A name ends at the axis where there is room left of it. Otherwise it begins there.
    nameTextStyle: { ...text('muted'), align: textWidth(name, SIZE) <= LEFT_OF_AXIS ? 'right' : 'left' },
    scale: !chart.zeroLine,
    // Counts have no halves.
    ...(isCounted(chart) ? { minInterval: 1 } : {}),
    axisLabel: { ...text('muted'), formatter: ticks },
    splitLine: { lineStyle: { color: COLOURS.line.light, width: 0.7 } },
  };
}

/**
 * A hatched strip behind every point that was not measured or only in part. A missing bar would pass for 0 otherwise,
 * while a line shows its break.
 */
const gaps = (chart: Chart, series: readonly ChartSeries[], axisIndex: number) => ({
  type: 'bar',
  xAxisIndex: axisIndex,
  yAxisIndex: axisIndex,
  silent: true,
  z: 0,
  barWidth: '100%',
  itemStyle: { color: HATCH_FILL },
  data: chart.x.map((_, at) => {
    const isEmpty = series.every(({ values }) => (values[at] ?? null) === null);
    return isEmpty || chart.lacking?.includes(at) === true ? 1 : null;
  }),
});

function seriesOption(
  { chart, frame }: Pick<Shared, 'chart' | 'frame'>,
  series: ChartSeries,
  index: number,
  axisIndex: number,
) {
  const colour = COLOURS[series.token].light;
  const common = {
    name: plainText(series.name),
    xAxisIndex: axisIndex,
    yAxisIndex: axisIndex,
    color: colour,
    markLine: index === 0 ? limitLines(chart, frame) : undefined,
  };
  const isEstimated = (at: number): boolean => series.estimated[at] === true;
  if (isBars(chart)) {
    return {
      ...common,
      type: 'bar',
      stack: chart.form === 'stacked-bar' ? 'all' : undefined,
      barMaxWidth: 28,
      itemStyle: index === 0 ? {} : { decal: { symbol: 'rect', color: textureSign(index) } },
      data: series.values.map((value, at) => ({
        value,
        // Estimated points have an outline, because colour alone would not tell them from measured ones.
        itemStyle: isEstimated(at)
          ? { color: COLOURS.paper.light, borderColor: colour, borderWidth: 1.2, borderType: 'dashed' }
          : {},
      })),
    };
  }
  return {
    ...common,
    type: 'line',
    step: chart.form === 'step' ? 'end' : undefined,
    connectNulls: false,
    symbol: MARKERS[index % MARKERS.length],
    symbolSize: 5,
    // A point between two gaps is invisible without its marker.
    showSymbol: chart.series.length > 1 || series.values.length < 40 || series.values.includes(null),
    lineStyle: { width: 1.8, color: colour, type: DASHES[index % DASHES.length] },
    data: series.values.map((value, at) => ({
      value,
      symbol: isEstimated(at) ? 'emptyCircle' : undefined,
    })),
  };
}

function limitLines({ limits, unit }: Chart, { locale }: ChartFrame) {
  if (limits.length === 0) return undefined;
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { color: COLOURS.critical.light, width: 1, type: 'dashed' },
    data: limits.map(({ name, value }) => ({
      yAxis: value,
      label: {
        ...text('ink'),
        color: COLOURS.critical.light,
        position: 'end',
        width: 100,
        overflow: 'break',
        formatter: () => `${plainText(name)} ${figureText(value, decimalsFor([value]), locale)} ${plainText(unit)}`,
      },
    })),
  };
}

/** Short labels, because many stand side by side. The table has them in full. */
function pointLabels(points: readonly ChartPoint[], { timezone, language }: ChartFrame): readonly string[] {
  const instants = points.flatMap(({ epochMs }) => epochMs ?? []);
  const isLong = (instants.at(-1) ?? 0) - (instants[0] ?? 0) > DAY_MS;
  return points.map(({ epochMs, date, label }) => {
    if (label !== undefined) return label;
    if (date !== undefined) return dayOfMonthText(date, language);
    if (epochMs === undefined) return '';
    const clock = clockText(epochMs, timezone);
    return isLong ? `${dayText(epochMs, timezone, language)} ${clock.slice(0, 5)}` : clock;
  });
}
