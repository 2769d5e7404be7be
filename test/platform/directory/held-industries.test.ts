import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { clockAsOf } from '../../../src/kernel/time/business-clock.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import type { StatementValues } from '../../../src/platform/database/statements.ts';
import { createHeldIndustries, createIndustryCache } from '../../../src/platform/directory/held-industries.ts';
import { unit, works } from '../../figures/processing/works.ts';
import { plant } from '../../balance/rules/plant.ts';
import { testContext } from '../../support/database.ts';

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

  it('holds no more units than it may, and the industry that was asked for longest ago goes first', async () => {
    const unitsOf: Readonly<Record<string, object>> = { A: { M: {} }, B: { M: {} }, C: { M: {}, N: {}, O: {}, P: {} } };
    const { loaded, load } = counting(async (industryId) => ({
      ...industry(industryId),
      units: plant({ units: { ...unitsOf[industryId] } }).units,
    }));
    // A and B take 2 each, C takes 5.
    const cache = createIndustryCache(load, () => 0, 7);
    for (const id of ['A', 'B', 'A', 'C', 'A', 'B']) {
      await cache.get(id, 'v1');
      await setImmediate();
    }
    expect(loaded).toEqual(['A', 'B', 'C', 'B']);
  });
});

describe('industries held for jobs', () => {
  it('are read again when they have changed, and only then', async () => {
    const context = await testContext('2026-03-01T12:00:00Z');
    const { industryId, industryKey } = await works(context, [unit('M', 'FLOW_CATEGORY')]);
    let loads = 0;
    const database: Database = {
      ...context.database,
      maybeOne: <R>(name: string, values: StatementValues = {}) => {
        if (name === 'industries.find') loads += 1;
        return context.database.maybeOne<R>(name, values);
      },
    };
    const find = createHeldIndustries(database, () => context.clock.now());
    const held = await find(industryId);
    expect(await find(industryId)).toBe(held);
    await context.database.execute('UPDATE tenant.unit SET removed_at = now() WHERE industry_key = $1', [industryKey]);
    expect((await find(industryId))?.units.has('M')).toBe(false);
    expect(loads).toBe(2);
    expect(await find('NOBODY')).toBeNull();
  });
});
