import { describe, expect, it } from 'vitest';
import {
  aggregateSuffix,
  asUnits,
  divisorFor,
  formatterOf,
  keepSubCategories,
  notOneOf,
  requireCategory,
  unitsOf,
} from '../../../../src/figures/rules/device-data/categories.ts';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { category, unit } from './support.ts';

const industry: Pick<Industry, 'units' | 'categories'> = {
  units: new Map(
    ['M1', 'M2'].map((unitId, index) => [unitId, { unitKey: index, current: unit(unitId), versions: [] }]),
  ),
  categories: {
    categories: new Map([['BOTH', category('sourceCategory', { A: ['M1'] })]]),
    categoriesV2: new Map([
      ['BOTH', category('FLOW_CATEGORY', { B: ['M2'] })],
      ['NEW', category('FLOW_CATEGORY', { C: ['M2'] })],
    ]),
    standardCategories: new Map([['STANDARD', category('ENERGY_CATEGORY', {})]]),
  },
};

describe('the formatter of a category', () => {
  it.each([
    ['FLOW_CATEGORY', 'flow'],
    ['sourceCategory', 'flow'],
    ['STOCK_CATEGORY', 'stock'],
    ['ENERGY_CATEGORY', 'energy'],
    ['ENERGY_MULTI', 'multi-energy'],
    ['QUALITY_CATEGORY', 'quality'],
    ['GROUND_WATER_LEVEL', 'ground-water'],
    ['virtualCategory', 'flow'],
    ['CONSUMPTION', 'flow'],
    ['SOMETHING_NEW', 'flow'],
  ])('of %s is %s', (standardCategoryId, formatter) => {
    expect(formatterOf(standardCategoryId)).toBe(formatter);
  });
});

describe('looking a category up', () => {
  it('takes the first generation that has it', () => {
    expect(requireCategory(industry, 'BOTH').standardCategoryId).toBe('sourceCategory');
    expect(requireCategory(industry, 'STANDARD').standardCategoryId).toBe('ENERGY_CATEGORY');
  });

  it('searches only the generations it is given', () => {
    expect(() => requireCategory(industry, 'NEW', ['categories'])).toThrow("Invalid category, NEW doesn't exist");
  });

  it('reads the aggregate suffix with and without an underscore', () => {
    expect([
      aggregateSuffix('ALL_CATEGORIES_V2FLOW_CATEGORY'),
      aggregateSuffix('ALL_CATEGORIES_V2_FLOW_CATEGORY'),
      aggregateSuffix('ALL_CATEGORIES_V2'),
      aggregateSuffix('ID_SOURCE'),
    ]).toEqual(['FLOW_CATEGORY', 'FLOW_CATEGORY', '', null]);
  });
});

describe('units of categories', () => {
  it('are those the industry has, each once', () => {
    expect(unitsOf(industry, [category('FLOW_CATEGORY', { A: ['M2', 'REMOVED'], B: ['M2', 'M1'] })])).toEqual([
      'M2',
      'M1',
    ]);
  });

  it('are in one synthetic sub-category when compared by unit', () => {
    expect(asUnits(industry, category('FLOW_CATEGORY', {}), ['M1', 'THEIRS', 'M1']).subCategories).toEqual([
      { id: 'UNITS', displayName: 'Units', units: ['M1'] },
    ]);
  });

  it('are those of the listed sub-categories when compared by sub-category', () => {
    expect(
      keepSubCategories(category('FLOW_CATEGORY', { A: [], B: [] }), ['B', 'Z']).subCategories.map(({ id }) => id),
    ).toEqual(['B']);
  });
});

describe('a wrong id', () => {
  it('is answered with those that exist, the first fifty', () => {
    expect(notOneOf(new Set(['A', 'B']))).toBe('is not one of A, B');
    expect(notOneOf(new Set())).toBe('is not there, and there is none');
    expect(notOneOf(new Set(Array.from({ length: 53 }, (_, index) => `C${index}`)))).toMatch(
      /^is not one of C0, .*, C49 and 3 more$/,
    );
  });
});

describe('the divisor', () => {
  it.each([
    ['FLOW_CATEGORY', 'FLOW_CATEGORY', 1000],
    ['STOCK_CATEGORY', 'STOCK_CATEGORY', 1000],
    ['GROUND_WATER_LEVEL', 'GROUND_WATER_LEVEL', 1],
    ['GROUND_WATER_LEVEL', 'FLOW_CATEGORY', 1],
    ['FLOW_CATEGORY', 'GROUND_WATER_LEVEL', 1],
    ['FLOW_CATEGORY', 'QUALITY_CATEGORY', 1],
  ])('in a category of %s for a unit of %s is %d', (ofCategory, ofUnit, divisor) => {
    expect(divisorFor({ standardCategoryId: ofCategory }, unit('M1', ofUnit), 1000)).toBe(divisor);
  });
});
