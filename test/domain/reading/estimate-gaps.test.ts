import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateGaps, type Course, type KnownReading } from '../../../src/domain/reading/estimate-gaps.ts';

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
const asked = (course: Course, of: { from?: number; to?: number; breaks?: number[] } = {}) => ({
  course,
  slotSeconds: 300,
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
  // 20 minutes, three slots of five without a reading: 100 to 180 gains 20 a slot.
  it('is filled on the straight line, and each slot has what the register gains in it', () => {
    const { estimates } = estimateGaps(
      [reading(0, { register: 100 }), reading(20, { register: 180 })],
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
  it.each([
    ['a spike', 9_000_000],
    ['a dropout', 0],
  ])('runs past %s that is left out of figures, and leaves its slot alone', (_, register) => {
    const { estimates, skipped } = estimateGaps(
      [
        reading(0, { register: 1000 }),
        reading(15, { register, registerExcluded: true }),
        reading(20, { register: 1100 }),
      ],
      asked('register'),
    );
    expect(estimates.map(shown)).toEqual([
      [5, 25, 1025],
      [10, 25, 1050],
    ]);
    expect(skipped).toEqual([]);
  });

  it('leaves slots alone that have a reading, also an estimated one, and does not begin from it', () => {
    const { estimates } = estimateGaps(
      [reading(0, { register: 100 }), reading(10, { register: 999, estimated: true }), reading(20, { register: 180 })],
      asked('register'),
    );
    expect(estimates.map(shown)).toEqual([
      [5, 20, 120],
      [15, 20, 160],
    ]);
  });

  it('is filled only as far as was asked for', () => {
    const { estimates } = estimateGaps(
      [reading(0, { register: 100 }), reading(20, { register: 180 })],
      asked('register', { from: 10, to: 15 }),
    );
    expect(estimates.map(shown)).toEqual([[10, 20, 140]]);
  });

  it('is left open, with the reason, where the register fell or the meter was exchanged', () => {
    const readings = [reading(0, { register: 100 }), reading(20, { register: 80 }), reading(40, { register: 120 })];
    expect(estimateGaps(readings, asked('register', { breaks: [30] })).skipped.map(({ why }) => why)).toEqual([
      'the register fell in it',
      'the meter was exchanged in it',
    ]);
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

describe('whatever is estimated', () => {
  it('adds up to what the registers on both sides differ by, with what the reading behind the gap gains', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 8, max: 2000 }),
        (from, gained, minutes) => {
          const { estimates } = estimateGaps(
            [reading(0, { register: from }), reading(minutes, { register: from + gained })],
            asked('register', { to: 5000 }),
          );
          const booked = estimates.reduce((sum, { value }) => sum + (value ?? 0), 0);
          const last = estimates.at(-1)?.register ?? from;
          expect(booked).toBeCloseTo(last - from, 4);
          expect(last).toBeLessThanOrEqual(from + gained);
          for (const { createdOnEpochMs } of estimates) {
            expect(createdOnEpochMs).toBeGreaterThan(at(0));
            expect(createdOnEpochMs).toBeLessThan(at(minutes));
          }
        },
      ),
    );
  });
});
