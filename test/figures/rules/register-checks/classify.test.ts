import { describe, expect, it } from 'vitest';
import { classifyRegister } from '../../../../src/figures/rules/register-checks/classify.ts';
import type {
  RegisterCheckOptions,
  RegisterEvent,
  RegisterReading,
} from '../../../../src/figures/rules/register-checks/types.ts';
import { series } from './series.ts';

const EXCLUDE: RegisterCheckOptions = { checks: { dropout: 'exclude', glitch: 'exclude' } };

const eventsOf = (readings: readonly RegisterReading[], options = EXCLUDE): readonly RegisterEvent[] =>
  classifyRegister(readings, options).events;

const kindsOf = (readings: readonly RegisterReading[], options = EXCLUDE): readonly string[] =>
  eventsOf(readings, options).map((event) => `${event.kind}${event.provisional ? '?' : ''} ${event.readings.join()}`);

const excludedOf = (readings: readonly RegisterReading[], options = EXCLUDE): readonly number[] => [
  ...classifyRegister(readings, options).excludedEpochMs,
];

describe('a register that never falls', () => {
  it('has no events, whether it stands still, counts or leaps', () => {
    expect(classifyRegister(series(5, 5, 6, 9, 9, 5000), EXCLUDE)).toEqual({ events: [], excludedEpochMs: new Set() });
    expect(eventsOf([])).toEqual([]);
  });
});

describe('dropout', () => {
  it('is a fall to 0 that comes back, with its evidence', () => {
    expect(eventsOf(series(100, 101, 0, 0, 103, 104))).toEqual([
      {
        kind: 'dropout',
        fromEpochMs: 2,
        toEpochMs: 4,
        registerBefore: 101,
        registerDuring: 0,
        registerAfter: 103,
        readings: [2, 3],
        action: 'exclude',
        provisional: false,
      },
    ]);
  });

  it('may come back exactly where it was, or after weeks', () => {
    expect(kindsOf(series(100, 0, 100))).toEqual(['dropout 1']);
    const weeks = eventsOf(series(100, ...Array.from({ length: 3000 }, () => 0), 900, 901, 902, 903, 904));
    expect(weeks).toMatchObject([{ kind: 'dropout', toEpochMs: 3001, registerAfter: 900, provisional: false }]);
    expect(weeks[0]?.readings.length).toBe(3000);
  });

  it('takes a register below 0 for a silent one', () => {
    expect(eventsOf(series(100, -9999, 0, 101))).toMatchObject([
      { kind: 'dropout', registerDuring: -9999, readings: [1, 2] },
    ]);
  });

  it('may come several times', () => {
    expect(kindsOf(series(100, 0, 101, 0, 0, 102))).toEqual(['dropout 1', 'dropout 3,4']);
  });

  it('at the very start has no register before', () => {
    expect(eventsOf(series(0, 0, 11.6, 12))).toMatchObject([
      {
        kind: 'dropout',
        registerBefore: null,
        toEpochMs: 2,
        registerAfter: 11.6,
        readings: [0, 1],
        provisional: false,
      },
    ]);
  });

  it('at the end is open, excluded and provisional', () => {
    const readings = series(100, 101, 0, 0);
    expect(eventsOf(readings)).toMatchObject([
      { kind: 'dropout', registerBefore: 101, toEpochMs: null, registerAfter: null, provisional: true },
    ]);
    expect(excludedOf(readings)).toEqual([2, 3]);
  });

  it('is all there is of a register that has only read 0', () => {
    expect(eventsOf(series(0, 0))).toMatchObject([
      { kind: 'dropout', registerBefore: null, toEpochMs: null, readings: [0, 1], provisional: true },
    ]);
  });
});

