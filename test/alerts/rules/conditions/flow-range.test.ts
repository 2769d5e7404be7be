import { describe, expect, it } from 'vitest';
import { CONDITIONS } from '../../../../src/alerts/rules/conditions.ts';
import { unitOf } from '../../../figures/rules/processors/builders.ts';
import { sampleReadings } from '../sample.ts';
import { every, minuteIso, reading, readingsOf, told, watched } from '../watch.ts';

const METER = unitOf({ dataUpdateFrequencySeconds: 300, flowFactor: 10 });
/** A rate in shown units per hour as the interval value of five minutes. */
const rates = (perHour: readonly (number | null)[]) =>
  every(
    5,
    perHour.map((rate) => (rate === null ? null : (rate * 1000) / 12 / 10)),
  );

describe('flow above the range', () => {
  it('fires once and recovers once while it swings from 99 to 101 around 100 for an hour', () => {
    const hour = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 101 : 99));
    const input = readingsOf(METER, rates([60, ...hour, 60, 60, 60, 60, 60]));
    expect(told('flow_rate_above_the_range', input, { high: 100 })).toEqual([
      `fired ${minuteIso(25)}`,
      `recovered ${minuteIso(80)}`,
    ]);
  });

  it('tells what passed above the bound', () => {
    const input = readingsOf(METER, rates([60, 120, 132, 120, 120, 60, 60, 60, 60]));
    expect(watched('flow_rate_above_the_range', input, { high: 96 })).toMatchObject([
      // A twelfth of an hour each: 2 + 3 + 2 + 2.
      { kind: 'fired', value: 120, limit: 96, peak: 132, excess: 9 },
      { kind: 'recovered', value: 60, peak: 132, excess: 9, durationMs: 20 * 60_000 },
    ]);
  });

  it('counts over the real time between samples', () => {
    // 50 each, declared every five minutes and sent every ten: 300 an hour, not 600.
    const slow = every(10, [0, 5000, 5000, 5000, 5000]);
    expect(told('flow_rate_above_the_range', readingsOf(METER, slow), { high: 400 })).toEqual([]);
    expect(told('flow_rate_above_the_range', readingsOf(METER, slow), { high: 200 })).toEqual([
      `fired ${minuteIso(30)}`,
    ]);
  });

  it('knows after silence only what registers say', () => {
    const sends = (register: number | null) => [
      reading(0, 0, { register: 0 }),
      reading(5, 0, { register: 0 }),
      reading(125, 50_000, { register }),
      reading(130, 1000, { register: register === null ? null : register + 1000 }),
    ];
    const looks = (register: number | null) =>
      CONDITIONS.flow_rate_above_the_range
        .judge(readingsOf(METER, sends(register)), { high: 100, leaveHigh: null })
        .map(({ verdict, value }) => [verdict, value]);
    expect(looks(null)).toEqual([
      ['clear', 0],
      ['unknown', null],
      ['breach', 120],
    ]);
    expect(looks(50_000)).toEqual([
      ['clear', 0],
      ['breach', 250],
      ['breach', 120],
    ]);
  });

  it('needs a bound to leave by that is not above the one to enter by', () => {
    expect(() => told('flow_rate_above_the_range', readingsOf(METER, []), { high: 5, leaveHigh: 6 })).toThrow(
      '"leaveHigh"',
    );
  });

  it('was seen at the main of the sample town', () => {
    const town = unitOf({ dataUpdateFrequencySeconds: 900 });
    const readings = sampleReadings('CB_TOWN_MAIN', '2025-12-06T12:00Z', '2025-12-07T12:00Z');
    expect(told('flow_rate_above_the_range', readingsOf(town, readings), { high: 0.4 })).toEqual([
      'fired 2025-12-06T13:30Z',
      'recovered 2025-12-06T19:45Z',
      'fired 2025-12-07T09:30Z',
      'recovered 2025-12-07T10:15Z',
    ]);
  });
});

describe('flow below the range', () => {
  const low = rates([60, 5, 5, 5, 5, 10.2, 11, 11, 11, 11]);
  it('fires and recovers by its own margin', () => {
    expect(told('flow_rate_below_the_range', readingsOf(METER, low), { low: 10 })).toEqual([
      `fired ${minuteIso(20)}`,
      `recovered ${minuteIso(45)}`,
    ]);
  });

  it('is no standstill where the rule is about flowing water alone', () => {
    const still = readingsOf(METER, rates([60, 0, 0, 0, 0, 0, 0]));
    expect(told('flow_rate_below_the_range', still, { low: 10 })).toEqual([`fired ${minuteIso(20)}`]);
    expect(told('flow_rate_below_the_range', still, { low: 10, whileFlowing: true })).toEqual([]);
  });

  it('was seen at the main of the sample town', () => {
    const town = unitOf({ dataUpdateFrequencySeconds: 900 });
    const readings = sampleReadings('CB_TOWN_MAIN', '2025-11-28T12:00Z', '2025-11-28T18:00Z');
    expect(told('flow_rate_below_the_range', readingsOf(town, readings), { low: 0.01 })).toEqual([
      'fired 2025-11-28T12:30Z',
      'recovered 2025-11-28T13:30Z',
      'fired 2025-11-28T14:00Z',
      'recovered 2025-11-28T17:15Z',
    ]);
  });
});

describe('flow back in range', () => {
  it('is told when it comes back from either side, and not when it leaves', () => {
    const input = readingsOf(METER, rates([60, 150, 150, 150, 150, 60, 60, 60, 60, 6, 6, 6, 6, 60, 60, 60, 60]));
    const transitions = watched('flow_rate_back_in_range', input, { low: 10, high: 100 });
    expect(transitions.map(({ kind, limit, value }) => [kind, limit, value])).toEqual([
      ['fired', 100, 150],
      ['recovered', 100, 60],
      ['fired', 10, 6],
      ['recovered', 10, 60],
    ]);
    expect(CONDITIONS.flow_rate_back_in_range.tellsFired).toBe(false);
  });

  it.each([
    [{}, 'high'],
    [{ low: 9, high: 8 }, 'low'],
    [{ low: 9, leaveLow: 8 }, 'leaveLow'],
    [{ low: 9, leaveHigh: 8 }, 'leaveHigh'],
  ])('needs bounds that fit together: %j', (settings, field) => {
    expect(() => told('flow_rate_back_in_range', readingsOf(METER, []), settings)).toThrow(`"${field}"`);
  });

  it('was seen at the bore of the sample industry', () => {
    const bore = unitOf({ dataUpdateFrequencySeconds: 900 });
    const readings = sampleReadings('CB_BORE_1', '2026-01-23T00:00Z', '2026-01-24T00:00Z');
    expect(told('flow_rate_back_in_range', readingsOf(bore, readings), { high: 70 })).toEqual([
      'fired 2026-01-23T07:00Z',
      'recovered 2026-01-23T08:30Z',
    ]);
  });
});
