import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysUpTo, graphBuckets, graphDays, GRAPH_TYPES, instantsOf } from '../../../src/alerts/rules/listed-days.ts';
import { businessDateOf, dayWindow } from '../../../src/kernel/time/business-clock.ts';
import { addDays, businessDate, eachDate, formatRequestDate, monthOf } from '../../../src/kernel/time/business-date.ts';
import { anyClock, anyClockedInstant, anyClockWithHistory } from '../../kernel/time/clock-arbitraries.ts';
import { runs } from '../../support/property-runs.ts';

const HOUR_MS = 3_600_000;
const iso = ({ from, until }: { from: number; until: number }) => [from, until].map((at) => new Date(at).toISOString());
const KOLKATA = { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00', daysOffset: 0 };
const BERLIN = { timezone: 'Europe/Berlin', shiftStartAt: '06:00:00', daysOffset: 0 };

describe('the instants of listed days', () => {
  // Worked by hand: 06:00 is 00:30 UTC in Kolkata; in Berlin 05:00 UTC in winter and 04:00 UTC in summer.
  it.each([
    ['a day', KOLKATA, '2026-01-15', '2026-01-15', '2026-01-15T00:30:00.000Z', '2026-01-16T00:30:00.000Z'],
    ['a month so far', KOLKATA, '2026-01-01', '2026-01-15', '2026-01-01T00:30:00.000Z', '2026-01-16T00:30:00.000Z'],
    ['a day of 23 hours', BERLIN, '2026-03-28', '2026-03-28', '2026-03-28T05:00:00.000Z', '2026-03-29T04:00:00.000Z'],
    ['a day of 25 hours', BERLIN, '2026-10-24', '2026-10-24', '2026-10-24T04:00:00.000Z', '2026-10-25T05:00:00.000Z'],
    [
      'a day that is moved by its offset',
      { timezone: 'Asia/Kolkata', shiftStartAt: '18:00:00', daysOffset: 1 },
      '2026-01-15',
      '2026-01-15',
      '2026-01-14T12:30:00.000Z',
      '2026-01-15T12:30:00.000Z',
    ],
  ])('%s', (_, clock, from, to, start, end) => {
    expect(iso(instantsOf(clock, { from: businessDate(from), to: businessDate(to) }))).toEqual([start, end]);
  });

  it('hold an instant exactly when its business date is among the days', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyClockedInstant, anyClockWithHistory),
        fc.integer({ min: -3, max: 3 }),
        fc.nat(40),
        ({ clock, instant }, before, length) => {
          const date = businessDateOf(clock, instant);
          const days = { from: addDays(date, before), to: addDays(date, before + length) };
          const { from, until } = instantsOf(clock, days);
          expect(from <= instant && instant < until).toBe(days.from <= date && date <= days.to);
          // No gap and no overlap with the days behind.
          expect(instantsOf(clock, { from: addDays(days.to, 1), to: addDays(days.to, 1) }).from).toBe(until);
        },
      ),
      { numRuns: runs(1500) },
    );
  });
});

describe('days up to a date', () => {
  it('are those of its month so far, or the date alone', () => {
    const date = businessDate('2026-02-15');
    expect(daysUpTo('monthly', date)).toEqual({ from: '2026-02-01', to: '2026-02-15' });
    expect(daysUpTo('daily', date)).toEqual({ from: '2026-02-15', to: '2026-02-15' });
  });
});

