import { describe, expect, it } from 'vitest';
import { ranked } from '../../../src/window/find/rank.ts';

const names = (wanted: string, ...all: readonly string[]): readonly string[] =>
  ranked(
    all.map((name) => ({ name })),
    wanted,
  ).map(({ name }) => name);

describe('finding by a few letters', () => {
  it('puts a name that begins with them first, then one with such a word, then one that has them anywhere', () => {
    expect(names('pump', 'Sump pumping', 'Trampump', 'Old pump', 'Pump 1')).toEqual([
      'Pump 1',
      'Sump pumping',
      'Old pump',
      'Trampump',
    ]);
  });

  it('keeps the given order within a rank, and leaves out what has them nowhere', () => {
    expect(names('b', 'Bore 2', 'Bore 1', 'Well')).toEqual(['Bore 2', 'Bore 1']);
  });

  it('minds neither capitals nor accents, and keeps the vowel signs of Hindi', () => {
    expect(names('ECOLE', 'École')).toEqual(['École']);
    expect(names('की', 'टंकी', 'टंका')).toEqual(['टंकी']);
  });

  it('finds words that stand apart, behind those that stand together, and an id as well as a name', () => {
    expect(names('pump 2', 'Pump house 2', 'Pump 2')).toEqual(['Pump 2', 'Pump house 2']);
    expect(ranked([{ name: 'Bore', id: 'CB_7' }], 'cb_7')).toHaveLength(1);
  });

  it('takes signs of patterns as themselves', () => {
    expect(names('.*', 'Bore', 'a.*')).toEqual(['a.*']);
  });
});
