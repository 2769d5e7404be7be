import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { reportInput, type Works } from '../support/works.ts';

/* A day of 24 hours, of which the fourth was the lowest and the tenth the highest. */

const course = (usual: number, lowest: number, highest: number): number[] =>
  Array.from({ length: 24 }, (_, hour) => (hour === 3 ? lowest : hour === 9 ? highest : usual));

const TANK: Works['units'][string] = {
  standardCategoryId: 'STOCK_CATEGORY',
  changes: { maxCapacity: 1_000_000 },
  days: [700_000],
  hours: course(700_000, 410_000, 825_000),
};
const WELL: Works['units'][string] = {
  standardCategoryId: 'GROUND_WATER_LEVEL',
  changes: { siUnit: 'm' },
  days: [7],
  hours: course(7, 4.1, 8.25),
};
const PUMP: Works['units'][string] = {
  standardCategoryId: 'ENERGY_CATEGORY',
  changes: { siUnit: 'kWh' },
  days: [36_000],
  hours: course(1000, 500, 13_500),
};
const SILENT: Works['units'][string] = { days: [null] };

/** Title of the picture, its form and the colour of its first line. */
function pictureOf(units: Works['units']): readonly (string | undefined)[] {
  const of = (id: string): readonly string[] => (Object.hasOwn(units, id) ? [id] : []);
  const document = BUILDERS.summary.build(
    reportInput({
      request: { service: 'summary', reportType: 'daily', startDate: businessDate('2026-06-10') },
      now: '2026-06-12T08:00:00Z',
      units,
      categories: {
        ID_SOURCE: { IN: of('METER') },
        ID_RAW_WATER_STOCK: { TANKS: of('TANK') },
        energyCategory: { E: of('PUMP') },
      },
    }),
  );
  const charts = document.sections.filter(({ kind }) => kind === 'chart');
  expect(charts.length).toBeLessThan(2);
  const [chart] = charts;
  return chart?.kind === 'chart'
    ? [chart.title.replaceAll('\u00a0', ' '), chart.chart.form, chart.chart.series[0]?.token]
    : [];
}

describe('the picture of a day', () => {
  const OF_TANK = ['Raw water stock was lowest between 03:00 and 04:00, at 41.0 %', 'line', 'stock'];

  it('is of the first amount that was measured', () => {
    const METER = { days: [24_000], hours: course(1000, 500, 1500) };
    const title = 'Source peaked between 09:00 and 10:00 at 1.50 KL';
    expect(pictureOf({ METER, PUMP, TANK, WELL })).toEqual([title, 'bar', 'water']);
    expect(pictureOf({ METER: SILENT, PUMP, TANK, WELL })).toEqual([
      'Energy peaked between 09:00 and 10:00 at 13.5 kWh',
      'bar',
      'energy',
    ]);
  });

  it('is of the fullness of tanks where no amount was measured, because levels do not add up', () => {
    expect(pictureOf({ TANK, WELL })).toEqual(OF_TANK);
    expect(pictureOf({ METER: SILENT, TANK })).toEqual(OF_TANK);
  });

  it('is of ground water where a site has wells alone', () => {
    expect(pictureOf({ WELL })).toEqual(['Other wells ranged from 4.10 to 8.25 m', 'line', 'ground']);
  });

  it('is left out where nothing was measured', () => {
    expect(pictureOf({ METER: SILENT })).toEqual([]);
  });
});
