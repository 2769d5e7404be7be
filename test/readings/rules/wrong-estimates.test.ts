import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minus } from '../../../src/kernel/measure/exact.ts';
import { estimateGaps, type KnownReading } from '../../../src/readings/rules/estimate-gaps.ts';
import { wrongEstimates } from '../../../src/readings/rules/wrong-estimates.ts';
import { dayTotal, genuine, meterDay, SLOT_MS, START } from './gap-day.ts';
import { runs } from '../../support/property-runs.ts';

const RULE = { basis: 'register', slotSecondsAt: () => SLOT_MS / 1000, breaks: [], isBeginningKnown: true } as const;
const ALL_DAY = { ...RULE, fromEpochMs: START, toEpochMs: START + 288 * SLOT_MS };
const byInstant = (readings: readonly KnownReading[]): KnownReading[] =>
  readings.toSorted((one, other) => one.createdOnEpochMs - other.createdOnEpochMs);
const filled = (readings: readonly KnownReading[]): KnownReading[] =>
  byInstant([
    ...readings,
    ...estimateGaps(readings, ALL_DAY).estimates.map((one) => ({ ...one, registerExcluded: false, estimated: true })),
  ]);

/** What stands once others have come, each of which replaces what was at its instant. */
function afterComing(readings: readonly KnownReading[], late: readonly KnownReading[]): KnownReading[] {
  const come = new Set(late.map(({ createdOnEpochMs }) => createdOnEpochMs));
  const now = byInstant([...readings.filter(({ createdOnEpochMs }) => !come.has(createdOnEpochMs)), ...late]);
  const ours = new Set(now.flatMap(({ estimated, createdOnEpochMs: at }) => (estimated && !come.has(at) ? [at] : [])));
  const wrong = new Set(
    wrongEstimates(now, ours, { instants: come, replaced: come }, RULE).flatMap(({ instants }) => instants),
  );
  return now.filter(({ createdOnEpochMs: at }) => !wrong.has(at));
}
/** The instant of a slot's reading. */
const at = (slot: number): number => genuine(slot, {}).createdOnEpochMs;
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