describe('reset', () => {
  it('is a fall to 0 that counts on from there, and excludes nothing', () => {
    const readings = series(5000, 0, 0, 3, 7, 12, 40);
    expect(eventsOf(readings)).toEqual([
      {
        kind: 'reset',
        fromEpochMs: 1,
        toEpochMs: null,
        registerBefore: 5000,
        registerDuring: 0,
        registerAfter: 3,
        readings: [1, 2, 3],
        action: 'keep',
        provisional: false,
      },
    ]);
    expect(excludedOf(readings)).toEqual([]);
  });

  it('may fall to a small number at once', () => {
    expect(kindsOf(series(5000, 4, 9, 15, 20))).toEqual(['reset 1']);
  });

  it('is one although the register passes its old level later', () => {
    expect(kindsOf(series(50, 0, 5, 20, 30, 40, 50, 60))).toEqual(['reset 1,2']);
    expect(kindsOf(series(400, 3, 150, 300, 430))).toEqual(['reset 1']);
    expect(kindsOf(series(400, 3, 150, 430))).toEqual(['reset 1']);
  });

  it('replaces the verdict of a dropout once the register counts from 0', () => {
    expect(kindsOf(series(5000, 0, 0))).toEqual(['dropout? 1,2']);
    expect(kindsOf(series(5000, 0, 0, 3))).toEqual(['reset? 1,2,3']);
    expect(kindsOf(series(5000, 0, 0, 3, 4, 5))).toEqual(['reset? 1,2,3']);
    expect(kindsOf(series(5000, 0, 0, 3, 4, 5, 6))).toEqual(['reset 1,2,3']);
  });
});

describe('replacement', () => {
  it('is a fall to a lower number that counts on from there', () => {
    const readings = series(5000, 1200, 1210, 1220, 1230);
    expect(eventsOf(readings)).toEqual([
      {
        kind: 'replacement',
        fromEpochMs: 1,
        toEpochMs: null,
        registerBefore: 5000,
        registerDuring: 1200,
        registerAfter: 1200,
        readings: [1],
        action: 'keep',
        provisional: false,
      },
    ]);
    expect(excludedOf(readings)).toEqual([]);
  });

  it('is also a small fall that lasts', () => {
    expect(kindsOf(series(5000, 4999, 4999, 4999, 4999, 5001))).toEqual(['replacement 1']);
  });

  it('may come after zeros: they are a dropout, since nobody counts from 0 so fast', () => {
    expect(kindsOf(series(5000, 0, 0, 1200, 1210, 1220, 1230))).toEqual(['dropout 1,2', 'replacement 3']);
    expect(kindsOf(series(5000, 0, 0, 500, 510, 520, 530))).toEqual(['reset 1,2,3']);
  });

  it('is judged again from its new level', () => {
    expect(kindsOf(series(5000, 1200, 1210, 0, 1211, 1220, 1230))).toEqual(['replacement 1', 'dropout 3']);
    expect(kindsOf(series(5000, 1200, 1210, 300, 310, 320, 330))).toEqual(['replacement 1', 'replacement 3']);
  });
});

describe('rollover', () => {
  const declared: RegisterCheckOptions = { checks: { rolloverDigits: 5 } };

  it('is a fall from near the end of the declared digits to a small number', () => {
    expect(eventsOf(series(99_990, 99_998, 6, 20, 30, 40), declared)).toMatchObject([
      {
        kind: 'rollover',
        fromEpochMs: 2,
        toEpochMs: null,
        registerBefore: 99_998,
        registerAfter: 6,
        action: 'keep',
        provisional: false,
      },
    ]);
  });

  it('is never guessed', () => {
    expect(kindsOf(series(99_998, 6, 20, 30, 40))).toEqual(['reset 1']);
  });

  it.each([
    ['from the middle of the range', series(50_000, 6, 20, 30, 40), 'reset 1'],
    ['to far up the range', series(99_998, 30_000, 30_010, 30_020, 30_030), 'replacement 1'],
    ['of a register that shows more digits than declared', series(123_456, 6, 20, 30, 40), 'reset 1'],
  ])('is not a fall %s', (_, readings, expected) => {
    expect(kindsOf(readings, declared)).toEqual([expected]);
  });

  it('may stand at 0 for a while, presumed at once and confirmed later', () => {
    expect(kindsOf(series(99_998, 0, 0), declared)).toEqual(['rollover? 1,2']);
    expect(kindsOf(series(99_998, 0, 0, 5, 9, 12, 15), declared)).toEqual(['rollover 1,2,3']);
    expect(kindsOf(series(99_998, 0, 0, 99_999), declared)).toEqual(['dropout 1,2']);
  });

  it('does not hide a glitch near the end of the digits', () => {
    expect(kindsOf(series(99_900, 12, 99_901), declared)).toEqual(['glitch 1']);
  });
});

