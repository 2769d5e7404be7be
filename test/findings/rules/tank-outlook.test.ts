import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TankOutlook, tankOutlook } from '../../../src/findings/rules/tank-outlook.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/time/durations.ts';
import { runs } from '../../support/property-runs.ts';

const NOW = Date.parse('2026-06-11T12:00:00Z');
const EACH_MINUTES = 5;

/** Readings every five minutes, the newest one now; `percentAt` takes hours before now. */
const readingsOf = (percentAt: (hoursAgo: number, index: number) => number | null, hours = 4) =>
  Array.from({ length: (60 * hours) / EACH_MINUTES + 1 }, (_, index) => {
    const epochMs = NOW - index * EACH_MINUTES * MINUTE_MS;
    return { epochMs, percent: percentAt((NOW - epochMs) / HOUR_MS, index) };
  }).flatMap(({ epochMs, percent }) => (percent === null ? [] : [{ epochMs, percent }]));
const outlookOf = (readings: ReturnType<typeof readingsOf>, more: { now?: number; limits?: object } = {}) =>
  tankOutlook({ readings, limits: more.limits ?? {}, updateSeconds: 300, now: more.now ?? NOW });
const endsOf = (outlook: TankOutlook | null) =>
  outlook?.ends.map(({ end, fromMinutes, toMinutes }) => [end, fromMinutes, toMinutes]);
/** Noise that sums to nothing over four readings. */
const zigzag = (size: number) => (index: number) => size * ([1, -0.4, -1, 0.4][index % 4] ?? 0);

describe('the outlook of a tank', () => {
  it('that falls by 8 points an hour from 50 % is low in 5 hours and empty in 6 h 15 min', () => {
    // (50 - 10) / 8 = 5 h, 50 / 8 = 6.25 h.
    const outlook = outlookOf(readingsOf((hoursAgo) => 50 + 8 * hoursAgo));
    expect(outlook).toMatchObject({ course: 'falling', spanMinutes: 180, readings: 37 });
    expect(endsOf(outlook)).toEqual([
      ['low', 300, 300],
      ['empty', 375, 375],
    ]);
  });

  it('that rises by 6 points an hour from 80 % is full at 98 % in 3 hours, and by a limit of 92 % in 2', () => {
    const rising = readingsOf((hoursAgo) => 80 - 6 * hoursAgo);
    expect(endsOf(outlookOf(rising))).toEqual([['full', 180, 180]]);
    expect(endsOf(outlookOf(rising, { limits: { 'tank-full': 92 } }))).toEqual([['full', 120, 120]]);
  });

  it('counts from now, and not from the newest reading', () => {
    const falling = readingsOf((hoursAgo) => 50 + 8 * hoursAgo);
    expect(endsOf(outlookOf(falling, { now: NOW + 15 * MINUTE_MS }))?.at(-1)).toEqual(['empty', 360, 360]);
  });

  it('of a rate that has doubled is between both rates', () => {
    // 4 points an hour, and 8 in the last hour and a half: 40 / 8 = 5 h, 40 / 4 = 10 h, and the bend blurs the level.
    const outlook = outlookOf(
      readingsOf((hoursAgo) => 40 + (hoursAgo < 1.5 ? 8 * hoursAgo : 12 + 4 * (hoursAgo - 1.5))),
    );
    const { fromMinutes = 0, toMinutes = 0 } = outlook?.ends.at(-1) ?? {};
    expect(fromMinutes).toBeGreaterThan(4.5 * 60);
    expect(fromMinutes).toBeLessThanOrEqual(5 * 60);
    expect(toMinutes).toBeGreaterThan(9 * 60);
    expect(toMinutes).toBeLessThanOrEqual(11 * 60);
  });

  it('takes the rate since a refill, since a reset and since a silence', () => {
    const falling = (hoursAgo: number): number => 60 + 10 * hoursAgo;
    const refilled = outlookOf(
      readingsOf((hoursAgo) => (hoursAgo <= 2 ? falling(hoursAgo) : 80 - 40 * (hoursAgo - 2))),
    );
    const reset = outlookOf(readingsOf((hoursAgo) => falling(hoursAgo) - (hoursAgo <= 2 ? 0 : 30)));
    const silent = outlookOf(
      readingsOf((hoursAgo) => (hoursAgo > 1.5 && hoursAgo < 2.9 ? null : falling(hoursAgo) / (hoursAgo > 2 ? 2 : 1))),
    );
    expect([refilled, reset, silent].map((outlook) => outlook?.spanMinutes)).toEqual([120, 120, 90]);
    expect([refilled, reset, silent].map((outlook) => endsOf(outlook)?.at(-1))).toEqual(
      Array.from({ length: 3 }, () => ['empty', 360, 360]),
    );
  });

  it('is not moved by a single reading that sticks out, nor by one beyond the range of the sensor', () => {
    const odd = readingsOf((hoursAgo, index) => (index === 9 ? 3 : index === 14 ? 400 : 50 + 8 * hoursAgo));
    expect(endsOf(outlookOf(odd))?.at(-1)).toEqual(['empty', 375, 375]);
  });

  it('hardly changes where the level moves by less than a point, or comes to no end within a week', () => {
    expect(outlookOf(readingsOf((_, index) => 70 + zigzag(0.05)(index)))).toMatchObject({ course: 'steady', ends: [] });
    expect(outlookOf(readingsOf((hoursAgo) => 70 + 0.2 * hoursAgo))).toMatchObject({ course: 'steady', ends: [] });
  });

  it('tells the course and no end of a tank that is beyond its limit', () => {
    expect(outlookOf(readingsOf((hoursAgo) => 99.5 - hoursAgo))).toMatchObject({ course: 'rising', ends: [] });
  });

  it('is unknown without readings, of a silent tank, of few readings and of noise that hides the change', () => {
    const falling = readingsOf((hoursAgo) => 50 + 8 * hoursAgo);
    expect(outlookOf([])).toBeNull();
    expect(outlookOf(falling, { now: NOW + 61 * MINUTE_MS })).toBeNull();
    expect(outlookOf(falling.slice(0, 12))).toBeNull();
    expect(outlookOf(falling.filter((_, index) => index % 10 === 0))).toBeNull();
    expect(outlookOf(readingsOf((hoursAgo, index) => 50 + 0.3 * hoursAgo + zigzag(12)(index)))).toBeNull();
  });
});

