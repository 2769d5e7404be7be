import { describe } from 'vitest';
import { lookAt } from '../../../src/alerts/rules/conditions/condition.ts';
import { crossingsOf, withReadingOf } from '../../../src/alerts/rules/crossing.ts';
import { INITIAL_STATE, step } from '../../../src/alerts/rules/incident.ts';
import { bandedNights, type Night, nightBand, nightHoursOf, nightOf } from '../../../src/alerts/rules/night-flow.ts';
import { needsRegisters, ratesOf, silencesBefore } from '../../../src/alerts/rules/rates.ts';
import type { HoldTimes, Judged, JudgedWindow, TotalsInput } from '../../../src/alerts/rules/types.ts';
import { processDay } from '../../../src/figures/rules/processors/registry.ts';
import { dayWindow } from '../../../src/kernel/time/business-clock.ts';
import { addDays } from '../../../src/kernel/time/business-date.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/time/durations.ts';
import { at, DAY, DAY_START, dayOf, everySlot, unitOf } from '../../figures/rules/processors/builders.ts';
import { holdLimits } from '../../support/limits.ts';
import { every, reading } from './watch.ts';

const METER = unitOf();
const several = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

/** A look against a limit of 100, so many milliseconds after a minute. */
const look = (minute: number, value: number, more = 0, window: JudgedWindow | null = null): Judged => ({
  ...lookAt(minute * MINUTE_MS + more, value > 100 ? 'breach' : 'clear', { value, limit: 100 }),
  window,
});
const kinds = (looks: readonly Judged[], times: Partial<HoldTimes> = {}): string[] =>
  step(INITIAL_STATE, looks, { holdMinutes: 0, recoverMinutes: 0, ...times }).transitions.map(({ kind }) => kind);

describe('an incident', () => {
  const HOUR = { startEpochMs: 0, endEpochMs: HOUR_MS };
  const BOTH = ['fired', 'recovered'];
  const twice = (late: number) => {
    const { state } = step(INITIAL_STATE, [look(10, 0)], { holdMinutes: 0, recoverMinutes: 0 });
    return step(state, [look(10, 120, late)], { holdMinutes: 0, recoverMinutes: 0 }).transitions.length;
  };
  holdLimits([
    [
      'fires when its hold time is over',
      (late) => kinds([look(0, 120), look(10, 120, late)], { holdMinutes: 10 }),
      [-1, []],
      [0, ['fired']],
      [1, ['fired']],
    ],
    [
      'fires when its hold time is over, without a reading',
      (late) => kinds([look(0, 120), { ...look(10, 120, late), goesOn: 0 }], { holdMinutes: 10 }),
      [-1, []],
      [0, ['fired']],
      [1, ['fired']],
    ],
    [
      'recovers when its time of recovery is over',
      (late) => kinds([look(0, 120), look(5, 0), look(25, 0, late)], { recoverMinutes: 20 }),
      [-1, ['fired']],
      [0, BOTH],
      [1, BOTH],
    ],
    ['of a look that was seen is no other', twice, [-1, 0], [0, 0], [1, 1]],
    [
      'of an hour ends with it',
      (late) => kinds([look(10, 120, 0, HOUR), look(60, 120, late, HOUR)]),
      [-1, ['fired']],
      [0, BOTH],
      [1, BOTH],
    ],
    [
      'has the value that was farthest beyond as its peak',
      (value) =>
        step(INITIAL_STATE, [look(0, 120), look(5, value)], { holdMinutes: 5, recoverMinutes: 0 }).transitions[0]?.peak,
      [119.999, 120],
      [120, 120],
      [120.001, 120.001],
    ],
  ]);
});

describe('a rate', () => {
  const pauses = (late: number) =>
    silencesBefore(() => METER, [reading(0, 1), reading(15 + late / MINUTE_MS, 1)]).at(-1);
  const slow = [reading(0, 1), reading(10, 1)];
  const slower = (late: number) => silencesBefore(() => METER, [...slow, reading(40 + late / MINUTE_MS, 1)]).at(-1);
  holdLimits([
    ['is unknown after three intervals', pauses, [-1, false], [0, false], [1, true]],
    ['is unknown after three usual pauses', slower, [-1, false], [0, false], [1, true]],
    [
      'needs registers then',
      (late) => needsRegisters(METER, () => METER, [reading(0, 1), reading(15 + late / MINUTE_MS, 1)]),
      [-1, false],
      [0, false],
      [1, true],
    ],
    [
      'is between two instants',
      (late) => ratesOf(() => METER, [reading(0, 1), reading(late / MINUTE_MS, 1)]).length,
      [-1, 0],
      [0, 0],
      [1, 1],
    ],
    [
      'of what counts backwards is unknown',
      (value) => ratesOf(() => METER, [reading(0, 0), reading(5, value)])[0]?.perHour,
      [-1, null],
      [0, 0],
      [1, 0.012],
    ],
  ]);
});

