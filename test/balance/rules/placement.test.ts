import { describe, expect, it } from 'vitest';
import { placementsOf } from '../../../src/balance/rules/placement.ts';
import { plant } from './plant.ts';

const UNITS = {
  BORE: {},
  MAIN: {},
  HALL: {},
  ALL: { formula: '{BORE} + {MAIN}' },
  USE: { formula: '{HALL}' },
  LOOSE: {},
};
const SOURCE = { ID_SOURCE: { subCategories: { BORES: ['BORE'], MAINS: ['MAIN'] } } };

describe('the place of a unit among categories', () => {
  // Specification, rule 3: "Virtual units are added to the source category's first sub-category".
  it('of a virtual unit that no category lists is the first sub-category of the source', () => {
    const placed = placementsOf(
      plant({
        units: UNITS,
        categoriesV2: { ID_CONSUMPTION: { subCategories: { HALLS: ['HALL', 'USE'] } }, ...SOURCE },
      }),
    );
    expect([placed('ALL'), placed('USE')]).toEqual([
      { categoryKey: 'ID_SOURCE', subCategoryId: 'BORES' },
      { categoryKey: 'ID_CONSUMPTION', subCategoryId: 'HALLS' },
    ]);
  });

  it('of a virtual unit is not the category that is there to hold virtual units', () => {
    const virtual = { standardCategoryId: 'virtualCategory', subCategories: { SUMS: ['ALL', 'USE'] } };
    const placed = placementsOf(plant({ units: UNITS, categoriesV2: { virtualCategory: virtual, ...SOURCE } }));
    expect(placed('ALL')).toEqual({ categoryKey: 'ID_SOURCE', subCategoryId: 'BORES' });
  });

  it('is the first sub-category that lists it, and nowhere for a meter that none lists', () => {
    const placed = placementsOf(
      plant({ units: UNITS, categoriesV2: { ...SOURCE, ID_CONSUMPTION: { subCategories: { AGAIN: ['MAIN'] } } } }),
    );
    expect([placed('MAIN'), placed('LOOSE')]).toEqual([
      { categoryKey: 'ID_SOURCE', subCategoryId: 'MAINS' },
      { categoryKey: null, subCategoryId: null },
    ]);
  });

  it('of a virtual unit falls back to the source of the first generation, and to nowhere without one', () => {
    const { categories, ...works } = plant({ units: UNITS });
    const old = {
      categoryKey: 'sourceCategory',
      standardCategoryId: 'sourceCategory',
      subCategories: [{ id: 'S1', displayName: 'S1', units: [] }],
    };
    const withOld = placementsOf({
      ...works,
      categories: { ...categories, categories: new Map([['sourceCategory', old]]) },
    });
    expect([withOld('ALL'), placementsOf({ ...works, categories })('ALL')]).toEqual([
      { categoryKey: 'sourceCategory', subCategoryId: 'S1' },
      { categoryKey: null, subCategoryId: null },
    ]);
  });
});
