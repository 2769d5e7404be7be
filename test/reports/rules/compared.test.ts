import { describe, expect, it } from 'vitest';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { findCategory } from '../../../src/kernel/industry/industry.ts';
import { comparedTotal, whyNotCompared } from '../../../src/reports/rules/compared.ts';
import type { ReportInput, SpanSet } from '../../../src/reports/rules/input.ts';
import { reportInput } from './support/works.ts';

/** A day at 03:00: METER passes 10 KL an hour, and LOST tells what a tank has lost since the day began. */
const MORNING = reportInput({
  request: { service: 'summary', reportType: 'daily', startDate: businessDate('2026-06-10') },
  now: '2026-06-10T03:00:00Z',
  units: {
    METER: { days: [30_000], before: [240_000], hours: [10_000, 10_000, 10_000] },
    LOST: { days: [6000], before: [48_000], hours: [1000, 3000, 6000] },
  },
  categories: { ID_CONSUMPTION: { A: ['METER', 'LOST'] }, ID_SOURCE: { B: ['LOST'] } },
});
const marked = (set: SpanSet | null): SpanSet | null =>
  set && {
    ...set,
    spans: new Map(
      [...set.spans].map(([unitId, span]) => [unitId, unitId === 'LOST' ? { ...span, hoursAddUp: false } : span]),
    ),
  };
const input: ReportInput = { ...MORNING, period: marked(MORNING.period), previous: marked(MORNING.previous) };
const compared = (key: string) => comparedTotal(input, findCategory(input.industry, key));

describe('hours of a formula over a tank', () => {
  it('are in no hour of a category, because each tells the day up to it', () => {
    // METER passes 10 KL an hour; LOST has 1, 3 and 6 KL.
    expect(compared('ID_CONSUMPTION')?.total.buckets.slice(0, 3)).toEqual([10, 10, 10]);
  });
});

describe('a running day in a report', () => {
  it('is compared by the meters whose hours add up, and the total says that not all were', () => {
    const total = compared('ID_CONSUMPTION');
    expect(total?.previous).toMatchObject({ now: 30, before: 30, parts: 1 });
    expect(total?.parts.map(({ unitId, comparison }) => [unitId, comparison.previous])).toMatchObject([
      ['METER', { now: 30, before: 30, parts: 1 }],
      ['LOST', null],
    ]);
  });

  it('is not compared where only a formula over a tank is told, and the reason says so', () => {
    const total = compared('ID_SOURCE');
    expect(total?.previous).toBeNull();
    expect(total && whyNotCompared(input, total.lacks.previous)).toBe(
      'a formula over a tank is told for whole days only',
    );
  });
});
