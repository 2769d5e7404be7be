import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minus } from '../../../src/kernel/measure/exact.ts';
import { estimateGaps, type KnownReading } from '../../../src/readings/rules/estimate-gaps.ts';
import { reinterpolateGaps } from '../../../src/readings/rules/reinterpolate-gaps.ts';
import { dayTotal, genuine, meterDay, SLOT_MS, START } from './gap-day.ts';
import { runs } from '../../support/property-runs.ts';

const RULE = { basis: 'register', slotSeconds: SLOT_MS / 1000, breaks: [] } as const;
const ALL_DAY = { ...RULE, fromEpochMs: START, toEpochMs: START + 288 * SLOT_MS };
const byInstant = (readings: readonly KnownReading[]): KnownReading[] =>
  readings.toSorted((one, other) => one.createdOnEpochMs - other.createdOnEpochMs);
const filled = (readings: readonly KnownReading[]): KnownReading[] =>
  byInstant([
    ...readings,
    ...estimateGaps(readings, ALL_DAY).estimates.map((one) => ({ ...one, registerExcluded: false, estimated: true })),
  ]);

/** The readings once others have come, each of which replaces what was at its instant. */
function afterComing(readings: readonly KnownReading[], late: readonly KnownReading[]): KnownReading[] {
  const come = new Set(late.map(({ createdOnEpochMs }) => createdOnEpochMs));
  const now = byInstant([...readings.filter(({ createdOnEpochMs }) => !come.has(createdOnEpochMs)), ...late]);
  const ours = new Set(now.flatMap(({ estimated, createdOnEpochMs: at }) => (estimated && !come.has(at) ? [at] : [])));
  const laid = reinterpolateGaps(now, ours, come, RULE);
  return now.flatMap((reading) => {
    const next = laid.get(reading.createdOnEpochMs);
    return next === undefined ? [reading] : next === null ? [] : [{ ...reading, ...next }];
  });
}
const gapOf = (all: readonly KnownReading[], from: number, length: number) => ({
  kept: all.filter((_, slot) => slot < from || slot >= from + length),
  gone: all.slice(from, from + length),
});

/** A set that counts how often its members are gone through. */
class CountedSet extends Set<number> {
  rounds = 0;
  override [Symbol.iterator](): SetIterator<number> {
    this.rounds += 1;
    return super[Symbol.iterator]();
  }
}

describe('estimates among which genuine readings come', () => {
  it('are found by going through what has come once, however many runs of them there are', () => {
    // Every fourth slot is genuine, so that 71 runs lie between two readings.
    const readings = filled(meterDay(Array.from({ length: 288 }, () => 100)).filter((_, slot) => slot % 4 === 0));
    const estimates = new Set(readings.flatMap((one) => (one.estimated ? [one.createdOnEpochMs] : [])));
    const laidWith = (come: readonly number[]) => {
      const counted = new CountedSet(come);
      return { laid: reinterpolateGaps(readings, estimates, counted, RULE), rounds: counted.rounds };
    };
    const all = laidWith(readings.map(({ createdOnEpochMs }) => createdOnEpochMs).toReversed());
    expect([all.laid.size, all.rounds]).toEqual([estimates.size, 1]);
    // A bound of a run touches it, as what lies within does. What lies before or behind does not.
    const first = readings[0]?.createdOnEpochMs ?? START;
    const of = (slot: number): number => first + slot * SLOT_MS;
    const slotsLaid = (come: readonly number[]) => [...laidWith(come).laid.keys()].map((at) => (at - first) / SLOT_MS);
    expect(slotsLaid([of(9)])).toEqual([9, 10, 11]);
    expect(slotsLaid([of(12), of(1)])).toEqual([1, 2, 3, 9, 10, 11, 13, 14, 15]);
    expect(slotsLaid([of(-1), of(500)])).toEqual([]);
    expect(slotsLaid([])).toEqual([]);
  });

  // 100 a slot but for 3600 in slot 60 and nothing in slots 61 to 95: the line of 36 slots rises after slot 60.
  it('lie between their new neighbours, so that the day is what the register counted', () => {
    const values = Array.from({ length: 288 }, (_, slot) => (slot === 60 ? 3600 : slot > 60 && slot < 96 ? 0 : 100));
    const { kept, gone } = gapOf(meterDay(values), 60, 36);
    const before = filled(kept);
    expect(dayTotal(before)).toBe(28_800);
    const after = afterComing(before, gone.slice(0, 12));
    expect(dayTotal(after)).toBe(28_800);
    // Nothing is missing any more of slots 72 to 95.
    expect(after.filter(({ estimated }) => estimated)).toEqual([]);
    expect(dayTotal(afterComing(after, gone.slice(12)))).toBe(28_800);
  });

  it('go where the slot has a reading now, and where nothing runs straight any more', () => {
    const readings = filled([genuine(0, { value: 0, register: 100 }), genuine(4, { value: 20, register: 180 })]);
    const beside = genuine(1, { value: 30, register: 130 });
    const late = { ...beside, createdOnEpochMs: beside.createdOnEpochMs + 700 };
    const registers = (of: readonly KnownReading[]) => of.map(({ register }) => register);
    // 130 at slot 1, 160 before slot 4: 15 in slots 2 and 3.
    expect(registers(afterComing(readings, [late]))).toEqual([100, 130, 145, 160, 180]);
    expect(registers(afterComing(readings, [genuine(2, { value: 1, register: 9000 })]))).toEqual([
      100, 8999, 9000, 180,
    ]);
  });

  // 110 to 150 in slots 1 to 5, 10 each. The device says 20 up to 140 in slot 3.
  it('lead to what their device has estimated itself, which stays as it is and is counted once', () => {
    const readings = filled([genuine(0, { value: 10, register: 100 }), genuine(6, { value: 10, register: 160 })]);
    const own = { ...genuine(3, { value: 20, register: 140 }), estimated: true };
    const after = afterComing(readings, [own]);
    expect(after.map(({ register, value }) => [register, value])).toEqual([
      [100, 10],
      [110, 10],
      [120, 10],
      [140, 20],
      [145, 5],
      [150, 5],
      [160, 10],
    ]);
    // And what it has estimated of the quantity alone takes its slot: 25 are left for slots 1, 2, 4 and 5.
    const quantity = { ...genuine(3, { value: 25, register: null }), estimated: true };
    expect(afterComing(readings, [quantity]).map(({ register }) => register)).toEqual([
      100,
      106.25,
      112.5,
      null,
      143.75,
      150,
      160,
    ]);
  });

  it('leave the day as the register counted it, whichever part of the gap comes, in any order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 96, maxLength: 96 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
        (millilitres, from, length, at, ranks) => {
          const all = meterDay(millilitres.map((value) => value / 1000));
          const { kept, gone } = gapOf(all, from, length);
          const order = gone.toSorted(
            (one, other) => (ranks[gone.indexOf(one)] ?? 0) - (ranks[gone.indexOf(other)] ?? 0),
          );
          const counted = minus(all.at(-1)?.register ?? 0, 5000);
          let readings = filled(kept);
          for (let next = 0; next < order.length; next += at) {
            readings = afterComing(readings, order.slice(next, next + at));
            expect(dayTotal(readings)).toBeCloseTo(counted, 3);
          }
          expect(readings).toEqual(all);
        },
      ),
      { numRuns: runs(60) },
    );
  });
});
