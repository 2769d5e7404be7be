import { describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../../../src/kernel/document/types.ts';
import { explainVirtualDay } from '../../../../src/figures/rules/explain/virtual.ts';
import { parseFormula } from '../../../../src/kernel/formula/parse.ts';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import type { VirtualDay } from '../../../../src/figures/rules/processors/virtual.ts';
import { at, DAY, DAY_START, dayOf, unitOf } from '../processors/builders.ts';

const flow = (unitId: string, valuePerHour: Readonly<Record<number, number>>): DailyDocument =>
  processDay(
    dayOf(
      unitOf({ unitId }),
      Object.entries(valuePerHour).map(([hour, value]) => ({ second: at(Number(hour)), value })),
    ),
  );
const tank = (unitId: string, percentBefore: number, percent: number): DailyDocument =>
  processDay(
    dayOf(unitOf({ unitId, group: 'STOCK', maxCapacity: 1000 }), [{ second: at(1), value: percent }], {
      before: { register: null, value: percentBefore },
    }),
  );

const explain = (
  calculations: string,
  operands: Readonly<Record<string, readonly DailyDocument[]>>,
  { hour = null, ...overrides }: Partial<VirtualDay> & { hour?: number | null } = {},
) =>
  explainVirtualDay(
    {
      industryId: 'ACME',
      unit: unitOf({ unitId: 'V1', group: 'VIRTUAL', calculations }),
      date: DAY,
      dayStartEpochMs: DAY_START,
      dayLengthSeconds: 86_400,
      operands: new Map(Object.entries(operands)),
      addAll: [],
      usesFigures: true,
      failure: null,
      operandFailures: [],
      negativeAllowed: false,
      evaluate: () => {
        throw new Error('the explanation evaluates');
      },
      ...overrides,
    },
    parseFormula(calculations),
    hour,
  );

describe('a virtual unit is explained', () => {
  const operands = {
    A: [flow('A', { 0: 10, 1: 4 })],
    SUB: [flow('B', { 0: 3 }), flow('C', { 1: 1 })],
    T: [tank('T', 50, 40)],
  };

  it('by its formula with numbers put in, each operand with the units it stands for', () => {
    const { document, formula, steps } = explain('{A} - {SUB} + {T}#meta#openingStock', operands);
    expect(document.value).toBe(510);
    expect(formula).toEqual({
      calculations: '{A} - {SUB} + {T}#meta#openingStock',
      isCyclic: false,
      text: '14 - 4 + 500',
      result: 510,
      negativeAllowed: false,
      isClamped: false,
      reasonForNull: null,
      failedUnitId: null,
      operands: [
        { name: 'A', kind: 'value', value: 14, usedAs: 14, units: [{ unitId: 'A', value: 14 }] },
        {
          name: 'SUB',
          kind: 'value',
          value: 4,
          usedAs: 4,
          units: [
            { unitId: 'B', value: 3 },
            { unitId: 'C', value: 1 },
          ],
        },
        {
          name: 'T#meta#openingStock',
          kind: 'openingStock',
          value: 500,
          usedAs: 500,
          units: [{ unitId: 'T', value: 500 }],
        },
      ],
    });
    expect(steps).toEqual([
      {
        rule: 'formula',
        hour: null,
        text: '14 - 4 + 500 = 510',
        numbers: { A: 14, SUB: 4, 'T#meta#openingStock': 500, result: 510, value: 510 },
      },
    ]);
  });

  it('of one hour by the operands of that hour, and the opening stock of the day', () => {
    const { formula, steps } = explain('{A} - {SUB} + {T}#meta#openingStock', operands, { hour: 1 });
    expect(formula.text).toBe('4 - 1 + 500');
    expect(formula.operands[1]?.units).toEqual([
      { unitId: 'B', value: null },
      { unitId: 'C', value: 1 },
    ]);
    expect(steps).toMatchObject([{ hour: 1, numbers: { value: 503 } }]);
  });

  it('with ADD_ALL by every unit', () => {
    const { formula } = explain('ADD_ALL * 2', {}, { addAll: [flow('A', { 0: 10 }), flow('B', { 0: 3 })] });
    expect(formula).toMatchObject({
      text: '13 * 2',
      result: 26,
      operands: [{ name: 'ADD_ALL', units: [{ unitId: 'A' }, { unitId: 'B' }] }],
    });
  });

  it('with the clamping it went through, or did not', () => {
    const negative = { A: [flow('A', { 0: 2 })], B: [flow('B', { 0: 5 })] };
    const clamped = explain('{A} - {B}', negative);
    expect([clamped.document.value, clamped.formula.isClamped, clamped.steps[0]?.text]).toEqual([
      0,
      true,
      '2 - 5 = -3, which counts as 0 because virtualNegativeCalc is off',
    ]);
    const kept = explain('{A} - {B}', negative, { negativeAllowed: true });
    expect([kept.document.value, kept.formula.isClamped]).toEqual([-3, false]);
    expect(explain('{A} - {A}', negative).formula.isClamped).toBe(false);
  });

  it('with the reason why it has no figure', () => {
    const silent = { A: [flow('A', {})], B: [flow('B', { 0: 5 })] };
    expect(explain('{A} + {NONE}', { A: silent.A }).formula).toMatchObject({
      reasonForNull: 'none of its operands has data',
      operands: [
        { value: null, usedAs: 0 },
        { value: null, usedAs: 0, units: [] },
      ],
    });
    expect(explain('{B} / {A}', silent).formula.reasonForNull).toBe(
      'the formula divides by zero or gives a number that is not finite',
    );
    expect(explain('{B}', silent, { failure: { unitId: 'V1', kind: 'cycle' } }).steps[0]?.text).toBe(
      'no figure: the formula uses its own unit, directly or through others',
    );
    expect(
      explain('{B} + {Q}', silent, { failure: { unitId: 'V1', kind: 'quality unit', operandId: 'Q' } }).formula,
    ).toMatchObject({
      reasonForNull: 'the formula names quality unit Q, whose figures are no number',
      failedUnitId: 'V1',
      isCyclic: false,
      text: null,
      result: null,
    });
    expect(explain('{B}', silent, { hour: 3 }).formula).toMatchObject({
      text: '0',
      reasonForNull: 'none of its operands has data',
    });
  });

  it('with whose failure it is when a unit that it uses has failed', () => {
    const used = { A: [flow('A', { 0: 5 })], V0: [flow('V0', {})] };
    const { formula, steps } = explain('{A} + {V0}', used, {
      operandFailures: [
        { day: { unitId: 'ROOT', kind: 'not finite' }, hours: [null, { unitId: 'ROOT', kind: 'not finite' }] },
      ],
    });
    const reason =
      'ROOT, which it uses directly or through others, has failed: the formula divides by zero or gives a number that is not finite';
    expect(formula).toMatchObject({
      text: null,
      result: null,
      reasonForNull: reason,
      failedUnitId: 'ROOT',
      operands: [
        { name: 'A', value: 5 },
        { name: 'V0', value: null },
      ],
    });
    expect(steps).toEqual([
      {
        rule: 'formula',
        hour: null,
        text: `no figure: ${reason}`,
        numbers: { A: 5, V0: 0, result: null, value: null },
      },
    ]);
    const cyclic = explain('{A} + {V0}', used, { failure: { unitId: 'V7', kind: 'cycle' } });
    expect(cyclic.formula).toMatchObject({
      isCyclic: true,
      failedUnitId: 'V7',
      reasonForNull:
        'V7, which it uses directly or through others, has failed: the formula uses its own unit, directly or through others',
    });
  });
});
