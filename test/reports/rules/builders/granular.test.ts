import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { ReportLayout } from '../../../../src/reports/rules/terms.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { chartOptions } from '../../../../src/reports/writers/chart-options.ts';
import { plain, plainRows, tableOf } from '../support/read-document.ts';
import { reportInput } from '../support/works.ts';

/* The first intervals of a day. A register gave 20 KL over the day, and the calculated meter has 40 KL of the day. */

const DAY = businessDate('2026-06-10');
const QUARTER_MS = 900_000;
const at = (interval: number): string => new Date(Date.parse(`${DAY}T00:00:00Z`) + interval * QUARTER_MS).toISOString();

interface Given {
  /** Of each meter its intervals. */
  readonly meters: Readonly<Record<string, readonly (number | null)[]>>;
  readonly areas: Readonly<Record<string, readonly string[]>>;
  readonly layout?: ReportLayout;
  readonly coverage?: number;
}

/** Water in minutes; V is worked out by formula for whole days alone. */
function granular({ meters, areas, layout = 'v1', coverage = 1 }: Given) {
  const input = reportInput({
    request: { service: 'water', reportType: 'granular', startDate: DAY, endDate: DAY, layout },
    now: '2026-06-12T08:00:00Z',
    units: {
      ...Object.fromEntries(Object.keys(meters).map((id) => [id, { displayName: id, days: [20_000] }])),
      V: { displayName: 'V', days: [40_000], changes: { group: 'VIRTUAL' } },
    },
    categories: { ID_CONSUMPTION: areas },
  });
  const { period } = input;
  if (period === null) throw new Error('The report has a period.');
  const spans = new Map(
    [...period.spans].map(([id, span]) => {
      const [first] = span.entries;
      if (first === undefined) throw new Error('The day has an entry.');
      const { readings: _ofDay, ...day } = first;
      const entries = (meters[id] ?? []).map((y, index) => ({
        ...day,
        x: at(index),
        y,
        coverage: y === null ? 0 : coverage,
      }));
      return [id, { ...span, entries }] as const;
    }),
  );
  return BUILDERS.water.build({ ...input, period: { ...period, spans }, previous: null, lastYear: null });
}

function chartOf(given: Given) {
  const chart = granular(given).sections.find(({ kind }) => kind === 'chart');
  if (chart?.kind !== 'chart') throw new Error('There is no chart.');
  const { options } = chartOptions(chart.chart, { width: 720, timezone: 'UTC', locale: 'en', language: 'en' });
  const [strip] = options['series'] as [{ data: readonly (number | null)[] }]; // echarts leaves it open
  return {
    title: chart.title.replaceAll('\u00a0', ' '),
    alternative: chart.alternative.replaceAll('\u00a0', ' '),
    names: chart.chart.series.map(({ name }) => name),
    hatched: strip.data.flatMap((value, index) => (value === null ? [] : [index])),
  };
}
const peakOf = (given: Given) => granular(given).headlines.find(({ title }) => title.includes('interval of'));

describe('a chart of intervals with a calculated meter', () => {
  it('has no bars of an area of calculated meters, says so, and calls nothing hatched or partly measured', () => {
    expect(chartOf({ meters: { A: [5000, 5000] }, areas: { X: ['A'], Y: ['V'] } })).toEqual({
      title: 'Consumption without calculated meters stayed at 5.00 KL',
      alternative: 'Consumption without calculated meters per interval: 5.00 KL in each of 2.',
      names: ['Consumption'],
      hatched: [],
    });
  });

  it('is hatched where the words say that an area of meters has no figure', () => {
    const meters = { A: [5000, 5000, 6000], B: [1000, null, 1000] };
    const chart = chartOf({ meters, areas: { X: ['A'], Y: ['B', 'V'] } });
    expect(chart.alternative).toMatch(/\. Hatched: 1 interval was measured in part\.$/);
    expect([chart.names, chart.hatched]).toEqual([['Sub X', 'Sub Y'], [1]]);
  });

  it('names no calculated meters where there are none', () => {
    expect(chartOf({ meters: { A: [5000, 5000] }, areas: { X: ['A'] } }).title).toBe('Consumption stayed at 5.00 KL');
  });
});

describe('the headline about an interval', () => {
  it('says that calculated meters are not in it, and its total has them', () => {
    const alike = { meters: { A: [5000, 5000] }, areas: { X: ['A', 'V'] } };
    expect(granular(alike).headlines[0]?.value).toMatchObject({ value: 60 });
    expect(peakOf(alike)).toMatchObject({
      value: { value: 5, bound: null },
      comparedWith: 'all 2 intervals without calculated meters',
    });
    expect(peakOf({ ...alike, meters: { A: [5000, 6000] } })).toMatchObject({
      value: { value: 6, bound: null },
      comparedWith: 'between 00:15 and 00:00 without calculated meters',
    });
  });

  it('is "at least" where a part of the highest was not measured, as in the table', () => {
    const lost = { meters: { A: [5000, 9000], B: [1000, null] }, areas: { X: ['A', 'B'] } };
    expect(peakOf(lost)?.value).toMatchObject({ value: 9, bound: 'at least', coverage: 0.5 });
    expect(peakOf({ ...lost, meters: { A: [5000, 9000], B: [null, 1000] } })?.value).toMatchObject({
      value: 10,
      bound: null,
      coverage: 1,
    });
    expect(peakOf({ ...lost, meters: { A: [5000, 9000], B: [1000, 1000] }, coverage: 0.5 })?.value).toMatchObject({
      value: 10,
      bound: 'at least',
      coverage: 0.5,
    });
  });
});

describe('tables of intervals with a calculated meter', () => {
  it('name it once, and call what was wholly measured no "at least"', () => {
    const document = granular({ meters: { A: [5000, 5000] }, areas: { X: ['A', 'V'] } });
    const table = tableOf(document, 'buckets');
    expect(table.rows[0]?.cells[1]).toMatchObject({ value: 5, bound: null });
    expect(table.note).toContain('Worked out for whole days alone: V.');
  });

  it.each([
    ['beside meters', { X: ['A', 'V'] }, ['matrix-consumption', 'wholes-consumption']],
    ['alone', { X: ['V'] }, ['wholes-consumption']],
  ])('in columns give its figure of the period: %s', (_, areas, ids) => {
    const document = granular({ meters: { A: [5000, 5000] }, areas, layout: 'v2' });
    const tables = document.sections.filter(({ id }) => /^(?:matrix|wholes)-consumption/.test(id));
    expect(tables.map(({ id }) => id)).toEqual(ids);
    const [row] = plainRows(tableOf(document, 'wholes-consumption'));
    expect([row?.['name'], row?.['total']]).toEqual(['V', 40]);
  });

  it('in columns have no further table where every meter has intervals', () => {
    const document = granular({ meters: { A: [5000, 5000] }, areas: { X: ['A'] }, layout: 'v2' });
    expect(document.sections.map(({ id }) => id)).not.toContain('wholes-consumption');
    expect(plain(tableOf(document, 'matrix-consumption').rows.at(-1)?.cells[1])).toBe(20);
  });
});
