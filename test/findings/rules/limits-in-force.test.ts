import { describe, expect, it } from 'vitest';
import type { Category, Industry } from '../../../src/kernel/industry/industry.ts';
import { limitFinder, limitsInForce } from '../../../src/findings/rules/limits-in-force.ts';
import { unitOf } from '../../figures/rules/processors/builders.ts';

const stored = (unitId: string) => [unitId, { unitKey: 1, current: unitOf({ unitId }), versions: [] }] as const;
const category: Category = {
  categoryKey: 'TANKS',
  standardCategoryId: 'STOCK_CATEGORY',
  subCategories: [{ id: 'ROOF', displayName: 'Roof', units: ['T1', 'T2'] }],
};
const industry: Pick<Industry, 'units' | 'categories'> = {
  units: new Map(['T1', 'T2', 'T3'].map(stored)),
  categories: {
    categories: new Map(),
    categoriesV2: new Map([['TANKS', category]]),
    standardCategories: new Map(),
  },
};
const set = (limit: number | null, of: { readonly unitId?: string; readonly subCategoryId?: string } = {}) => ({
  kind: 'tank-low' as const,
  unitId: null,
  subCategoryId: null,
  limit,
  ...of,
});
const inForce = (...limits: readonly ReturnType<typeof set>[]) => {
  const limitsOf = limitsInForce(industry, limits);
  return ['T1', 'T2', 'T3', null].map((unitId) => limitsOf(unitId)['tank-low']);
};

describe('the limit in force', () => {
  it('of a unit counts before that of its sub-category, and that before the industry', () => {
    const [ofIndustry, ofRoof, ofUnit] = [set(5), set(15, { subCategoryId: 'ROOF' }), set(25, { unitId: 'T1' })];
    expect(inForce(ofUnit, ofRoof, ofIndustry)).toEqual([25, 15, 5, 5]);
    expect(inForce(ofIndustry, ofUnit)).toEqual([25, 5, 5, 5]);
    expect(inForce(ofRoof)).toEqual([15, 15, undefined, undefined]);
  });

  it('is 0 where people have set 0, and none where they have taken theirs back', () => {
    expect(inForce(set(5), set(0, { unitId: 'T1' }))).toEqual([0, 5, 5, 5]);
    expect(inForce(set(5), set(null, { unitId: 'T1' }))).toEqual([5, 5, 5, 5]);
  });

  it('is named with the scope that decides it, and that of the kind where nobody has set one', () => {
    const [ofIndustry, ofRoof, ofUnit] = [set(5), set(15, { subCategoryId: 'ROOF' }), set(25, { unitId: 'T1' })];
    const limitOfKind = limitFinder(industry, [ofIndustry, ofRoof, ofUnit, set(null, { unitId: 'T2' })]);
    expect(['T1', 'T2', 'T3', null].map((unitId) => limitOfKind('tank-low', unitId))).toEqual([
      { value: 25, by: 'unit' },
      { value: 15, by: 'subCategory' },
      { value: 5, by: 'industry' },
      { value: 5, by: 'industry' },
    ]);
    expect(limitOfKind('tank-full', 'T1')).toEqual({ value: 98, by: 'default' });
    // The unit's own rule decides, which no single figure tells.
    expect(limitOfKind('silence', 'T1')).toEqual({ value: null, by: 'default' });
  });
});