describe('the outlook of any steady fall', () => {
  const falls = fc.record({
    percent: fc.integer({ min: 12, max: 90 }),
    perHour: fc.integer({ min: 1, max: 20 }),
    order: fc.array(fc.integer(), { minLength: 49, maxLength: 49 }),
  });

  it('has level / rate inside its band, whatever the order of its readings, and noise widens the band', () => {
    fc.assert(
      fc.property(falls, ({ percent, perHour, order }) => {
        const readings = readingsOf((hoursAgo) => percent + perHour * hoursAgo).filter((one) => one.percent <= 100);
        const exactly = outlookOf(readings);
        fc.pre(exactly !== null);
        const shuffled = readings
          .map((reading, index) => ({ reading, place: order[index] ?? 0 }))
          .sort((a, b) => a.place - b.place)
          .map(({ reading }) => reading);
        expect(outlookOf(shuffled)).toEqual(exactly);
        const [exact, noisy] = [
          exactly,
          outlookOf(readings.map((one, index) => ({ ...one, percent: one.percent + zigzag(perHour / 10)(index) }))),
        ].map((outlook) => outlook?.ends.find(({ end }) => end === 'empty'));
        const minutes = (60 * percent) / perHour;
        for (const band of [exact, noisy]) {
          expect(band?.fromMinutes).toBeLessThanOrEqual(minutes + 1e-6);
          expect(band?.toMinutes).toBeGreaterThanOrEqual(minutes - 1e-6);
        }
        const widthOf = (band: typeof exact) => (band?.toMinutes ?? 0) - (band?.fromMinutes ?? 0);
        expect(widthOf(exact)).toBeLessThanOrEqual(2);
        expect(widthOf(noisy)).toBeGreaterThan(widthOf(exact));
      }),
      { numRuns: runs(100) },
    );
  });
});
