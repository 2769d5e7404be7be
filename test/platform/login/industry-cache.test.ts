import { describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { clockAsOf } from '../../../src/kernel/time/business-clock.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { createIndustryCache } from '../../../src/platform/login/industry-cache.ts';

const industry = (industryId: string): Industry => ({
  industryKey: 1,
  industryId,
  industryName: industryId,
  place: null,
  isActive: true,
  isTest: false,
  clock: { timezone: 'UTC', shiftStartAt: '00:00:00', daysOffset: 0 },
  virtualNegativeCalc: false,
  meta: {},
  units: new Map(),
  categories: { categories: new Map(), categoriesV2: new Map(), standardCategories: new Map() },
});

/** Counts what is loaded. */
function counting(
  answer: (industryId: string) => Promise<Industry | null> = async (industryId) => industry(industryId),
) {
  const loaded: string[] = [];
  return {
    loaded,
    load: (industryId: string) => {
      loaded.push(industryId);
      return answer(industryId);
    },
  };
}

describe('the industry cache', () => {
  it('loads an industry once per version', async () => {
    const { loaded, load } = counting();
    const cache = createIndustryCache(load, () => 0);
    const first = await cache.get('A', 'v1');
    expect(await cache.get('A', 'v1')).toBe(first);
    expect(await cache.get('A', 'v2')).not.toBe(first);
    expect(loaded).toEqual(['A', 'A']);
  });

  it('loads an industry anew when a day arrives from which something declared for later counts', async () => {
    let now = Date.parse('2026-03-10T12:00:00Z');
    const rules = [
      { fromDate: businessDate('1900-01-01'), timezone: 'UTC', shiftStartAt: '06:00:00', daysOffset: 0 },
      { fromDate: businessDate('2026-03-12'), timezone: 'UTC', shiftStartAt: '08:00:00', daysOffset: 0 },
    ];
    const { loaded, load } = counting(async (industryId) => ({
      ...industry(industryId),
      clock: clockAsOf(rules, now),
    }));
    const cache = createIndustryCache(load, () => now);
    expect((await cache.get('A', 'v1'))?.clock.shiftStartAt).toBe('06:00:00');
    now = Date.parse('2026-03-12T07:59:59Z');
    expect((await cache.get('A', 'v1'))?.clock.shiftStartAt).toBe('06:00:00');
    now += 1000;
    expect((await cache.get('A', 'v1'))?.clock.shiftStartAt).toBe('08:00:00');
    now += 86_400_000;
    await cache.get('A', 'v1');
    expect(loaded).toHaveLength(2);
  });

  it('shares one load between requests that come at once', async () => {
    const { loaded, load } = counting();
    const cache = createIndustryCache(load, () => 0);
    await Promise.all([cache.get('A', 'v1'), cache.get('A', 'v1'), cache.get('A', 'v1')]);
    expect(loaded).toEqual(['A']);
  });

  it('asks again after a failed load and after an industry was not there', async () => {
    let round = 0;
    const { loaded, load } = counting(async (industryId) => {
      round += 1;
      if (round === 1) throw new Error('connection lost');
      return round === 2 ? null : industry(industryId);
    });
    const cache = createIndustryCache(load, () => 0);
    await expect(cache.get('A', 'v1')).rejects.toThrow('connection lost');
    expect(await cache.get('A', 'v1')).toBeNull();
    expect((await cache.get('A', 'v1'))?.industryId).toBe('A');
    expect(loaded).toHaveLength(3);
  });

  it('holds no more than its capacity, the oldest goes first', async () => {
    const { loaded, load } = counting();
    const cache = createIndustryCache(load, () => 0, 2);
    for (const id of ['A', 'B', 'C', 'B', 'A']) await cache.get(id, 'v1');
    expect(loaded).toEqual(['A', 'B', 'C', 'A']);
  });
});
