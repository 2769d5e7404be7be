import { describe, expect, it } from 'vitest';
import { SILENCE } from '../../../../src/findings/rules/detectors/silence.ts';
import type { InsightDay, InsightUnit } from '../../../../src/findings/rules/types.ts';
import { unitOf } from '../days.ts';
import { arriving, hourStart, spansOf } from './standing.ts';

const meter = (days: InsightDay[], more: Partial<InsightUnit> = {}): InsightUnit =>
  unitOf(days, { updateSeconds: 300, lastSeenEpochMs: days.at(-1)?.arrivals?.lastEpochMs ?? 1, ...more });
const silentAt = (from: number, to: number) => (day: number, hour: number) =>
  day === 2 && hour >= from && hour < to ? 0 : 1;

describe('a silence', () => {
  it('is more than three hours without a reading, told with its begin and its end', () => {
    expect(spansOf(SILENCE, meter(arriving(4, silentAt(6, 9))))).toEqual([]);
    const [found, ...others] = spansOf(SILENCE, meter(arriving(4, silentAt(6, 10))));
    expect(others).toEqual([]);
    expect(found?.evidence).toMatchObject({
      silentSince: new Date(hourStart(2, 6)).toISOString(),
      silentUntil: new Date(hourStart(2, 10)).toISOString(),
      silences: 1,
      limitMinutes: 180,
    });
  });

  it('is three update intervals of a unit that sends every six hours', () => {
    const slow = (hours: number) =>
      meter(
        arriving(4, (day, hour) => (hour % 6 !== 0 ? null : day === 2 && hour < hours ? 0 : 1)),
        { updateSeconds: 6 * 3600 },
      );
    expect(spansOf(SILENCE, slow(12)).length).toBe(0);
    expect(spansOf(SILENCE, slow(18)).map(({ first, last }) => [first, last])).toEqual([[2, 2]]);
  });

  it('goes on over midnight as one finding, begins with the last reading and is open until the next one', () => {
    const [found, ...others] = spansOf(
      SILENCE,
      meter(arriving(4, (day, hour) => (day > 1 || (day === 1 && hour >= 22) ? 0 : 1), { untilHour: 7 })),
    );
    expect(others).toEqual([]);
    expect(found).toMatchObject({ first: 1, raised: 2, last: 3, isOpen: true });
    expect(found?.evidence).toMatchObject({
      silentSince: new Date(hourStart(1, 22) - 5 * 60_000).toISOString(),
      silentUntil: null,
      silentMinutes: (2 + 24 + 7) * 60 + 5,
    });
  });

  it('that began before the days at hand begins with the newest reading of the unit', () => {
    const lastSeenEpochMs = hourStart(-30, 9);
    const [found] = spansOf(
      SILENCE,
      meter(
        arriving(2, () => 0),
        { lastSeenEpochMs },
      ),
    );
    expect(found?.evidence['silentSince']).toBe(new Date(lastSeenEpochMs).toISOString());
  });

  it('twice on neighbouring days is one finding that counts both', () => {
    const twice = (day: number, hour: number) => ((day === 1 || day === 2) && hour >= 8 && hour < 13 ? 0 : 1);
    const [found, ...others] = spansOf(SILENCE, meter(arriving(5, twice)));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ first: 1, last: 2, isOpen: false });
    expect(found?.evidence).toMatchObject({ silences: 2, silentMinutes: 600 });
  });

  it('may be as long as people have set', () => {
    const unit = meter(arriving(4, silentAt(6, 12)), { limits: { silence: 360 } });
    expect(spansOf(SILENCE, unit)).toEqual([]);
    expect(spansOf(SILENCE, { ...unit, limits: { silence: 359 } }).length).toBe(1);
  });

  it('of a unit that has never sent is told on the running day, once that is longer than the tolerated time', () => {
    const never = (untilHour: number): InsightUnit => {
      const days = arriving(2, () => 0, { untilHour });
      return meter(days, { lastSeenEpochMs: null, runningDay: days[1] ?? days[0]! });
    };
    expect(spansOf(SILENCE, never(3))).toEqual([]);
    expect(spansOf(SILENCE, never(4)).map(({ last, evidence }) => [last, evidence['silentSince']])).toEqual([
      [1, null],
    ]);
  });

  describe('of a unit whose devices have died', () => {
    const heard = () => 1;
    const diedAt = (diedEpochMs: number, days: InsightDay[], more: Partial<InsightUnit> = {}) =>
      spansOf(SILENCE, meter(days, { updateSeconds: 86_400, diedEpochMs, ...more }));

    it('lasts since then, and since before the days at hand', () => {
      const twoDays = arriving(2, () => 0, { untilHour: 9 });
      const lastSeenEpochMs = hourStart(-1, 7);
      const [found, ...others] = diedAt(hourStart(-1, 8), twoDays, { lastSeenEpochMs });
      expect(others).toEqual([]);
      expect(found).toMatchObject({ first: 0, raised: 0, last: 1, isOpen: true });
      expect(found?.evidence).toMatchObject({
        silentSince: new Date(lastSeenEpochMs).toISOString(),
        silentMinutes: 3000,
      });
      expect(diedAt(hourStart(1, 10), twoDays, { lastSeenEpochMs })).toEqual([]);
    });

    it('lasts since the death of a device whose clock was ahead', () => {
      const days = arriving(2, heard, { untilHour: 9 });
      const [found] = diedAt(hourStart(1, 8), days, { lastSeenEpochMs: hourStart(1, 14) });
      expect(found?.evidence).toMatchObject({
        silentSince: new Date(hourStart(1, 8)).toISOString(),
        silentMinutes: 60,
      });
    });

    it('goes on from an earlier one of the same day', () => {
      const days = arriving(3, silentAt(3, 8), { untilHour: 9.5 });
      const [found, ...others] = diedAt(hourStart(2, 9), days, {
        updateSeconds: 300,
        lastSeenEpochMs: hourStart(2, 8.9),
      });
      expect(others).toEqual([]);
      expect(found).toMatchObject({ first: 2, raised: 2, last: 2, isOpen: true, evidence: { silences: 2 } });
    });

    it('is one finding where the unit has never sent', () => {
      const days = arriving(2, heard, { untilHour: 9 });
      const [, runningDay] = days;
      if (runningDay === undefined) throw new Error('There are two days.');
      const never = { lastSeenEpochMs: null, runningDay };
      const told = (more: Partial<InsightUnit>) =>
        diedAt(hourStart(0, 8), days, { ...never, ...more }).map(({ evidence }) => evidence['silentSince']);
      expect(told({ updateSeconds: 300 })).toEqual([null]);
      expect(told({})).toEqual([new Date(hourStart(0, 8)).toISOString()]);
    });
  });
});