describe('estimates among which readings come', () => {
  it('are found by going through what has come once, however many runs of them there are', () => {
    // Every fourth slot is genuine, so that 71 runs lie between two readings. The late readings fall, so no line leads.
    const readings = filled(meterDay(Array.from({ length: 288 }, () => 100)).filter((_, slot) => slot % 4 === 0));
    const first = readings[0]?.createdOnEpochMs ?? START;
    const of = (slot: number): number => first + slot * SLOT_MS;
    const falling = readings.map((reading) =>
      reading.estimated ? reading : { ...reading, register: 9e6 - (reading.createdOnEpochMs - START) / SLOT_MS },
    );
    const estimates = new Set(readings.flatMap((one) => (one.estimated ? [one.createdOnEpochMs] : [])));
    const wrongWith = (come: readonly number[]) => {
      const counted = new CountedSet(come);
      return {
        wrong: wrongEstimates(falling, estimates, { instants: counted, replaced: new Set() }, RULE),
        rounds: counted.rounds,
      };
    };
    const all = wrongWith(readings.map(({ createdOnEpochMs }) => createdOnEpochMs).toReversed());
    expect([all.wrong.flatMap(({ instants }) => instants).length, all.rounds]).toEqual([estimates.size, 1]);
    // A bound of a run touches it, as what lies within does. What lies before or behind does not.
    const slotsOf = (come: readonly number[]) =>
      wrongWith(come).wrong.flatMap(({ instants }) => instants.map((at) => (at - first) / SLOT_MS));
    expect(slotsOf([of(9)])).toEqual([9, 10, 11]);
    expect(slotsOf([of(12), of(1)])).toEqual([1, 2, 3, 9, 10, 11, 13, 14, 15]);
    expect(slotsOf([of(-1), of(500)])).toEqual([]);
    expect(slotsOf([])).toEqual([]);
    expect(wrongWith([of(12), of(1)]).wrong.map(({ besideEpochMs }) => (besideEpochMs - first) / SLOT_MS)).toEqual([
      1, 12, 12,
    ]);
  });

  // 10 a slot: 100 at slot 0, 160 at slot 6. A late register of 130 at slot 3 is on the line, one of 131 is not.
  it('stand where the line leads through what came, and go on both sides of it where it does not', () => {
    const ends = [genuine(0, { value: 10, register: 100 }), genuine(6, { value: 10, register: 160 })];
    const registers = (of: readonly KnownReading[]) => of.map(({ register }) => register);
    const on = afterComing(filled(ends), [genuine(3, { value: 10, register: 130 })]);
    expect(registers(on)).toEqual([100, 110, 120, 130, 140, 150, 160]);
    const beside = afterComing(filled(ends), [genuine(3, { value: 10, register: 131 })]);
    expect(registers(beside)).toEqual([100, 131, 160]);
    // 100 to 131 less 10 are 21 in slots 1 and 2, 131 to 160 less 10 are 19 in slots 4 and 5.
    expect(registers(filled(beside))).toEqual([100, 110.5, 121, 131, 140.5, 150, 160]);
  });

  it('go where no line leads to what came', () => {
    const readings = filled([genuine(0, { value: 0, register: 100 }), genuine(4, { value: 20, register: 180 })]);
    expect(afterComing(readings, [genuine(2, { value: 1, register: 9000 })]).map(({ register }) => register)).toEqual([
      100, 9000, 180,
    ]);
  });

  // Slots 1 to 5 climb from 100 to a glitch of 9000 in slot 6.
  it('go with the reading that they lean on, when it is removed and no other lies on that side', () => {
    const ends = [genuine(0, { value: 10, register: 100 }), genuine(6, { value: 10, register: 9000 })];
    const without = (slot: number, isBeginningKnown = true): number => {
      const left = filled(ends).filter(({ createdOnEpochMs }) => createdOnEpochMs !== at(slot));
      const ours = new Set(left.flatMap((one) => (one.estimated ? [one.createdOnEpochMs] : [])));
      const arrived = { instants: new Set([at(slot)]), replaced: new Set<number>() };
      return wrongEstimates(left, ours, arrived, { ...RULE, isBeginningKnown }).flatMap(({ instants }) => instants)
        .length;
    };
    expect([without(6), without(0)]).toEqual([5, 5]);
    // The reading before a gap may lie in a sealed month, so nothing is known of the line.
    expect([without(6, false), without(0, false)]).toEqual([5, 0]);
  });

  // One version sends every slot, an earlier one every third: slots 3 to 15 were laid 15 minutes apart.
  it('are judged by the length of the slots in which their gap begins', () => {
    const ends = [genuine(0, { value: 10, register: 100 }), genuine(18, { value: 10, register: 160 })];
    const rule = {
      ...ALL_DAY,
      isBeginningKnown: true,
      slotSecondsAt: (instant: number) => (instant < at(9) ? 900 : 300),
    };
    const laid = estimateGaps(ends, rule).estimates.map((one) => ({
      ...one,
      registerExcluded: false,
      estimated: true,
    }));
    expect(laid).toHaveLength(5);
    const instants = new Set([at(18)]);
    const ours = new Set(laid.map(({ createdOnEpochMs }) => createdOnEpochMs));
    expect(wrongEstimates(byInstant([...ends, ...laid]), ours, { instants, replaced: new Set() }, rule)).toEqual([]);
  });

  // The reading of slot 3 came among estimates; those of slots 0 and 6 were only sent again.
  it('tell the reading in the place of an estimate, and not an end that was sent again', () => {
    const ends = [genuine(0, { value: 10, register: 100 }), genuine(6, { value: 10, register: 160 })];
    const late = genuine(3, { value: 10, register: 131 });
    const now = byInstant([
      ...filled(ends).filter(({ createdOnEpochMs }) => createdOnEpochMs !== late.createdOnEpochMs),
      late,
    ]);
    const ours = new Set(now.flatMap((one) => (one.estimated ? [one.createdOnEpochMs] : [])));
    const instants = new Set([...ends, late].map(({ createdOnEpochMs }) => createdOnEpochMs));
    const wrong = wrongEstimates(now, ours, { instants, replaced: new Set([late.createdOnEpochMs]) }, RULE);
    expect(wrong.map(({ besideEpochMs }) => besideEpochMs)).toEqual([late.createdOnEpochMs, late.createdOnEpochMs]);
  });

  // 110 to 150 in slots 1 to 5, 10 each. The device says 20 up to 140 in slot 3.
  it('go beside what their device has estimated itself, and lead to it when they are laid again', () => {
    const readings = filled([genuine(0, { value: 10, register: 100 }), genuine(6, { value: 10, register: 160 })]);
    const own = { ...genuine(3, { value: 20, register: 140 }), estimated: true };
    expect(afterComing(readings, [own]).map(({ register }) => register)).toEqual([100, 110, 120, 140, 160]);
    // What it has estimated as the line does leaves them alone.
    const alike = { ...genuine(3, { value: 10, register: 130 }), estimated: true };
    expect(afterComing(readings, [alike])).toHaveLength(7);
  });

  it('leave a day that is what the register counted once they are laid again, whatever comes, in any order', () => {
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
            expect(dayTotal(filled(readings))).toBeCloseTo(counted, 3);
          }
          expect(readings).toEqual(all);
        },
      ),
      { numRuns: runs(60) },
    );
  });
});
