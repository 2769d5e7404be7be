const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const HASH = 0x23;
const COMMA = 0x2c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const EQUALS = 0x3d;
const BACKSLASH = 0x5c;
const DELETE = 0x7f;

/** A longer line is refused, so that a body of one line takes no memory. */
export const MAX_LINE_CHARACTERS = 64 * 1024;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['t', 'T', 'true', 'True', 'TRUE'].map((word): [string, boolean] => [word, true]),
  ...['f', 'F', 'false', 'False', 'FALSE'].map((word): [string, boolean] => [word, false]),
]);
/** Digits within which a whole number is exact, and powers of ten are, too. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);
const SMALLEST_SIGNED = -(2n ** 63n);
const LARGEST_SIGNED = 2n ** 63n - 1n;
const LARGEST_UNSIGNED = 2n ** 64n - 1n;

export type FieldValue = number | boolean | string;

/** Takes the parts of a line as they are read. The parts of a line that turns out to be bad are worth nothing. */
export interface PointSink {
  begin(): void;
  tag(key: string, value: string): void;
  field(key: string, value: FieldValue): void;
}

/** Thrown for a bad line. It is no error, because making the trace of one takes longer than reading the line. */
class BadLine {
  readonly problem: string;
  constructor(problem: string) {
    this.problem = problem;
  }
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

const withoutEscapes = (text: string): string => text.replaceAll(/\\([, =])/g, '$1');
const STRING_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const withoutStringEscapes = (text: string): string =>
  text.replaceAll(/\\([\\"nrt])/g, (_, escaped: string) => STRING_ESCAPES[escaped] ?? escaped);

/**
 * Reads InfluxDB line protocol by its grammar (EBNF of the project line-protocol), in one pass over the characters.
 * Text comes in pieces, and a line may lie in several. A bad line spoils no other: reading goes on behind its line
 * break. Comments are passed over, whatever is in them.
 */
export class LineScanner {
  /** Counts lines from 1: that of the line read last. */
  line = 0;
  /** Why the line read last is bad. */
  problem = '';
  isTooLong = false;
  /** Digits of the timestamp of the line read last; '' when it has none. */
  timestamp = '';
  #text = '';
  /** Beginning of the line that is read next, and of the one read last. */
  #start = 0;
  #from = 0;
  #at = 0;
  /** No character from here on is looked at. */
  #end = 0;
  #breaksBefore = 0;
  /** Line breaks within the strings of a line. */
  #breaksWithin = 0;
  #isLast = false;
  /** Part of the coming text that is skipped: the rest of a line that was refused as too long, or everything. */
  #skips: 'nothing' | 'line' | 'everything' = 'nothing';
  #hasString = false;
  #hasEscapes = false;

  /** @param isLast no more text will come. */
  feed(text: string, isLast: boolean): void {
    this.#text = this.#text.slice(this.#start) + text;
    this.#start = 0;
    this.#isLast = isLast;
  }

  /** The beginning of the line read last. A copy: a slice would keep the whole piece in memory. */
  lineText(characters: number): string {
    const end = this.#from + characters;
    const text = this.#text.slice(this.#from, this.#skips === 'nothing' ? Math.min(end, this.#start) : end);
    return Buffer.from(text.trimEnd()).toString();
  }

  /** Reads on to the next point, or to a line that is none; null: no whole line is left. */
  next(sink: PointSink): 'point' | 'bad' | null {
    const text = this.#text;
    for (;;) {
      if (this.#skips !== 'nothing' && !this.#skipRest()) return null;
      const start = this.#start;
      let at = start;
      while (text.charCodeAt(at) === SPACE) at += 1;
      const first = text.charCodeAt(at);
      const isBlank = first === NEWLINE || first === HASH || at >= text.length;
      if (!isBlank && !(first === RETURN && this.#endsLine(at + 1))) return this.#point(sink, at);
      const end = text.indexOf('\n', at);
      if (end === -1) {
        // Blanks and comments without an end are kept no longer than a line.
        if (this.#isLast) this.#start = text.length;
        else if (text.length - start > MAX_LINE_CHARACTERS) this.#skips = 'line';
        else return null;
      } else this.#goTo(end + 1, 1);
      if (this.#start >= text.length) return null;
    }
  }

  #endsLine(at: number): boolean {
    return at >= this.#text.length || this.#text.charCodeAt(at) === NEWLINE;
  }

  /** @returns whether the end of the line that is skipped has come. */
  #skipRest(): boolean {
    const end = this.#skips === 'everything' ? -1 : this.#text.indexOf('\n', this.#start);
    if (end === -1) {
      this.#start = this.#text.length;
      return false;
    }
    this.#goTo(end + 1, 1);
    this.#skips = 'nothing';
    return true;
  }

  #goTo(start: number, breaks: number): void {
    this.#start = start;
    this.#breaksBefore += breaks;
  }

  #point(sink: PointSink, at: number): 'point' | 'bad' | null {
    const text = this.#text;
    this.#from = this.#start;
    this.#at = at;
    this.#end = Math.min(text.length, this.#start + MAX_LINE_CHARACTERS);
    this.#breaksWithin = 0;
    this.#hasString = false;
    this.timestamp = '';
    sink.begin();
    try {
      this.#parts(sink);
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      return this.#refuse(error.problem);
    }
    if (this.#at >= this.#end) {
      if (this.#end < text.length && text.charCodeAt(this.#end) !== NEWLINE) return this.#refuse('');
      if (this.#end === text.length && !this.#isLast) return null;
    }
    this.line = this.#breaksBefore + 1;
    this.#goTo(Math.min(this.#at + 1, text.length), this.#breaksWithin + 1);
    return 'point';
  }

  /** Goes on behind a bad line; null: its end has not come. */
  #refuse(problem: string): 'bad' | null {
    const text = this.#text;
    const end = this.#endOfBadLine();
    this.isTooLong = end === -1 && this.#end < text.length;
    if (end === -1 && !this.isTooLong && !this.#isLast) return null;
    this.line = this.#breaksBefore + 1;
    this.problem = this.isTooLong ? `the line is longer than ${MAX_LINE_CHARACTERS} characters` : problem;
    if (end !== -1) this.#goTo(end + 1, this.#breaksWithin + 1);
    else if (this.isTooLong) {
      // Lines behind a quote that never closes may belong to the quoted text, and a text must not become readings.
      if (this.#hasString) this.problem += '; it has a text in quotes, so nothing behind it was read';
      this.#skips = this.#hasString ? 'everything' : 'line';
    } else {
      // The quote is never closed: its own line is lost, and the lines after it are read.
      const firstBreak = text.indexOf('\n', this.#start);
      this.#goTo(firstBreak === -1 ? text.length : firstBreak + 1, 1);
    }
    return 'bad';
  }

  /** The line break of a bad line, and none in its texts; -1: there is none as far as may be looked. */
  #endOfBadLine(): number {
    const text = this.#text;
    for (let at = this.#at; at < this.#end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE) return at;
      if (code === QUOTE && text.charCodeAt(at - 1) === EQUALS) at = this.#closingQuote(at + 1);
    }
    return -1;
  }

  /** Stops at the line break, or where the text ends. */
  #parts(sink: PointSink): void {
    // Which measurement a device names its readings by means nothing here.
    if (this.#token(false) === '') throw new BadLine('the name of the measurement is missing');
    while (this.#isAt(COMMA)) {
      this.#at += 1;
      const key = this.#key('tag');
      const value = this.#token(true);
      if (value === '') throw new BadLine(`tag '${shown(key)}' has no value`);
      sink.tag(key, value);
    }
    if (!this.#isAt(SPACE)) throw new BadLine(`a comma or a space is missing${this.#where()}`);
    this.#spaces();
    for (;;) {
      const key = this.#key('field');
      sink.field(key, this.#value(key));
      if (!this.#isAt(COMMA)) break;
      this.#at += 1;
    }
    if (this.#isAtEnd()) return;
    if (!this.#isAt(SPACE)) throw new BadLine(`a comma or a space is missing${this.#where()}`);
    this.#spaces();
    if (this.#isAtEnd()) return;
    this.timestamp = this.#digits();
    this.#spaces();
    if (!this.#isAtEnd()) throw new BadLine(`the line does not end behind its timestamp${this.#where()}`);
  }

  #isAt(code: number): boolean {
    return this.#at < this.#end && this.#text.charCodeAt(this.#at) === code;
  }

  /** Passes over the return before a line break. */
  #isAtEnd(): boolean {
    if (this.#isAt(RETURN) && (this.#at + 1 >= this.#end || this.#text.charCodeAt(this.#at + 1) === NEWLINE))
      this.#at += 1;
    return this.#at >= this.#end || this.#isAt(NEWLINE);
  }

  #spaces(): void {
    while (this.#isAt(SPACE)) this.#at += 1;
  }

  #where(): string {
    const found = this.#isAtEnd() ? 'the line ends' : `'${shown(this.#text.charAt(this.#at))}' stands there`;
    return ` at character ${this.#at - this.#start + 1}: ${found}`;
  }

  #key(of: 'tag' | 'field'): string {
    const key = this.#token(true);
    if (key === '') throw new BadLine(`the name of a ${of} is missing${this.#where()}`);
    if (!this.#isAt(EQUALS)) throw new BadLine(`'=' is missing behind ${of} '${shown(key)}'`);
    this.#at += 1;
    return key;
  }

  /** Text up to a comma, a space or a control character, and to '=' where it has a meaning. */
  #token(endsAtEquals: boolean): string {
    const text = this.#text;
    const start = this.#at;
    let at = start;
    this.#hasEscapes = false;
    for (; at < this.#end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) {
        const next = text.charCodeAt(at + 1);
        if (next === COMMA || next === SPACE || next === EQUALS) {
          this.#hasEscapes = true;
          at += 1;
        }
      } else if (code <= SPACE || code === COMMA || (code === EQUALS && endsAtEquals) || code === DELETE) break;
    }
    this.#at = Math.min(at, this.#end);
    const token = text.slice(start, this.#at);
    return this.#hasEscapes ? withoutEscapes(token) : token;
  }

  #value(key: string): FieldValue {
    const code = this.#at < this.#end ? this.#text.charCodeAt(this.#at) : Number.NaN;
    if (code === QUOTE) return this.#string(key);
    if (isDigit(code) || code === MINUS || code === POINT) return this.#number(key);
    const word = this.#token(false);
    const value = BOOLEANS.get(word);
    if (value === undefined)
      throw new BadLine(
        `field '${shown(key)}' is '${shown(word)}', allowed is a number, true, false or a text in double quotes`,
      );
    return value;
  }

  #string(key: string): string {
    const start = this.#at + 1;
    const end = this.#closingQuote(start);
    this.#at = Math.min(end + 1, this.#end);
    if (end >= this.#end) throw new BadLine(`the text of field '${shown(key)}' has no closing quote`);
    const value = this.#text.slice(start, end);
    return value.includes('\\') ? withoutStringEscapes(value) : value;
  }

  /** The end of a text that begins here; a line may not end within it. */
  #closingQuote(start: number): number {
    const text = this.#text;
    this.#hasString = true;
    for (let at = start; at < this.#end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at;
      if (code === NEWLINE) this.#breaksWithin += 1;
      if (code === BACKSLASH && (text.charCodeAt(at + 1) === QUOTE || text.charCodeAt(at + 1) === BACKSLASH)) at += 1;
    }
    return this.#end;
  }

  /** Passes over digits. @returns how many there are. */
  #countDigits(): number {
    const start = this.#at;
    while (this.#at < this.#end && isDigit(this.#text.charCodeAt(this.#at))) this.#at += 1;
    return this.#at - start;
  }

  #number(key: string): number {
    const text = this.#text;
    const start = this.#at;
    if (this.#isAt(MINUS)) this.#at += 1;
    const firstDigit = this.#at;
    const whole = this.#countDigits();
    const isInteger = this.#isAt(0x69);
    const isUnsigned = this.#isAt(0x75);
    if (whole > 0 && (isInteger || (isUnsigned && firstDigit === start))) {
      const digits = text.slice(start, this.#at);
      this.#at += 1;
      return this.#ended(key, start, wholeNumber(digits, isUnsigned));
    }
    let decimals = 0;
    if (this.#isAt(POINT)) {
      this.#at += 1;
      decimals = this.#countDigits();
    }
    const isPlain = whole + decimals <= EXACT_DIGITS;
    let hasExponent = false;
    if (whole + decimals > 0 && (this.#isAt(0x65) || this.#isAt(0x45))) {
      hasExponent = true;
      this.#at += 1;
      if (this.#isAt(PLUS) || this.#isAt(MINUS)) this.#at += 1;
      if (this.#countDigits() === 0) return this.#ended(key, start, Number.NaN);
    }
    if (whole + decimals === 0) return this.#ended(key, start, Number.NaN);
    if (!isPlain || hasExponent) return this.#ended(key, start, Number(text.slice(start, this.#at)));
    // Both are exact, and a division of exact numbers is rounded once, as the parser of numbers rounds.
    let digits = 0;
    for (let at = firstDigit; at < this.#at; at += 1) {
      const code = text.charCodeAt(at);
      if (code !== POINT) digits = digits * 10 + (code - ZERO);
    }
    const size = decimals === 0 ? digits : digits / (POWERS_OF_TEN[decimals] ?? Number.NaN);
    return this.#ended(key, start, firstDigit === start ? size : -size);
  }

  /** The number, when it ends where a value may end. */
  #ended(key: string, start: number, value: number): number {
    const code = this.#at < this.#end ? this.#text.charCodeAt(this.#at) : NEWLINE;
    const mayEnd = code === COMMA || code === SPACE || code === NEWLINE || code === RETURN;
    if (Number.isFinite(value) && mayEnd) return value;
    this.#token(false);
    throw new BadLine(`field '${shown(key)}' is '${shown(this.#text.slice(start, this.#at))}', which is no number`);
  }

  #digits(): string {
    const start = this.#at;
    if (this.#isAt(MINUS)) this.#at += 1;
    const count = this.#countDigits();
    const text = this.#text.slice(start, this.#at);
    const isEnded = this.#isAt(SPACE) || this.#isAtEnd();
    if (count > 0 && isEnded) return text;
    this.#token(false);
    throw new BadLine(`the timestamp '${shown(this.#text.slice(start, this.#at))}' is no whole number`);
  }
}

const MAX_SHOWN_CHARACTERS = 80;
const shown = (text: string): string => text.slice(0, MAX_SHOWN_CHARACTERS);

/** NaN when the number is none of 64 bits. */
function wholeNumber(digits: string, isUnsigned: boolean): number {
  if (digits.length <= EXACT_DIGITS) return Number(digits);
  const exact = BigInt(digits);
  const fits = isUnsigned ? exact <= LARGEST_UNSIGNED : exact >= SMALLEST_SIGNED && exact <= LARGEST_SIGNED;
  return fits ? Number(exact) : Number.NaN;
}