describe('days of a chart', () => {
  const date = businessDate('2026-03-15');
  it.each([
    ['DAY', '2026-03-15'],
    ['MONTH', '2026-03-01'],
    ['YEAR', '2026-01-01'],
  ] as const)('%s begin on %s and end with the date, whatever date2 is', (type, from) => {
    expect(graphDays(type, date, null)).toEqual({ from, to: '2026-03-15' });
    expect(graphDays(type, date, businessDate('2020-01-01'))).toEqual({ from, to: '2026-03-15' });
  });

  it('CUSTOM are those between both dates', () => {
    expect(graphDays('CUSTOM', date, businessDate('2026-04-02'))).toEqual({ from: '2026-03-15', to: '2026-04-02' });
  });

  it.each([
    [null, 'date2 is required for CUSTOM type'],
    ['2026-03-14', 'date1 cannot be after date2'],
    ['2029-03-19', "Invalid 'date2': '19/03/2029' is 1101 days from date1, allowed are 1100"],
  ])('CUSTOM up to %s are refused: %s', (date2, message) => {
    expect(() => graphDays('CUSTOM', date, date2 === null ? null : businessDate(date2))).toThrow(
      expect.objectContaining({ code: 1403, message }),
    );
  });
});

describe('buckets of a chart', () => {
  const bucketsOf = (clock: typeof BERLIN, type: (typeof GRAPH_TYPES)[number], date: string) =>
    graphBuckets(clock, type, graphDays(type, businessDate(date), null));

  it('are the hours of a day, as many as it has', () => {
    expect(bucketsOf(BERLIN, 'DAY', '2026-03-27')).toHaveLength(24);
    const short = bucketsOf(BERLIN, 'DAY', '2026-03-28');
    expect([short.length, short[0]?.label, short.at(-1)?.label]).toEqual([
      23,
      '2026-03-28T05:00:00.000Z',
      '2026-03-29T03:00:00.000Z',
    ]);
    expect(bucketsOf(BERLIN, 'DAY', '2026-10-24')).toHaveLength(25);
    // Lord Howe gains half an hour.
    expect(
      bucketsOf({ timezone: 'Australia/Lord_Howe', shiftStartAt: '06:00:00', daysOffset: 0 }, 'DAY', '2026-04-04'),
    ).toHaveLength(25);
  });

  it('are days of a month so far, and months of a year so far', () => {
    expect(bucketsOf(KOLKATA, 'MONTH', '2026-02-03').map(({ label }) => label)).toEqual([
      '01/02/2026',
      '02/02/2026',
      '03/02/2026',
    ]);
    expect(bucketsOf(KOLKATA, 'YEAR', '2026-03-15').map(({ label }) => label)).toEqual([
      '01/2026',
      '02/2026',
      '03/2026',
    ]);
  });

  it('begin with the first day, go up, and put every instant into its own hour, day or month', () => {
    fc.assert(
      fc.property(anyClockedInstant, fc.constantFrom('DAY', 'MONTH', 'YEAR' as const), ({ clock, instant }, type) => {
        const date = businessDateOf(clock, instant);
        const days = graphDays(type as 'DAY', date, null);
        const buckets = graphBuckets(clock, type as 'DAY', days);
        const { from, until } = instantsOf(clock, days);
        const starts = buckets.map(({ startEpochMs }) => startEpochMs);
        expect(starts[0]).toBe(from);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
        expect((starts.at(-1) ?? 0) < until).toBe(true);
        const own = buckets.findLast(({ startEpochMs }) => startEpochMs <= instant);
        if (type === 'DAY') expect(instant - (own?.startEpochMs ?? 0)).toBeLessThan(HOUR_MS);
        else expect(own?.label).toBe(type === 'MONTH' ? formatRequestDate(date) : monthOf(date));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('cover a range of days day by day', () => {
    fc.assert(
      fc.property(anyClock, fc.integer({ min: 0, max: 20_000 }), fc.nat(100), (clock, first, length) => {
        const from = addDays(businessDate('1980-01-01'), first);
        const days = graphDays('CUSTOM', from, addDays(from, length));
        const buckets = graphBuckets(clock, 'CUSTOM', days);
        expect(buckets).toEqual(
          [...eachDate(days.from, days.to)].map((date) => ({
            label: formatRequestDate(date),
            startEpochMs: dayWindow(clock, date).startEpochMs,
          })),
        );
      }),
      { numRuns: runs(100) },
    );
  });
});
