import { describe, expect, it } from 'vitest';
import { unitOf } from '../../../figures/rules/processors/builders.ts';
import { sampleReadings } from '../sample.ts';
import { every, minuteIso, reading, readingsOf, told, watched } from '../watch.ts';

const TANK = unitOf({ group: 'STOCK', maxCapacity: 5_000_000, dataUpdateFrequencySeconds: 600 });

describe('a level', () => {
  it('too high fires after ten minutes, and recovers ten minutes after it has left its margin', () => {
    const levels = [85, 91, 92, 89, 88.5, 87.9, 87, 80];
    expect(told('level_exceed', readingsOf(TANK, every(10, levels)), { high: 90 })).toEqual([
      `fired ${minuteIso(20)}`,
      `recovered ${minuteIso(60)}`,
    ]);
  });

  it('too low fires likewise, and its peak is the lowest level', () => {
    const transitions = watched('level_exceed', readingsOf(TANK, every(10, [20, 9, 7, 8, 12, 13])), { low: 10 });
    expect(transitions).toMatchObject([
      { kind: 'fired', value: 7, limit: 10 },
      { kind: 'recovered', value: 13, peak: 7, durationMs: 30 * 60_000 },
    ]);
  });

  it('leaves by the thresholds of the rule, where it has any', () => {
    const levels = [95, 95, 85, 85, 79, 79];
    expect(told('level_exceed', readingsOf(TANK, every(10, levels)), { high: 90, leaveHigh: 80 })).toEqual([
      `fired ${minuteIso(10)}`,
      `recovered ${minuteIso(50)}`,
    ]);
  });

  it('that was not seen for hours has not lasted for hours', () => {
    const readings = [reading(0, 80), reading(10, 95), reading(300, 95), reading(305, 95), reading(310, 95)];
    expect(told('level_exceed', readingsOf(TANK, readings), { high: 90 })).toEqual([`fired ${minuteIso(310)}`]);
  });

  it('that was estimated neither fires nor recovers', () => {
    const estimated = [95, 95, 95, 95].map((value, index) => reading(10 + index * 10, value, { estimated: true }));
    expect(told('level_exceed', readingsOf(TANK, [reading(0, 80), ...estimated]), { high: 90 })).toEqual([]);
  });

  it.each([
    [{}, 'high'],
    [{ low: 90, high: 80 }, 'low'],
    [{ low: 10, leaveLow: 5 }, 'leaveLow'],
    [{ leaveHigh: 5, low: 1 }, 'leaveHigh'],
  ])('needs bounds that fit together: %j', (settings, field) => {
    expect(() => told('level_exceed', readingsOf(TANK, []), settings)).toThrow(`"${field}"`);
  });

  it('of a surveyed tank is the share of its volume, not of its height', () => {
    // Half of the height holds a tenth, and nine tenths of it hold 82 %.
    const volumeCurve = [
      { elevationMetres: 0, volumeCubicMetres: 0 },
      { elevationMetres: 5, volumeCubicMetres: 10 },
      { elevationMetres: 10, volumeCubicMetres: 100 },
    ];
    const basin = { ...TANK, maxCapacity: 100_000, volumeCurve };
    expect(watched('level_exceed', readingsOf(basin, every(10, [50, 50])), { low: 20 })).toMatchObject([
      { kind: 'fired', value: 10, limit: 20 },
    ]);
    expect(watched('level_exceed', readingsOf(basin, every(10, [90, 90])), { high: 85 })).toEqual([]);
    expect(watched('level_exceed', readingsOf(basin, every(10, [90, 90])), { high: 80 })).toMatchObject([
      { kind: 'fired', value: 82 },
    ]);
  });

  it('of the sample pond fell below half twice', () => {
    const readings = sampleReadings('CB_POND_1', '2026-02-01T00:00Z', '2026-03-15T00:00Z');
    expect(told('level_exceed', readingsOf(TANK, readings), { low: 50, high: 95 })).toEqual([
      'fired 2026-02-22T14:49Z',
      'recovered 2026-02-23T13:59Z',
      'fired 2026-03-10T09:49Z',
      'recovered 2026-03-10T22:39Z',
    ]);
  });
});
