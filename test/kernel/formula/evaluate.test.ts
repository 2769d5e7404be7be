import fc from 'fast-check';
import { all, create, type Fraction } from 'mathjs';
import { describe, expect, it } from 'vitest';
import { evaluateFormula, type FormulaLookup, operandsOf, traceFormula } from '../../../src/kernel/formula/evaluate.ts';
import { formatFormula } from '../../../src/kernel/formula/format.ts';
import { parseFormula } from '../../../src/kernel/formula/parse.ts';
import { addAll, anyFormula, anyNumbers } from './formulas.ts';
import { runs } from '../../support/property-runs.ts';

const lookupOf = (
  values: Record<string, number | null>,
  openingStocks: Record<string, number> = {},
  sum: number | null = null,
): FormulaLookup => ({
  value: (id) => values[id] ?? null,
  openingStock: (id) => openingStocks[id] ?? null,
  addAll: () => sum,
});

const evaluate = (text: string, lookup: FormulaLookup = lookupOf({})): number | null =>
  evaluateFormula(parseFormula(text), lookup);

describe('worked examples', () => {
  it('adds supplies', () => {
    expect(
      evaluate('{CB_BORE_1} + {CB_TOWN_MAIN}', lookupOf({ CB_BORE_1: 1_235_000, CB_TOWN_MAIN: 182.6 })),
    ).toBeCloseTo(1_235_182.6, 6);
  });

  it('draws down a pond from its opening stock', () => {
    const lookup = lookupOf({ CB_POND_1: 3_195_000, CB_BORE_1: 1_245_000 }, { CB_POND_1: 3_085_000 });
    expect(evaluate('{CB_POND_1}#meta#openingStock + {CB_BORE_1} - {CB_POND_1}', lookup)).toBe(1_135_000);
  });

  it('keeps a negative sign', () => {
    const lookup = lookupOf({ IN_LOW: 4040, IN_HIGH: 3358, OUT_LOW: 0, OUT_HIGH: 23368 });
    expect(evaluate('{IN_LOW} + {IN_HIGH} - ({OUT_LOW} + {OUT_HIGH})', lookup)).toBe(-15_970);
  });

  it('takes shares of the sum of all units', () => {
    expect(evaluate('{A} / ADD_ALL * 100', lookupOf({ A: 25 }, {}, 200))).toBe(12.5);
  });

  it.each([
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['20 - 5 - 5', 10],
    ['20 - (5 - 5)', 20],
    ['100 / 10 / 2', 5],
    ['100 / (10 / 2)', 20],
    ['12 / 4 * 3', 9],
    ['-2 * -3', 6],
    ['- - 4', 4],
    ['2 - -2', 4],
    ['1e3 - .5', 999.5],
  ])('%s is %d', (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });
});

describe('decimals', () => {
  it.each([
    ['({A} - {B}) * 1000', { A: 1_000_000_000.1, B: 1_000_000_000 }, 100],
    ['{A} * 0.1 * 0.1', { A: 98_765_432_101.2 }, 987_654_321.012],
    ['{A} / 3 * 3', { A: 100.000001 }, 100.000001],
    ['({A} + {B}) / 7 * 7 - {A}', { A: 100_000_000_000.001, B: 0.000001 }, 0.000001],
    ['{A} + 0.000001', { A: 3_000_000_000.123456 }, 3_000_000_000.123457],
  ])('%s is rounded once, to millionths', (text, values, expected) => {
    expect(evaluate(text, lookupOf(values))).toBe(expected);
  });
});

