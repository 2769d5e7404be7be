import { describe, expect, it } from 'vitest';
import { filledText } from '../../../src/kernel/format/message.ts';

const UNITS = '{count, plural, one {{count} unit} other {{count} units}} of {industry}';

describe('a text with values', () => {
  it('has each value where its name stands, and keeps a name without one', () => {
    expect(filledText('{when}: {who} {what}', { when: '14:20', who: 'Asha' }, 'en')).toBe('14:20: Asha {what}');
  });

  it('is in the plural where the grammar of its language says so', () => {
    const english = [0, 1, 2, 1000].map((count) => filledText(UNITS, { count, industry: 'A' }, 'en'));
    expect(english).toEqual(['0 units of A', '1 unit of A', '2 units of A', '1000 units of A']);
    const hindi = '{count, plural, one {{count} इकाई} other {{count} इकाइयाँ}}';
    expect([0, 1, 2].map((count) => filledText(hindi, { count }, 'hi'))).toEqual(['0 इकाई', '1 इकाई', '2 इकाइयाँ']);
  });

  it('counts figures that are written for people', () => {
    expect(filledText(UNITS, { count: '1', industry: 'A' }, 'en')).toBe('1 unit of A');
    expect(filledText(UNITS, { count: '1\u202f234', industry: 'A' }, 'en')).toBe('1\u202f234 units of A');
  });

  it('takes no braces of a value for a name', () => {
    expect(filledText(UNITS, { count: 2, industry: '{count}' }, 'en')).toBe('2 units of {count}');
    expect(filledText('{a} {b}', { a: '{b}', b: 'x' }, 'en')).toBe('{b} x');
  });
});