describe('glitch', () => {
  it('is a small dip and back within three readings, with its evidence', () => {
    expect(eventsOf(series(5000, 4998, 4997, 5001, 5002))).toEqual([
      {
        kind: 'glitch',
        fromEpochMs: 1,
        toEpochMs: 3,
        registerBefore: 5000,
        registerDuring: 4997,
        registerAfter: 5001,
        readings: [1, 2],
        action: 'exclude',
        provisional: false,
      },
    ]);
    expect(kindsOf(series(5000, 4999, 4999, 4999, 5000))).toEqual(['glitch 1,2,3']);
  });

  it('is also a deep dip that leaps back', () => {
    expect(kindsOf(series(11_189, 23, 11_190))).toEqual(['glitch 1']);
    expect(kindsOf(series(11_189, 23, 24, 25, 11_190))).toEqual(['glitch 1,2,3']);
  });

  it('holds the old level until the register is back', () => {
    expect(kindsOf(series(5000, 4990, 4995, 5003, 5002, 5004))).toEqual(['glitch 1,2', 'glitch 4']);
  });

  it('is presumed of a small dip at the end, and withdrawn when it lasts', () => {
    expect(kindsOf(series(5000, 4999))).toEqual(['glitch? 1']);
    expect(kindsOf(series(5000, 4999, 4999, 4999))).toEqual(['glitch? 1,2,3']);
    expect(kindsOf(series(5000, 4999, 4999, 4999, 4999))).toEqual(['replacement 1']);
    expect(kindsOf(series(5000, 4999, 5000))).toEqual(['glitch 1']);
  });

  it('makes what comes after it provisional as long as it is', () => {
    expect(kindsOf(series(5000, 20, 19))).toEqual(['reset? 1', 'replacement? 2']);
    expect(kindsOf(series(5000, 20, 19, 20))).toEqual(['reset? 1', 'glitch? 2']);
    expect(kindsOf(series(5000, 20, 19, 5001))).toEqual(['glitch 1,2']);
  });

  it('is not presumed of a deep dip at the end, but found when it leaps back', () => {
    expect(kindsOf(series(5000, 20))).toEqual(['reset? 1']);
    expect(kindsOf(series(5000, 20, 5001))).toEqual(['glitch 1']);
  });

  it('may hold zeros, which are a dropout of their own', () => {
    expect(kindsOf(series(5000, 0, 4999))).toEqual(['dropout? 1', 'glitch? 2']);
    expect(kindsOf(series(5000, 0, 4999, 5001))).toEqual(['dropout 1', 'glitch 2']);
    expect(kindsOf(series(5000, 4999, 0, 0, 0, 0, 4999, 5001))).toEqual(['glitch 1,6', 'dropout 2,3,4,5']);
  });
});

