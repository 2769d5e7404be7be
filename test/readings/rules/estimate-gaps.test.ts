import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minus } from '../../../src/kernel/measure/exact.ts';
import { estimateGaps, type InterpolationBasis, type KnownReading } from '../../../src/readings/rules/estimate-gaps.ts';
import { dayTotal, genuine, meterDay, SLOT_MS, START } from './gap-day.ts';
import { runs } from '../../support/property-runs.ts';

const at = (minute: number): number => Date.UTC(2026, 0, 15) + minute * 60_000;
const reading = (minute: number, of: Partial<KnownReading>): KnownReading => ({
  createdOnEpochMs: at(minute),
  value: null,
  register: null,
  registerExcluded: false,
  parameters: {},
  estimated: false,
  ...of,
});
const asked = (basis: InterpolationBasis, of: { from?: number; to?: number; breaks?: number[] } = {}) => ({
  basis,
  slotSecondsAt: () => 300,
  fromEpochMs: at(of.from ?? 0),
  toEpochMs: at(of.to ?? 1440),
  breaks: (of.breaks ?? []).map(at),
});
const shown = ({
  createdOnEpochMs,
  value,
  register,
}: {
  createdOnEpochMs: number;
  value: number | null;
  register: number | null;
}) => [(createdOnEpochMs - at(0)) / 60_000, value, register];

describe('a gap between two registers', () => {
  // 20 minutes, three slots of five without a reading: 100 to 160 gains 20 a slot, and the last reading counts its 20.
  it('is filled on the straight line, and each slot has what the register gains in it', () => {
    const { estimates } = estimateGaps(
      [reading(0, { register: 100 }), reading(20, { register: 180, value: 20 })],
      asked('register'),
    );
    expect(estimates.map(shown)).toEqual([
      [5, 20, 120],
      [10, 20, 140],
      [15, 20, 160],
    ]);
  });

  it('is none when the next reading comes within a slot and a half', () => {
    expect(
      estimateGaps([reading(0, { register: 100 }), reading(7, { register: 180 })], asked('register')).estimates,
    ).toEqual([]);
  });

  // Litres: 1000 at 00:00 and 1100 at 00:20 gain 25 a slot, whatever the register in between has shown.
  // Two of the four slots are free, because the readings at 00:15 and 00:20 count their own 25.
  it.each([
    ['a spike', 9_000_000],
    ['a dropout', 0],
  ])('runs past %s that is left out of figures, and leaves its slot alone', (_, register) => {
    const { estimates, skipped } = estimateGaps(
      [
        reading(0, { register: 1000 }),
        reading(15, { register, value: 25, registerExcluded: true }),
        reading(20, { register: 1100, value: 25 }),
      ],
      asked('register', { to: 20 }),
    );
    expect(estimates.map(shown)).toEqual([
      [5, 25, 1025],
      [10, 25, 1050],
    ]);
    expect(skipped).toEqual([]);
  });

  it('leaves slots alone that have an estimate of its line already, and does not begin from it', () => {
    const { estimates } = estimateGaps(
      [
        reading(0, { register: 100 }),
        reading(10, { register: 140, value: 20, estimated: true }),
        reading(20, { register: 180, value: 20 }),
      ],
      asked('register'),
    );
    expect(estimates.map(shown)).toEqual([
      [5, 20, 120],
      [15, 20, 160],
    ]);
  });

  // On its line of 12.5 a slot the register would fall from 112.5 at 00:05 to the 100 of the device's at 00:10.
  it.each([
    ['repeats the register', { register: 100, value: 0 }],
    ['counts more than the line', { register: 125, value: 20 }],
    ['has an interval value alone', { value: 0 }],
    ['has no figure', {}],
  ])('is left open, with the reason, where an estimate of a device in it %s', (_, of) => {
    const { estimates, skipped } = estimateGaps(
      [
        reading(0, { register: 100 }),
        reading(10, { ...of, estimated: true }),
        reading(15, { ...of, estimated: true }),
        reading(25, { register: 160, value: 10 }),
        reading(40, { register: 190, value: 10 }),
      ],
      asked('register', { to: 40 }),
    );
    expect(skipped).toEqual([{ fromEpochMs: at(0), toEpochMs: at(25), why: 'other estimates lie in it' }]);
    expect(estimates.map(shown)).toEqual([
      [30, 10, 170],
      [35, 10, 180],
    ]);
  });

  it('is filled only as far as was asked for', () => {
    const { estimates } = estimateGaps(
      [reading(0, { register: 100 }), reading(20, { register: 180, value: 20 })],
      asked('register', { from: 10, to: 15 }),
    );
    expect(estimates.map(shown)).toEqual([[10, 20, 140]]);
  });

  it('is left open, with the reason, where the register fell or the meter was exchanged', () => {
    const readings = [reading(0, { register: 100 }), reading(20, { register: 80 }), reading(40, { register: 120 })];
    expect(estimateGaps(readings, asked('register', { breaks: [30], to: 40 })).skipped.map(({ why }) => why)).toEqual([
      'the register fell in it',
      'the meter was exchanged in it',
    ]);
  });

  // 36 slots are missing: 6000 at the last one before, 9700 behind them, of which the reading there counts 3700.
  it('of which the reading behind it has counted all that passed is left open, with the reason', () => {
    const { estimates, skipped } = estimateGaps(
      [reading(0, { register: 6000, value: 100 }), reading(185, { register: 9700, value: 3700 })],
      asked('register', { to: 185 }),
    );
    expect([estimates, skipped.map(({ why }) => why)]).toEqual([
      [],
      ['what passed in it is counted by the reading behind it'],
    ]);
  });

  it('in which nothing flowed is filled with slots of 0', () => {
    const { estimates } = estimateGaps(
      [reading(0, { register: 100, value: 5 }), reading(15, { register: 100, value: 0 })],
      asked('register'),
    );
    expect(estimates.map(shown)).toEqual([
      [5, 0, 100],
      [10, 0, 100],
    ]);
  });

  // Hours of registers alone count from their first one, so what passed up to it belongs to the gap: 90 in 3 slots.
  it('leads to the register behind it where readings have no interval values', () => {
    const { estimates } = estimateGaps(
      [reading(0, { register: 100 }), reading(20, { register: 190 })],
      asked('register'),
    );
    expect(estimates.map(shown)).toEqual([
      [5, 30, 130],
      [10, 30, 160],
      [15, 30, 190],
    ]);
  });

  it.each([
    ['behind', [reading(0, { register: 100 })], { to: 60 }, [0, 60]],
    ['before', [reading(60, { register: 100 })], { to: 60 }, [0, 60]],
    ['before', [], { from: 10, to: 60 }, [10, 60]],
    ['before', [], { from: 10, to: 15 }, [10, 15]],
    ['before', [reading(10, { value: 5 }), reading(15, { register: 100 })], { from: 10, to: 20 }, [10, 15]],
  ] as const)('without a reading %s it says so', (side, readings, span, between) => {
    const { estimates, skipped } = estimateGaps(readings, asked('register', span));
    expect(estimates).toEqual([]);
    const why = `no genuine register lies within a week ${side} it`;
    expect(skipped).toEqual([{ fromEpochMs: at(between[0]), toEpochMs: at(between[1]), why }]);
  });

  it('has nothing to run along without registers', () => {
    expect(estimateGaps([reading(0, { value: 5 }), reading(20, { value: 7 })], asked('register')).estimates).toEqual(
      [],
    );
  });
});

