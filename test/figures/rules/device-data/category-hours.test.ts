import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../../src/kernel/pieces.ts';
import { hoursOfCategoryInSteps } from '../../../../src/figures/rules/device-data/category-hours.ts';
import { category, entry, hourly, span, unit } from './support.ts';

const FLOW = category('FLOW_CATEGORY', { S: ['A', 'B'] });

const toldHours = (...asked: Parameters<typeof hoursOfCategoryInSteps>) => atOnce(hoursOfCategoryInSteps(...asked));
const ASKED = { divisionFactor: 1, before: Date.UTC(2026, 5, 10, 3) };

describe('hours of a category', () => {
  it('leave a level out where a tank has none, because the others alone would look like a fall', () => {
    const stock = category('STOCK_CATEGORY', { S: ['T', 'U', 'NEVER'] });
    const tank = (unitId: string, ...values: (number | null)[]) =>
      [unitId, span(unit(unitId, 'STOCK_CATEGORY'), null, hourly(...values))] as const;
    const day = new Map([tank('T', 100, 100, 100), tank('U', 50, null, 60), tank('NEVER', null, null, null)]);
    expect(toldHours(stock, ['T', 'U', 'NEVER'], [day], ASKED).map(({ y }) => y)).toEqual([150, null, 160]);
    const flow = new Map([
      ['A', span(unit('A'), null, hourly(100, 100))],
      ['B', span(unit('B'), null, hourly(null, 50))],
    ]);
    expect(toldHours(FLOW, ['A', 'B'], [flow], ASKED).map(({ y }) => y)).toEqual([100, 150]);
  });

  const coveredBy = (...coverages: readonly number[]) =>
    hourly(...coverages.map((coverage) => (coverage === 0 ? null : 100))).map((one, hour) => ({
      ...one,
      coverage: coverages[hour] ?? null,
    }));

  const told = (units: Readonly<Record<string, ReturnType<typeof span>>>) =>
    toldHours(FLOW, Object.keys(units), [new Map(Object.entries(units))], ASKED).map(({ y, coverage, bound }) => ({
      y,
      coverage,
      bound,
    }));

  it('have the share of their slots that were measured, and are a bound where a part was not', () => {
    const [a, b] = [span(unit('A'), null, coveredBy(1, 1, 0)), span(unit('B'), null, coveredBy(1, 0.08, 0))];
    expect(told({ A: a, B: b })).toEqual([
      { y: 200, coverage: 1, bound: null },
      // (1 + 0.08) / 2 of the slots.
      { y: 200, coverage: 0.54, bound: 'at least' },
      { y: null, coverage: 0, bound: null },
    ]);
  });

  it('are a bound without a unit that has sent nothing', () => {
    const [a, silent] = [span(unit('A'), null, coveredBy(1, 1)), span(unit('S'), null, coveredBy(0, 0))];
    expect(told({ A: a, S: silent })).toEqual([
      { y: 100, coverage: 0.5, bound: 'at least' },
      { y: 100, coverage: 0.5, bound: 'at least' },
    ]);
    expect(told({ S: silent })).toEqual([
      { y: null, coverage: 0, bound: null },
      { y: null, coverage: 0, bound: null },
    ]);
  });

  it('stand on their own day, whatever units the day before had', () => {
    const retired = span(unit('R'), null, coveredBy(1));
    const later = span(unit('A'), null, [entry(7, { x: '2026-06-10T01:00:00.000Z' })]);
    const days = [new Map([['R', retired]]), new Map([['A', later]])];
    expect(toldHours(FLOW, ['R', 'A'], days, ASKED).map(({ x, y }) => [x, y])).toEqual([
      ['2026-06-10T00:00:00.000Z', 100],
      ['2026-06-10T01:00:00.000Z', 7],
    ]);
  });
});
