import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  INITIAL_STATE,
  type MachineState,
  type MachineTransition,
  resolveByHand,
  step,
} from '../../../src/alerts/rules/incident.ts';
import type { HoldTimes, Judged } from '../../../src/alerts/rules/types.ts';

const MINUTE = 60_000;
const LIMIT = 100;
const HOLD: HoldTimes = { holdMinutes: 10, recoverMinutes: 20 };

const look = (minute: number, value: number | null, more: Partial<Judged> = {}): Judged => ({
  at: minute * MINUTE,
  verdict: value === null ? 'unknown' : value > LIMIT ? 'breach' : value > LIMIT - 5 ? 'between' : 'clear',
  value,
  limit: LIMIT,
  window: null,
  excess: value === null || value <= LIMIT ? null : value - LIMIT,
  afterSilence: false,
  ...more,
});
const every = (minutes: number, values: readonly (number | null)[]): Judged[] =>
  values.map((value, index) => look(index * minutes, value));
const told = (looks: readonly Judged[], times = HOLD, state = INITIAL_STATE): [string, number][] =>
  step(state, looks, times).transitions.map(({ kind, at }) => [kind, at / MINUTE]);

it('what has passed by the look that ends an incident is none of what it cost', () => {
  // As of an unvarying flow: each look says all that has passed since the one before.
  const looks: Judged[] = [
    { ...look(0, 120), excess: 1 },
    { ...look(15, 120), excess: 0.5 },
    { ...look(30, 0), excess: 25 },
  ];
  const { transitions } = step(INITIAL_STATE, looks, { holdMinutes: 0, recoverMinutes: 0 });
  expect(transitions.map(({ kind, excess }) => [kind, excess])).toEqual([
    ['fired', 1],
    ['recovered', 1.5],
  ]);
});

describe('a total without an instant of its own', () => {
  const HOUR = { startEpochMs: 0, endEpochMs: 60 * MINUTE };
  const DAY = { startEpochMs: 0, endEpochMs: 24 * 60 * MINUTE };
  const total = (at: number, value: number, window = HOUR): Judged => ({ ...look(0, value), at, window });
  it('is told at the end of its hour, a whole instant', () => {
    const { transitions } = step(INITIAL_STATE, [total(60 * MINUTE - 1, 120, DAY)], {
      holdMinutes: 0,
      recoverMinutes: 0,
    });
    expect(transitions).toMatchObject([{ kind: 'fired', at: 60 * MINUTE, sinceEpochMs: 60 * MINUTE }]);
  });

  it('is never told at the end of its window, because that instant belongs to the next one', () => {
    const { transitions } = step(INITIAL_STATE, [total(60 * MINUTE - 1, 120), total(60 * MINUTE, 120)], {
      holdMinutes: 0,
      recoverMinutes: 0,
    });
    const firedAt = 60 * MINUTE - 1;
    expect(transitions).toMatchObject([
      { kind: 'fired', at: firedAt, sinceEpochMs: firedAt },
      { kind: 'recovered', at: 60 * MINUTE, firedEpochMs: firedAt, durationMs: 1 },
    ]);
  });

  it('leaves the instants of readings as they are', () => {
    const { transitions } = step(INITIAL_STATE, [total(59 * MINUTE + 1234, 120)], {
      holdMinutes: 0,
      recoverMinutes: 0,
    });
    expect(transitions).toMatchObject([{ at: 59 * MINUTE + 1234, sinceEpochMs: 59 * MINUTE + 1234 }]);
  });
});

describe('an incident', () => {
  it('fires once the condition has lasted for its hold time, and recovers once it has been over for its own', () => {
    const { transitions } = step(INITIAL_STATE, every(5, [90, 110, 130, 120, 99, 90, 80, 70, 60, 50]), HOLD);
    expect(transitions).toEqual([
      {
        kind: 'fired',
        at: 15 * MINUTE,
        sinceEpochMs: 5 * MINUTE,
        windowStartEpochMs: null,
        value: 120,
        limit: 100,
        peak: 130,
        excess: 60,
      },
      {
        kind: 'recovered',
        at: 45 * MINUTE,
        sinceEpochMs: 5 * MINUTE,
        firedEpochMs: 15 * MINUTE,
        windowStartEpochMs: null,
        value: 50,
        limit: 100,
        peak: 130,
        excess: 60,
        durationMs: 20 * MINUTE,
      },
    ]);
  });

  it('fires once and recovers once where the value swings from 99 to 101 around 100 for an hour', () => {
    const hour = Array.from({ length: 13 }, (_, index) => (index % 2 === 0 ? 101 : 99));
    expect(told(every(5, [...hour, 80, 80, 80, 80, 80, 80]))).toEqual([
      ['fired', 10],
      ['recovered', 85],
    ]);
  });

  it('does not fire on a breach that is shorter than its hold time', () => {
    expect(told(every(5, [90, 110, 110, 80, 110, 110, 80]))).toEqual([]);
  });

  it('neither fires nor recovers in silence, and no hold time passes in it', () => {
    expect(told([look(0, 110), look(5, null), look(60, 110)])).toEqual([]);
    expect(told([look(0, 110), look(60, 110, { afterSilence: true })])).toEqual([]);
    expect(told([look(0, 110), look(5, null), look(60, 110), look(70, 110)])).toEqual([['fired', 70]]);
    expect(told([look(0, 110), look(10, 110), look(15, 80), look(20, null), look(100, 80)])).toEqual([['fired', 10]]);
  });

  it('that was resolved by hand fires again after its hold time while the condition lasts', () => {
    const fired = step(INITIAL_STATE, every(5, [110, 110, 110]), HOLD);
    const later = [15, 20, 25].map((minute) => look(minute, 110));
    expect(told(later, HOLD, resolveByHand(fired.state))).toEqual([['fired', 25]]);
  });

  it('of a window ends with it, whatever comes after, and the next window has its own', () => {
    const day = (start: number) => ({ startEpochMs: start * MINUTE, endEpochMs: (start + 1440) * MINUTE });
    const looks = [
      look(100, 90, { window: day(0) }),
      look(200, 120, { window: day(0), excess: 20 }),
      look(300, 90, { window: day(0) }),
      look(400, 150, { window: day(0), excess: 50 }),
      look(1500, 101, { window: day(1440), excess: 1 }),
      look(2880, 101, { window: day(1440) }),
    ];
    const { transitions } = step(INITIAL_STATE, looks, { holdMinutes: 0, recoverMinutes: 0 });
    expect(transitions.map(({ kind, at, peak, excess }) => [kind, at / MINUTE, peak, excess])).toEqual([
      ['fired', 200, 120, 20],
      ['recovered', 1440, 150, 50],
      ['fired', 1500, 101, 1],
      ['recovered', 2880, 101, 1],
    ]);
  });
});