describe('a gap between two levels', () => {
  it('is filled on the straight line', () => {
    const { estimates } = estimateGaps([reading(0, { value: 40 }), reading(20, { value: 60 })], asked('level'));
    expect(estimates.map(shown)).toEqual([
      [5, 45, null],
      [10, 50, null],
      [15, 55, null],
    ]);
  });
});

describe('a gap between two samples', () => {
  it('is filled for each parameter that both sides have', () => {
    const { estimates } = estimateGaps(
      [reading(0, { parameters: { pH: 7, chlorine: 1 } }), reading(10, { parameters: { pH: 8 } })],
      asked('parameters'),
    );
    expect(estimates.map(({ parameters }) => parameters)).toEqual([{ pH: 7.5 }]);
  });
});

const LITRES = fc.integer({ min: 0, max: 1_000_000 }).map((millilitres) => millilitres / 1000);
const ALL_DAY = {
  basis: 'register',
  slotSecondsAt: () => SLOT_MS / 1000,
  breaks: [],
  fromEpochMs: START,
  toEpochMs: START + 288 * SLOT_MS,
} as const;
const filled = (readings: readonly KnownReading[]): KnownReading[] => [
  ...readings,
  ...estimateGaps(readings, ALL_DAY).estimates.map((estimate) => ({
    ...estimate,
    registerExcluded: false,
    estimated: true,
  })),
];

describe('a day whose gap was filled', () => {
  // 288 slots of 100 l, of which 60 to 95 are missing; slot 96 begins hour 8.
  const day = (behind: number, registerBehind: (all: number) => number): KnownReading[] => {
    const readings = meterDay(Array.from({ length: 288 }, () => 100));
    return readings
      .filter((_, slot) => slot < 60 || slot >= 96)
      .map((reading) => {
        const register = registerBehind(reading.register ?? 0);
        const slot = (reading.createdOnEpochMs - START) / SLOT_MS;
        return slot < 60 ? reading : { ...reading, register, value: slot < 97 ? behind : 100 };
      });
  };

  it.each([
    ['in which 100 l flowed a slot', 100, 0, 28_800],
    ['whose next reading has counted all of it', 3700, 0, 28_800],
    // 252 slots of 100 l, but for the 5000 l of slot 96.
    ['in which nothing flowed, before 5000 l', 5000, 1300, 30_100],
  ])('%s has what the register counted', (_, behind, more, expected) => {
    expect(dayTotal(filled(day(behind, (all) => all + more)))).toBe(expected);
  });

  it('has what the register counted, whatever the gap, and the flow in it and behind it', () => {
    fc.assert(
      fc.property(
        fc.array(LITRES, { minLength: 288, maxLength: 288 }),
        fc.integer({ min: 1, max: 250 }),
        fc.integer({ min: 1, max: 36 }),
        fc.constantFrom('its own', 'all since', 'none'),
        (values, from, length, counts) => {
          const all = meterDay(values);
          const gone = values.slice(from, from + length).reduce((sum, value) => sum + value, 0);
          const readings = all
            .filter((_, slot) => slot < from || slot >= from + length)
            .map((reading, index) => {
              if (index !== from || counts === 'its own') return reading;
              return { ...reading, value: counts === 'none' ? null : (reading.value ?? 0) + gone };
            });
          const counted = minus(all[287]?.register ?? 0, minus(all[0]?.register ?? 0, values[0] ?? 0));
          expect(dayTotal(filled(readings))).toBeCloseTo(counted, 3);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('goes on over a reading of an interval value alone, which counts itself', () => {
    const readings = [
      genuine(1, { value: 10, register: 1010 }),
      genuine(4, { value: 40 }),
      genuine(7, { value: 10, register: 1100 }),
    ];
    // 90 between the registers, 50 of which are counted: 40 in slots 2, 3, 5 and 6.
    expect(estimateGaps(readings, ALL_DAY).estimates.map(({ value, register }) => [value, register])).toEqual([
      [10, 1020],
      [10, 1030],
      [10, 1080],
      [10, 1090],
    ]);
  });
});
