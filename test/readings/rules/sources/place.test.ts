import { describe, expect, it } from 'vitest';
import { stepsOf, valueAtPlace } from '../../../../src/readings/rules/sources/place.ts';

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
