import { describe, expect, it } from 'vitest';
import { formatLatest, formatV1Unit, statusOf } from '../../../../src/figures/rules/device-data/format-v1.ts';
import { entry, hourly, provenance, span, unit } from './support.ts';

/** A span that has ended. */
const OVER = { now: Infinity, endEpochMs: Infinity };

describe('the status of a reading', () => {
  it.each([
    ['missing without a figure', entry(null, { coverage: 0 }), 'missing'],
    ['ok with genuine readings, be there gaps', entry(5, { coverage: 0.5, offlineValue: 0 }), 'ok'],
    ['ok where no slot is over yet', entry(5, { coverage: null }), 'ok'],
    [
      'estimated where part of the figure was booked without a genuine reading',
      entry(5, { coverage: 0.5, offlineValue: 2 }),
      'estimated',
    ],
    ['estimated where no slot has a genuine reading', entry(5, { coverage: 0 }), 'estimated'],
  ])('is %s', (_, bucket, status) => {
    expect(statusOf(bucket, Date.parse(bucket.x) + 1)).toBe(status);
  });

  it('is upcoming, not missing, before the hour has begun', () => {
    const bucket = entry(null, { coverage: null });
    expect(statusOf(bucket, Date.parse(bucket.x) - 1)).toBe('upcoming');
    expect(statusOf(bucket, Date.parse(bucket.x))).toBe('missing');
  });
});

describe('v1 units', () => {
  it('are divided by the factor asked for, ground water too', () => {
    expect(
      formatV1Unit(span(unit('W', 'GROUND_WATER_LEVEL'), null, [entry(-2500)]), 1000, OVER).readings[0]?.value,
    ).toBe(-2.5);
  });

  it('are lowest in an hour that was measured in full', () => {
    // One of twelve readings came in the second hour, so 1 is at least 1.
    const hours = [entry(12), entry(1, { coverage: 0.0833 }), entry(9)];
    expect(formatV1Unit(span(unit('M'), 22, hours), 1, OVER).statistics).toMatchObject({ min: 9, max: 12 });
  });

  it('have the bound of each reading, and what passed unheard, divided', () => {
    const unheard = {
      value: 3000,
      from: '2026-06-10T00:30:00.000Z',
      to: '2026-06-10T02:30:00.000Z',
      times: 1,
      silences: 1,
    };
    const hours = [entry(12_000), entry(1000, { coverage: 0.0833 }), entry(null, { coverage: 0 })];
    const m = span(unit('M'), 13_000, hours);
    if (m.figures === null) throw new Error('The span has figures.');
    const figures = { ...m.figures, meta: { ...m.figures.meta, unheard } };
    const formatted = formatV1Unit({ ...m, figures }, 1000, OVER);
    expect(formatted.readings.map((reading) => [reading.value, 'bound' in reading, reading.bound])).toEqual([
      [12, false, undefined],
      [1, true, 'at least'],
      [null, false, undefined],
    ]);
    expect(formatted.unheard).toEqual({ ...unheard, value: 3 });
    expect('unheard' in formatV1Unit(m, 1000, OVER)).toBe(false);
  });

  it('are lowest, and on the mean, over hours that have ended; levels over all', () => {
    // 02:10: the third hour has run for ten minutes.
    const progress = { now: Date.UTC(2026, 5, 10, 2, 10), endEpochMs: Date.UTC(2026, 5, 10, 3) };
    const hours = hourly(120, 100, 8);
    const statistics = (standardCategoryId: string, at = progress) =>
      formatV1Unit(span(unit('M', standardCategoryId), 228, hours), 1, at).statistics;
    expect(statistics('FLOW_CATEGORY')).toMatchObject({ min: 100, max: 120, avg: 110, total: 228 });
    expect(statistics('FLOW_CATEGORY', { ...progress, now: progress.endEpochMs })).toMatchObject({ min: 8, avg: 76 });
    expect(statistics('GROUND_WATER_LEVEL')).toMatchObject({ min: 8, max: 120, avg: 76, total: null });
  });

  it('have the figure of the day, and no sum, for the total of hours that tell the day up to them', () => {
    const tank = { ...span(unit('V', 'virtualCategory'), 9, hourly(4, 7, 9)), hoursAddUp: false as const };
    expect(formatV1Unit(tank, 1, OVER).statistics).toMatchObject({ min: 4, max: 9, total: 9 });
  });

  it('have statistics of each parameter, over the buckets that have it, and none without a figure', () => {
    const means = [entry({ pH: 7, turbidity: null }), entry(null), entry({ pH: 8, turbidity: 3 })];
    expect(formatV1Unit(span(unit('Q', 'QUALITY_CATEGORY'), null, means), 1000, OVER).statistics).toMatchObject({
      min: { pH: 7, turbidity: 3 },
      max: { pH: 8, turbidity: 3 },
      avg: { pH: 7.5, turbidity: 3 },
      total: null,
    });
    const silent = span(unit('M'), null, [entry(null), entry(null)]);
    expect(formatV1Unit(silent, 1, OVER).statistics).toMatchObject({ min: null, max: null, avg: null, total: null });
  });

  it('have the figure of the day for their total, of a formula as well, whose clamped hours add up to more', () => {
    // One meter less another: 10 in the first hour, -6 in the second, which is shown as 0.
    const difference = span(unit('V', 'virtualCategory'), 4000, hourly(10_000, 0));
    expect(formatV1Unit(difference, 1000, OVER).statistics).toMatchObject({ max: 10, avg: 5, total: 4 });
  });

  it('have no total where the unit failed, although some of its hours have a figure', () => {
    const hours = [entry(4), entry(null), entry(6)];
    expect(formatV1Unit(span(unit('V', 'virtualCategory'), 10, hours), 1, OVER).statistics).toMatchObject({
      min: 4,
      max: 6,
      avg: 5,
      total: 10,
    });
    const failed = span(unit('V', 'virtualCategory'), null, hours, { provenance: provenance({ failed: true }) });
    expect(formatV1Unit(failed, 1, OVER).statistics).toMatchObject({ min: 4, max: 6, avg: 5, total: null });
  });
});

describe('the latest reading', () => {
  const reading = {
    createdOn: new Date('2026-06-10T00:30:00Z'),
    value: 50,
    register: 7000,
    parameters: null,
    estimated: false,
  };

  it('has the meter multiplier applied', () => {
    expect(formatLatest(unit('M1', 'FLOW_CATEGORY', { flowFactor: 10 }), reading, 1000)).toEqual({
      timestamp: '2026-06-10T00:30:00.000Z',
      value: 0.5,
      register: 70,
      unit: 'KL',
      status: 'ok',
    });
  });

  it('of stock is the level its percentage stands for', () => {
    expect(formatLatest(unit('T', 'STOCK_CATEGORY', { maxCapacity: 200_000 }), reading, 1000)).toMatchObject({
      value: 100,
      register: null,
    });
  });

  it('of quality is its parameters, undivided; an estimated one says so', () => {
    expect(
      formatLatest(unit('Q', 'QUALITY_CATEGORY'), { ...reading, parameters: { pH: 7.1 }, estimated: true }, 1000),
    ).toMatchObject({ value: { pH: 7.1 }, status: 'estimated' });
  });
});
