import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bound } from '../../../src/kernel/document/types.ts';
import {
  boundOfAll,
  completenessOf,
  completenessOfAll,
  type MeasuredPart,
  turned,
} from '../../../src/kernel/document/completeness.ts';
import { boundOfFormula } from '../../../src/kernel/document/formula-bound.ts';

const part = (changes: Partial<MeasuredPart> = {}): MeasuredPart => ({
  unitId: 'M1',
  nature: 'amount',
  value: 10,
  slotsExpected: 100,
  slotsGenuine: 100,
  readingsUsed: 100,
  readingsEstimated: 0,
  lastEpoch: null,
  ...changes,
});
const half = { slotsGenuine: 50, readingsUsed: 50 };

const anyPart = fc
  .record({
    value: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
    slotsExpected: fc.integer({ min: 0, max: 300 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ value, slotsExpected, share }) => {
    const slotsGenuine = Math.floor(slotsExpected * share);
    return part({ value, slotsExpected, slotsGenuine, readingsUsed: slotsGenuine });
  });

describe('what is to be known of a figure', () => {
  it('of a meter that sent everything is all of it, of one of one meter, and no bound', () => {
    expect(completenessOf([part()])).toEqual({
      coverage: 1,
      slotsExpected: 100,
      slotsGenuine: 100,
      estimatedShare: 0,
      meters: 1,
      metersMeasured: 1,
      bound: null,
    });
  });

  it('of several meters weighs by slots and counts those that were heard', () => {
    const silent = part({ value: null, slotsExpected: 300, slotsGenuine: 0, readingsUsed: 0 });
    expect(completenessOf([part(), part(half), silent])).toMatchObject({
      coverage: 0.3,
      meters: 3,
      metersMeasured: 2,
      bound: 'at least',
    });
  });

  it('is a bound from two per cent on that did not arrive, and not for what was estimated', () => {
    const boundWith = (slotsGenuine: number, readingsEstimated: number): Bound | null =>
      completenessOf([part({ slotsGenuine, readingsUsed: slotsGenuine + readingsEstimated, readingsEstimated })]).bound;
    expect([boundWith(98, 0), boundWith(97, 0), boundWith(50, 50), boundWith(50, 40)]).toEqual([
      null,
      'at least',
      null,
      'at least',
    ]);
  });

  it('is a bound where water passed in silence, whatever share was measured', () => {
    const unheard = { value: 2878, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', times: 1, silences: 1 };
    expect(completenessOf([part({ unheard })]).bound).toBe('at least');
    expect(completenessOf([part({ nature: 'formula', unheard: { ...unheard, value: -2878 } })]).bound).toBe('at most');
    expect(completenessOf([part({ unheard: null })]).bound).toBeNull();
    // Crumbs of meters that round are none.
    expect(completenessOf([part({ value: 9_000_000, unheard: { ...unheard, silences: 0 } })]).bound).toBeNull();
  });

  it('of levels and means is never a bound, however little was measured', () => {
    const level = part({ nature: 'state', ...half });
    expect(completenessOf([level]).bound).toBeNull();
    expect(completenessOf([part(half), part()], 'mean').bound).toBeNull();
    expect(completenessOf([part(half)], 'nothing').bound).toBeNull();
    // Of a tank that was not read the others have a sum that may be more or less.
    expect(completenessOf([level, part({ nature: 'state', value: null, slotsGenuine: 0 })]).bound).toBe('open');
  });

  it('is at most where a part that lacks readings is taken off, and open where both kinds lack', () => {
    const taken = part({ ...half, factor: -1 });
    expect(completenessOf([part(), taken]).bound).toBe('at most');
    expect(completenessOf([part(half), taken]).bound).toBe('open');
    expect(completenessOf([part({ ...half, factor: 0 }), part()]).bound).toBeNull();
  });

  it('of nothing measured is no bound, because there is no figure', () => {
    expect(completenessOf([part({ value: null, slotsGenuine: 0, readingsUsed: 0 })]).bound).toBeNull();
    expect(completenessOf([])).toMatchObject({ coverage: null, meters: 0, bound: null });
  });

  it('of a negative amount is open, because more readings may take more off', () => {
    expect(completenessOf([part({ value: -5, ...half })]).bound).toBe('open');
  });
});

describe('rows and totals', () => {
  it('have one share: that of a total is the one of its rows, weighted by their slots', () => {
    fc.assert(
      fc.property(fc.array(anyPart, { minLength: 1, maxLength: 12 }), (parts) => {
        const rows = parts.map((one) => completenessOf([one]));
        const total = completenessOf(parts);
        const slots = rows.reduce((sum, { slotsExpected }) => sum + slotsExpected, 0);
        const weighted = rows.reduce((sum, { coverage, slotsExpected }) => sum + (coverage ?? 0) * slotsExpected, 0);
        expect(total.slotsExpected).toBe(slots);
        if (slots === 0) expect(total.coverage).toBeNull();
        else expect(total.coverage).toBeCloseTo(weighted / slots, 3);
        expect(total.metersMeasured).toBe(rows.filter(({ metersMeasured }) => metersMeasured > 0).length);
      }),
    );
  });

  it('are a bound together: a total is one where a row is, or a row has no figure', () => {
    fc.assert(
      fc.property(fc.array(anyPart, { minLength: 1, maxLength: 12 }), (parts) => {
        const total = completenessOf(parts);
        const lacks = parts.some((one) =>
          one.value === null
            ? one.slotsExpected > 0 && one.slotsGenuine < one.slotsExpected * 0.98
            : completenessOf([one]).bound !== null,
        );
        const hasFigure = parts.some(({ value }) => value !== null);
        expect(total.bound).toBe(hasFigure && lacks ? 'at least' : null);
      }),
    );
  });

  it('say the same whatever stands between: parts at once, or totals of parts', () => {
    fc.assert(
      fc.property(fc.array(anyPart, { maxLength: 8 }), fc.array(anyPart, { maxLength: 8 }), (some, others) => {
        const known = (parts: readonly MeasuredPart[]) => parts.filter(({ value }) => value !== null);
        const [a, b] = [known(some), known(others)];
        const { estimatedShare: _, ...together } = completenessOfAll([completenessOf(a), completenessOf(b)]);
        expect(completenessOf([...a, ...b])).toMatchObject(together);
      }),
    );
  });
});

describe('figures together', () => {
  it('count what was estimated of a part that sent nothing else, and stay provisional', () => {
    const estimated = part({ slotsGenuine: 0, readingsUsed: 100, readingsEstimated: 100, provisional: true });
    const parts = [part(), estimated];
    expect(completenessOf(parts)).toMatchObject({ estimatedShare: 0.5, provisional: true });
    expect(completenessOfAll(parts.map((one) => completenessOf([one])))).toEqual(completenessOf(parts));
  });
});

describe('bounds', () => {
  it('that are added up point both ways or the one', () => {
    expect(boundOfAll([])).toBeNull();
    expect(boundOfAll([null, 'at least', null])).toBe('at least');
    expect(boundOfAll(['at most', 'at most'])).toBe('at most');
    expect(boundOfAll(['at most', 'at least'])).toBe('open');
    expect(boundOfAll(['at most', 'open'])).toBe('open');
  });

  it('turn where a figure is taken off', () => {
    expect([turned('at least'), turned('at most'), turned('open'), turned(null)]).toEqual([
      'at most',
      'at least',
      'open',
      null,
    ]);
  });

  it('of any sum of factors hold: the truth is on the side that is told', () => {
    const operand = fc.record({
      factor: fc.integer({ min: -5, max: 5 }),
      measured: fc.integer({ min: 0, max: 10_000 }),
      lost: fc.integer({ min: 0, max: 10_000 }),
    });
    fc.assert(
      fc.property(fc.array(operand, { minLength: 1, maxLength: 6 }), (operands) => {
        const figureOf = (amounts: readonly number[]): number =>
          operands.reduce((sum, { factor }, index) => sum + factor * (amounts[index] ?? 0), 0);
        const measured = operands.map((one) => one.measured);
        const bound = boundOfFormula((raised) =>
          figureOf(measured.map((amount, index) => raised(String(index), amount) ?? 0)),
        )(operands.map(({ lost }, index) => [String(index), lost > 0 ? 'at least' : null] as const));
        const [figure, truth] = [figureOf(measured), figureOf(operands.map((one) => one.measured + one.lost))];
        if (bound === null) expect(truth).toBe(figure);
        if (bound === 'at least') expect(truth).toBeGreaterThan(figure);
        if (bound === 'at most') expect(truth).toBeLessThan(figure);
      }),
    );
  });
});
