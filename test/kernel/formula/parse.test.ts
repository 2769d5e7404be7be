import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFormula } from '../../../src/kernel/formula/format.ts';
import { parseFormula } from '../../../src/kernel/formula/parse.ts';
import { type Formula, FormulaError } from '../../../src/kernel/formula/types.ts';
import { addAll, anyFormula, binary, negate, number, openingStock, value } from './formulas.ts';
import { runs } from '../../support/property-runs.ts';

const outcomeOf = (text: string): Formula | FormulaError => {
  try {
    return parseFormula(text);
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
};

const failureOf = (text: string): FormulaError => {
  const outcome = outcomeOf(text);
  if (outcome instanceof FormulaError) return outcome;
  throw new Error(`parses: ${text}`);
};

describe('what parses', () => {
  it('reads every kind of operand', () => {
    expect(parseFormula('42')).toEqual(number(42));
    expect(parseFormula('{M1}')).toEqual(value('M1'));
    expect(parseFormula('{M1}#meta#openingStock')).toEqual(openingStock('M1'));
    expect(parseFormula('ADD_ALL')).toEqual(addAll);
  });

  it.each([
    ['0', 0],
    ['007', 7],
    ['1.50', 1.5],
    ['.5', 0.5],
    ['2e3', 2000],
    ['1.5E-2', 0.015],
    ['1e+2', 100],
  ])('reads the number %s', (text, expected) => {
    expect(parseFormula(text)).toEqual(number(expected));
  });

  it.each(['plant-1.main:flow_A 2', 'Zähler 7', 'a+b*(c)', 'M1#meta#openingStock', 'ADD_ALL', '"', 'x'.repeat(100)])(
    'takes %j as an id',
    (id) => {
      expect(parseFormula(`{${id}}`)).toEqual(value(id));
    },
  );

  it('lets * and / bind before + and -', () => {
    expect(parseFormula('1 + 2 * 3')).toEqual(binary(number(1), '+', binary(number(2), '*', number(3))));
    expect(parseFormula('6 / 3 - 1')).toEqual(binary(binary(number(6), '/', number(3)), '-', number(1)));
  });

  it('groups operators of one rank from left to right', () => {
    expect(parseFormula('9 - 4 - 3')).toEqual(binary(binary(number(9), '-', number(4)), '-', number(3)));
    expect(parseFormula('8 / 4 / 2')).toEqual(binary(binary(number(8), '/', number(4)), '/', number(2)));
    expect(parseFormula('8 / 4 * 2')).toEqual(binary(binary(number(8), '/', number(4)), '*', number(2)));
  });

  it('lets parentheses overrule both', () => {
    expect(parseFormula('(1 + 2) * 3')).toEqual(binary(binary(number(1), '+', number(2)), '*', number(3)));
    expect(parseFormula('9 - (4 - 3)')).toEqual(binary(number(9), '-', binary(number(4), '-', number(3))));
  });

  it('takes a minus sign before any operand, also several', () => {
    expect(parseFormula('-2 * 3')).toEqual(binary(negate(number(2)), '*', number(3)));
    expect(parseFormula('2 * -{A}')).toEqual(binary(number(2), '*', negate(value('A'))));
    expect(parseFormula('1--1')).toEqual(binary(number(1), '-', negate(number(1))));
    expect(parseFormula('-(-ADD_ALL)')).toEqual(negate(negate(addAll)));
  });

  it('does not mind blanks between words, nor their absence', () => {
    const expected = binary(value('A'), '+', binary(openingStock('B'), '/', number(2)));
    expect(parseFormula('{A}+{B}#meta#openingStock/2')).toEqual(expected);
    expect(parseFormula(' {A}\t+\r\n {B}#meta#openingStock / 2 ')).toEqual(expected);
  });
});

describe('what does not parse', () => {
  it.each([
    ['', 0, 'the end of the formula'],
    ['   ', 3, 'the end of the formula'],
    ['1 +', 3, 'the end of the formula'],
    ['(1 + 2', 6, 'the end of the formula'],
    ['{M1', 3, 'the end of the formula'],
    ['()', 1, '")"'],
    ['1)', 1, '")"'],
    ['* 2', 0, '"*"'],
    ['1 + * 2', 4, '"*"'],
    ['2 ** 3', 3, '"*"'],
    ['+5', 0, '"+"'],
    ['1 + +2', 4, '"+"'],
    ['1 2', 2, '"2"'],
    ['2{A}', 1, '"{A}"'],
    ['{A}{B}', 3, '"{B}"'],
    ['{A} (1)', 4, '"("'],
    ['(1)(2)', 3, '"("'],
    ['5.', 1, '"."'],
    ['1.2.3', 3, '".3"'],
    ['1,5', 1, '","'],
    ['1_000', 1, '"_000"'],
    ['12abc', 2, '"abc"'],
    ['0x10', 1, '"x10"'],
    ['1e', 1, '"e"'],
    ['1e999', 0, '"1e999"'],
    ['Infinity', 0, '"Infinity"'],
    ['NaN', 0, '"NaN"'],
    ['M1', 0, '"M1"'],
    ['add_all', 0, '"add_all"'],
    ['ADD_ALLX', 0, '"ADD_ALLX"'],
    ['ADD_ALL#meta#openingStock', 0, '"ADD_ALL#meta#openingStock"'],
    ['ADD_ALL ADD_ALL', 8, '"ADD_ALL"'],
    ['max({A}, 1)', 0, '"max"'],
    ['{A}.length', 3, '".length"'],
    ['{A}[0]', 3, '"["'],
    ['{A} = 1', 4, '"="'],
    ['{A}; 1', 3, '";"'],
    ['2 ^ 3', 2, '"^"'],
    ['5 % 2', 2, '"%"'],
    ['`{A}`', 0, '"`"'],
    ['{A} − {B}', 4, '"−"'],
    ['1\u00a0+ 1', 1, 'the blank character U+00A0'],
    ['1 + 💧', 4, '"💧"'],
    ['1 + \ud83d', 4, '"\\ud83d"'],
    ['constructor', 0, '"constructor"'],
    ['{}', 1, '"}"'],
    ['{ M1}', 1, '" M1"'],
    ['{M1 }', 1, '"M1 "'],
    ['{A{B}}', 2, '"{"'],
    ['1 + }', 4, '"}"'],
    [`{${'x'.repeat(101)}}`, 1, 'an id of 101 characters'],
    ['{A}#meta#closingStock', 3, '"#meta#closingStock"'],
    ['{A}#meta#openingStock2', 3, '"#meta#openingStock2"'],
    ['{A}#', 3, '"#"'],
    ['{A} #meta#openingStock', 4, '"#meta#openingStock"'],
  ])('refuses %j at position %i', (text, position, found) => {
    expect(failureOf(text)).toMatchObject({ name: 'FormulaError', position, found });
  });

  it('says what would have been allowed at that place', () => {
    expect(failureOf('1 +').allowed).toBe('a number, {id}, {id}#meta#openingStock, ADD_ALL, "-" or "("');
    expect(failureOf('1 2').allowed).toBe('+ - * / or the end of the formula');
    expect(failureOf('(1 2').allowed).toBe('+ - * / or ")"');
    expect(failureOf('{A}#x').allowed).toBe('#meta#openingStock');
    expect(failureOf('{A').allowed).toBe('"}" after the id');
    expect(failureOf('(1').message).toBe('Formula, position 2: found the end of the formula; allowed: + - * / or ")"');
  });

  it('reports the first mistake of several', () => {
    expect(failureOf('1 + ) + {').position).toBe(4);
  });
});

describe('limits', () => {
  it('allows 4,000 characters and refuses one more', () => {
    expect(parseFormula(`1${' '.repeat(3999)}`)).toEqual(number(1));
    expect(failureOf(`1${' '.repeat(4000)}`)).toMatchObject({
      position: 4000,
      found: '4001 characters',
      allowed: 'at most 4000 characters',
    });
  });

  it('allows 50 levels of parentheses and minus signs and refuses one more', () => {
    const nested = (levels: number): string => '-('.repeat(levels / 2) + '1' + ')'.repeat(levels / 2);
    expect(() => parseFormula(nested(50))).not.toThrow();
    expect(failureOf(`-${nested(50)}`)).toMatchObject({
      position: 50,
      found: 'level 51 of parentheses and minus signs',
      allowed: 'at most 50 levels',
    });
  });

  it('allows 500 operands, numbers included, and refuses one more', () => {
    const chain = (operands: number): string =>
      Array.from({ length: operands }, (_, index) => (index % 2 === 0 ? '{A}' : '1')).join('+');
    expect(() => parseFormula(chain(500))).not.toThrow();
    expect(failureOf(chain(501))).toMatchObject({ found: 'operand number 501', allowed: 'at most 500 operands' });
  });
});

describe('any text', () => {
  const pieces = [
    '{',
    '}',
    '{A}',
    '#meta#openingStock',
    'ADD_ALL',
    '(',
    ')',
    '-',
    '+',
    '*',
    '/',
    ' ',
    '1',
    '.',
    'e',
    '9e9',
    '\u00a0',
    '💧',
  ];
  const grammarSoup = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3, unit: 'binary' })), { maxLength: 40 })
    .map((parts) => parts.join(''));
  const mutatedFormula = fc
    .tuple(
      anyFormula,
      fc.nat(),
      fc.nat(4),
      fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 2, unit: 'binary' })),
    )
    .map(([formula, at, removed, inserted]) => {
      const text = formatFormula(formula);
      const position = at % (text.length + 1);
      return text.slice(0, position) + inserted + text.slice(position + removed);
    });

  it.each([
    ['random strings', fc.string({ unit: 'binary', maxLength: 60 })],
    ['words of the grammar in random order', grammarSoup],
    ['formulas with a random change', mutatedFormula],
  ])('either parses or fails with a FormulaError inside the text: %s', (_, anyText) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const outcome = outcomeOf(text);
        if (outcome instanceof FormulaError) {
          expect(outcome.position).toBeGreaterThanOrEqual(0);
          expect(outcome.position).toBeLessThanOrEqual(text.length);
        } else expect(parseFormula(formatFormula(outcome))).toEqual(outcome);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('takes no noticeable time for the longest texts, well-formed or not', () => {
    const longest = [
      '('.repeat(4000),
      '-'.repeat(4000),
      '{'.repeat(4000),
      `{${'a'.repeat(3999)}`,
      '1'.repeat(4000),
      '1e'.repeat(2000),
      '#'.repeat(4000),
      ' '.repeat(4000),
    ];
    const started = process.cpuUsage();
    for (const text of longest) failureOf(text);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});
