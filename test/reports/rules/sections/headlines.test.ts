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
  const days = Array.from({ length: JUNE }, (_, index) => 100_000 + index);
  const zeroLineOf = (works: Omit<Works, 'now'>): boolean | undefined => {
    const input = reportInput({ ...works, now: '2026-07-02T10:00:00Z' });
    return BUILDERS[input.request.service].build(input).headlines[0]?.sparkline?.zeroLine;
  };

  it('of amounts stands above 0', () => {
    expect(
      zeroLineOf({
        request: { service: 'water', reportType: 'monthly' },
        units: { U: { days } },
        categories: { ID_CONSUMPTION: { OUT: ['U'] } },
      }),
    ).toBe(true);
  });

  it('of a level has its own range', () => {
    expect(
      zeroLineOf({
        request: { service: 'level', reportType: 'monthly' },
        units: { U: { standardCategoryId: 'STOCK_CATEGORY', changes: { maxCapacity: 1_000_000 }, days } },
        categories: { ID_RAW_WATER_STOCK: { TANKS: ['U'] } },
      }),
    ).toBe(false);
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
