import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentDay } from '../../../src/alerts/rules/inputs.ts';
import { bandedNights, type Night, nightBand, nightHoursOf, nightOf } from '../../../src/alerts/rules/night-flow.ts';
import { processDay } from '../../../src/figures/rules/processors/registry.ts';
import { dayWindow } from '../../../src/kernel/time/business-clock.ts';
import { addDays, businessDate } from '../../../src/kernel/time/business-date.ts';
import { at, DAY, dayOf, everySlot, type Reading, unitOf } from '../../figures/rules/processors/builders.ts';
import { CANTERBURY, daysOfReadings, sampleReadings } from './sample.ts';

const LONDON = { timezone: 'Europe/London', shiftStartAt: '00:00:00', daysOffset: 0 };
const dayIn = (clock: typeof LONDON, date: string) => {
  const day = businessDate(date);
  return { date: day, ...dayWindow(clock, day) };
};
const localHours = (clock: typeof LONDON, date: string): string[] =>
  nightHoursOf(clock, dayIn(clock, date)).map((start) => new Date(start).toISOString().slice(0, 16));

describe('hours of the night', () => {
  it.each([
    ['a day from midnight has two', { shiftStartAt: '00:00:00' }, ['2026-01-15T02:00', '2026-01-15T03:00']],
    [
      'a shift from six has those of the next morning',
      { shiftStartAt: '06:00:00' },
      ['2026-01-16T02:00', '2026-01-16T03:00'],
    ],
    ['a shift from half past six has the one that fits', { shiftStartAt: '06:30:00' }, ['2026-01-16T02:30']],
  ])('%s', (_, clock, expected) => {
    expect(localHours({ ...LONDON, ...clock }, '2026-01-15')).toEqual(expected);
  });

  it('are local where clocks have changed that night', () => {
    // Clocks went from 02:00 to 03:00 in Berlin, and came back from 03:00 to 02:00.
    const berlin = { ...LONDON, timezone: 'Europe/Berlin' };
    expect(localHours(berlin, '2026-03-29')).toEqual(['2026-03-29T01:00']);
    expect(localHours(berlin, '2026-10-25')).toEqual(['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00']);
  });
});

describe('the night of a day', () => {
  const KOLKATA = { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00', daysOffset: 0 };
  const day = { date: DAY, ...dayWindow(KOLKATA, DAY) };
  const hours = nightHoursOf(KOLKATA, day);
  const dayWith = (readings: readonly Reading[]): DocumentDay => ({
    ...day,
    document: processDay(dayOf(unitOf(), readings)),
  });
  // 02:00 is twenty hours after 06:00.
  const flowing = everySlot(300, at(20), at(22), (index) => ({ value: index < 12 ? 40 : 25 }));

  it('is its lowest hour', () => {
    expect(nightOf(dayWith(flowing), hours)).toEqual({ date: DAY, lowestPerHour: 0.3, coverage: 1 });
  });

  it('is not known where less than nine tenths were measured', () => {
    expect(nightOf(dayWith(flowing.slice(2)), hours)).toMatchObject({ lowestPerHour: 0.3, coverage: 0.91665 });
    expect(nightOf(dayWith(flowing.slice(3)), hours)).toEqual({ date: DAY, lowestPerHour: null, coverage: 0.875 });
    expect(nightOf({ ...day, document: null }, hours)).toEqual({ date: DAY, lowestPerHour: null, coverage: 0 });
  });
});

const nightsOf = (flows: readonly (number | null)[]): Night[] =>
  flows.map((lowestPerHour, index) => ({
    date: addDays(DAY, index),
    lowestPerHour,
    coverage: lowestPerHour === null ? 0 : 1,
  }));

describe('the band of usual nights', () => {
  it('is three deviations about the median, by the median absolute deviation', () => {
    // Median 4, deviations 2 1 1 0 0 1 2 and 36: their median is 1.
    const flows = [2, 3, 3, 4, 4, 5, 6, 40];
    expect(nightBand(nightsOf(flows))).toEqual({ baseline: 4, lower: 0, upper: 8.4478, nights: 8 });
  });

  it('is a tenth about the median where nights are alike', () => {
    expect(nightBand(nightsOf([5, 5, 5, 5, 5, 5, 5]))).toEqual({ baseline: 5, lower: 4.5, upper: 5.5, nights: 7 });
  });

  it('of a unit that is still at night leaves room for one step of its meter', () => {
    const still = nightsOf([0, 0, 0, 0, 0, 0, 0, 0.001]);
    expect(nightBand(still)).toEqual({ baseline: 0, lower: 0, upper: 0.001, nights: 8 });
  });

  it('needs seven nights that were measured', () => {
    expect(nightBand(nightsOf([5, 5, 5, null, 5, 5, 5]))).toBeNull();
  });

  it('is that of the 28 nights before a night, and never of the night itself', () => {
    const banded = bandedNights(
      nightsOf([...Array.from({ length: 10 }, () => 100), ...Array.from({ length: 28 }, () => 2), 9]),
    );
    expect(banded.at(-1)).toMatchObject({ lowestPerHour: 9, band: { baseline: 2, upper: 2.2, nights: 28 } });
    expect(banded[6]?.band).toBeNull();
    expect(banded[7]?.band?.nights).toBe(7);
  });

  it('is moved neither by a few burst nights nor by the order of nights', () => {
    const flow = fc.double({ min: 1, max: 2, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(flow, { minLength: 20, maxLength: 28 }),
        fc.array(fc.double({ min: 50, max: 1e6, noNaN: true }), { maxLength: 5 }),
        (usual, bursts) => {
          const band = nightBand(nightsOf([...usual, ...bursts]));
          expect(band?.baseline).toBeLessThanOrEqual(2);
          expect(nightBand(nightsOf([...bursts, ...usual.toReversed()]))).toEqual(band);
        },
      ),
    );
  });
});

describe('nights of the sample town', () => {
  it('are those of its main, by hand for one of them', () => {
    const town = unitOf({ unitId: 'CB_TOWN_MAIN', dataUpdateFrequencySeconds: 900 });
    const readings = sampleReadings('CB_TOWN_MAIN', '2026-01-09T17:00Z', '2026-01-12T17:00Z');
    const nights = daysOfReadings(CANTERBURY, town, readings).map((day) => nightOf(day, nightHoursOf(CANTERBURY, day)));
    // 02:00 to 04:00 in Auckland is 13:00 to 15:00 in UTC.
    const hour = (from: string, to: string) =>
      sampleReadings('CB_TOWN_MAIN', from, to).reduce((sum, { value }) => sum + (value ?? 0), 0) / 1000;
    const byHand = Math.min(
      hour('2026-01-10T13:00Z', '2026-01-10T14:00Z'),
      hour('2026-01-10T14:00Z', '2026-01-10T15:00Z'),
    );
    expect(nights.map(({ date }) => date)).toEqual(['2026-01-10', '2026-01-11', '2026-01-12']);
    expect(nights[0]?.lowestPerHour).toBeCloseTo(byHand, 9);
  });
});
