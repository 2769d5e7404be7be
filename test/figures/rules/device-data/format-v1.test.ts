import { describe, expect, it } from 'vitest';
import { formatLatest, formatV1Unit, statusOf } from '../../../../src/figures/rules/device-data/format-v1.ts';
import { entry, provenance, span, unit } from './support.ts';

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
      formatV1Unit(span(unit('W', 'GROUND_WATER_LEVEL'), null, [entry(-2500)]), 1000, Infinity).readings[0]?.value,
    ).toBe(-2.5);
  });

  it('are lowest in an hour that was measured in full', () => {
    // One of twelve readings came in the second hour, so 1 is at least 1.
    const hours = [entry(12), entry(1, { coverage: 0.0833 }), entry(9)];
    expect(formatV1Unit(span(unit('M'), 22, hours), 1, Infinity).statistics).toMatchObject({ min: 9, max: 12 });
  });

  it('have no total where the unit failed, although some of its hours have a figure', () => {
    const hours = [entry(4), entry(null), entry(6)];
    expect(formatV1Unit(span(unit('V', 'virtualCategory'), 10, hours), 1, Infinity).statistics).toMatchObject({
      min: 4,
      max: 6,
      avg: 5,
      total: 10,
    });
    const failed = span(unit('V', 'virtualCategory'), null, hours, { provenance: provenance({ failed: true }) });
    expect(formatV1Unit(failed, 1, Infinity).statistics).toMatchObject({ min: 4, max: 6, avg: 5, total: null });
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
