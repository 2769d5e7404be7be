import type { DataContext } from '../context.ts';
import { CATEGORY_GENERATIONS, type CategoryGeneration, type Industry } from '../kernel/industry/industry.ts';
import { lastDateInUse } from '../kernel/industry/retired.ts';
import { GROUP_OF_STANDARD_CATEGORY, type UnitGroup, type UnitParameter } from '../kernel/measure/unit.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { retiredUnits } from '../platform/directory/store/industry-lists.ts';
import { latestReadingsBy } from '../readings/store/readings.ts';
import { virtualPlannerOf } from '../figures/virtual-plan.ts';

/** A category and sub-category that list a unit. */
interface Membership {
  readonly generation: CategoryGeneration;
  readonly categoryKey: string;
  readonly subCategoryId: string;
}

/** A unit with the facts that an app needs before it asks for figures. */
export interface DirectoryUnit {
  readonly unitId: string;
  readonly displayName: string;
  readonly standardCategoryId: string;
  readonly group: UnitGroup;
  readonly siUnit: string;
  /** null: no virtual unit. */
  readonly formula: string | null;
  /** Units that the formula uses today; empty for other units. */
  readonly operands: readonly string[];
  readonly params: Readonly<Record<string, UnitParameter>>;
  readonly dataUpdateFrequencySeconds: number;
  readonly categories: readonly Membership[];
  readonly lastSeen: Date | null;
  /** null: in use. */
  readonly retiredAt: Date | null;
  /** The last business day for which the unit counts; null: in use. */
  readonly lastDate: BusinessDate | null;
}

/** Units of an industry in the order of its bundle. Retired units follow when they are asked for. */
export async function unitsOfIndustry(
  { database, clock }: DataContext,
  industry: Industry,
  withRetired: boolean,
): Promise<DirectoryUnit[]> {
  const stored = [...industry.units.values()];
  const keys = stored.map(({ unitKey }) => unitKey);
  const [heard, retired] = await Promise.all([
    latestReadingsBy(database, industry.clock, keys, clock.now()),
    withRetired ? retiredUnits(database, industry.industryKey) : [],
  ]);
  const seen = new Map(heard.map(({ unitKey, createdOn }) => [unitKey, createdOn]));
  const memberships = membershipsOf(industry);
  const { graph } = virtualPlannerOf(industry)(businessDateOf(industry.clock, clock.now()));
  const inUse = stored.map(({ unitKey, current }): DirectoryUnit => ({
    ...current,
    formula: current.group === 'VIRTUAL' ? current.calculations : null,
    // A retired unit still counts on its last day, and an app that lists units in use does not know it.
    operands: [...graph.directOperandsOf(current.unitId)].filter((unitId) => industry.units.has(unitId)).toSorted(),
    categories: memberships.get(current.unitId) ?? [],
    lastSeen: seen.get(unitKey) ?? null,
    retiredAt: null,
    lastDate: null,
  }));
  const outOfUse = retired.map((unit): DirectoryUnit => {
    const group = GROUP_OF_STANDARD_CATEGORY[unit.standardCategoryId];
    if (group === undefined) throw new Error(`Unit ${unit.unitId} has the unknown ${unit.standardCategoryId}.`);
    return {
      ...unit,
      group,
      formula: group === 'VIRTUAL' ? unit.calculations : null,
      operands: [],
      categories: memberships.get(unit.unitId) ?? [],
      lastDate: lastDateInUse(industry.clock, unit.retiredAt.getTime()),
    };
  });
  return [...inUse, ...outOfUse];
}

function membershipsOf({ categories }: Industry): ReadonlyMap<string, readonly Membership[]> {
  const found = new Map<string, Membership[]>();
  for (const generation of CATEGORY_GENERATIONS)
    for (const { categoryKey, subCategories } of categories[generation].values())
      for (const { id, units } of subCategories)
        for (const unitId of units) {
          const listed = found.get(unitId) ?? [];
          listed.push({ generation, categoryKey, subCategoryId: id });
          found.set(unitId, listed);
        }
  return found;
}
