/** Longer than any text that a request may hold. */
export const LONG = 'x'.repeat(5000);

/** Nonsense that clients send in place of a value. */
export const JUNK = {
  'of another type': '~not~a~value~',
  'a negative number': '-1',
  'a fraction': '1.5',
  'too large a number': '99999999999999999999',
  'an object': '[object Object]',
  'a list': '["a"]',
  'blanks only': '   ',
  'too long': LONG,
  'in another script': '日本語のテキスト🚰',
  'right to left': '\u202Eabc',
  'a lone surrogate': '\uD800',
  'a null byte': 'A\u0000B',
  'a line break': 'A\nB',
  'a percent sign': '100%',
} as const satisfies Readonly<Record<string, string>>;
export type Kind = keyof typeof JUNK;
// Object.entries forgets the names of a constant.
export const KINDS = Object.keys(JUNK) as readonly Kind[];

/** Sentences of the library that reads requests, which say nothing to who sent one. */
export const LIBRARY_WORDS =
  /Invalid input|expected (?:string|number|array|object|boolean)|received (?:undefined|string|number|array|object|NaN)|Too (?:small|big):|Unrecognized key|must match pattern|ZodError/i;
