import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replayedIncidents, type ReplaySpan } from '../../../src/alerts/rules/backtest.ts';
import { INITIAL_STATE, type MachineState, type MachineTransition, step } from '../../../src/alerts/rules/incident.ts';
import { CONDITIONS } from '../../../src/alerts/rules/conditions.ts';
import { addStrengths, thresholdFor, type Tuning, tuningOf } from '../../../src/alerts/rules/suggest.ts';
import type { AlertType, HoldTimes, Judged } from '../../../src/alerts/rules/types.ts';
import { DAY_START, unitOf } from '../../figures/rules/processors/builders.ts';
import { every, reading, readingsOf } from './watch.ts';

const MINUTE = 60_000;
const METER = unitOf();
const HOLD: HoldTimes = { holdMinutes: 10, recoverMinutes: 10 };
/** Rates per hour, a reading every five minutes. */
const rates = (perHour: readonly number[]) =>
  readingsOf(
    METER,
    every(
      5,
      perHour.map((rate) => (rate * 1000) / 12),
    ),
  );
const looksOf = (perHour: readonly number[], high: number) =>
  CONDITIONS.flow_rate_above_the_range.judge(rates(perHour), { high, leaveHigh: null });
const spanOf = (fromMinute: number, untilMinute: number) => ({
  fromEpochMs: DAY_START + fromMinute * MINUTE,
  untilEpochMs: DAY_START + untilMinute * MINUTE,
});

const replay = (looks: readonly Judged[], times: HoldTimes, span: ReplaySpan) => {
  const { transitions, state } = step(INITIAL_STATE, looks, times);
  return replayedIncidents('flow_rate_above_the_range', transitions, state, span);
};

describe('a replay', () => {
  const day = [0, 0, 12, 24, 12, 12, 0, 0, 0, 0, 0, 36, 36, 36, 36];
  it('lists what would have fired, from when to when, and what was open at the end', () => {
    expect(replay(looksOf(day, 6), HOLD, spanOf(0, 75))).toMatchObject([
      {
        firedEpochMs: DAY_START + 20 * MINUTE,
        sinceEpochMs: DAY_START + 10 * MINUTE,
        recoveredEpochMs: DAY_START + 40 * MINUTE,
        durationMinutes: 20,
        peak: 24,
      },
      { firedEpochMs: DAY_START + 65 * MINUTE, recoveredEpochMs: null, durationMinutes: 20, peak: 36 },
    ]);
  });

  it('counts what was going on when its span began, and says so', () => {
    // It began at 10, fired at 20 and was over at 30, which was sure at 40.
    expect(replay(looksOf(day, 6), HOLD, spanOf(25, 60))).toMatchObject([
      { isBegunBefore: true, sinceEpochMs: DAY_START + 10 * MINUTE, durationMinutes: 5, peak: 24 },
    ]);
    expect(replay(looksOf(day, 6), HOLD, spanOf(20, 65))).toMatchObject([
      { isBegunBefore: false, durationMinutes: 20 },
    ]);
    expect(replay(looksOf(day, 6), HOLD, spanOf(40, 60))).toEqual([]);
  });

  it('finds what an evaluation reading by reading finds', () => {
    const rate = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 8, max: 11 }));
    const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(rate, { maxLength: 150 }), cuts, (series, sizes) => {
        const { readings } = rates(series);
        const condition = CONDITIONS.flow_rate_above_the_range;
        let state: MachineState = INITIAL_STATE;
        const live: MachineTransition[] = [];
        for (let known = 0, turn = 0; known < readings.length; turn += 1) {
          known = Math.min(readings.length, known + (sizes[turn % sizes.length] ?? 1));
          // What an evaluation looks back on: the hour before, and everything that has come since.
          const lately = readings.slice(Math.max(0, known - 24), known);
          const stepped = step(state, condition.judge(readingsOf(METER, lately), { high: 9, leaveHigh: null }), HOLD);
          live.push(...stepped.transitions);
          state = stepped.state;
        }
        const replayed = replay(looksOf(series, 9), HOLD, spanOf(0, 5 * 200));
        expect(replayed.map(({ firedEpochMs }) => firedEpochMs)).toEqual(
          live.filter(({ kind }) => kind === 'fired').map(({ at }) => at),
        );
        expect(replayed.flatMap(({ recoveredEpochMs }) => recoveredEpochMs ?? [])).toEqual(
          live.filter(({ kind }) => kind === 'recovered').map(({ at }) => at),
        );
      }),
    );
  });
});

