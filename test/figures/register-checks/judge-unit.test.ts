import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredUnit } from '../../../src/kernel/industry/industry.ts';
import type { RegisterCheckAction, RegisterChecks } from '../../../src/kernel/measure/unit.ts';
import { classifyRegister } from '../../../src/figures/rules/register-checks/classify.ts';
import { addDays, businessDate, dateOfDayNumber, dayNumberOf } from '../../../src/kernel/time/business-date.ts';
import { judgeUnit } from '../../../src/figures/register-checks/judge-unit.ts';
import type { StoredRegister } from '../../../src/figures/store/register-events.ts';
import { unitOf } from '../rules/processors/builders.ts';
import { runs } from '../../support/property-runs.ts';

const FIRST_DAY = businessDate('2026-03-01');
const DAY_MS = 86_400_000;
const SLOTS_PER_DAY = 4;
const epochOf = (slot: number): number => dayNumberOf(FIRST_DAY) * DAY_MS + slot * (DAY_MS / SLOTS_PER_DAY);
const dateOf = (epochMs: number) => dateOfDayNumber(Math.floor(epochMs / DAY_MS));
const wholeDay = (epochMs: number) => ({
  fromEpochMs: Math.floor(epochMs / DAY_MS) * DAY_MS,
  toEpochMs: Math.floor(epochMs / DAY_MS) * DAY_MS + DAY_MS - 1,
});

/** A unit with the checks of each day range, from the beginning or from a day of the test on. */
const unitWith = (
  ...versions: readonly (readonly [fromDay: number | null, checks: RegisterChecks | null])[]
): StoredUnit => {
  const stored = versions.map(([fromDay, registerChecks]) => ({
    effectiveFrom: fromDay === null ? businessDate('1900-01-01') : addDays(FIRST_DAY, fromDay),
    unit: unitOf({ registerChecks }),
    meta: {},
  }));
  return {
    unitKey: 1,
    current: unitOf({ registerChecks: stored.at(-1)?.unit.registerChecks ?? null }),
    versions: stored,
  };
};
const EXCLUDE: RegisterChecks = { dropout: 'exclude', glitch: 'exclude', spike: 'exclude' };
const registersOf = (registers: readonly number[], excluded = false): StoredRegister[] =>
  registers.map((register, slot) => ({ epochMs: epochOf(slot), register, excluded, date: dateOf(epochOf(slot)) }));
const excludedSlots = (registers: readonly StoredRegister[]): number[] =>
  registers.flatMap((reading, slot) => (reading.excluded ? [slot] : []));
const everything = { fromEpochMs: epochOf(0), toEpochMs: epochOf(1000) };

describe('the verdict on a reading is that of the checks in force on its day', () => {
  // Days of 4 readings: a dropout at the end of day 0 and the beginning of day 1.
  const registers = registersOf([100, 101, 0, 0, 0, 0, 104, 105]);

  it('so checks that begin in the middle of a dropout leave the days before them alone', () => {
    const { judged, events } = judgeUnit(unitWith([null, null], [1, EXCLUDE]), registers, everything, new Map());
    expect(excludedSlots(judged)).toEqual([4, 5]);
    // The dropout began on a day without checks.
    expect(events).toEqual([]);
  });

  it('so checks that end in the middle of a dropout count its rest as it is', () => {
    const { judged, events } = judgeUnit(unitWith([null, EXCLUDE], [1, null]), registers, everything, new Map());
    expect(excludedSlots(judged)).toEqual([2, 3]);
    expect(events).toMatchObject([{ kind: 'dropout', registerBefore: 101, registerAfter: 104 }]);
  });

  it('so without any checks nothing is excluded, flags of former checks are cleared, and nothing is an event', () => {
    const { judged, events } = judgeUnit(
      unitWith([null, null]),
      registersOf([100, 0, 101], true),
      everything,
      new Map([[epochOf(1), 'exclude']]),
    );
    expect(excludedSlots(judged)).toEqual([]);
    expect(events).toEqual([]);
  });

  it('so versions with the same checks are one', () => {
    const { events } = judgeUnit(unitWith([null, EXCLUDE], [1, { ...EXCLUDE }]), registers, everything, new Map());
    expect(events).toHaveLength(1);
  });
});

