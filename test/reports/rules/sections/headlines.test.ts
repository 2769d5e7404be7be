import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import { reportInput, type Works } from '../support/works.ts';

const JUNE = 30;

/** The headlines about days of water in June 2026, by the figure of each day. */
function daysTold(
  figureOf: (day: number) => number | null,
  { now = '2026-07-02T10:00:00Z', genuine }: { now?: string; genuine?: number } = {},
) {
  const days = Array.from({ length: JUNE }, (_, index) => figureOf(index + 1));
  const { headlines } = BUILDERS.water.build(
    reportInput({
      request: { service: 'water', reportType: 'monthly' },
      now,
      units: { LINE: { days, ...(genuine === undefined ? {} : { genuine }) } },
      categories: { ID_CONSUMPTION: { OUT: ['LINE'] } },
    }),
  );
  return headlines.flatMap(({ title, value, comparedWith }) =>
    / day of /.test(title) && value.kind === 'quantity' ? [[title, value.value, comparedWith]] : [],
  );
}

describe('the course of a headline', () => {
  it('of amounts stands above 0, and that of a level does not', () => {
    const days = Array.from({ length: JUNE }, (_, index) => 100_000 + index);
    const lineOf = (service: 'water' | 'level', unit: Works['units'][string], categories: Works['categories']) =>
      BUILDERS[service].build(
        reportInput({
          request: { service, reportType: 'monthly' },
          now: '2026-07-02T10:00:00Z',
          units: { U: { ...unit, days } },
          categories,
        }),
      ).headlines[0]?.sparkline?.zeroLine;
    expect(lineOf('water', {}, { ID_CONSUMPTION: { OUT: ['U'] } })).toBe(true);
    const tank = { standardCategoryId: 'STOCK_CATEGORY', changes: { maxCapacity: 1_000_000 } };
    expect(lineOf('level', tank, { ID_RAW_WATER_STOCK: { TANKS: ['U'] } })).toBe(false);
  });
});

describe('the headline about a day', () => {
  it('names the highest one where days differ', () => {
    expect(daysTold((day) => day * 1000)).toEqual([['Highest day of consumption', 30, 'on 30 Jun 2026']]);
    expect(daysTold((day) => (day === 4 ? 0 : -1000))).toEqual([['Highest day of consumption', 0, 'on 04 Jun 2026']]);
  });

  it('names none where all days are alike, and says what each had', () => {
    expect(daysTold(() => 0)).toEqual([['Each day of consumption', 0, 'all 30 days']]);
    expect(daysTold(() => 5000)).toEqual([['Each day of consumption', 5, 'all 30 days']]);
  });

  it('says of how many days that is known, and that a part was not measured', () => {
    expect(daysTold((day) => (day <= 7 ? 0 : null))).toEqual([
      ['Each day of consumption', 0, 'the 7 days that have a figure'],
    ]);
    expect(daysTold(() => 5000, { now: '2026-06-20T10:00:00Z' })).toEqual([
      ['Each day of consumption', 5, 'the 19 days that have ended'],
    ]);
    expect(daysTold(() => 0, { genuine: 12 })).toEqual([
      ['Each day of consumption', 0, 'all 30 days, as far as measured'],
    ]);
  });

  it('is left out where one day has a figure, because the total is that figure', () => {
    expect(daysTold((day) => (day === 4 ? 3000 : null))).toEqual([]);
  });
});
