import { describe, expect, it } from 'vitest';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import { at, dayOf, unitOf } from './builders.ts';

describe('flow: the day', () => {
  it('sums its hours, takes ir of the first and fr of the last hour with a register, and counts samples above the cutoff', () => {
    // Hour 3: 100 (value 1) -> 104, total 5. Hour 9: values 2 and 6 alone, total 8. Hour 20: 120 (value 2) -> 121,
    // total 3. Day 16. Values above 1.5: 4, 2, 6, 2 -> 4.
    const day = processDay(
      dayOf(unitOf({ minNonZeroThreshold: 1.5 }), [
        { second: at(3), value: 1, register: 100 },
        { second: at(3, 5), value: 4, register: 104 },
        { second: at(9), value: 2 },
        { second: at(9, 5), value: 6 },
        { second: at(20), value: 2, register: 120 },
        { second: at(20, 5), value: 1, register: 121 },
      ]),
    );
    expect(day.value).toBe(16);
    expect(day.meta).toMatchObject({ ir: 99, fr: 121, nonZero: 4 });
    expect(day.hourly).toHaveLength(24);
    expect(day.hourly[4]).toMatchObject({ y: null, ir: null, fr: null, meta: { lastEpoch: null } });
  });

  it('carries the identity, date and tag of the day', () => {
    expect(processDay(dayOf(unitOf(), []))).toMatchObject({
      id: 'ACME_15-01-2026_M1_DAILY',
      unitId: 'M1',
      industryId: 'ACME',
      date: '15/01/2026',
      tag: '15-01-2026_DAILY',
    });
  });

  it('reports a day without readings as null with 0 slots and 1440 minutes offline', () => {
    const day = processDay(dayOf(unitOf({ dataUpdateFrequencySeconds: 900 }), [], { dayLengthSeconds: 82_800 }));
    expect(day.value).toBeNull();
    expect(day.hourly.map(({ y }) => y)).toEqual(new Array(23).fill(null));
    expect(day.meta).toEqual({
      flowFactor: 1,
      ir: null,
      fr: null,
      nonZero: 0,
      offlineCount: 0,
      offlineDuration: 1440,
      offlineValue: 0,
    });
    expect(day.provenance).toMatchObject({
      slotsExpected: 92,
      slotsGenuine: 0,
      coverageRatio: 0,
      readingsUsed: 0,
      estimatedShare: null,
    });
  });

  it('processes consumption units as flow units', () => {
    const readings = [{ second: at(0), value: 2, register: 7 }];
    expect(processDay(dayOf(unitOf({ group: 'CONSUMPTION' }), readings))).toEqual(
      processDay(dayOf(unitOf(), readings)),
    );
  });

  it('refuses a virtual unit, which has no readings of its own', () => {
    expect(() => processDay(dayOf(unitOf({ group: 'VIRTUAL' }), []))).toThrow(RangeError);
  });
});
