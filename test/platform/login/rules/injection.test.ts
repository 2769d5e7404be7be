import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { injectionIn, injectionInName } from '../../../../src/platform/login/rules/injection.ts';
import { formatFormula } from '../../../../src/kernel/formula/format.ts';
import { anyFormula } from '../../../kernel/formula/formulas.ts';
import { ACCEPTED, REFUSED } from './injection-texts.ts';
import { runs } from '../../../support/property-runs.ts';

describe('injection screening', () => {
  it.each(REFUSED)('refuses as %s: %s', (kind, text) => {
    expect(injectionIn(text)).toBe(kind);
  });

  it.each(ACCEPTED)('accepts: %s', (text) => {
    expect(injectionIn(text)).toBeNull();
  });

  it('decodes a text three times, and no oftener, because nobody encodes one four times by accident', () => {
    const encoded = (times: number): string => (times === 0 ? "' or 1=1" : encodeURIComponent(encoded(times - 1)));
    // encodeURIComponent leaves apostrophes as they are.
    expect(injectionIn(encoded(3).replace("'", '%252527'))).toBe('sql');
    expect(injectionIn(encoded(4).replace("'", '%25252527'))).toBeNull();
  });

  it.each(['$gt', 'user[$ne]', '$where', '__proto__', 'constructor'])('refuses the field name %s', (name) => {
    expect(injectionInName(name)).toBe('operator');
  });

  it.each(['unitId', 'x-device-id', 'meta', 'unitIds[]', '0', 'P$L'])('accepts the field name %s', (name) => {
    expect(injectionInName(name)).toBeNull();
  });

  // A pattern that backtracks takes 16 billion steps for this length, which is far more than half a second.
  const LONG_CHARACTERS = 128 * 1024;
  it.each([
    "''--",
    "'",
    '<a ',
    "' or ",
    '; select a,',
    '/*',
    "x' and ",
    '<',
    '<a',
    '%27',
    '%25',
    '&#39;',
    '\\u0027',
    "' or a",
    'union ',
    'union select a',
    "';",
    '{ ',
    '{"',
    'and (select a ',
    'javascript: ',
    'data :',
    '; insert into a ',
    '; update a ',
    "' having a ",
    'insert into a(a ',
    'delete from a where ',
    'select a ',
    'drop table ',
    '1 or ',
    '<meta ',
    "'#",
    ' ',
    '\t\n',
    '(((',
    'or 1',
    "' group by a ",
    '$a',
    '%ff',
    '%',
    '\u212A',
    '\uFB01',
    "' or (",
    'or sleep (',
    '<x ',
    '<x on ',
    '"; var a',
    '*/',
    "'--",
  ])('reads 128 kilobytes of %j within half a second of computing: no pattern backtracks', (piece) => {
    const text = piece.repeat(Math.ceil(LONG_CHARACTERS / piece.length));
    const started = process.cpuUsage();
    injectionIn(text);
    injectionInName(text);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});

describe('a formula', () => {
  it('is no pattern of injection, whatever its operators, because formulas are sent in bodies that are screened', () => {
    fc.assert(
      fc.property(anyFormula, (formula) => {
        expect(injectionIn(formatFormula(formula))).toBeNull();
        expect(injectionIn(formatFormula(formula).replaceAll(' ', ''))).toBeNull();
      }),
      { numRuns: runs(300) },
    );
  });
});
