import { describe, expect, it } from 'vitest';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import { at, dayOf, isoAt, unitOf } from './builders.ts';

const well = unitOf({ group: 'GROUND_WATER_LEVEL', siUnit: 'm' });

describe('ground-water level: the day', () => {
  it('takes the last reading of each hour and of the day, and averages the hours that have one', () => {
    // Hours: 12 (after 10), empty, 15, empty ..: mean of the hourly readings (12 + 15) / 2 = 13.5.
    const day = processDay(
      dayOf(well, [
        { second: at(0), value: 10 },
        { second: at(0, 50), value: 12 },
        { second: at(2, 10), value: 15 },
      ]),
    );
    expect(day.hourly.slice(0, 4).map(({ y }) => y)).toEqual([12, null, 15, null]);
    expect(day.value).toBe(15);
    expect(day.meta).toMatchObject({ average: 13.5, lastEpoch: Date.parse(isoAt(at(2, 10))) });
  });

  it('does not take an hour at level 0 for an empty hour', () => {
    const day = processDay(
      dayOf(well, [
        { second: at(0), value: 6 },
        { second: at(1), value: 0 },
      ]),
    );
    expect(day).toMatchObject({ value: 0, meta: { average: 3 } });
  });

  it('reports a day without readings as null with average 0, 288 slots and 1440 minutes offline', () => {
    const day = processDay(dayOf(well, [], { dayLengthSeconds: 90_000 }));
    expect(day.value).toBeNull();
    expect(day.hourly.map(({ y }) => y)).toEqual(new Array(25).fill(null));
    expect(day.meta).toEqual({ average: 0, lastEpoch: null, offlineCount: 288, offlineDuration: 1440 });
  });
});
