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

describe('spike', () => {
  const CHECKED: RegisterCheckOptions = { checks: { spike: 'exclude' } };

  it('is a single reading far above both neighbours, with its evidence', () => {
    expect(eventsOf(series(4999, 5000, 99_999, 5001, 5002, 5003, 5004), CHECKED)).toEqual([
      {
        kind: 'spike',
        fromEpochMs: 2,
        toEpochMs: 3,
        registerBefore: 5000,
        registerDuring: 99_999,
        registerAfter: 5001,
        readings: [2],
        action: 'exclude',
        provisional: false,
      },
    ]);
    expect(excludedOf(series(4999, 5000, 99_999, 5001, 5002, 5003, 5004), CHECKED)).toEqual([2]);
  });

  it('is kept as evidence only where its check is not declared', () => {
    expect(eventsOf(series(5000, 99_999, 5001, 5002, 5003, 5004))).toMatchObject([{ kind: 'spike', action: 'keep' }]);
    expect(excludedOf(series(5000, 99_999, 5001, 5002, 5003, 5004))).toEqual([]);
  });

  it('is provisional until four readings have counted on behind it, and nothing before one has', () => {
    expect(kindsOf(series(5000, 99_999), CHECKED)).toEqual([]);
    expect(kindsOf(series(5000, 99_999, 5001, 5002, 5003), CHECKED)).toEqual(['spike? 1']);
  });

  it('may be overruled', () => {
    const readings = series(5000, 99_999, 5001, 5002, 5003, 5004);
    expect(excludedOf(readings, { ...CHECKED, overrules: new Map([[1, 'keep']]) })).toEqual([]);
  });

  it.each([
    ['a leap that lasts', series(5000, 99_999, 100_000, 100_001, 100_002, 100_003), []],
    ['a leap of two readings', series(5000, 99_999, 99_999, 5001, 5002, 5003, 5004), ['replacement 3']],
    ['a reading little above its neighbours', series(5000, 5400, 5001, 5002, 5003, 5004), ['replacement 2']],
    ['a register that falls below where it was', series(5000, 99_999, 4000, 4001, 4002, 4003), ['replacement 2']],
    [
      'a register that uses much of the leap soon after',
      series(5000, 99_999, 5001, 5002, 9000, 13_000),
      ['replacement 2'],
    ],
    ['the height from which a glitch fell', series(5000, 99_999, 5001, 99_999, 100_000, 100_001), ['glitch 2']],
  ])('is not %s', (_what, readings, kinds) => {
    expect(kindsOf(readings)).toEqual(kinds);
  });

  it('leaves what stands around it as it would be judged without it', () => {
    expect(kindsOf(series(5000, 5001, 0, 90_000, 5002, 5003, 5004, 5005))).toEqual(['dropout 2', 'spike 3']);
    expect(kindsOf(series(5000, 5001, 90_000, 5002, 5003, 3, 5004, 5005, 5006, 5007))).toEqual([
      'replacement 3',
      'glitch 5',
    ]);
    expect(kindsOf(series(5000, 5001, 90_000, 5002, 5003, 5004, 5005, 3, 5006, 5007))).toEqual(['spike 2', 'glitch 7']);
  });
});

describe('an operator', () => {
  it('keeps what the classification excludes', () => {
    const overrules = new Map([[2, 'keep' as const]]);
    expect(excludedOf(series(100, 0, 0, 101), { ...EXCLUDE, overrules })).toEqual([1]);
  });

  it('excludes what the classification keeps, and what stands around it is judged without it', () => {
    const leap = series(5000, 99_999, 99_999, 5001, 5002, 5003, 5004);
    const overrules = new Map([[1, 'exclude' as const]]);
    expect(kindsOf(leap)).toEqual(['replacement 3']);
    expect(kindsOf(leap, { ...EXCLUDE, overrules })).toEqual(['spike 2']);
    expect(classifyRegister(series(5000, 99_999, 5001, 5002, 5003, 5004), { ...EXCLUDE, overrules })).toEqual({
      events: [],
      excludedEpochMs: new Set([1]),
    });
  });

  it('has a say on units without checks too', () => {
    expect(excludedOf(series(1, 2, 3), { checks: {}, overrules: new Map([[1, 'exclude']]) })).toEqual([1]);
  });

  it('cannot exclude a reading that does not exist', () => {
    expect(excludedOf(series(1, 2), { checks: {}, overrules: new Map([[77, 'exclude']]) })).toEqual([]);
  });
});