describe('a night', () => {
  const KOLKATA = { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00', daysOffset: 0 };
  const day = { date: DAY, ...dayWindow(KOLKATA, DAY) };
  const minutes = unitOf({ dataUpdateFrequencySeconds: 60 });
  // 02:00 is twenty hours after 06:00, and the night has 120 minutes.
  const slots = everySlot(60, at(20), at(22), () => ({ value: 5 }));
  const measured = (count: number) => {
    const document = processDay(dayOf(minutes, slots.slice(slots.length - count)));
    return nightOf({ ...day, document }, nightHoursOf(KOLKATA, day)).lowestPerHour !== null;
  };
  const hoursFrom = (minute: number) => {
    const shiftStartAt = minute < 0 ? `05:${60 + minute}:00` : `06:0${minute}:00`;
    const clock = { timezone: 'UTC', shiftStartAt, daysOffset: 0 };
    return nightHoursOf(clock, { date: DAY, ...dayWindow(clock, DAY) }).length;
  };
  const nights = (count: number, lowestPerHour: number): Night[] =>
    several(count, lowestPerHour).map((flow, index) => ({
      date: addDays(DAY, index),
      lowestPerHour: flow,
      coverage: 1,
    }));
  holdLimits([
    ['has whole hours between two and four', hoursFrom, [-1, 1], [0, 2], [1, 1]],
    ['is measured by nine tenths', measured, [107, false], [108, true], [109, true]],
    [
      'is held against seven nights or more',
      (count) => nightBand(nights(count, 5))?.nights,
      [6, undefined],
      [7, 7],
      [8, 8],
    ],
    [
      'is held against 28 nights at most',
      (count) => bandedNights(nights(count + 1, 5)).at(-1)?.band?.nights,
      [27, 27],
      [28, 28],
      [29, 28],
    ],
    [
      'has a band of a litre, or of a tenth of its flow',
      (flow) => nightBand(nights(7, flow))?.upper,
      [0.009, 0.01],
      [0.01, 0.011],
      [0.011, 0.0121],
    ],
  ]);
});

describe('the reading that passes a limit', () => {
  const totals: TotalsInput = {
    kind: 'totals',
    unit: METER,
    periods: [{ startEpochMs: DAY_START, endEpochMs: DAY_START + DAY_MS, points: [{ epochMs: DAY_START, total: 42 }] }],
    until: DAY_START + HOUR_MS,
  };
  const hour: TotalsInput = {
    ...totals,
    periods: [
      {
        startEpochMs: DAY_START,
        endEpochMs: DAY_START + DAY_MS,
        points: [{ epochMs: DAY_START + 20 * MINUTE_MS, total: 12 }],
      },
    ],
  };
  /** Four litres each five minutes, whose hour has counted twelve kilolitres. */
  const passedAt = (limit: number, value = 4) => {
    const [crossing] = crossingsOf(hour, limit, -Infinity);
    if (crossing === undefined) return null;
    const { points } = withReadingOf(crossing, () => METER, every(5, [0, value, value, value, value]), limit);
    return ((points[0]?.epochMs ?? 0) - DAY_START) / MINUTE_MS;
  };
  const begins = (late: number) => {
    const point = { epochMs: DAY_START, total: 1 };
    const periods = totals.periods.map((period) => ({
      ...period,
      points: [point, { epochMs: DAY_START + HOUR_MS, total: 42 }],
    }));
    const [crossing] = crossingsOf({ ...totals, periods }, 40, -Infinity);
    return crossing !== undefined && crossing.fromEpochMs <= point.epochMs + late;
  };
  holdLimits([
    ['is above it', (limit) => crossingsOf(totals, limit, -Infinity).length, [41.999, 1], [42, 0], [42.001, 0]],
    ['is new', (seen) => crossingsOf(totals, 1, DAY_START + seen).length, [-1, 1], [0, 0], [1, 0]],
    ['begins behind the point before it', begins, [0, false], [1, true], [2, true]],
    ['is that of the point after it', passedAt, [5.999, 10], [6, 15], [6.001, 15]],
    ['is not told where readings add up to nothing', (value) => passedAt(5, value), [-1, 20], [0, 20], [1, 10]],
  ]);
});
