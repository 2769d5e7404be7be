import { type Formatter, formatterOf } from '../../figures/rules/device-data/categories.ts';
import {
  type Category,
  type Industry,
  metaOf,
  NEWEST_GENERATIONS_FIRST,
  type StoredUnit,
  type SubCategory,
} from '../../kernel/industry/industry.ts';
import { GROUP_OF_STANDARD_CATEGORY, type UnitGroup } from '../../kernel/measure/unit.ts';
import { ownOf } from '../../kernel/own-of.ts';

/** Units in one part of a report, with a heading. */
export interface UnitGrouping {
  readonly title: string;
  readonly category: Category;
  /** False: the units overlap others of the report, so they have no total. */
  readonly hasTotal: boolean;
}

type Of = Pick<Industry, 'categories' | 'units'>;

const isVirtual = ({ standardCategoryId }: Category): boolean =>
  GROUP_OF_STANDARD_CATEGORY[standardCategoryId] === 'VIRTUAL';

/** Categories of a kind, of the newest generation that has one, because no unit may count twice. */
function categoriesOf({ categories }: Of, formatters: readonly Formatter[]): readonly Category[] {
  for (const generation of NEWEST_GENERATIONS_FIRST) {
    const found = [...categories[generation].values()].filter(
      (category) => !isVirtual(category) && formatters.includes(formatterOf(category.standardCategoryId)),
    );
    if (found.length > 0) return found;
  }
  return [];
}

const TITLES: Readonly<Record<string, string>> = {
  ID_SOURCE: 'Source',
  sourceCategory: 'Source',
  ID_CONSUMPTION: 'Consumption',
  ID_RAW_WATER_STOCK: 'Raw water stock',
  ID_RECYCLED_WATER_STOCK: 'Recycled water stock',
  stockCategory: 'Stock',
  STOCK_CATEGORY: 'Stock',
  energyCategory: 'Energy',
  ENERGY_CATEGORY: 'Energy',
  ENERGY_MULTI: 'Energy with electrical parameters',
  qualityCategory: 'Quality',
  QUALITY_CATEGORY: 'Quality',
  GROUND_WATER_LEVEL: 'Ground water',
};

/** Title of a category: `ID_COOLING_TOWERS` becomes `Cooling towers`. */
function titleOfCategory(key: string): string {
  const known = ownOf(TITLES, key);
  if (known !== undefined) return known;
  const words = key.replace(/^ID_/, '').replaceAll('_', ' ').trim();
  return words === words.toUpperCase() ? words.charAt(0) + words.slice(1).toLowerCase() : words;
}

interface Kind {
  readonly formatters: readonly Formatter[];
  readonly groups: readonly UnitGroup[];
  readonly otherTitle: string;
}

const standardOf: Readonly<Partial<Record<UnitGroup, string>>> = {
  STOCK: 'STOCK_CATEGORY',
  ENERGY: 'ENERGY_MULTI',
  QUALITY: 'QUALITY_CATEGORY',
  GROUND_WATER_LEVEL: 'GROUND_WATER_LEVEL',
};

/** One grouping per category, then the units of the kind that no category lists. */
function groupingsOf(industry: Of, { formatters, groups, otherTitle }: Kind): readonly UnitGrouping[] {
  const listed = categoriesOf(industry, formatters).map((category): UnitGrouping => ({
    title: titleOfCategory(category.categoryKey),
    category,
    hasTotal: true,
  }));
  const named = new Set(listed.flatMap(({ category }) => category.subCategories.flatMap(({ units }) => units)));
  const others = [...industry.units.values()].filter(
    ({ current }) => groups.includes(current.group) && !named.has(current.unitId),
  );
  return [
    ...listed,
    ...grouping(otherTitle, others, standardOf[groups[0] ?? 'FLOW'] ?? 'FLOW_CATEGORY', listed.length === 0),
  ];
}

function grouping(
  title: string,
  units: readonly StoredUnit[],
  standardCategoryId: string,
  hasTotal: boolean,
): readonly UnitGrouping[] {
  if (units.length === 0) return [];
  const subCategory = { id: title, displayName: title, units: units.map(({ current }) => current.unitId) };
  return [{ title, hasTotal, category: { categoryKey: title, standardCategoryId, subCategories: [subCategory] } }];
}

const FLOW_GROUPS: readonly UnitGroup[] = ['FLOW', 'CONSUMPTION'];
const WATER: Kind = { formatters: ['flow'], groups: FLOW_GROUPS, otherTitle: 'Other meters' };
const ENERGY: Kind = { formatters: ['energy', 'multi-energy'], groups: ['ENERGY'], otherTitle: 'Other energy meters' };
const STOCK: Kind = { formatters: ['stock'], groups: ['STOCK'], otherTitle: 'Other tanks' };
const WELLS: Kind = { formatters: ['ground-water'], groups: ['GROUND_WATER_LEVEL'], otherTitle: 'Other wells' };
const QUALITY: Kind = { formatters: ['quality'], groups: ['QUALITY'], otherTitle: 'Other quality points' };

/**
 * Virtual units with the unit of measure that meters of these groups have. They have no total, because they overlap.
 */
function calculated(industry: Of, groups: readonly UnitGroup[]): readonly UnitGrouping[] {
  const units = [...industry.units.values()];
  const siUnits = new Set(
    units.flatMap(({ current }) => (groups.includes(current.group) && current.siUnit !== '' ? current.siUnit : [])),
  );
  const found = units.filter(({ current }) => current.group === 'VIRTUAL' && siUnits.has(current.siUnit));
  return grouping('Calculated', found, 'FLOW_CATEGORY', false);
}

