import { describe, expect, it } from 'vitest';
import { isSilentNow, shownCategories, sideOf } from '../../../../src/figures/rules/device-data/overview.ts';
import type { Category, Industry } from '../../../../src/kernel/industry/industry.ts';
import { unit } from './support.ts';

const category = (categoryKey: string, standardCategoryId: string, ...units: string[]): Category => ({
  categoryKey,
  standardCategoryId,
  subCategories: [{ id: 'S', displayName: 'S', units }],
});
const FLOW = category('ID_SOURCE', 'FLOW_CATEGORY', 'A', 'B');

describe('categories that are shown', () => {
  it('list each unit in the newest generation that does, and leave out what says the same again', () => {
    const industry: Pick<Industry, 'categories' | 'units'> = {
      units: new Map(['A', 'B', 'C'].map((id, at) => [id, { unitKey: at, current: unit(id), versions: [] }])),
      categories: {
        categories: new Map([
          ['sourceCategory', category('sourceCategory', 'sourceCategory', 'A', 'B')],
          ['other', category('other', 'FLOW_CATEGORY', 'B', 'C')],
        ]),
        categoriesV2: new Map([
          ['ID_SOURCE', FLOW],
          ['ID_CONSUMPTION', category('ID_CONSUMPTION', 'FLOW_CATEGORY', 'B')],
        ]),
        standardCategories: new Map(),
      },
    };
    expect(shownCategories(industry).map(({ categoryKey }) => categoryKey)).toEqual([
      'ID_SOURCE',
      'ID_CONSUMPTION',
      'other',
    ]);
    expect(shownCategories(industry).map(sideOf)).toEqual(['in', 'out', 'other']);
  });
});

it('a unit is silent after an hour, or after three of its slots where these are longer', () => {
  const now = Date.UTC(2026, 5, 10, 12);
  const minutesAgo = (minutes: number) => now - minutes * 60_000;
  expect(isSilentNow(minutesAgo(60), 300, now)).toBe(false);
  expect(isSilentNow(minutesAgo(61), 300, now)).toBe(true);
  expect(isSilentNow(minutesAgo(180), 3600, now)).toBe(false);
  expect(isSilentNow(minutesAgo(181), 3600, now)).toBe(true);
  expect(isSilentNow(null, 300, now)).toBe(true);
});
