import { BALANCE_CATEGORIES, findCategory } from './category-total.ts';
import { comparedTotal, type ComparedTotal } from './compared.ts';
import type { ReportInput } from './input.ts';
import { usedEnergy } from './service-units.ts';

/** The few totals by which a site is judged; null where the industry measures nothing of the kind. */
export interface SiteTotals {
  readonly supply: ComparedTotal | null;
  readonly use: ComparedTotal | null;
  readonly energy: ComparedTotal | null;
  /** What the site is said to use: its uses where they are measured, else its supply. */
  readonly water: ComparedTotal | null;
}

/** How the water of a site is called above its figure. */
export function waterTitle({ request }: ReportInput, { water, use }: SiteTotals): string {
  if (water === use) return request.unitIds === null ? 'Water used' : 'Water used by chosen units';
  return request.unitIds === null ? 'Water taken in' : 'Water taken in by chosen units';
}

export function siteTotals(input: ReportInput): SiteTotals {
  const of = (key: string): ComparedTotal | null => comparedTotal(input, findCategory(input.industry, key));
  const supply = of(BALANCE_CATEGORIES.inflow) ?? of('sourceCategory');
  const use = of(BALANCE_CATEGORIES.outflow);
  const energy = comparedTotal(input, usedEnergy(input.industry)?.category ?? null);
  return { supply, use, energy, water: use?.total.value != null ? use : (supply ?? use) };
}
