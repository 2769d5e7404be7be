import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateFormula } from '../../../src/kernel/formula/evaluate.ts';
import { combined } from '../../../src/balance/rules/linear-form.ts';
import { formsOf } from '../../../src/balance/rules/sensitivity.ts';
import { flowMeter, tank, unitsOver, virtual } from './meters.ts';
import { runs } from '../../support/property-runs.ts';

const quantities = (form: ReturnType<typeof combined> | undefined) =>
  Object.fromEntries([...(form?.meters ?? [])].map(([unitId, { quantity }]) => [unitId, quantity]));
const levels = (form: ReturnType<typeof combined> | undefined, unitId: string) =>
  Object.fromEntries(form?.meters.get(unitId)?.levels ?? []);

describe('what a figure has of each measured meter', () => {
  it("is the meter's own quantity", () => {
    expect(quantities(formsOf(['A'], unitsOver([flowMeter('A', [100, 200])], [])).get('A'))).toEqual({ A: 300 });
  });

  it('goes through virtual units of virtual units', () => {
    // INNER = A + B, OUTER = 2 * INNER - B = 2 A + B
    const units = unitsOver(
      [flowMeter('A', [100, 200]), flowMeter('B', [10, 20])],
      [virtual('INNER', '{A} + {B}'), virtual('OUTER', '2 * {INNER} - {B}')],
    );
    expect(quantities(formsOf(['OUTER'], units).get('OUTER'))).toEqual({ A: 600, B: 30 });
  });

  it('is taken at the point of each day where the formula is not linear', () => {
    // A * B / 10: day 1 B/10 = 1, A/10 = 5; day 2 B/10 = 2, A/10 = 6. Sensitivity times quantity: A 50 + 120, B 50 +
    // 120
    const units = unitsOver([flowMeter('A', [50, 60]), flowMeter('B', [10, 20])], [virtual('V', '{A} * {B} / 10')]);
    const found = quantities(formsOf(['V'], units).get('V'));
    expect([found['A'], found['B']]).toEqual([expect.closeTo(170, 9), expect.closeTo(170, 9)]);
  });

  it('follows the formula in force on each day', () => {
    const meters = [flowMeter('A', [100, 200, 300]), flowMeter('B', [1, 2, 3])];
    const units = {
      ...unitsOver(meters, []),
      stretches: [
        { start: 0, end: 1, formulas: [virtual('V', '{A}')], addAllUnitIds: [] },
        { start: 1, end: 3, formulas: [virtual('V', '{A} + {B}')], addAllUnitIds: [] },
      ],
    };
    expect(quantities(formsOf(['V'], units).get('V'))).toEqual({ A: 600, B: 5 });
  });

  it('of ADD_ALL is every unit', () => {
    const units = unitsOver([flowMeter('A', [100]), flowMeter('B', [10])], [virtual('V', 'ADD_ALL - {A}')]);
    expect(quantities(formsOf(['V'], units).get('V'))).toEqual({ A: 0, B: 10 });
  });

  it('cancels where a meter stands on both sides, measured or not', () => {
    const units = unitsOver(
      [flowMeter('A', [0.1, 0.2, null]), flowMeter('NEVER', [null, null, null])],
      [virtual('V', '{A} + {NEVER}')],
    );
    const forms = formsOf(['V', 'A', 'NEVER'], units);
    const balance = combined(
      [
        ['V', 1],
        ['A', -1],
        ['NEVER', -1],
      ].map(([unitId, factor]) => ({ form: forms.get(String(unitId)) ?? combined([]), factor: Number(factor) })),
    );
    expect([...balance.meters.values()].map(({ quantity, weight }) => [quantity, weight])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it("telescopes where a formula takes a tank's opening and closing level of each day", () => {
    const units = unitsOver([tank('T', [400, 500, 600, 700])], [virtual('DRAW', '{T}#meta#openingStock - {T}')]);
    const form = formsOf(['DRAW'], units).get('DRAW');
    expect(levels(form, 'T')).toEqual({ 0: 1, 1: 0, 2: 0, 3: -1 });
  });

  it('is taken at the level that the tank opened each day with', () => {
    // A * opening / 100: day 1 at 400, day 2 at 500. Sensitivity times quantity: A 4 * 50 + 5 * 60
    const units = unitsOver(
      [flowMeter('A', [50, 60]), tank('T', [400, 500, 600])],
      [virtual('V', '{A} * {T}#meta#openingStock / 100')],
    );
    expect(quantities(formsOf(['V'], units).get('V'))['A']).toBeCloseTo(500, 9);
  });

  it('takes the level last read as the one a day opened with', () => {
    const units = unitsOver([tank('T', [400, null, 600])], [virtual('OPENED', '{T}#meta#openingStock')]);
    expect(levels(formsOf(['OPENED'], units).get('OPENED'), 'T')).toEqual({ 0: 2 });
  });

  it('names units whose formula fails, and what uses them', () => {
    const units = unitsOver(
      [flowMeter('A', [100, 200]), flowMeter('B', [5, 0])],
      [virtual('RATIO', '{A} / {B}'), virtual('USER', '{RATIO} + {A}')],
    );
    expect(formsOf(['USER'], units).get('USER')?.failedUnitIds).toEqual(new Set(['USER']));
  });

  it('does not call a day without data a failure', () => {
    const units = unitsOver([flowMeter('A', [100, null]), flowMeter('B', [5, null])], [virtual('RATIO', '{A} / {B}')], {
      RATIO: [20, null],
    });
    expect(formsOf(['RATIO'], units).get('RATIO')?.failedUnitIds).toEqual(new Set());
  });
});

describe('whatever is added and subtracted', () => {
  const anyDay = fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: null });
  const anyDays = fc.array(anyDay, { minLength: 4, maxLength: 4 });
  const anyLevels = fc
    .tuple(
      fc.nat(1000),
      anyDays.map((days) => days.map((day) => (day === null ? null : Math.abs(day)))),
    )
    .map(([first, rest]) => [first, ...rest]);
  /** Linear, or the same with a factor that is measured and always 1. */
  const anyFactor = fc.constantFrom('2', '(3 / 4)', '{ONE}', '-{ONE} / {ONE}');
  const anyText = (...operands: readonly string[]) =>
    fc
      .array(fc.tuple(fc.constantFrom('+', '-'), anyFactor, fc.constantFrom(...operands)), {
        minLength: 1,
        maxLength: 5,
      })
      .map((parts) =>
        parts.map(([sign, factor, operand], index) => `${index === 0 ? '' : sign} ${factor} * ${operand}`).join(' '),
      );

  it('what a figure has of its meters adds up to the figure, on every way through virtual units', () => {
    const meterOperands = ['{A}', '{B}', '{T}', '{T}#meta#openingStock'];
    fc.assert(
      fc.property(
        anyDays,
        anyDays,
        anyLevels,
        anyText(...meterOperands),
        anyText(...meterOperands, '{INNER}'),
        (a, b, levelsRead, innerText, outerText) => {
          const one = flowMeter('ONE', [1, 1, 1, 1]);
          const meters = [flowMeter('A', a), flowMeter('B', b), tank('T', levelsRead), one];
          const [inner, outer] = [virtual('INNER', innerText), virtual('OUTER', outerText)];
          const openings = levelsRead
            .slice(0, 4)
            .map((_, day) => levelsRead.slice(0, day + 1).findLast((level) => level !== null) ?? 0);
          const at = (day: number, ids: Readonly<Record<string, number | null>>) => ({
            value: (id: string) => ids[id] ?? null,
            openingStock: (id: string) => (id === 'T' ? (openings[day] ?? 0) : null),
            addAll: () => null,
          });
          const measured = (day: number) => ({
            A: a[day] ?? null,
            B: b[day] ?? null,
            T: levelsRead[day + 1] ?? null,
            ONE: 1,
          });
          const inners = [0, 1, 2, 3].map((day) =>
            inner.formula === null ? null : evaluateFormula(inner.formula, at(day, measured(day))),
          );
          const outers = [0, 1, 2, 3].map((day) =>
            outer.formula === null
              ? null
              : evaluateFormula(outer.formula, at(day, { ...measured(day), INNER: inners[day] ?? null })),
          );
          const form = formsOf(['OUTER'], unitsOver(meters, [inner, outer], { INNER: inners, OUTER: outers })).get(
            'OUTER',
          );
          const parts = [...(form?.meters ?? [])]
            .filter(([unitId]) => unitId !== 'ONE')
            .map(
              ([, terms]) =>
                terms.quantity
                + [...terms.levels].reduce(
                  (total, [place, sensitivity]) => total + sensitivity * (levelsRead[place] ?? 0),
                  0,
                ),
            );
          expect(parts.reduce((total, part) => total + part, 0)).toBeCloseTo(
            outers.reduce<number>((total, figure) => total + (figure ?? 0), 0),
            5,
          );
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
