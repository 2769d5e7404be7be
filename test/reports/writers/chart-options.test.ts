import { textWidth } from '../../../src/kernel/format/svg-text.ts';
import { describe, expect, it } from 'vitest';
import type { Chart } from '../../../src/reports/rules/document.ts';
import { chartOptions } from '../../../src/reports/writers/chart-options.ts';
import { chartSvg } from '../../../src/reports/writers/chart-svg.ts';

const FRAME = { width: 720, timezone: 'UTC', locale: 'und', language: 'en' } as const;

const chart = (values: readonly number[], zeroLine = false): Chart => ({
  form: 'line',
  unit: 'm',
  x: values.map((_, index) => ({ label: String(index) })),
  series: [{ name: 'Well', token: 'ground', values, estimated: values.map(() => false) }],
  limits: [],
  zeroLine,
});

function ticksOf(drawn: Chart, ticks: readonly number[]): readonly string[] {
  const { options } = chartOptions(drawn, { width: 700, timezone: 'UTC', locale: 'und', language: 'en' });
  const [axis] = options['yAxis'] as [{ axisLabel: { formatter: (value: number) => string } }]; // echarts leaves it open
  return ticks.map(axis.axisLabel.formatter);
}

describe('the axis of a chart', () => {
  it('writes no two ticks alike where levels lie close together', () => {
    const ticks = [-2.062, -2.0615, -2.061, -2.0605, -2.06];
    const written = ticksOf(chart([-2.062, -2.0601]), ticks);
    expect(new Set(written).size).toBe(ticks.length);
    expect(written[0]).toBe('−2.0620');
  });

  it('writes no more decimals than it needs', () => {
    expect(ticksOf(chart([0, 40], true), [0, 10, 20])).toEqual(['0', '10', '20']);
    expect(ticksOf(chart([5, 5]), [4.5, 5])).toEqual(['4.50', '5']);
  });
});

interface Axis {
  readonly data: readonly string[];
  readonly axisLabel: { readonly interval: number; readonly width: number };
}
const axisOf = (drawn: Chart): Axis => (chartOptions(drawn, FRAME).options['xAxis'] as [Axis])[0]; // echarts leaves it open

describe('the labels of points', () => {
  const hours = (count: number, from: string): Chart => ({
    ...chart(Array.from({ length: count }, (_, index) => index)),
    x: Array.from({ length: count }, (_, index) => ({ epochMs: Date.parse(from) + index * 3_600_000 })),
  });

  it('are whole where they tell day and time, and have room beside one another', () => {
    const { data, axisLabel } = axisOf(hours(72, '2026-01-13T06:00:00Z'));
    expect(data[0]).toBe('13 Jan 06:00');
    const widest = Math.max(...data.map((label) => textWidth(label, 11)));
    expect(axisLabel.width).toBeGreaterThanOrEqual(widest);
    const shown = Math.ceil(data.length / (axisLabel.interval + 1));
    expect(shown * widest).toBeLessThan(FRAME.width);
  });

  it('name months as dates do', () => {
    expect(axisOf(hours(48, '2026-09-26T06:00:00Z')).data[0]).toBe('26 Sep 06:00');
  });
});

describe('words of a chart', () => {
  const reportTextsOf = (
    svg: string,
  ): readonly { readonly x: number; readonly anchor: string; readonly words: string }[] =>
    [...svg.matchAll(/<text([^>]*)>([^<]*)</g)].map(([, attributes = '', words = '']) => ({
      x: Number(/translate\(([-\d.]+)/.exec(attributes)?.[1] ?? /\bx="([-\d.]+)"/.exec(attributes)?.[1]),
      anchor: /text-anchor="(\w+)"/.exec(attributes)?.[1] ?? 'start',
      words,
    }));
  const drawn = (given: Chart) =>
    reportTextsOf(chartSvg({ kind: 'chart', id: 'c', title: 'T', chart: given, alternative: 'A' }, FRAME));

  it.each(['Number', 'KL', 'Kilowatt hours'])('do not leave the picture at its left: an axis of %s', (unit) => {
    const name = drawn({ ...chart([1, 2], true), form: 'bar', unit }).find(({ words }) => words === unit);
    expect(name).toBeDefined();
    const left = (name?.x ?? 0) - (name?.anchor === 'end' ? textWidth(unit, 11) : 0);
    expect(left).toBeGreaterThanOrEqual(0);
  });

  it('stand apart in a legend: the sign of the next begins behind the name before it', () => {
    const names = ['Irrigation with a rather long name', 'Campus'];
    const series = names.map((name) => ({ name, token: 'water', values: [1, 2], estimated: [false, false] }) as const);
    const legend = drawn({ ...chart([1, 2], true), form: 'bar', series }).filter(({ words }) => names.includes(words));
    expect(legend.length).toBe(2);
    const gap = (legend[1]?.x ?? 0) - (legend[0]?.x ?? 0) - textWidth(names[0] ?? '', 12);
    // 26 of the sign and what stands about it.
    expect(gap).toBeGreaterThan(26 + 12);
  });
});

describe('what was not measured', () => {
  /** Whether a hatch stands behind each of four points: both, one, the other, none has a figure. The second lacks one. */
  const hatched = (form: Chart['form']): readonly boolean[] => {
    const series = [
      [1, 1, null, null],
      [2, null, 2, null],
    ].map((values) => ({ name: 'S', token: 'water' as const, values, estimated: values.map(() => false) }));
    const { options } = chartOptions({ ...chart([1, 2, 3, 4]), form, series, lacking: [1] }, FRAME);
    const [strip] = options['series'] as [{ data: readonly (number | null)[] }]; // echarts leaves it open
    return strip.data.map((value) => value !== null);
  };

  it.each(['bar', 'stacked-bar', 'line'] as const)(
    'is hatched where the chart says so, and where none has a figure: %s',
    (form) => {
      expect(hatched(form)).toEqual([false, true, false, true]);
    },
  );
});
