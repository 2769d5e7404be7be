import { describe, expect, it } from 'vitest';
import { OVERFLOW, TANK_FULL, TANK_LOW } from '../../../../src/findings/rules/detectors/tank.ts';
import { detectRunning } from '../../../../src/findings/rules/detect.ts';
import { BUSY } from '../days.ts';
import { spansOf, tank } from './standing.ts';

const on =
  (percent: number, hours = 3) =>
  (day: number, hour: number) =>
    day === 30 && hour >= 3 && hour < 3 + hours ? percent : 60;

describe('a tank', () => {
  it.each([
    ['low at 10 %', TANK_LOW, 10.01, 10, 9.99],
    ['full at 98 %', TANK_FULL, 97.99, 98, 98.01],
    ['full to the brim at 99 %', OVERFLOW, 98.99, 99, 99.01],
  ] as const)('is %s', (_what, detector, short, at, beyond) => {
    const told = [short, at, beyond].map((percent) => spansOf(detector, tank(40, on(percent))).length);
    expect(told).toEqual([0, 1, 1]);
  });

  it('is low for two hours of a day, not for one, which may be a wave or a spike', () => {
    expect([1, 2].map((hours) => spansOf(TANK_LOW, tank(40, on(5, hours))).length)).toEqual([0, 1]);
  });

  it('is told with its hours and its worst level, and is over when the level has come back', () => {
    const [low] = spansOf(
      TANK_LOW,
      tank(40, (day, hour) => (day === 30 && hour < 5 ? 4 + hour : 60)),
    );
    expect(low).toMatchObject({ first: 30, raised: 30, last: 30, isOpen: false });
    expect(low?.evidence).toEqual({ hours: 5, limitPercent: 10, worstPercent: 4 });
  });

  it('is still low while its newest level is', () => {
    const [low] = spansOf(
      TANK_LOW,
      tank(31, (day, hour) => (day === 30 && hour > 12 ? 5 : 60)),
    );
    expect(low?.isOpen).toBe(true);
  });

  it('that is usually so is run that way', () => {
    expect(
      spansOf(
        TANK_FULL,
        tank(40, (_day, hour) => (hour < 6 ? 100 : 60)),
      ),
    ).toEqual([]);
  });

  it('has no level below nothing or far above full, which is a fault of the sensor', () => {
    expect(spansOf(TANK_LOW, tank(40, on(-99)))).toEqual([]);
    expect(spansOf(OVERFLOW, tank(40, on(300)))).toEqual([]);
  });

  it('is low at the limit that people have set', () => {
    const unit = tank(40, on(15));
    expect(spansOf(TANK_LOW, unit)).toEqual([]);
    expect(spansOf(TANK_LOW, { ...unit, limits: { 'tank-low': 15 } })[0]?.evidence['limitPercent']).toBe(15);
  });

  it('that runs over is told once, on the running day, too', () => {
    const unit = tank(31, on(100));
    const [runningDay] = unit.days.slice(-1);
    if (runningDay === undefined) throw new Error('There are 31 days.');
    const found = detectRunning({ ...unit, days: unit.days.slice(0, -1), runningDay }, BUSY);
    expect(found.map(({ kind, isOpen }) => `${kind} ${isOpen}`)).toEqual(['overflow false']);
  });
});