describe('a register that counts down', () => {
  const DOWN: RegisterCheckOptions = {
    checks: { dropout: 'exclude', glitch: 'exclude', spike: 'exclude' },
    countsDown: true,
  };
  const DIGITS: RegisterCheckOptions = { ...DOWN, checks: { ...DOWN.checks, rolloverDigits: 5 } };

  it('has no events while it counts', () => {
    const healthy = series(1000, 998, 996, 994, 992, 990, 988, 986);
    for (const options of [DOWN, DIGITS])
      expect(classifyRegister(healthy, options)).toEqual({ events: [], excludedEpochMs: new Set() });
    // The same numbers of a meter that counts up are falls, the newest of them presumed a glitch.
    expect(kindsOf(healthy).at(-1)).toBe('glitch? 5,6,7');
  });

  it('has a glitch where it rises and is back, with its evidence', () => {
    expect(eventsOf(series(1000, 998, 1003, 1005, 997, 996), DOWN)).toEqual([
      {
        kind: 'glitch',
        fromEpochMs: 2,
        toEpochMs: 4,
        registerBefore: 998,
        registerDuring: 1005,
        registerAfter: 997,
        readings: [2, 3],
        action: 'exclude',
        provisional: false,
      },
    ]);
    expect(excludedOf(series(1000, 90_000, 999), DOWN)).toEqual([1]);
    expect(kindsOf(series(1000, 1003), DOWN)).toEqual(['glitch? 1']);
  });

  it('has a spike where one reading is far below both neighbours', () => {
    expect(eventsOf(series(1000, 999, 400, 998, 997, 996, 995), DOWN)).toMatchObject([
      {
        kind: 'spike',
        registerBefore: 999,
        registerDuring: 400,
        registerAfter: 998,
        action: 'exclude',
        provisional: false,
      },
    ]);
    expect(kindsOf(series(1000, 999, 400, 399, 398, 397, 396), DOWN)).toEqual([]);
  });

  it('has a replacement where it rises for good, which is no reset however far', () => {
    expect(kindsOf(series(1000, 1500, 1499, 1498, 1497), DOWN)).toEqual(['replacement 1']);
    expect(kindsOf(series(3, 99_998, 99_997, 99_996, 99_995), DOWN)).toEqual(['replacement 1']);
  });

  it('has a dropout where it reads 0 or less and comes back', () => {
    expect(eventsOf(series(1000, 998, 0, -1, 997), DOWN)).toMatchObject([
      { kind: 'dropout', registerBefore: 998, registerDuring: -1, registerAfter: 997, readings: [2, 3] },
    ]);
    expect(excludedOf(series(1000, 0, 998), DIGITS)).toEqual([1]);
  });

  it('rolls over from 0 to the highest number of its declared digits', () => {
    expect(eventsOf(series(7, 3, 99_998, 99_990, 99_980, 99_970), DIGITS)).toMatchObject([
      {
        kind: 'rollover',
        registerBefore: 3,
        registerDuring: 99_998,
        registerAfter: 99_998,
        readings: [2],
        provisional: false,
      },
    ]);
    expect(kindsOf(series(3, 0, 99_998, 99_990, 99_980, 99_970), DIGITS)).toEqual(['rollover 1,2']);
    expect(kindsOf(series(3, 0), DIGITS)).toEqual(['rollover? 1']);
    expect(kindsOf(series(50_000, 99_998, 99_990, 99_980, 99_970), DIGITS)).toEqual(['reset 1']);
    expect(kindsOf(series(3, 100_500, 100_499, 100_498, 100_497), DIGITS)).toEqual(['replacement 1']);
  });
});

describe('what is excluded', () => {
  const readings = series(5000, 4999, 5001, 0, 5002);

  it('is what the checks say, kind by kind', () => {
    expect(excludedOf(readings)).toEqual([1, 3]);
    expect(excludedOf(readings, { checks: { dropout: 'exclude', glitch: 'keep' } })).toEqual([3]);
    expect(excludedOf(readings, { checks: { glitch: 'exclude' } })).toEqual([1]);
  });

  it('is nothing when the checks are off, although events are still told', () => {
    expect(excludedOf(readings, { checks: {} })).toEqual([]);
    expect(eventsOf(readings, { checks: {} }).map((event) => [event.kind, event.action])).toEqual([
      ['glitch', 'keep'],
      ['dropout', 'keep'],
    ]);
  });
});