describe('a meter mounted the wrong way round', () => {
  /** EXCLUDE on all days; the factor of each version, from a day of the test on. */
  const turned = (...factors: readonly (readonly [fromDay: number, flowFactor: number])[]): StoredUnit => {
    const versions = factors.map(([fromDay, flowFactor]) => ({
      effectiveFrom: addDays(FIRST_DAY, fromDay),
      unit: unitOf({ registerChecks: EXCLUDE, flowFactor }),
      meta: {},
    }));
    return { unitKey: 1, current: versions.at(-1)?.unit ?? unitOf(), versions };
  };

  it('counts down without an event', () => {
    const { judged, events } = judgeUnit(
      turned([0, -1]),
      registersOf([1000, 998, 996, 994, 992, 990, 988, 986]),
      everything,
      new Map(),
    );
    expect([excludedSlots(judged), events]).toEqual([[], []]);
  });

  it('has the faults of its direction', () => {
    const { judged, events } = judgeUnit(
      turned([0, -2.5]),
      registersOf([1000, 998, 1003, 994, 0, 990, 988, 300, 987, 986, 985, 984]),
      everything,
      new Map(),
    );
    expect(excludedSlots(judged)).toEqual([2, 4, 7]);
    expect(events.map(({ kind }) => kind)).toEqual(['glitch', 'dropout', 'spike']);
  });

  it('may be turned round, and back: each stretch is judged in its own direction', () => {
    const registers = registersOf([1000, 998, 996, 994, 994, 996, 998, 1000, 999, 998, 1003, 997]);
    const { judged, events } = judgeUnit(turned([0, -1], [1, 1], [2, -1]), registers, everything, new Map());
    expect(excludedSlots(judged)).toEqual([10]);
    expect(events).toMatchObject([{ kind: 'glitch', registerBefore: 998, registerDuring: 1003, registerAfter: 997 }]);
  });

  it('may have another factor of the same sign, which is no break', () => {
    const { events } = judgeUnit(
      turned([0, -1], [1, -10]),
      registersOf([1000, 998, 996, 1003, 1003, 994, 992, 990]),
      everything,
      new Map(),
    );
    expect(events).toMatchObject([{ kind: 'glitch', readings: [epochOf(3), epochOf(4)] }]);
  });
});

describe('a window', () => {
  it('leaves readings beyond its context as they are, wrong flags included', () => {
    const registers = registersOf([
      ...Array.from({ length: 20 }, (_, index) => 100 + index),
      0,
      ...Array.from({ length: 20 }, (_, index) => 120 + index),
    ]);
    const wrong = registers.map((reading, slot) => (slot === 0 ? { ...reading, excluded: true } : reading));
    expect(excludedSlots(judgeUnit(unitWith([null, EXCLUDE]), wrong, wholeDay(epochOf(20)), new Map()).judged)).toEqual(
      [0, 20],
    );
  });
});

describe('readings that come in any order, are corrected and overruled, each day judged as it changes', () => {
  const anyRegister = fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 990, max: 1005 }) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 400, 2000, 90_000, 300_000) },
  );
  const anySlot = fc.nat(39);
  const anyChange = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant('reading' as const), slot: anySlot, register: anyRegister }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('overrule' as const),
        slot: anySlot,
        action: fc.constantFrom<RegisterCheckAction>('keep', 'exclude'),
      }),
    },
  );
  const anyUnit = fc.constantFrom(
    unitWith([null, EXCLUDE]),
    unitWith([null, { ...EXCLUDE, rolloverDigits: 3 }]),
    unitWith([null, null], [4, EXCLUDE]),
    unitWith([null, { glitch: 'exclude' }], [5, EXCLUDE]),
  );

  it('end with the flags of one judgement of the whole history', () => {
    fc.assert(
      fc.property(
        anyUnit,
        fc.array(fc.array(anyChange, { minLength: 1, maxLength: 6 }), { maxLength: 12 }),
        (unit, batches) => {
          const stored = new Map<number, StoredRegister>();
          const overrules = new Map<number, RegisterCheckAction>();
          for (const batch of batches) {
            for (const change of batch) {
              const epochMs = epochOf(change.slot);
              if (change.kind === 'overrule') overrules.set(epochMs, change.action);
              // A corrected register loses its flag when it is stored.
              else if (stored.get(epochMs)?.register !== change.register)
                stored.set(epochMs, { epochMs, register: change.register, excluded: false, date: dateOf(epochMs) });
            }
            for (const day of new Set(batch.map((change) => wholeDay(epochOf(change.slot)).fromEpochMs))) {
              const inOrder = [...stored.values()].sort((a, b) => a.epochMs - b.epochMs);
              for (const reading of judgeUnit(unit, inOrder, wholeDay(day), overrules).judged)
                stored.set(reading.epochMs, reading);
            }
          }
          const readings = [...stored.values()].sort((a, b) => a.epochMs - b.epochMs);
          const expected = readings.filter((reading) => {
            const checks =
              unit.versions.findLast((version) => version.effectiveFrom <= reading.date)?.unit.registerChecks ?? null;
            return (
              checks !== null && classifyRegister(readings, { checks, overrules }).excludedEpochMs.has(reading.epochMs)
            );
          });
          expect(readings.filter((reading) => reading.excluded)).toEqual(
            expected.map((reading) => ({ ...reading, excluded: true })),
          );
        },
      ),
      { numRuns: runs(3000) },
    );
  });
});
