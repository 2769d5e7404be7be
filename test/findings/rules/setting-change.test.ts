import { describe, expect, it } from 'vitest';
import { NEVER_TOLD } from '../../../src/findings/rules/acts.ts';
import { FINDING_KINDS, KINDS } from '../../../src/findings/rules/kinds.ts';
import { muteText, problemsOfChange, type SettingChange } from '../../../src/findings/rules/setting-change.ts';
import type { Category, Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { unitOf } from '../../figures/rules/processors/builders.ts';
import { holdLimits } from '../../support/limits.ts';

const category: Category = {
  categoryKey: 'TANKS',
  standardCategoryId: 'STOCK_CATEGORY',
  subCategories: [{ id: 'ROOF', displayName: 'Roof', units: ['T1'] }],
};
const industry: Pick<Industry, 'units' | 'categories'> = {
  units: new Map([['T1', { unitKey: 1, current: unitOf({ unitId: 'T1' }), versions: [] }]]),
  categories: {
    categories: new Map(),
    categoriesV2: new Map([['TANKS', category]]),
    standardCategories: new Map(),
  },
};
const TODAY = businessDate('2026-03-01');
const problems = (change: Partial<SettingChange>) =>
  problemsOfChange({ kind: 'tank-low', unitId: null, subCategoryId: null, ...change }, industry, TODAY).map(
    ({ field, problem }) => `${field} ${problem}`,
  );
const isTaken = (change: Partial<SettingChange>): boolean => problems(change).length === 0;

describe('a limit', () => {
  const limited = FINDING_KINDS.flatMap((kind) => {
    const { limit } = KINDS[kind];
    return limit === null ? [] : [{ kind, ...limit, step: limit.unit === '%' ? 0.01 : 1 }];
  });
  holdLimits(
    limited.flatMap(({ kind, least, most, step }) => [
      [
        `of ${kind} is ${least} at least`,
        (limit: number) => isTaken({ kind, limit }),
        [least - step, false],
        [least, true],
        [least + step, true],
      ] as const,
      [
        `of ${kind} is ${most} at most`,
        (limit: number) => isTaken({ kind, limit }),
        [most - step, true],
        [most, true],
        [most + step, false],
      ] as const,
    ]),
  );

  it('of minutes and days is whole, and a refusal says what is allowed', () => {
    expect(problems({ kind: 'silence', limit: 90.5 })).toEqual([
      'limit is 90.5, allowed is a whole number from 1 to 43200 (minutes)',
    ]);
    expect(problems({ limit: 101 })).toEqual(['limit is 101, allowed is a number from 0 to 100 (%)']);
    expect(isTaken({ limit: 12.5 })).toBe(true);
  });

  it('is none of a kind without one, but can be taken back', () => {
    expect(problems({ kind: 'leak', limit: 1 })).toEqual(['limit is 1, allowed is null, because leak has no limit']);
    expect(isTaken({ kind: 'leak', limit: null })).toBe(true);
  });
});

describe('the scope of a setting', () => {
  it('is one unit or one sub-category of the industry, or the industry', () => {
    expect([{}, { unitId: 'T1' }, { subCategoryId: 'ROOF' }].map((scope) => isTaken({ limit: 5, ...scope }))).toEqual([
      true,
      true,
      true,
    ]);
    expect(problems({ unitId: 'T9', limit: 5 })).toEqual([
      'unitId is "T9", allowed is the id of a unit of the industry',
    ]);
    expect(problems({ subCategoryId: 'T1', limit: 5 })).toEqual([
      'subCategoryId is "T1", allowed is the id of a sub-category of the industry',
    ]);
    expect(problems({ unitId: 'T1', subCategoryId: 'ROOF', limit: 5 })).toEqual([
      'subCategoryId is "ROOF", allowed is null where unitId is given',
    ]);
  });

  it('may be a sub-category that is gone, where its limit is taken back', () => {
    expect(isTaken({ subCategoryId: 'GONE', limit: null })).toBe(true);
    expect(isTaken({ subCategoryId: 'GONE', limit: 5 })).toBe(false);
    expect(isTaken({ unitId: 'GONE', limit: null })).toBe(false);
  });

  it('of the balance is the industry', () => {
    expect(isTaken({ kind: 'balance', limit: 5 })).toBe(true);
    expect(problems({ kind: 'balance', unitId: 'T1', limit: 5 })).toEqual([
      'unitId is "T1", allowed is null, because the balance is of the whole industry',
    ]);
  });
});

describe('a mute', () => {
  const day = (number: number) => businessDate(`2026-03-0${number}`);
  holdLimits([
    [
      'ends on a day after today',
      (number) => isTaken({ mutedUntil: number === 0 ? businessDate('2026-02-28') : day(number) }),
      [0, false],
      [1, false],
      [2, true],
    ],
  ]);

  it('has no end where the kind is switched off, and is none of a sub-category', () => {
    expect(isTaken({ mutedUntil: NEVER_TOLD })).toBe(true);
    expect(problems({ mutedUntil: day(1) })).toEqual([
      'mutedUntil is "01/03/2026", allowed is a day after 01/03/2026, or never',
    ]);
    expect(problems({ subCategoryId: 'ROOF', mutedUntil: NEVER_TOLD })).toEqual([
      'mutedUntil is "never", allowed is null, because a sub-category has limits alone',
    ]);
    expect(isTaken({ subCategoryId: 'ROOF', mutedUntil: null })).toBe(true);
  });

  it('is written as people ask for it', () => {
    expect([muteText(day(2)), muteText(NEVER_TOLD)]).toEqual(['02/03/2026', 'never']);
  });
});
