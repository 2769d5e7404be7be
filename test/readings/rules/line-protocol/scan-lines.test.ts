import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FieldValue,
  LineScanner,
  MAX_LINE_CHARACTERS,
} from '../../../../src/readings/rules/line-protocol/scan-lines.ts';
import { runs } from '../../../support/property-runs.ts';

interface Point {
  readonly line: number;
  readonly tags: [string, string][];
  readonly fields: [string, FieldValue][];
  readonly timestamp: string;
}
type Read = Point | { readonly line: number; readonly problem: string; readonly text: string };

/** Lines of a text that comes in these pieces. */
function read(...pieces: string[]): Read[] {
  const scanner = new LineScanner();
  let parts: Pick<Point, 'tags' | 'fields'> = { tags: [], fields: [] };
  const sink = {
    begin: () => {
      parts = { tags: [], fields: [] };
    },
    tag: (key: string, value: string) => void parts.tags.push([key, value]),
    field: (key: string, value: FieldValue) => void parts.fields.push([key, value]),
  };
  const found: Read[] = [];
  for (const [index, piece] of pieces.entries()) {
    scanner.feed(piece, index === pieces.length - 1);
    for (let next = scanner.next(sink); next !== null; next = scanner.next(sink)) {
      const { line, timestamp, problem } = scanner;
      found.push(next === 'point' ? { line, ...parts, timestamp } : { line, problem, text: scanner.lineText(40) });
    }
  }
  return found;
}
const point = (line: number, tags: [string, string][], fields: [string, FieldValue][], timestamp = ''): Point => ({
  line,
  tags,
  fields,
  timestamp,
});
const problemOf = (text: string): string | undefined => {
  const [first] = read(text);
  return first !== undefined && 'problem' in first ? first.problem : undefined;
};

describe('a line', () => {
  it('has a measurement, tags, fields and a timestamp', () => {
    expect(read('water,unitId=M1,host=gate value=12.5,summedValue=20650.6 1768523700000000000\n')).toEqual([
      point(
        1,
        [
          ['unitId', 'M1'],
          ['host', 'gate'],
        ],
        [
          ['value', 12.5],
          ['summedValue', 20650.6],
        ],
        '1768523700000000000',
      ),
    ]);
  });

  it.each<[string, FieldValue]>([
    ['1', 1],
    ['-0.5', -0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['-1.25E-2', -0.0125],
    ['12i', 12],
    ['-12i', -12],
    ['12u', 12],
    ['9223372036854775807i', 9223372036854775807],
    ['18446744073709551615u', 18446744073709551615],
    ['123456789.123456789', 123456789.123456789],
    ['0.1', 0.1],
    ['t', true],
    ['True', true],
    ['F', false],
    ['FALSE', false],
    ['"a, b = \\"c\\" \\\\ d"', 'a, b = "c" \\ d'],
    ['"two\nlines"', 'two\nlines'],
    ['""', ''],
  ])('may have the value %s', (text, value) => {
    expect(read(`m f=${text}`)).toEqual([point(1, [], [['f', value]])]);
  });

  it.each([
    '1i2',
    '1.2.3',
    '1_000',
    '0x10',
    'NaN',
    '-',
    '+1',
    '1e',
    '9223372036854775808i',
    '-1u',
    '1.5i',
    'tru',
    '',
    "'a'",
  ])('may not have the value %s', (text) => expect(problemOf(`m f=${text}`)).toMatch(/^field 'f' is/));

  it('has escapes in its names, and a backslash before anything else is itself', () => {
    expect(read('m\\ 1\\,x,ta\\=g=a\\ b\\,c\\\\d fi\\ eld=1')).toEqual([
      point(1, [['ta=g', 'a b,c\\\\d']], [['fi eld', 1]]),
    ]);
  });

  it.each([
    [',a=b f=1', 'the name of the measurement is missing'],
    ['m', 'a comma or a space is missing at character 2: the line ends'],
    ['m,', 'the name of a tag is missing at character 3: the line ends'],
    ['m,a f=1', "'=' is missing behind tag 'a'"],
    ['m,a= f=1', "tag 'a' has no value"],
    ['m f', "'=' is missing behind field 'f'"],
    ['m f=1,', 'the name of a field is missing at character 7: the line ends'],
    ['m f="a', "the text of field 'f' has no closing quote"],
    ['m f="a"b', "a comma or a space is missing at character 8: 'b' stands there"],
    ['m f=1 12x', "the timestamp '12x' is no whole number"],
    ['m f=1 12 13', "the line does not end behind its timestamp at character 10: '1' stands there"],
  ])('%j is none, for a reason that names the place', (text, problem) => expect(problemOf(text)).toBe(problem));
});

describe('a text', () => {
  it('has blank lines, comments and either line break', () => {
    expect(read('# c = 1\r\n\r\n   \n  a f=1  \r\nb f=2 5 \r\n#end')).toEqual([
      point(4, [], [['f', 1]]),
      point(5, [], [['f', 2]], '5'),
    ]);
    expect(read('')).toEqual([]);
  });

  it('loses a bad line and no other', () => {
    expect(read('a f=1\nb f=\nc\nd f=4')).toEqual([
      point(1, [], [['f', 1]]),
      expect.objectContaining({ line: 2, text: 'b f=' }),
      expect.objectContaining({ line: 3, text: 'c' }),
      point(4, [], [['f', 4]]),
    ]);
  });

  it('counts the line breaks within texts, and no reading is made of such a text, whatever is wrong with its line', () => {
    const forged = '"x\nwater,unitId=M1 value=1\n"';
    expect(read(`a m=${forged}\nb f=2`)).toEqual([
      point(1, [], [['m', 'x\nwater,unitId=M1 value=1\n']]),
      point(4, [], [['f', 2]]),
    ]);
    expect(read(`a\u0001 m=${forged}\nb f=2`)).toEqual([
      expect.objectContaining({ line: 1 }),
      point(4, [], [['f', 2]]),
    ]);
    const long = `a m="${'x'.repeat(MAX_LINE_CHARACTERS)}\nwater,unitId=M1 value=1\n"\nb f=2`;
    expect(read(long)).toEqual([
      expect.objectContaining({ problem: expect.stringMatching(/longer than 65536 .* nothing behind it was read/) }),
    ]);
  });

  it('loses one line by a quote that is never closed', () => {
    expect(read('a f="x\nb f=2\nc f=3')).toEqual([
      expect.objectContaining({ line: 1, text: 'a f="x' }),
      point(2, [], [['f', 2]]),
      point(3, [], [['f', 3]]),
    ]);
  });

  it('loses a line that is too long, keeps its beginning, and reads on behind it', () => {
    const long = `m f=${'1'.repeat(3 * MAX_LINE_CHARACTERS)}`;
    for (const pieces of [
      [`${long}\nb f=2`],
      [long.slice(0, 100_000), long.slice(100_000), '\nb f=2'],
      [long, '\nb f=2'],
    ])
      expect(read(...pieces)).toEqual([
        { line: 1, problem: 'the line is longer than 65536 characters', text: `m f=${'1'.repeat(36)}` },
        point(2, [], [['f', 2]]),
      ]);
    const longest = `m f=1 ${'7'.repeat(MAX_LINE_CHARACTERS - 6)}`;
    expect(read(`${longest}\nb f=2`).map((line) => 'problem' in line)).toEqual([false, false]);
    expect(read(`${longest}7\nb f=2`).map((line) => 'problem' in line)).toEqual([true, false]);
  });

  it('passes over megabytes of blanks and comments', () => {
    const started = process.cpuUsage();
    expect(read('\n'.repeat(2_000_000), ' '.repeat(2_000_000), '#'.repeat(2_000_000), '\nm f=1')).toHaveLength(1);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});

/** Letters that have a meaning somewhere, and some that have none. */
const letters = (more = ''): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...`ab=, "\\#é水1i.-${more}`), minLength: 1, maxLength: 6 });
// A backslash at the end of a name would make an escape of what stands behind it.
const name = letters().filter((text) => !text.endsWith('\\') && !/\\[,= \\]/.test(text));
const escaped = (text: string): string => text.replaceAll(/[,= ]/g, '\\$&');
const quoted = (text: string): string => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;

