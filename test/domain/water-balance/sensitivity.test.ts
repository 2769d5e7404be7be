import { describe, expect, it } from 'vitest';
import { combined } from '../../../src/domain/water-balance/linear-form.ts';
import { formsOf } from '../../../src/domain/water-balance/sensitivity.ts';
import { flowMeter, tank, unitsOver, virtual } from './meters.ts';

const quantities = (form: ReturnType<typeof combined> | undefined) => Object.fromEntries([...(form?.meters ?? [])].map(([unitId, { quantity }]) => [unitId, quantity]));
const levels = (form: ReturnType<typeof combined> | undefined, unitId: string) => Object.fromEntries(form?.meters.get(unitId)?.levels ?? []);

describe('what a figure has of each measured meter', () => {
  it('is the meter\'s own quantity', () => {
    expect(quantities(formsOf(['A'], unitsOver([flowMeter('A', [100, 200])], [])).get('A'))).toEqual({ A: 300 });
  });

  it('goes through virtual units of virtual units', () => {
    // INNER = A + B, OUTER = 2 * INNER - B = 2 A + B
    const units = unitsOver([flowMeter('A', [100, 200]), flowMeter('B', [10, 20])], [virtual('INNER', '{A} + {B}'), virtual('OUTER', '2 * {INNER} - {B}')]);
    expect(quantities(formsOf(['OUTER'], units).get('OUTER'))).toEqual({ A: 600, B: 30 });
  });

  it('is taken at the point of each day where the formula is not linear', () => {
    // A * B / 10: day 1 B/10 = 1, A/10 = 5; day 2 B/10 = 2, A/10 = 6. Sensitivity times quantity: A 50 + 120, B 50 + 120
    const units = unitsOver([flowMeter('A', [50, 60]), flowMeter('B', [10, 20])], [virtual('V', '{A} * {B} / 10')]);
    const found = quantities(formsOf(['V'], units).get('V'));
    expect([found['A'], found['B']]).toEqual([expect.closeTo(170, 9), expect.closeTo(170, 9)]);
  });

  it('follows the formula in force on each day', () => {
    const meters = [flowMeter('A', [100, 200, 300]), flowMeter('B', [1, 2, 3])];
    const units = { ...unitsOver(meters, []), stretches: [
      { start: 0, end: 1, formulas: [virtual('V', '{A}')], addAllUnitIds: [] }, { start: 1, end: 3, formulas: [virtual('V', '{A} + {B}')], addAllUnitIds: [] },
    ] };
    expect(quantities(formsOf(['V'], units).get('V'))).toEqual({ A: 600, B: 5 });
  });

  it('of ADD_ALL is every unit', () => {
    const units = unitsOver([flowMeter('A', [100]), flowMeter('B', [10])], [virtual('V', 'ADD_ALL - {A}')]);
    expect(quantities(formsOf(['V'], units).get('V'))).toEqual({ A: 0, B: 10 });
  });

  it('cancels where a meter stands on both sides, measured or not', () => {
    const units = unitsOver([flowMeter('A', [0.1, 0.2, null]), flowMeter('NEVER', [null, null, null])], [virtual('V', '{A} + {NEVER}')]);
    const forms = formsOf(['V', 'A', 'NEVER'], units);
    const balance = combined([['V', 1], ['A', -1], ['NEVER', -1]].map(([unitId, factor]) => ({ form: forms.get(String(unitId)) ?? combined([]), factor: Number(factor) })));
    expect([...balance.meters.values()].map(({ quantity, weight }) => [quantity, weight])).toEqual([[0, 0], [0, 0]]);
  });

  it('telescopes where a formula takes a tank\'s opening and closing level of each day', () => {
    const units = unitsOver([tank('T', [400, 500, 600, 700])], [virtual('DRAW', '{T}#meta#openingStock - {T}')]);
    const form = formsOf(['DRAW'], units).get('DRAW');
    expect(levels(form, 'T')).toEqual({ 0: 1, 1: 0, 2: 0, 3: -1 });
  });

  it('takes the level last read as the one a day opened with', () => {
    const units = unitsOver([tank('T', [400, null, 600])], [virtual('OPENED', '{T}#meta#openingStock')]);
    expect(levels(formsOf(['OPENED'], units).get('OPENED'), 'T')).toEqual({ 0: 2 });
  });

  it('names units whose formula fails, and what uses them', () => {
    const units = unitsOver([flowMeter('A', [100, 200]), flowMeter('B', [5, 0])], [virtual('RATIO', '{A} / {B}'), virtual('USER', '{RATIO} + {A}')]);
    expect(formsOf(['USER'], units).get('USER')?.failedUnitIds).toEqual(new Set(['USER']));
  });

  it('does not call a day without data a failure', () => {
    const units = unitsOver([flowMeter('A', [100, null]), flowMeter('B', [5, null])], [virtual('RATIO', '{A} / {B}')], { RATIO: [20, null] });
    expect(formsOf(['RATIO'], units).get('RATIO')?.failedUnitIds).toEqual(new Set());
  });
});
