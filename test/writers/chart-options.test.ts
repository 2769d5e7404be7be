import { describe, expect, it } from 'vitest';
import type { Chart } from '../../src/domain/reports/document.ts';
import { chartOptions } from '../../src/writers/chart-options.ts';

const chart = (values: readonly number[], zeroLine = false): Chart => ({
  form: 'line',
  unit: 'm',
  x: values.map((_, index) => ({ label: String(index) })),
  series: [{ name: 'Well', token: 'ground', values, estimated: values.map(() => false) }],
  limits: [],
  zeroLine,
});

function ticksOf(drawn: Chart, ticks: readonly number[]): readonly string[] {
  const { options } = chartOptions(drawn, { width: 700, timezone: 'UTC', locale: 'und' });
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