const value: fc.Arbitrary<[string, FieldValue]> = fc.oneof(
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((number): [string, FieldValue] => [String(number).replace('e+', 'e'), number]),
  fc.integer().map((number): [string, FieldValue] => [`${number}i`, number]),
  fc.nat().map((number): [string, FieldValue] => [`${number}u`, number]),
  fc.boolean().map((flag): [string, FieldValue] => [String(flag), flag]),
  letters('\n')
    .filter((text) => !/\\[nrt]/.test(text))
    .map((text): [string, FieldValue] => [quoted(text), text]),
);
const written = fc
  .record({
    measurement: name.filter((text) => !text.startsWith('#')),
    tags: fc.array(fc.tuple(name, name), { maxLength: 3 }),
    fields: fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 3 }),
    timestamp: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { nil: null }),
    end: fc.constantFrom('\n', '\r\n', ' \n', '\n# a comment\n', '\n\n'),
  })
  .map(({ measurement, tags, fields, timestamp, end }) => ({
    text: `${[escaped(measurement), ...tags.map((pair) => pair.map(escaped).join('='))].join(',')} ${fields
      .map(([key, [text]]) => `${escaped(key)}=${text}`)
      .join(',')}${timestamp === null ? '' : ` ${timestamp}`}${end}`,
    point: {
      tags,
      fields: fields.map(([key, [, parsed]]): [string, FieldValue] => [key, parsed]),
      timestamp: timestamp === null ? '' : String(timestamp),
    },
  }));

describe('whatever is written by the grammar', () => {
  it('is read as it was meant, in pieces of any size', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 8 }), fc.array(fc.nat({ max: 40 })), (lines, sizes) => {
        const text = lines.map((line) => line.text).join('');
        const pieces: string[] = [];
        let from = 0;
        for (const size of sizes) {
          pieces.push(text.slice(from, from + size));
          from += size;
        }
        const points = read(...pieces, text.slice(from)).map((found) => {
          const { line, ...rest } = found;
          return rest;
        });
        expect(points).toEqual(lines.map((line) => line.point));
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('whatever is sent', () => {
  it('ends, in the same lines however it is cut into pieces', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'m f=1,"\\\n\r#ti'), maxLength: 60 }),
        fc.nat({ max: 60 }),
        (text, cut) => {
          expect(read(text.slice(0, cut), text.slice(cut))).toEqual(read(text));
        },
      ),
      { numRuns: runs(5000) },
    );
  });
});
