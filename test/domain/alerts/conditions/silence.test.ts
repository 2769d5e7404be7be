import { describe, expect, it } from 'vitest';
import { unitOf } from '../../processors/builders.ts';
import { sampleReadings } from '../sample.ts';
import { every, minuteIso, reading, readingsOf, told, watched } from '../watch.ts';

const METER = unitOf({ dataUpdateFrequencySeconds: 300 });

describe('a silent device', () => {
  it('is offline once nothing has come for longer than its limit, and back with the next reading', () => {
    const readings = [...every(5, [1, 1, 1]), reading(100, 1), reading(105, 1)];
    expect(told('device_status', readingsOf(METER, readings), {})).toEqual([
      `fired ${minuteIso(70)}`,
      `recovered ${minuteIso(100)}`,
    ]);
    expect(watched('device_status', readingsOf(METER, readings), {})[1]).toMatchObject({ value: 90, limit: 60 });
  });

  it('is found without any reading, once its limit has passed', () => {
    const [last] = [reading(10, 1)];
    const at = (minute: number) => readingsOf(METER, [reading(0, 1), last], last.epochMs + minute * 60_000);
    expect(told('device_status', at(60), {})).toEqual([]);
    expect(told('device_status', at(61), {})).toEqual([`fired ${minuteIso(70)}`]);
    expect(told('device_status', { ...at(61), readings: [], lastSeenBefore: last.epochMs }, {})).toEqual([
      `fired ${minuteIso(70)}`,
    ]);
  });

  it('that sends seldom is given three of its intervals, unless the rule says otherwise', () => {
    const hourly = unitOf({ dataUpdateFrequencySeconds: 3600 });
    const readings = [reading(0, 1), reading(179, 1), reading(360, 1)];
    expect(told('device_status', readingsOf(hourly, readings), {})).toEqual([
      `fired ${minuteIso(359)}`,
      `recovered ${minuteIso(360)}`,
    ]);
    expect(told('device_status', readingsOf(hourly, readings), { silenceMinutes: 200 })).toEqual([]);
  });

  it('is not heard in estimated readings', () => {
    const readings = [reading(0, 1), ...[30, 60, 90].map((minute) => reading(minute, 1, { estimated: true }))];
    expect(told('device_status', readingsOf(METER, readings), {})).toEqual([`fired ${minuteIso(60)}`]);
  });

  it('was the bore of the sample industry three times', () => {
    const readings = sampleReadings('CB_BORE_1');
    const unit = unitOf({ dataUpdateFrequencySeconds: 900 });
    expect(told('device_status', readingsOf(unit, readings), {})).toEqual([
      'fired 2025-07-15T02:30Z',
      'recovered 2025-07-15T08:00Z',
      'fired 2025-09-16T03:15Z',
      'recovered 2025-09-16T04:00Z',
      'fired 2026-05-26T04:00Z',
      'recovered 2026-05-26T05:00Z',
    ]);
  });
});
