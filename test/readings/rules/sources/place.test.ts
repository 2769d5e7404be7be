import { describe, expect, it, vi } from 'vitest';
import { isFigurePlace, stepsOf, valueAtPlace } from '../../../../src/readings/rules/sources/place.ts';

const message = { object: { volume: 12.5, 'Flow rate': 3, list: [{ a: 1 }, { a: 2 }], none: null } };

describe('a place', () => {
  it.each([
    ['$.object.volume', 12.5],
    ["$.object['Flow rate']", 3],
    ['$.object.list[1].a', 2],
    ['$.object.none', null],
    ['$.object.list[2].a', undefined],
    ['$.object.list.length', undefined],
    ['$.object[0]', undefined],
    ['$.object.volume.toFixed', undefined],
    ['$.object.constructor', undefined],
    ['$.object.__proto__', undefined],
    ["$['object']['volume']", 12.5],
  ])('%s reads what the message itself holds', (place, value) => {
    expect(valueAtPlace(message, place)).toEqual(value);
  });

  it.each([
    '',
    '$',
    'object.volume',
    '$object',
    '$..volume',
    '$.object.*',
    '$.list[-1]',
    '$.list[?(@.a)]',
    "$['a'",
    '$.a b',
  ])("'%s' is none", (place) => {
    expect(stepsOf(place)).toBeNull();
  });

  it('has at most 12 steps and 200 characters', () => {
    const steps = (count: number): string => `$${'.a'.repeat(count)}`;
    expect([11, 12, 13].map((count) => stepsOf(steps(count)) !== null)).toEqual([true, true, false]);
    const long = (characters: number): string => `$.${'a'.repeat(characters - 2)}`;
    expect([199, 200, 201].map((characters) => stepsOf(long(characters)) !== null)).toEqual([true, true, false]);
  });
});

describe('a text of JSON on the way', () => {
  const sent = { object: '{"volume": 12.5, "channels": [3, {"a": "[4]"}]}', data: '[17]', note: '{"volume": 1' };
  it.each([
    ['$.object.volume', 12.5],
    ['$.object.channels[1].a[0]', 4],
    ['$.data[0]', 17],
    ['$.data', '[17]'],
    ['$.note.volume', undefined],
    ['$.object.__proto__', undefined],
  ])('%s is read through', (place, value) => {
    expect(valueAtPlace(sent, place)).toEqual(value);
  });

  it('has 16,384 characters at most', () => {
    const of = (characters: number) => `{"a":1${' '.repeat(characters - 7)}}`;
    const read = [16_383, 16_384, 16_385].map((characters) => valueAtPlace({ object: of(characters) }, '$.object.a'));
    expect(read).toEqual([1, 1, undefined]);
  });

  it('is read once for all fields of a message, because a long text holds up everybody', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const sent = { told: '{"volume":12.5,"battery":3}' };
    expect(['$.told.volume', '$.told.battery'].map((place) => valueAtPlace(sent, place))).toEqual([12.5, 3]);
    expect(parse).toHaveBeenCalledTimes(1);
    parse.mockRestore();
  });
});

/* Worked by hand: 0x0102AABB is 16,951,995, and 40 9C 40 00 are 4 + 7/8 and 1/128 in the fractions of IEEE 754. */
describe('a number in the bytes of a text', () => {
  const sent = {
    hex: '0102AABB',
    base64: 'AQKquw==',
    float: '409c4000',
    single: '33439c45',
    digits: '12345678',
    error: '123456F8',
    n: 1,
  };
  it.each([
    ['$.hex[hex 0 u32be]', 16_951_995],
    ['$.hex[hex 0 u32le]', 0xbb_aa_02_01],
    ['$.hex[hex 1 u16be]', 0x02_aa],
    ['$.hex[hex 2 u8]', 0xaa],
    ['$.hex[hex 2 i8]', -86],
    ['$.hex[hex 2 i16be]', -21_829],
    ['$.hex[hex 1 u24le]', 0xbb_aa_02],
    ['$.base64[base64 0 u32be]', 16_951_995],
    ['$.float[hex 0 f32be]', 4.8828125],
    ['$.single[hex 0 f32le]', 5000.4],
    ['$.digits[hex 0 bcd32be]', 12_345_678],
    ['$.digits[hex 0 bcd32le]', 78_563_412],
    ['$.digits[hex 1 bcd8]', 34],
    ['$.error[hex 0 bcd32be]', undefined],
    ['$.hex[hex 1 u32be]', undefined],
    ['$.hex[hex 4 u8]', undefined],
    ['$.n[hex 0 u8]', undefined],
    ['$.nothing[hex 0 u8]', undefined],
  ])('%s', (place, value) => {
    expect(isFigurePlace(place)).toBe(true);
    expect(valueAtPlace(sent, place)).toBe(value);
  });

  it('is no fraction that is none', () => {
    expect(valueAtPlace({ d: '7fc000007ff00000' }, '$.d[hex 0 f32be]')).toBeUndefined();
    expect(valueAtPlace({ d: '7ff0000000000000' }, '$.d[hex 0 f64be]')).toBeUndefined();
  });

  it.each(['$[hex 0 u8]', '$.d[hex 0 u9]', '$.d[hex 0 u16]', '$.d[hex 0 u8le]', '$.d[hex -1 u8]', '$.d[hex 0 f16le]'])(
    "'%s' is none, nor is a number behind which something stands",
    (place) => {
      expect([isFigurePlace(place), isFigurePlace('$.d[hex 0 u8].a')]).toEqual([false, false]);
    },
  );

  it('is no place of a device or a list', () => {
    expect(stepsOf('$.d[hex 0 u8]')).toBeNull();
  });
});
