import { describe, expect, it } from 'vitest';
import { trendInSteps, type YearOfCategory } from '../../../../src/figures/rules/device-data/trend.ts';
import { atOnce } from '../../../../src/kernel/pieces.ts';
import { category, entry, span, spansOf, unit } from './support.ts';

const CATEGORY = category('FLOW_CATEGORY', { A: ['U'], B: ['U', 'V'] });
const months = (withFigure: number) => Array.from({ length: 12 }, (_, month) => entry(month < withFigure ? 1 : null));
/** A year in which U and V have these figures, in as many months. */
const year = (
  name: string,
  u: readonly [value: number | null, months: number],
  v: readonly [value: number | null, months: number],
  hasEnded = true,
): YearOfCategory => ({
  year: name,
  hasEnded,
  spans: spansOf(span(unit('U'), u[0], months(u[1])), span(unit('V'), v[0], months(v[1]))),
});
const trendOf = (...asked: Parameters<typeof trendInSteps>) => atOnce(trendInSteps(...asked));
const brief = (years: ReturnType<typeof trendOf>['years']) =>
  years.map(({ year: name, value, state, change, changePercent }) => [name, value, state, change, changePercent]);

describe('years side by side', () => {
  const shown = trendOf(
    CATEGORY,
    [
      year('2023', [1000, 12], [500, 3]),
      year('2024', [1500, 12], [1000, 12]),
      year('2025', [1200, 12], [1000.5, 12]),
      year('2026', [100, 2], [100, 2], false),
    ],
    1000,
  );
  const [a, b] = shown.subCategories;

  it('change against the year before, in the unit of measure and in percent', () => {
    expect(brief(a?.units[0]?.years ?? [])).toEqual([
      ['2023', 1, 'whole', null, null],
      ['2024', 1.5, 'whole', 0.5, 50],
      ['2025', 1.2, 'whole', -0.3, -20],
      ['2026', 0.1, 'running', null, null],
    ]);
  });

  it('are as whole as the least whole of their units: a unit that began in a year makes its totals no comparison', () => {
    expect(brief(b?.years ?? [])).toEqual([
      ['2023', 1.5, 'partial', null, null],
      ['2024', 2.5, 'whole', null, null],
      ['2025', 2.2005, 'whole', -0.2995, -11.98],
      ['2026', 0.2, 'running', null, null],
    ]);
    expect(b?.years.map(({ monthsWithFigure }) => monthsWithFigure)).toEqual([3, 12, 12, 2]);
  });

  it('count a unit of two sub-categories once in the category', () => {
    expect(shown.years.map(({ value }) => value)).toEqual([1.5, 2.5, 2.2005, 0.2]);
  });

  it('have no percentage where the year before is 0, and nothing at all where a year is missing', () => {
    const zero = trendOf(
      CATEGORY,
      [year('2023', [0, 12], [0, 12]), year('2024', [5000, 12], [null, 0]), year('2025', [5000, 12], [null, 0])],
      1000,
    );
    expect(brief(zero.subCategories[0]?.years ?? [])).toEqual([
      ['2023', 0, 'whole', null, null],
      ['2024', 5, 'whole', 5, null],
      ['2025', 5, 'whole', 0, 0],
    ]);
    expect(zero.subCategories[1]?.units[1]?.years.map(({ value, state, change }) => [value, state, change])).toEqual([
      [0, 'whole', null],
      [null, 'missing', null],
      [null, 'missing', null],
    ]);
  });

  it('are none where there is no year', () => {
    expect(trendOf(CATEGORY, [], 1000)).toEqual({ siUnit: null, years: [], subCategories: [] });
  });
});
