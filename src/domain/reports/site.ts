import type { Category, Industry } from '../industry/industry.ts';
import { BALANCE_CATEGORIES, findCategory } from './category-total.ts';
import { comparedTotal, type ComparedTotal } from './compared.ts';
import type { ReportInput } from './input.ts';
import { isFedIn } from './service-units.ts';

/** The few totals by which a site is judged; null where the industry measures nothing of the kind. */
export interface SiteTotals {
  readonly supply: ComparedTotal | null;
  readonly use: ComparedTotal | null;
  readonly energy: ComparedTotal | null;
  /** What the site is said to use: its uses where they are measured, else its supply. */
  readonly water: ComparedTotal | null;
}

export function siteTotals(input: ReportInput): SiteTotals {
  const of = (key: string): ComparedTotal | null => comparedTotal(input, findCategory(input.industry, key));
  const supply = of(BALANCE_CATEGORIES.inflow) ?? of('sourceCategory');
  const use = of(BALANCE_CATEGORIES.outflow);
  const energy = comparedTotal(input, energyUse(input.industry));
  return { supply, use, energy, water: use?.total.value != null ? use : (supply ?? use) };
}

const ENERGY_KEYS = ['energyCategory', 'ENERGY_CATEGORY', 'ENERGY_MULTI'] as const;

/**
 * Units of the energy category that use energy. Spec gap: nothing says which meters count what is given away. Those
 * whose name, or whose sub-category's name, says export or feed-in are left out, because adding them to what is used
 * would be wrong.
 */
function energyUse(industry: Pick<Industry, 'categories' | 'units'>): Category | null {
  const category = ENERGY_KEYS.flatMap((key) => findCategory(industry, key) ?? [])[0];
  if (category === undefined) return null;
  return {
    ...category,
    subCategories: category.subCategories
      .filter(({ displayName }) => !isFedIn(displayName))
      .map((sub) => ({
        ...sub,
        units: sub.units.filter((unitId) => !isFedIn(industry.units.get(unitId)?.current.displayName ?? '')),
      })),
  };
}