export const waterGroupings = (industry: Of): readonly UnitGrouping[] => [
  ...groupingsOf(industry, WATER),
  ...calculated(industry, FLOW_GROUPS),
];
const FED_IN = /\b(?:export(?:ed|s)?|feed[- ]?in)\b/i;

/** True for a name of exported energy, which is never added to the energy used. */
const isFedIn = (name: string): boolean => FED_IN.test(name);

const FED_IN_TITLE = 'Energy fed in';

function withoutFedIn(industry: Of, grouping: UnitGrouping): readonly UnitGrouping[] {
  const part = (title: string, wanted: boolean): readonly UnitGrouping[] => {
    const subCategories = grouping.category.subCategories.flatMap((sub): SubCategory[] => {
      const units = sub.units.filter(
        (unitId) =>
          (isFedIn(sub.displayName) || isFedIn(industry.units.get(unitId)?.current.displayName ?? '')) === wanted,
      );
      return units.length === 0 ? [] : [{ ...sub, units }];
    });
    return subCategories.length === 0
      ? []
      : [{ ...grouping, title, category: { ...grouping.category, subCategories } }];
  };
  return [...part(grouping.title, false), ...part(FED_IN_TITLE, true)];
}

export const energyGroupings = (industry: Of): readonly UnitGrouping[] => [
  ...groupingsOf(industry, ENERGY).flatMap((grouping) => withoutFedIn(industry, grouping)),
  ...calculated(industry, ['ENERGY']),
];
/**
 * Energy use of the site, the first total of the energy report.
 * Spec gap: the site's category is not stated. Others are not added, because their meters often measure parts of the
 * first.
 */
export const usedEnergy = (industry: Of): UnitGrouping | null =>
  energyGroupings(industry).find(({ title, hasTotal }) => hasTotal && title !== FED_IN_TITLE) ?? null;
export const stockGroupings = (industry: Of): readonly UnitGrouping[] => groupingsOf(industry, STOCK);
export const wellGroupings = (industry: Of): readonly UnitGrouping[] => groupingsOf(industry, WELLS);
export const qualityGroupings = (industry: Of): readonly UnitGrouping[] => groupingsOf(industry, QUALITY);

const BORE = /\b(?:bores?|bore[ -]?wells?|bore[ -]?holes?|tube[ -]?wells?|wells?)\b/i;
const RAIN = /\brain(?:[ -]?(?:water|fall|gauge))?s?\b|\bharvest(?:ing|ed)?\b/i;

/**
 * Spec gap: the units of bores or rain water are not stated. `meta.waterSource` of the unit says `rain`; else the name
 * of the unit or of a sub-category that lists it tells.
 */
function flowUnitsNamed(
  industry: Of,
  title: string,
  isNamed: (name: string, stored: StoredUnit) => boolean,
): readonly UnitGrouping[] {
  const seen = new Set<string>();
  const subCategories: SubCategory[] = [];
  const isFlow = (stored: StoredUnit): boolean => FLOW_GROUPS.includes(stored.current.group);
  const take = (subCategory: SubCategory, name: string): void => {
    const units = subCategory.units.filter((unitId) => {
      const stored = industry.units.get(unitId);
      // A unit that was retired before the period: periods that it is compared with may have it.
      if (stored === undefined) return true;
      if (!isFlow(stored) || seen.has(unitId)) return false;
      return isNamed(`${stored.current.displayName} / ${name}`, stored);
    });
    for (const unitId of units) if (industry.units.has(unitId)) seen.add(unitId);
    if (units.length > 0) subCategories.push({ ...subCategory, units });
  };
  for (const generation of NEWEST_GENERATIONS_FIRST)
    for (const category of industry.categories[generation].values())
      for (const subCategory of category.subCategories) take(subCategory, subCategory.displayName);
  take(
    { id: 'OTHER', displayName: title, units: [...industry.units.keys()].filter((unitId) => !seen.has(unitId)) },
    '',
  );
  if (seen.size === 0) return [];
  const category = { categoryKey: title, standardCategoryId: 'FLOW_CATEGORY', subCategories };
  return [{ title, hasTotal: true, category }];
}

export const boreGroupings = (industry: Of): readonly UnitGrouping[] =>
  flowUnitsNamed(industry, 'Bores', (name, stored) => metaOf(stored)['waterSource'] !== 'rain' && BORE.test(name));

export const rainGroupings = (industry: Of): readonly UnitGrouping[] =>
  flowUnitsNamed(
    industry,
    'Rain water',
    (name, stored) =>
      metaOf(stored)['waterSource'] === 'rain' || (metaOf(stored)['waterSource'] === undefined && RAIN.test(name)),
  );

/**
 * The source category with the listed sub-categories, or with all when none is listed (specification, User: reports,
 * smart_city).
 */
export function zoneGroupings({ categories }: Of, subCategories: readonly string[]): readonly UnitGrouping[] {
  const category = categories.categoriesV2.get('ID_SOURCE') ?? categories.categories.get('sourceCategory');
  if (category === undefined) return [];
  const kept =
    subCategories.length === 0
      ? category
      : { ...category, subCategories: category.subCategories.filter(({ id }) => subCategories.includes(id)) };
  return [{ title: 'Supply', category: kept, hasTotal: true }];
}
