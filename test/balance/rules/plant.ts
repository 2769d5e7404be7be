import type { Category, Industry, StoredUnit } from '../../../src/kernel/industry/industry.ts';
import { GROUP_OF_STANDARD_CATEGORY, type Unit } from '../../../src/kernel/measure/unit.ts';

/** Units and categories of an industry in few words. A formula makes a unit virtual. */
interface PlantParts {
  readonly units: Readonly<
    Record<string, { readonly category?: string; readonly formula?: string; readonly siUnit?: string }>
  >;
  readonly categoriesV2?: Readonly<
    Record<
      string,
      { readonly standardCategoryId?: string; readonly subCategories: Readonly<Record<string, readonly string[]>> }
    >
  >;
}

export function plant({ units, categoriesV2 = {} }: PlantParts): Pick<Industry, 'industryId' | 'units' | 'categories'> {
  const categories = Object.entries(categoriesV2).map(
    ([categoryKey, { standardCategoryId = 'FLOW_CATEGORY', subCategories }]): [string, Category] => [
      categoryKey,
      {
        categoryKey,
        standardCategoryId,
        subCategories: Object.entries(subCategories).map(([id, unitIds]) => ({
          id,
          displayName: `Sub ${id}`,
          units: unitIds,
        })),
      },
    ],
  );
  return {
    industryId: 'PLANT',
    units: new Map(
      Object.entries(units).map(([unitId, { category, formula = null, siUnit = 'KL' }]) => [
        unitId,
        stored(unitId, category ?? (formula === null ? 'FLOW_CATEGORY' : 'virtualCategory'), formula, siUnit),
      ]),
    ),
    categories: { categories: new Map(), categoriesV2: new Map(categories), standardCategories: new Map() },
  };
}

function stored(unitId: string, standardCategoryId: string, calculations: string | null, siUnit: string): StoredUnit {
  const current: Unit = {
    unitId,
    displayName: `Unit ${unitId}`,
    standardCategoryId,
    group: GROUP_OF_STANDARD_CATEGORY[standardCategoryId] ?? 'FLOW',
    siUnit,
    flowFactor: 1,
    minNonZeroThreshold: 0,
    maxCapacity: null,
    dataUpdateFrequencySeconds: 300,
    params: {},
    pRefKilowatts: null,
    calculations,
    registerChecks: null,
  };
  return { unitKey: 0, current, versions: [] };
}
