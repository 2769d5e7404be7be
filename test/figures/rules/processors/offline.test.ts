import { describe, expect, it } from 'vitest';
import { offlineByHour } from '../../../../src/figures/rules/processors/offline.ts';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import { DAY_START, at, dayOf, everySlot, isoAt, unitOf } from './builders.ts';

const unitEvery = (dataUpdateFrequencySeconds: number) => unitOf({ dataUpdateFrequencySeconds });
const value = () => ({ value: 1 });

describe('offline statistics of an hour', () => {
  it('count missing and estimated slots alike and merge neighbours into intervals', () => {
    // Slots 0-2 genuine, 3 missing, 4 estimated, 5-10 genuine, 11 missing: 3 offline, [15, 25) and [55, 60).
    const readings = everySlot(300, 0, 3600, (index) => ({ value: 1, estimated: index === 4 })).filter(
      (_, index) => index !== 3 && index !== 11,
    );
    expect(offlineByHour(dayOf(unitEvery(300), readings), 24)[0]).toEqual({
      slotsExpected: 12,
      slotsGenuine: 9,
      offlineCount: 3,
      offlineMinutes: 15,
      offlineIntervals: [
        { from: isoAt(at(0, 15)), to: isoAt(at(0, 25)) },
        { from: isoAt(at(0, 55)), to: isoAt(at(1)) },
      ],
      coverage: 0.75,
    });
  });

  it('are satisfied by one genuine reading anywhere in the slot, however many there are', () => {
    const readings = [
      { second: at(0, 4) + 59, value: 1 },
      { second: at(0, 5), value: 1 },
      { second: at(0, 6), value: 1 },
    ];
    expect(offlineByHour(dayOf(unitEvery(300), readings), 24)[0]).toMatchObject({ slotsGenuine: 2, offlineCount: 10 });
  });

  it('see a reading in every minute of the hour', () => {
    const readings = everySlot(60, 0, 3600, value);
    expect(offlineByHour(dayOf(unitEvery(60), readings), 24)[0]).toMatchObject({ slotsExpected: 60, slotsGenuine: 60 });
  });

  it('clip an interval to the hours it runs through', () => {
    const readings = everySlot(300, 0, 86_400, value).filter(({ second }) => second < at(1, 50) || second >= at(3, 10));
    const hours = offlineByHour(dayOf(unitEvery(300), readings), 24);
    expect(hours.slice(1, 4).map(({ offlineIntervals }) => offlineIntervals)).toEqual([
      [{ from: isoAt(at(1, 50)), to: isoAt(at(2)) }],
      [{ from: isoAt(at(2)), to: isoAt(at(3)) }],
      [{ from: isoAt(at(3)), to: isoAt(at(3, 10)) }],
    ]);
    expect(hours.slice(1, 4).map(({ offlineCount }) => offlineCount)).toEqual([2, 12, 2]);
  });
});

describe('offline statistics by update interval', () => {
  it.each([
    [90, 40, 960],
    [300, 12, 288],
    [600, 6, 144],
    [900, 4, 96],
    [3600, 1, 24],
  ])('expect the slots of a unit that reports every %i s', (frequency, perHour, perDay) => {
    const day = processDay(dayOf(unitEvery(frequency), everySlot(frequency, 0, 86_400, value)));
    expect(day.provenance).toMatchObject({ slotsExpected: perDay, slotsGenuine: perDay, coverageRatio: 1 });
    expect(day.meta).toMatchObject({ offlineCount: 0, offlineDuration: 0 });
    const silentAfterFirst = processDay(dayOf(unitEvery(frequency), [{ second: 0, value: 1 }]));
    expect(silentAfterFirst.hourly[1]).toMatchObject({ offlineCount: perHour, offlineDuration: 60, coverage: 0 });
    expect(silentAfterFirst.meta).toMatchObject({ offlineCount: perDay - 1, offlineDuration: 1440 - frequency / 60 });
  });

  it('place readings of a 90-second unit by their instants, not by their minutes', () => {
    // 0:01:00 lies in slot 0, 0:01:30 in slot 1: the same minute, two slots.
    const hours = offlineByHour(
      dayOf(unitEvery(90), [
        { second: 60, value: 1 },
        { second: 90, value: 1 },
      ]),
      24,
    );
    expect(hours[0]).toMatchObject({ slotsGenuine: 2, offlineCount: 38, offlineMinutes: 57 });
  });

  it('count the one slot of a daily unit in the first hour, and give every hour the coverage of that slot', () => {
    const reported = offlineByHour(dayOf(unitEvery(86_400), [{ second: at(13, 20), value: 1 }]), 24);
    expect(reported.map(({ coverage }) => coverage)).toEqual(new Array(24).fill(1));
    expect(reported.map(({ slotsExpected }) => slotsExpected)).toEqual([1, ...new Array<number>(23).fill(0)]);
    const estimatedOnly = offlineByHour(dayOf(unitEvery(86_400), [{ second: at(13), value: 1, estimated: true }]), 24);
    expect(estimatedOnly.map(({ offlineCount }) => offlineCount)).toEqual([1, ...new Array<number>(23).fill(0)]);
    expect(estimatedOnly.map(({ offlineMinutes }) => offlineMinutes)).toEqual(new Array(24).fill(60));
    expect(estimatedOnly.map(({ coverage }) => coverage)).toEqual(new Array(24).fill(0));
  });

  it('count a slot in the hour in which it begins, and its minutes where they lie', () => {
    // 7-minute slots: slot 8 covers 56..63 min, so it counts in hour 0 with 4 minutes there and 3 in hour 1.
    const readings = everySlot(420, 0, 86_400, value).filter((_, index) => index !== 8);
    const hours = offlineByHour(dayOf(unitEvery(420), readings), 24);
    expect(hours[0]).toMatchObject({ slotsExpected: 9, offlineCount: 1, offlineMinutes: 4 });
    expect(hours[1]).toMatchObject({
      offlineCount: 0,
      offlineMinutes: 3,
      offlineIntervals: [{ from: isoAt(3600), to: isoAt(3780) }],
    });
  });
});

