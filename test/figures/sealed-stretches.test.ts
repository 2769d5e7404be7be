import { describe, expect, it } from 'vitest';
import type { Querier } from '../../src/platform/database/database.ts';
import { namedStatements } from '../../src/platform/database/named-query.ts';
import type { BusinessDate } from '../../src/kernel/time/types.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import type { StatementValues } from '../../src/platform/database/statements.ts';
import { partedBySeal } from '../../src/figures/sealed-stretches.ts';

/* Retention has removed readings before the 12th of November, and September is archived. */

const dates = (...days: string[]): BusinessDate[] => days.map((day) => businessDate(day));

/** Stretches of dates, and after each the months that were read until then. */
async function partsOf(days: readonly BusinessDate[], figuresOnly = false) {
  const asked: string[] = [];
  const statements = namedStatements(async <R>(name: string, values: StatementValues = {}): Promise<R[]> => {
    if (name === 'seal.of_industry') return [{ sealedBefore: '2026-11-12', sealedMonths: ['2026-09'] } as R]; // what the statement selects
    asked.push(`${name} ${String(values['from'])}`);
    return [];
  });
  const db: Querier = { ...statements, execute: () => Promise.reject(new Error('no statement by text')) };
  const found: { dates: readonly BusinessDate[]; isSealed: boolean; asked: readonly string[] }[] = [];
  const industry = { industryKey: 1, industryId: 'ACME' };
  for await (const { dates: part, stored } of partedBySeal(db, { industry, units: [], dates: days, figuresOnly }))
    found.push({ dates: part, isSealed: stored !== null, asked: [...asked] });
  return found;
}

describe('dates that are parted by the seal', () => {
  it('are sealed also alone in the month in which the seal stands', async () => {
    for (const [day, isSealed] of [
      ['2026-11-05', true],
      ['2026-11-11', true],
      ['2026-11-12', false],
      ['2026-11-22', false],
    ] as const)
      expect(await partsOf(dates(day)), day).toMatchObject([{ dates: [day], isSealed }]);
  });

  it('come with stored documents of a month at a time, once they are their turn', async () => {
    const days = dates('2026-09-29', '2026-09-30', '2026-10-01', '2026-11-11', '2026-11-12', '2026-11-13');
    const [september, october, november] = ['2026-09-29', '2026-10-01', '2026-11-11'].map(
      (day) => `documents.read ${day}`,
    );
    expect(await partsOf(days)).toEqual([
      { dates: days.slice(0, 2), isSealed: true, asked: [september] },
      { dates: days.slice(2, 3), isSealed: true, asked: [september, october] },
      { dates: days.slice(3, 4), isSealed: true, asked: [september, october, november] },
      { dates: days.slice(4), isSealed: false, asked: [september, october, november] },
    ]);
  });

  it('come without entries where only figures are wanted', async () => {
    expect(await partsOf(dates('2026-11-05'), true)).toMatchObject([{ asked: ['documents.read_figures 2026-11-05'] }]);
  });
});