it('an incident of a window ends with the look of another window, where the clock of the industry has changed', () => {
  const [before, after] = [0, 330].map((start) => ({
    startEpochMs: start * MINUTE,
    endEpochMs: (start + 1440) * MINUTE,
  }));
  const looks = [look(400, 120, { window: before ?? null }), look(700, 90, { window: after ?? null })];
  expect(told(looks, { holdMinutes: 0, recoverMinutes: 0 })).toEqual([
    ['fired', 400],
    ['recovered', 700],
  ]);
});

describe('the machine, whatever it looks at', () => {
  const value = fc.oneof({ arbitrary: fc.integer({ min: 85, max: 115 }), weight: 5 }, fc.constant(null));
  const looks = fc
    .array(fc.record({ pause: fc.integer({ min: 1, max: 30 }), value, afterSilence: fc.boolean() }), { maxLength: 80 })
    .map((all) => {
      let minute = 0;
      return all.map(({ pause, value: shown, afterSilence }) => look((minute += pause), shown, { afterSilence }));
    });
  const windowed = fc.tuple(looks, fc.boolean()).map(([all, hasWindows]) => {
    const startOf = (at: number): number => Math.floor(at / (60 * MINUTE)) * 60 * MINUTE;
    const windowAt = (at: number) => ({ startEpochMs: startOf(at), endEpochMs: startOf(at) + 60 * MINUTE });
    return hasWindows ? all.map((one) => ({ ...one, window: windowAt(one.at) })) : all;
  });
  const times = fc.record({
    holdMinutes: fc.integer({ min: 0, max: 40 }),
    recoverMinutes: fc.integer({ min: 0, max: 40 }),
  });

  it('says the same however the stream is cut, and also where parts of it come twice', () => {
    fc.assert(
      fc.property(windowed, times, fc.array(fc.tuple(fc.nat(80), fc.nat(10))), (all, hold, cuts) => {
        const whole = step(INITIAL_STATE, all, hold);
        let state: MachineState = INITIAL_STATE;
        const found: MachineTransition[] = [];
        const ends = [...cuts].sort(([a], [b]) => a - b);
        for (const [end, again] of [...ends, [all.length, all.length] as const]) {
          // Through JSON, because that is how a state is kept.
          const stepped = step(state, all.slice(Math.max(0, end - again - 80), end), hold);
          state = JSON.parse(JSON.stringify(stepped.state)) as MachineState;
          found.push(...stepped.transitions);
        }
        expect(found).toEqual(whole.transitions);
        expect(state).toEqual(whole.state);
      }),
    );
  });

  it('fires and recovers by turns, in the order of time, one incident at a time', () => {
    fc.assert(
      fc.property(windowed, times, (all, hold) => {
        const { transitions, state } = step(INITIAL_STATE, all, hold);
        expect(transitions.map(({ kind }) => kind)).toEqual(
          transitions.map((_, index) => (index % 2 === 0 ? 'fired' : 'recovered')),
        );
        expect(state.open !== null).toBe(transitions.length % 2 === 1);
        const instants = transitions.map(({ at }) => at);
        expect(instants).toEqual(instants.toSorted((a, b) => a - b));
      }),
    );
  });

  it('is neither fired nor recovered by silence, wherever it falls', () => {
    fc.assert(
      fc.property(looks, times, fc.array(fc.nat(80)), (all, hold, places) => {
        let state: MachineState = INITIAL_STATE;
        for (const [index, one] of all.entries()) {
          if (places.includes(index)) {
            const silent = step(state, [{ ...one, at: one.at - 1, verdict: 'unknown', value: null }], hold);
            expect(silent.transitions).toEqual([]);
            state = silent.state;
          }
          state = step(state, [one], hold).state;
        }
      }),
    );
  });
});
