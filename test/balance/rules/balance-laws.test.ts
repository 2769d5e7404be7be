import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Meter } from '../../../src/balance/rules/meter.ts';
import { balanceOf, type Works } from './balance-of.ts';
import { flowMeter, tank } from './meters.ts';

describe('whatever the meters measured', () => {
  const anyMeter = (unitId: string) =>
    fc
      .record({
        value: fc.nat(10_000_000),
        slotsGenuine: fc.integer({ min: 1, max: 24 }),
        percent: fc.double({ min: 0.1, max: 10, noNaN: true }),
      })
      .map(({ value, slotsGenuine, percent }) =>
        flowMeter(unitId, [value / 8], { slotsGenuine, accuracy: { percent, of: 'quantity', source: 'declared' } }),
      );
  const anyMeters = fc.tuple(anyMeter('A'), anyMeter('B'), anyMeter('C'), anyMeter('D'));
  const worksOf = (meters: readonly Meter[]): Works => ({
    sources: { S1: ['A'], S2: ['B'] },
    uses: { U1: ['C'], U2: ['D'] },
    meters,
  });

  it('a more exact meter narrows every band that has it', () => {
    fc.assert(
      fc.property(anyMeters, fc.double({ min: 0.1, max: 0.99, noNaN: true }), ([a, b, c, d], share) => {
        const better = { ...a, accuracy: { ...a.accuracy, percent: (a.accuracy.percent ?? 0) * share } };
        const [before, after] = [balanceOf(worksOf([a, b, c, d])), balanceOf(worksOf([better, b, c, d]))];
        for (const name of ['inflow', 'balance', 'unaccounted'] as const)
          expect(after.figures[name].band?.plusMinus).toBeLessThanOrEqual(before.figures[name].band?.plusMinus ?? 0);
        expect(after.figures.outflow.band).toEqual(before.figures.outflow.band);
      }),
    );
  });

  it('parts add up to the whole, values as they are and variances as they are', () => {
    fc.assert(
      fc.property(anyMeters, (meters) => {
        const { sources, figures } = balanceOf(worksOf(meters));
        expect(Object.values(sources).reduce((sum, { value }) => sum + (value ?? 0), 0)).toBeCloseTo(
          figures.inflow.value ?? 0,
          6,
        );
        const widths = Object.values(sources).map(({ band }) => band?.plusMinus ?? 0);
        expect(Math.abs(Math.hypot(...widths) - (figures.inflow.band?.plusMinus ?? 0))).toBeLessThanOrEqual(1e-5);
      }),
    );
  });

  it('the order of meters and sub-categories makes no difference', () => {
    fc.assert(
      fc.property(anyMeters, ([a, b, c, d]) => {
        const there = balanceOf(worksOf([a, b, c, d]));
        const back = balanceOf({
          sources: { S2: ['B'], S1: ['A'] },
          uses: { U2: ['D'], U1: ['C'] },
          meters: [d, c, b, a],
        });
        expect(back).toEqual(there);
      }),
    );
  });

  it('losses in standard terms are what is unaccounted for', () => {
    fc.assert(
      fc.property(anyMeters, fc.nat(1000), fc.nat(1000), (meters, opening, closing) => {
        const { iwa, figures } = balanceOf({
          ...worksOf(meters),
          tanks: ['T'],
          meters: [...meters, tank('T', [opening, closing])],
        });
        expect(iwa.waterLosses.value).toBeCloseTo(figures.unaccounted.value ?? Number.NaN, 6);
        expect(iwa.waterLosses.band?.plusMinus).toBe(figures.unaccounted.band?.plusMinus);
      }),
    );
  });
});
