import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../../src/kernel/time/durations.ts';
import { DAY_START, unitOf } from '../../../figures/rules/processors/builders.ts';
import { sampleReadings } from '../sample.ts';
import { every, minuteIso, readingsOf, told, watched } from '../watch.ts';

const METER = unitOf({ dataUpdateFrequencySeconds: 900 });
const HOURS_6 = 24;
const steady = (count: number, value = 1000) => Array.from({ length: count }, () => value);

describe('stable flow', () => {
  it('fires after six hours without variation, and recovers with it', () => {
    const input = readingsOf(METER, every(15, [0, ...steady(HOURS_6 + 2), 1100, 500]));
    expect(watched('stable_flow_alert', input, {})).toMatchObject([
      // The stretch of six hours begins with the reading before the first that flowed.
      { kind: 'fired', value: 4, limit: 0 },
      { kind: 'recovered' },
    ]);
    expect(told('stable_flow_alert', input, {})).toEqual([
      `fired ${minuteIso(HOURS_6 * 15)}`,
      `recovered ${minuteIso((HOURS_6 + 3) * 15)}`,
    ]);
  });

  it('has cost what passed in the time that proved it as well', () => {
    // 50 litres every quarter of an hour from 00:15 on, found at 06:00 and over at 11:00, when twice as much passes.
    const input = readingsOf(METER, every(15, [0, ...steady(43, 50), 100]));
    expect(watched('stable_flow_alert', input, {})).toMatchObject([
      // 24 quarters of an hour in the six hours: 1,200 litres.
      { kind: 'fired', at: DAY_START + 6 * HOUR_MS, excess: 1.2 },
      // 43 of them: 2,150 litres. What passed with the reading that ended it is none of it.
      { kind: 'recovered', at: DAY_START + 11 * HOUR_MS, excess: 2.15 },
    ]);
  });

  it('counts of a longer interval what lies within the stretch', () => {
    // 100 litres each 50 minutes: of six hours 7.2 intervals, which is 720 litres.
    const seldom = unitOf({ dataUpdateFrequencySeconds: 3000 });
    const input = readingsOf(seldom, every(50, [0, ...steady(8, 100)]));
    expect(watched('stable_flow_alert', input, {})).toMatchObject([{ kind: 'fired', excess: 0.72 }]);
  });

  it('is none where nothing flows, where it varies, and where it stops once', () => {
    const varying = Array.from({ length: 40 }, (_, index) => 1000 + (index % 3) * 30);
    const stopping = [...steady(HOURS_6 - 1), 0, ...steady(HOURS_6 - 1)];
    for (const values of [steady(40, 0), varying, stopping])
      expect(told('stable_flow_alert', readingsOf(METER, every(15, values)), {})).toEqual([]);
  });

  it('is not known where a part of the stretch was not measured', () => {
    const readings = every(15, steady(HOURS_6 + 40)).map((one, index) =>
      index === 20 ? { ...one, estimated: true } : one,
    );
    expect(told('stable_flow_alert', readingsOf(METER, readings.slice(0, HOURS_6 + 20)), {})).toEqual([]);
    expect(told('stable_flow_alert', readingsOf(METER, readings), {})).toEqual([
      `fired ${minuteIso((HOURS_6 + 20) * 15)}`,
    ]);
  });

  it('that is not more than the unit lets pass on its usual nights is none, unless the rule says so', () => {
    const input = {
      ...readingsOf(METER, every(15, steady(30))),
      nightBandAt: () => ({ baseline: 4, lower: 3.5, upper: 4.5, nights: 28 }),
    };
    expect(told('stable_flow_alert', input, {})).toEqual([]);
    expect(told('stable_flow_alert', input, { aboveNightFlow: false })).toEqual([`fired ${minuteIso(HOURS_6 * 15)}`]);
    const more = { ...input, readings: every(15, steady(30, 1200)) };
    expect(watched('stable_flow_alert', more, {})).toMatchObject([{ kind: 'fired', value: 4.8, limit: 4.5 }]);
  });

  it('was seen at the bore of the sample industry', () => {
    const readings = sampleReadings('CB_BORE_1', '2026-02-04T00:00Z', '2026-02-05T00:00Z');
    expect(told('stable_flow_alert', readingsOf(METER, readings), {})).toEqual([
      'fired 2026-02-04T15:00Z',
      'recovered 2026-02-04T17:45Z',
    ]);
  });
});
