import { describe, expect, it } from 'vitest';
import { unitOf } from '../../../figures/rules/processors/builders.ts';
import { sampleReadings } from '../sample.ts';
import { minuteIso, reading, readingsOf, told } from '../watch.ts';

const PROBE = unitOf({ group: 'QUALITY', dataUpdateFrequencySeconds: 900 });
const ph = (values: readonly number[], minutes = 15) =>
  values.map((pH, index) => reading(index * minutes, null, { parameters: { pH, turbidity: 1 } }));

describe('a quality parameter', () => {
  it('fires half an hour after it has left its bounds, and recovers half an hour after it is back', () => {
    const values = [7, 8.6, 8.6, 8.7, 8.5, 8.3, 8.2, 8.1, 8];
    expect(told('quality_threshold', readingsOf(PROBE, ph(values)), { parameter: 'pH', min: 6.5, max: 8.5 })).toEqual([
      `fired ${minuteIso(45)}`,
      `recovered ${minuteIso(105)}`,
    ]);
  });

  it('is looked at where it was sent, and no other is', () => {
    const readings = [...ph([9, 9, 9]), reading(50, null, { parameters: { turbidity: 500 } })];
    expect(told('quality_threshold', readingsOf(PROBE, readings), { parameter: 'chlorine', max: 5 })).toEqual([]);
    expect(told('quality_threshold', readingsOf(PROBE, readings), { parameter: 'pH', max: 8.5 })).toEqual([
      `fired ${minuteIso(30)}`,
    ]);
  });

  it('below zero has its margin above its bound', () => {
    const cold = [0, -12, -12, -12, -9.9, -9.7, -9.7, -9.7].map((temperature, index) =>
      reading(index * 15, null, { parameters: { temperature } }),
    );
    expect(told('quality_threshold', readingsOf(PROBE, cold), { parameter: 'temperature', min: -10 })).toEqual([
      `fired ${minuteIso(45)}`,
      `recovered ${minuteIso(105)}`,
    ]);
  });

  it.each([
    [{ parameter: 'pH' }, 'max'],
    [{ parameter: '', max: 1 }, 'parameter'],
    [{ parameter: 'pH', min: 9, max: 8 }, 'min'],
    [{ parameter: 'pH', min: 9, leaveMin: 8 }, 'leaveMin'],
    [{ parameter: 'pH', min: 9, leaveMax: 8 }, 'leaveMax'],
  ])('needs a name and bounds that fit together: %j', (settings, field) => {
    expect(() => told('quality_threshold', readingsOf(PROBE, []), settings)).toThrow(`"${field}"`);
  });

  it('of the sample river was turbid one evening', () => {
    const readings = sampleReadings('CB_RIVER_QUALITY', '2026-01-21T00:00Z', '2026-01-22T00:00Z');
    expect(told('quality_threshold', readingsOf(PROBE, readings), { parameter: 'turbidity', max: 20 })).toEqual([
      'fired 2026-01-21T17:30Z',
      'recovered 2026-01-21T19:15Z',
    ]);
  });

  it('of the sample river that a broken sensor sent twice is no finding', () => {
    const readings = sampleReadings('CB_RIVER_QUALITY', '2026-02-10T16:00Z', '2026-02-10T20:00Z');
    expect(readings.filter(({ parameters }) => parameters['temperature'] === -9999).length).toBe(2);
    expect(told('quality_threshold', readingsOf(PROBE, readings), { parameter: 'temperature', min: -5 })).toEqual([]);
  });
});