describe('missing operands and failures', () => {
  it('counts a missing operand as 0', () => {
    expect(evaluate('{A} + {B} + {B}#meta#openingStock + ADD_ALL', lookupOf({ A: 7, B: null }))).toBe(7);
  });

  it('has a figure even when every operand is missing', () => {
    expect(evaluate('{A} + {B}')).toBe(0);
  });

  it.each([
    '1 / 0',
    '0 / 0',
    '{A} / {MISSING}',
    '1 / (1 / 0)',
    '0 * (1 / 0)',
    '5 + 1 / ({A} - {A})',
    '-(1 / 0)',
    '1 / (0.3 - 0.1 - 0.2)',
  ])('gives null when %s divides by zero', (text) => {
    expect(evaluate(text, lookupOf({ A: 3 }))).toBeNull();
  });

  it('gives null for numbers too large, even when a later part would bring them back', () => {
    expect(evaluate('1e308 * 10 / 10')).toBeNull();
    expect(evaluate('1 / (1e308 * 10)')).toBeNull();
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('gives null for an operand that is %d', (broken) => {
    expect(evaluate('1 / {A}', lookupOf({ A: broken }))).toBeNull();
  });

  it('never answers negative zero', () => {
    expect(evaluate('-{A}')).toBe(0);
    expect(evaluate('0 * -1')).toBe(0);
  });
});

describe('agreement with independent arithmetic', () => {
  it('parses and computes literal formulas as JavaScript itself does', () => {
    // Blanks keep two minus signs from reading as a decrement; divisors are never 0, since JavaScript would go on with
    // infinity.
    const anyDivisor = fc.integer({ min: 1, max: 9 }).map(String);
    const anyText = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { depthSize: 'small' },
        fc.integer({ min: 0, max: 64 }).map(String),
        tie('text').map((text) => `(${text})`),
        tie('text').map((text) => `- ${text}`),
        fc.tuple(tie('text'), fc.constantFrom(' + ', ' - ', ' * '), tie('text')).map((parts) => parts.join('')),
        fc.tuple(tie('text'), anyDivisor).map(([text, divisor]) => `${text} / ${divisor}`),
      ),
    })).text;
    fc.assert(
      fc.property(anyText, (text) => {
        // Only digits, operators and parentheses made above ever get here; Function's result has no better type.
        const expected = new Function(`return ${text}`)() as number;
        // JavaScript carries binary noise, and a figure has millionths.
        expect(evaluate(text)).toBeCloseTo(expected, 5);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is exact: to the last millionth what mathjs computes with fractions', () => {
    const fractions = create(all ?? {}, { number: 'Fraction' });
    const half = fractions.fraction('1/2');
    const anyDecimal = fc
      .tuple(fc.constantFrom('0', '12', '1000000000', '98765432101'), fc.nat(9999))
      .map(([whole, digits]) => `${whole}.${String(digits).padStart(4, '0')}`);
    const anyText = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { depthSize: 'small' },
        anyDecimal,
        tie('text').map((text) => `(${text})`),
        tie('text').map((text) => `- ${text}`),
        fc.tuple(tie('text'), fc.constantFrom(' + ', ' - ', ' * ', ' / '), tie('text')).map((parts) => parts.join('')),
      ),
    })).text;
    const expected = (text: string): number | null => {
      try {
        // Numbers are fractions in this instance.
        const units = (fractions.evaluate(text) as Fraction).mul(1_000_000).add(half).floor();
        return Number(`${units.s * units.n}e-6`) + 0;
      } catch {
        return null; // it throws where something is divided by zero
      }
    };
    fc.assert(
      fc.property(anyText, (text) => {
        expect(evaluate(text)).toBe(expected(text));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is the same after writing the formula out and parsing it again', () => {
    fc.assert(
      fc.property(anyFormula, anyNumbers, (formula, numbers) => {
        expect(evaluateFormula(parseFormula(formatFormula(formula)), lookupIn(numbers))).toBe(
          evaluateFormula(formula, lookupIn(numbers)),
        );
      }),
    );
  });
});

describe('trace', () => {
  it('shows each operand once, with what it had and what it counted as', () => {
    const lookup = lookupOf({ POND: 3_195_000, RETURN: -5 }, { POND: 3_085_000 });
    expect(
      traceFormula(parseFormula('{POND}#meta#openingStock + {RETURN} - {POND} + {POND} * {GONE}'), lookup),
    ).toEqual({
      result: 3_084_995 - 3_195_000,
      operands: [
        { name: 'POND#meta#openingStock', kind: 'openingStock', value: 3_085_000, usedAs: 3_085_000 },
        { name: 'RETURN', kind: 'value', value: -5, usedAs: -5 },
        { name: 'POND', kind: 'value', value: 3_195_000, usedAs: 3_195_000 },
        { name: 'GONE', kind: 'value', value: null, usedAs: 0 },
      ],
      text: '3085000 + (-5) - 3195000 + 3195000 * 0',
    });
  });

  it('tells a unit called like a keyword from the keyword', () => {
    const names = traceFormula(parseFormula('{ADD_ALL} + ADD_ALL'), lookupOf({ ADD_ALL: 1 }, {}, 2)).operands.map(
      ({ name, kind, value }) => [name, kind, value],
    );
    expect(names).toEqual([
      ['ADD_ALL', 'value', 1],
      ['ADD_ALL', 'addAll', 2],
    ]);
  });

  it('looks every operand up once', () => {
    let lookups = 0;
    traceFormula(parseFormula('{A} + {A} * {A}'), { ...lookupOf({}), value: () => (lookups += 1) });
    expect(lookups).toBe(1);
  });

  it('has the result of the plain evaluation, and its text computes to that result', () => {
    fc.assert(
      fc.property(anyFormula, anyNumbers, (formula, numbers) => {
        const { result, text } = traceFormula(formula, lookupIn(numbers));
        expect(result).toBe(evaluateFormula(formula, lookupIn(numbers)));
        if (result !== null) expect(evaluate(text)).toBe(result);
      }),
    );
  });
});

describe('operands', () => {
  it('lists what a formula refers to, without repetition', () => {
    expect(operandsOf(parseFormula('{B} - {A} * -({B} + {A}#meta#openingStock) / 2'))).toEqual({
      ids: ['B', 'A'],
      openingStockIds: ['A'],
      addAll: false,
    });
    expect(operandsOf(addAll)).toEqual({ ids: [], openingStockIds: [], addAll: true });
  });
});

const lookupIn = (numbers: ReadonlyMap<string, number>): FormulaLookup => ({
  value: (id) => numbers.get(`value ${id}`) ?? null,
  openingStock: (id) => numbers.get(`openingStock ${id}`) ?? null,
  addAll: () => numbers.get('value ADD_ALL') ?? null,
});