const held = (looks: readonly Judged[], tuning: Tuning, holdMinutes: number): number[] => [
  ...addStrengths(new Map(), looks, tuning, { holdMinutes, recoverMinutes: 0 }).values(),
];

describe('a suggested threshold', () => {
  const tuned = (alertType: AlertType, settings: Record<string, unknown>) => {
    const tuning = tuningOf(alertType, CONDITIONS[alertType].settings.parse(settings));
    if (tuning === null) throw new Error(`${alertType} cannot be tuned.`);
    return tuning;
  };

  it('is what so many of the strongest episodes pass', () => {
    const above = tuned('flow_rate_above_the_range', { high: 1 });
    expect(thresholdFor([[5, 90, 12.34, 7, 60]], 2, above)).toBe(12.34);
    expect(thresholdFor([[5, 90, 12.34567, 7, 60]], 2, above)).toBe(12.35);
    expect(thresholdFor([[5, 90]], 2, above)).toBeNull();
    expect(thresholdFor([[0, 0, 0]], 1, above)).toBeNull();
  });

  it('lies outside what is usual for each of the units, by the statistics of findings', () => {
    const above = tuned('unit_threshold', { limit: 1 });
    // The median is 10, and the band ends 30 % above it.
    const steady = [10, 10, 10, 11, 10, 10, 11];
    expect(thresholdFor([steady], 1, above)).toBe(13);
    const weeks = [steady, steady, steady].flat();
    expect(thresholdFor([[...weeks, 40, 41]], 1, above)).toBe(40);
    // Six days tell nothing, so their number alone decides.
    expect(thresholdFor([steady.slice(1)], 1, above)).toBe(11);
    // The larger unit's usual days would fire at any lower limit.
    expect(thresholdFor([steady, steady.map((day) => 2 * day)], 1, above)).toBe(26);
    // Rates that usually fall to a twentieth have no bound below them but their number.
    const below = tuned('flow_rate_below_the_range', { low: 1 });
    expect(thresholdFor([[-5, -5, -5, -90, -90, -90, -1]], 1, below)).toBe(5);
  });

  it('of a lower bound is what so many fall below', () => {
    const below = tuned('flow_rate_below_the_range', { low: 1 });
    expect(thresholdFor([[-5, -90, -12.34567, -7, -60]], 2, below)).toBe(12.34);
  });

  it('of days in a row is a day more than the next run had', () => {
    expect(thresholdFor([[2, 9, 4, 6]], 2, tuned('no_flow_n_days', {}))).toBe(5);
  });

  it('of silence is given in whole minutes, rounded towards fewer', () => {
    expect(thresholdFor([[61.2, 80, 90]], 2, tuned('device_status', {}))).toBe(62);
  });

  it('knows how long a value was held', () => {
    const above = tuned('flow_rate_above_the_range', { high: 1 });
    const looks = looksOf([0, 12, 36, 24, 30, 6, 0], 1);
    expect(held(looks, above, 0)).toEqual([36]);
    expect(held(looks, above, 10)).toEqual([24]);
    expect(held(looks, above, 15)).toEqual([12]);
  });

  it('does not let a value be held through silence', () => {
    const level = tuned('level_exceed', { high: 50 });
    const tank = unitOf({ group: 'STOCK', maxCapacity: 1000 });
    const readings = [reading(0, 90), reading(5, 40), reading(100, 95), reading(105, 30)];
    const looks = CONDITIONS.level_exceed.judge(readingsOf(tank, readings), level.probe);
    expect(held(looks, level, 5)).toEqual([40]);
  });

  it.each([
    ['level_exceed', { low: 10, high: 90 }],
    ['stable_flow_alert', {}],
    ['water_balance_leakage', {}],
    ['no_level_variation_n_days', {}],
  ] as const)('is not known for %s with %j', (alertType, settings) => {
    expect(tuningOf(alertType, CONDITIONS[alertType].settings.parse(settings))).toBeNull();
  });

  it('never fires more often than it was asked to, where episodes are what fires', () => {
    const strength = fc.double({ min: 0.001, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(strength, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (strengths, fires) => {
        const threshold = thresholdFor([strengths], fires, tuned('unit_threshold', { limit: 1 }));
        if (threshold === null) expect(strengths.length).toBeLessThanOrEqual(fires);
        else expect(strengths.filter((one) => one > threshold).length).toBeLessThanOrEqual(fires);
      }),
    );
  });
});
