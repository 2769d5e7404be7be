import { expect, it } from 'vitest';
import { removedSpans } from '../../../../src/figures/rules/device-data/thinned.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';

// Days begin at 06:00 in Los Angeles, which is 14:00 UTC in winter and 13:00 in summer.
const CLOCK = { timezone: 'America/Los_Angeles', shiftStartAt: '06:00:00', daysOffset: 0 };
const spansOf = (before: string | null, months: readonly string[], from: string, to: string) =>
  removedSpans({ before: before === null ? null : businessDate(before), months: new Set(months) }, CLOCK, {
    fromEpochMs: Date.parse(from),
    toEpochMs: Date.parse(to),
  }).map(({ fromEpochMs, toEpochMs }) => [new Date(fromEpochMs).toISOString(), new Date(toEpochMs).toISOString()]);
const YEAR = ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'] as const;

it('months whose readings are archived are gone from the start of their first day to that of the next month', () => {
  expect(spansOf(null, ['2026-06', '2026-03'], ...YEAR)).toEqual([
    ['2026-03-01T14:00:00.000Z', '2026-04-01T13:00:00.000Z'],
    ['2026-06-01T13:00:00.000Z', '2026-07-01T13:00:00.000Z'],
  ]);
});

it('what retention has removed and a month after it are one span', () => {
  expect(spansOf('2026-02-01', ['2026-02', '2025-03'], ...YEAR)).toEqual([
    ['2026-01-01T00:00:00.000Z', '2026-03-01T14:00:00.000Z'],
  ]);
  expect(spansOf('2026-02-10', ['2026-01'], ...YEAR)).toEqual([
    ['2026-01-01T00:00:00.000Z', '2026-02-10T14:00:00.000Z'],
  ]);
});

it('a span that nothing was removed from has none, and no more is told than was asked for', () => {
  expect(spansOf('2026-01-01', ['2025-12'], '2026-01-01T14:00:00Z', YEAR[1])).toEqual([]);
  expect(spansOf(null, ['2026-06'], '2026-06-10T00:00:00Z', '2026-06-11T00:00:00Z')).toEqual([
    ['2026-06-10T00:00:00.000Z', '2026-06-11T00:00:00.000Z'],
  ]);
});