describe('offline statistics on days when the clock changes', () => {
  it.each([
    ['23 hours', 82_800, 23, 276, 60],
    ['25 hours', 90_000, 25, 300, 60],
    ['24.5 hours', 88_200, 25, 294, 30],
  ])('cover a day of %s exactly', (_, dayLengthSeconds, entries, slots, lastHourMinutes) => {
    const complete = processDay(
      dayOf(unitEvery(300), everySlot(300, 0, dayLengthSeconds, value), { dayLengthSeconds }),
    );
    expect(complete.hourly).toHaveLength(entries);
    expect(complete.provenance).toMatchObject({ slotsExpected: slots, slotsGenuine: slots });
    expect(complete.hourly.at(-1)?.x).toBe(isoAt((entries - 1) * 3600));
    const silentAfterFirst = processDay(dayOf(unitEvery(300), [{ second: 0, value: 1 }], { dayLengthSeconds }));
    expect(silentAfterFirst.hourly.at(-1)).toMatchObject({
      offlineDuration: lastHourMinutes,
      offlineIntervals: [{ to: isoAt(dayLengthSeconds) }],
    });
    expect(silentAfterFirst.meta.offlineDuration).toBe(dayLengthSeconds / 60 - 5);
  });

  it('cut the last slot at the end of the day', () => {
    // 24.5 h in hourly slots: 25 slots, the last of half an hour.
    const day = processDay(dayOf(unitEvery(3600), [{ second: 0, value: 1 }], { dayLengthSeconds: 88_200 }));
    expect(day.meta).toMatchObject({ offlineCount: 24, offlineDuration: 23.5 * 60 });
  });

  it('keep readings that lie beyond the length of the day in hours of their own', () => {
    const day = processDay(dayOf(unitEvery(300), [{ second: at(23, 10), value: 6 }], { dayLengthSeconds: 82_800 }));
    expect(day.hourly).toHaveLength(24);
    expect(day.value).toBe(6);
    expect(day.provenance.slotsExpected).toBe(276);
  });
});

describe('offline statistics of the running day', () => {
  const asOf = (second: number) => ({ asOfEpochMs: DAY_START + second * 1000 });

  it('expect a slot once it has ended', () => {
    // As of 1:07 slots 0-12 have ended: 13 slots, 2 read.
    const readings = [
      { second: 0, value: 1 },
      { second: at(1), value: 1 },
    ];
    const day = processDay(dayOf(unitEvery(300), readings, asOf(at(1, 7))));
    expect(day.provenance).toMatchObject({ slotsExpected: 13, slotsGenuine: 2 });
    expect(day.hourly[1]).toMatchObject({ offlineCount: 0, coverage: 1 });
    expect(day.hourly[2]).toMatchObject({
      y: null,
      offlineCount: 0,
      offlineDuration: 0,
      offlineIntervals: [],
      coverage: null,
    });
    expect(day.meta).toMatchObject({ offlineCount: 11, offlineDuration: 55 });
  });

  it('expect the cut last slot once the day has ended', () => {
    const day = dayOf(unitEvery(3600), [], { dayLengthSeconds: 88_200, ...asOf(88_200) });
    expect(processDay(day).provenance.slotsExpected).toBe(25);
  });

  it('count a reading of the slot that is still running as genuine and expected', () => {
    const day = processDay(dayOf(unitEvery(300), [{ second: at(0, 1), value: 1 }], asOf(at(0, 2))));
    expect(day.provenance).toMatchObject({ slotsExpected: 1, slotsGenuine: 1, coverageRatio: 1 });
  });

  it('expect nothing at the very start of the day, so that there is no coverage yet', () => {
    const day = processDay(dayOf(unitEvery(300), [], asOf(0)));
    expect(day.provenance).toMatchObject({ slotsExpected: 0, coverageRatio: null });
    expect(day.meta).toMatchObject({ offlineCount: 0, offlineDuration: 0 });
  });

  it('have only the elapsed slots offline while nothing was read yet, not the full-day record', () => {
    const day = processDay(dayOf(unitOf({ group: 'STOCK', maxCapacity: 5 }), [], asOf(at(2))));
    expect(day.meta).toMatchObject({ offlineCount: 24, offlineDuration: 120 });
  });
});
