import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { problemOfLoginName } from '../../../../src/platform/login/rules/login-name.ts';

describe('the name of a login', () => {
  it.each([
    'asha.rao',
    'asha.rao@works.example',
    "O'Brien",
    'आशा_राव',
    'Müller',
    '水道課',
    'محمد',
    'user+tag@x.org',
    'Ελένη',
  ])('may be %s', (name) => {
    expect(problemOfLoginName(name)).toBeNull();
  });

  it.each([
    ['a zero-width space', 'asha\u200B', 'U+200B'],
    ['a joiner', 'as\u200Dha', 'U+200D'],
    ['a soft hyphen', 'as\u00ADha', 'U+00AD'],
    ['a byte order mark', '\uFEFFasha', 'U+FEFF'],
    ['a turn of direction', 'asha\u202Eoar', 'U+202E'],
    ['a null character', 'a\0', 'U+0000'],
    ['a bell', 'asha\x07', 'U+0007'],
    ['a delete', 'asha\x7F', 'U+007F'],
    ['a Hangul filler', 'asha\u115F', 'U+115F'],
    ['a variation selector', 'asha\uFE0F', 'U+FE0F'],
    ['a tag character', 'asha\u{E0041}', 'U+E0041'],
    ['an empty braille cell', 'asha\u2800', 'U+2800'],
    ['a grapheme joiner', 'asha\u034F', 'U+034F'],
    ['a line separator', 'asha\u2028', 'U+2028'],
    ['half of a surrogate pair', 'asha\uD800', 'U+D800'],
    ['a character of private use', 'asha\uE000', 'U+E000'],
  ])('may not hold %s, which nobody sees', (_, name, code) => {
    expect(problemOfLoginName(name)).toBe(`holds a character that cannot be seen, ${code}`);
  });

  it.each([
    ['full width', 'ａｓｈａ', 'asha'],
    ['a ligature', 'ﬁlter', 'filter'],
    ['a circled digit', 'asha①', 'asha1'],
    ['a kelvin sign', '\u212Aay', 'Kay'],
    ['letter and accent apart', 'Mu\u0308ller', 'Müller'],
    ['a blank that does not break', 'a\u00A0b', 'a b'],
  ])('may not be written another way than its plain one: %s', (_, name, plain) => {
    expect(problemOfLoginName(name)).toBe(`is not written in its plain form (NFKC), which is '${plain}'`);
  });

  it('that is accepted is the only one of its plain form', () => {
    const character = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1 }),
      fc.constantFrom('a', 'A', 'ａ', 'ﬁ', 'é', 'e\u0301', '\u200B', '①'),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 6 }), fc.array(character, { maxLength: 6 }), (one, other) => {
        const [a, b] = [one.join(''), other.join('')];
        if (a !== b && problemOfLoginName(a) === null && problemOfLoginName(b) === null)
          expect(a.normalize('NFKC')).not.toBe(b.normalize('NFKC'));
      }),
    );
  });
});
