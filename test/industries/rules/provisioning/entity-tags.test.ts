import { describe, expect, it } from 'vitest';
import { changedMeanwhile, changeWords } from '../../../../src/industries/rules/provisioning/entity-tags.ts';

const A = { id: 'A', name: 'Mains', units: ['M1'] };
const B = { id: 'B', name: 'Bores', units: [] };

describe('what became of a value', () => {
  it.each<[string, unknown, unknown, string]>([
    ['a number', 3, 4, 'from 3 to 4'],
    ['a value that was missing', null, ['a'], 'from null to ["a"]'],
    ['an object', { a: 1, b: 2, c: null }, { a: 1, b: 3, c: 'x' }, '(b from 2 to 3, c from null to "x")'],
    ['what lies deeper', { a: { b: 1 }, c: [1] }, { a: { b: 2 }, c: null }, '(a changed, c changed)'],
    ['permissions', ['a', 'b'], ['b', 'c'], '(added "c", removed "a")'],
    ['a list that gained', ['a'], ['a', 'b', 'c'], '(added "b" and "c")'],
    ['sub-categories, by their ids', [A], [B], '(added "B", removed "A")'],
    ['a sub-category of the same id', [A, B], [{ ...A, units: ['M2'] }, B], '(changed "A")'],
    ['the order', ['a', 'b'], ['b', 'a'], '(the same in another order)'],
    [
      'points of a curve',
      [
        [0, 0],
        [1, 5],
      ],
      [
        [0, 0],
        [1, 6],
      ],
      '(added [1,6], removed [1,5])',
    ],
    [
      'more than five',
      [],
      ['1', '2', '3', '4', '5', '6', '7'],
      '(added "1" and "2" and "3" and "4" and "5" and 2 more)',
    ],
  ])('is told of %s', (_of, was, is, words) => {
    expect(changeWords(was, is)).toBe(words);
  });

  it('is told in short', () => {
    expect(changeWords(1, 'x'.repeat(200))).toBe(`from 1 to "${'x'.repeat(79)}..`);
    expect(changeWords([], ['x'.repeat(200)])).toBe(`(added "${'x'.repeat(79)}..)`);
  });

  it('is told to whoever comes with an old version, with who did it and when', () => {
    const act = {
      at: Date.UTC(2026, 5, 15),
      userId: 'olga',
      before: { users: { ravi: { permissions: ['a'] } } },
      after: { users: { ravi: { permissions: ['a', 'readings:write'] } } },
    };
    expect(changedMeanwhile('account', ['users', 'ravi'], [act]).details).toEqual([
      { field: 'permissions', problem: 'was changed (added "readings:write") by olga at 2026-06-15T00:00:00.000Z' },
    ]);
  });
});
